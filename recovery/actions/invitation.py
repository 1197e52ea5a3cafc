"""Asking suppliers by address, and their yes."""

import hashlib
import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from recovery.actions.messages import require_message_left
from recovery.actions.refusals import (
    AlreadyAnswering,
    AnotherAddress,
    InvitationUnusable,
    NotAllowed,
    Refused,
    RoleConflict,
    TooManyMessages,
    WrongState,
)
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.models import Inquiry, Invitation, Membership, Offer, Organisation, Role, User, db_clock
from recovery.models.event import Kind

INVITATION_IS_GOOD_FOR = timedelta(days=14)


def hash_of(token: str) -> str:
    """Return what is stored in place of a mailed token, so that a stolen table opens no door."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite_supplier(*, inquiry_pk: int, by: User, email: str) -> tuple[Invitation, str]:
    """Ask an address to answer a published inquiry, and return the invitation with the token that is to be mailed.

    The token is returned once and stored only as a hash. A waiting invitation of the same address is replaced, so the
    last mail is the one that works. Raises WrongState unless the inquiry still takes offers, and TooManyMessages, which
    is kept as an event, where ``by`` sent as many as one person may.
    """
    try:
        with transaction.atomic():
            return _invite(inquiry_pk, by, email)
    except TooManyMessages:
        record_event(
            Kind.REFUSED,
            actor=by,
            inquiry=Inquiry.objects.get(pk=inquiry_pk),
            act="invite supplier",
            reason=TooManyMessages.__name__,
        )
        raise


def _invite(inquiry_pk: int, by: User, email: str) -> tuple[Invitation, str]:
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    now = db_clock()
    if not inquiry.accepts(arrived=now, recorded=now):
        raise WrongState
    require_message_left(by)
    address = email.strip().lower()
    inquiry.invitations.waiting(now).filter(email=address).update(revoked_at=now)
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        inquiry=inquiry,
        email=address,
        token_hash=hash_of(token),
        created_by=by,
        expires_at=min(now + INVITATION_IS_GOOD_FOR, inquiry.deadline_at or now),
    )
    record_event(Kind.INVITED, actor=by, inquiry=inquiry, at=now, email=address)
    return invitation, token


@transaction.atomic
def revoke_invitation(*, inquiry_pk: int, invitation_code: UUID, by: User) -> None:
    """Take back an invitation that nobody accepted yet."""
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    now = db_clock()
    if not inquiry.invitations.waiting(now).filter(code=invitation_code).update(revoked_at=now):
        raise InvitationUnusable
    record_event(Kind.INVITATION_WITHDRAWN, actor=by, inquiry=inquiry, at=now, invitation=str(invitation_code))


def accept_invitation(*, token: str, by: User, organisation: Organisation | None = None, name: str = "") -> Offer:
    """Say yes for one of one's organisations, or for a new one of that ``name``, and begin its offer.

    Raises InvitationUnusable, AnotherAddress, AlreadyAnswering, NotAllowed or RoleConflict; every refusal of a known
    invitation is kept as an event.
    """
    invitation = Invitation.objects.filter(token_hash=hash_of(token)).first()
    if invitation is None:
        raise InvitationUnusable
    try:
        with transaction.atomic():
            return _accept(invitation.pk, invitation.inquiry_id, by, organisation, name)
    except Refused as refusal:
        record_event(
            Kind.REFUSED, actor=by, inquiry=invitation.inquiry, act="accept invitation", reason=type(refusal).__name__
        )
        raise


def record_foreign_claim(*, token: str, by: User) -> None:
    """Keep that ``by`` tried to use an invitation that was mailed to another address; an unknown token is none."""
    invitation = Invitation.objects.select_related("inquiry").filter(token_hash=hash_of(token)).first()
    if invitation is not None and invitation.email != by.email:
        record_event(
            Kind.REFUSED,
            actor=by,
            inquiry=invitation.inquiry,
            act="accept invitation",
            reason=AnotherAddress.__name__,
        )


def _accept(invitation_pk: int, inquiry_pk: int, by: User, organisation: Organisation | None, name: str) -> Offer:
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    now = db_clock()
    invitation = inquiry.invitations.waiting(now).filter(pk=invitation_pk).first()
    if invitation is None or not inquiry.accepts(arrived=now, recorded=now):
        raise InvitationUnusable
    if invitation.email != by.email:
        raise AnotherAddress
    house = organisation or Organisation.objects.create(name=name.strip())
    _require_own_and_apart(house, inquiry, by, is_new=organisation is None)
    if inquiry.invitations.accepted().filter(organisation=house).exists():
        raise AlreadyAnswering
    roles = (Role.SUPPLIER,) if organisation else (Role.ADMINISTRATOR, Role.SUPPLIER)
    for role in roles:
        Membership.objects.get_or_create(user=by, organisation=house, role=role)
    invitation.accepted_at, invitation.accepted_by, invitation.organisation = now, by, house
    invitation.save(update_fields=["accepted_at", "accepted_by", "organisation"])
    record_event(Kind.INVITATION_ACCEPTED, actor=by, inquiry=inquiry, organisation=house, at=now)
    return Offer.objects.create(inquiry=inquiry, organisation=house)


def _require_own_and_apart(house: Organisation, inquiry: Inquiry, by: User, *, is_new: bool) -> None:
    """Refuse a house that ``by`` may not speak for, or that shares a person with the buying side."""
    both = {house.pk, inquiry.organisation_id}
    # Giving a role locks the organisation too, so nobody can step onto the other side between this check and the yes.
    list(Organisation.objects.select_for_update().filter(pk__in=both).order_by("pk"))
    own = house.memberships.filter(user=by, role__in=(Role.ADMINISTRATOR, Role.SUPPLIER))
    if not is_new and not own.exists():
        raise NotAllowed
    buying = Membership.objects.filter(organisation=inquiry.organisation_id)
    people = {by.pk, *house.memberships.values_list("user", flat=True)}
    if house.pk == inquiry.organisation_id or buying.filter(user__in=people).exists():
        raise RoleConflict
