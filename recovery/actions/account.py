"""Organisations, and who may do what in them."""

from django.db import transaction

from recovery.actions.messages import require_message_left
from recovery.actions.refusals import LastAdministrator, RoleConflict, TooManyMessages
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.models import Invitation, Membership, Organisation, Role, User
from recovery.models.event import Kind


@transaction.atomic
def create_organisation(*, by: User, name: str) -> Organisation:
    """Make an organisation whose first administrator is ``by``."""
    organisation = Organisation.objects.create(name=name.strip())
    Membership.objects.create(user=by, organisation=organisation, role=Role.ADMINISTRATOR)
    record_event(Kind.ORGANISATION_CREATED, actor=by, organisation=organisation, name=organisation.name)
    return organisation


def give_role(*, organisation_pk: int, by: User, email: str, role: Role, name: str = "") -> Membership:
    """Give ``role`` to the person of that address, who need not have signed in before.

    The answer is the same whether the address was known or not, so nobody learns who has an account. Raises
    RoleConflict where the person already stands on the other side of an inquiry, NotAllowed where ``by`` is no
    administrator (any more), and TooManyMessages, which is kept as an event, where ``by`` sent as many as one person
    may.
    """
    try:
        with transaction.atomic():
            return _give_role(organisation_pk, by, email, role, name)
    except TooManyMessages:
        record_event(
            Kind.REFUSED,
            actor=by,
            organisation=Organisation.objects.get(pk=organisation_pk),
            act="give role",
            reason=TooManyMessages.__name__,
        )
        raise


def _give_role(organisation_pk: int, by: User, email: str, role: Role, name: str) -> Membership:
    organisation = Organisation.objects.select_for_update().get(pk=organisation_pk)
    require_role(by, Role.ADMINISTRATOR, organisation_pk=organisation.pk)
    require_message_left(by)
    person = _person_at(email, name)
    if stands_on_other_side(person, organisation):
        raise RoleConflict
    membership, is_new = Membership.objects.get_or_create(user=person, organisation=organisation, role=role)
    if is_new:
        record_event(Kind.ROLE_GIVEN, actor=by, organisation=organisation, role=role, to=person.email)
    return membership


@transaction.atomic
def remove_role(*, membership_pk: int, organisation_pk: int, by: User) -> None:
    """Take a role away; it counts from the next request on. The last administrator stays."""
    organisation = Organisation.objects.select_for_update().get(pk=organisation_pk)
    require_role(by, Role.ADMINISTRATOR, organisation_pk=organisation.pk)
    membership = organisation.memberships.select_related("user").get(pk=membership_pk)
    administrators = organisation.memberships.filter(role=Role.ADMINISTRATOR)
    if membership.role == Role.ADMINISTRATOR and not administrators.exclude(pk=membership.pk).exists():
        raise LastAdministrator
    membership.delete()
    record_event(Kind.ROLE_REMOVED, actor=by, organisation=organisation, role=membership.role, to=membership.user.email)


@transaction.atomic
def register_person(*, email: str, name: str = "") -> User:
    """Return the person of that address, made where the address is new; no password is set and no role given."""
    return _person_at(email, name)


def stands_on_other_side(person: User, organisation: Organisation) -> bool:
    """Say whether a membership of ``person`` in ``organisation`` would put one person on both sides of an inquiry."""
    own = Membership.objects.filter(user=person).values("organisation")
    accepted = Invitation.objects.accepted()
    supplies_it = accepted.filter(inquiry__organisation=organisation, organisation__in=own)
    buys_from_it = accepted.filter(organisation=organisation, inquiry__organisation__in=own)
    return supplies_it.exists() or buys_from_it.exists()


def _person_at(email: str, name: str) -> User:
    """Return the person of that address, locked, so that two organisations cannot take one person at once."""
    address = email.strip().lower()
    if not User.objects.filter(email=address).exists():
        User.objects.create_user(address, name=name)
    return User.objects.select_for_update().get(email=address)
