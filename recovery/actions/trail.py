"""Writes what happened, acts and refusals alike."""

from datetime import datetime
from typing import Any
from uuid import UUID

from recovery.models import Event, Inquiry, Organisation, User, db_clock
from recovery.models.event import Kind


def record_event(
    kind: Kind,
    /,
    *,
    actor: User | None,
    inquiry: Inquiry | None = None,
    organisation: Organisation | None = None,
    at: datetime | None = None,
    **details: Any,
) -> Event:
    """Keep one event; called inside the transaction of the act, so that neither exists without the other."""
    return Event.objects.create(
        kind=kind, at=at or db_clock(), actor=actor, inquiry=inquiry, organisation=organisation, details=details
    )


# What has an address of its own, each by its way from the inquiry.
_CODED = ("offers", "offers__revisions", "offers__late_attempts", "offers__attachments", "reports", "acceptances")


def record_refused_attempt(*, by: User, code: UUID, route: str, method: str) -> Event:
    """Keep that ``by`` asked in vain for what ``code`` names, with the inquiry that it belongs to, if there is one."""
    named, *others = (
        Inquiry.objects.filter(**{way: code}).order_by().values_list("pk", flat=True)
        for way in ("code", *(f"{each}__code" for each in _CODED))
    )
    inquiry = Inquiry.objects.filter(pk__in=list(named.union(*others))).first()
    return record_event(
        Kind.REFUSED, actor=by, inquiry=inquiry, act="open page", route=route, method=method, code=str(code)
    )
