"""How many messages one person may cause in an hour: invitations and notices of a role, counted from their events."""

from datetime import timedelta

from django.conf import settings

from recovery.actions.refusals import TooManyMessages
from recovery.models import Event, Membership, User, db_clock
from recovery.models.event import Kind

_COUNTED = (Kind.INVITED, Kind.ROLE_GIVEN)


def require_message_left(by: User) -> None:
    """Raise TooManyMessages where ``by`` caused as many messages within the last hour as one person may.

    Called inside the transaction of the act; it holds the roles of ``by``, so two acts at once count one another.
    """
    list(Membership.objects.select_for_update().filter(user=by).order_by("pk"))
    since = db_clock() - timedelta(hours=1)
    if Event.objects.filter(actor=by, kind__in=_COUNTED, at__gt=since).count() >= settings.MESSAGES_AN_HOUR:
        raise TooManyMessages(settings.MESSAGES_AN_HOUR)
