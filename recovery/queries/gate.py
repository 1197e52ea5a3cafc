"""The one gate that decides what may be read when.

Every page, export, task and command that shows an offer to the buying side asks here; nothing reads offers round it.
"""

from uuid import UUID

from django.db.models import F, QuerySet

from recovery.models import (
    Acceptance,
    Attachment,
    Inquiry,
    KeptFile,
    Membership,
    Offer,
    Organisation,
    Revision,
    User,
)
from recovery.models.account import READS_INQUIRIES
from recovery.models.inquiry import OFFERS_MAY_BE_READ


class OffersSealed(Exception):
    """The offers of this inquiry may not be read by this person now: not opened, or not theirs to read."""


# --- The gate ---------------------------------------------------------------------------------------------------------


def reading_roles(inquiry: Inquiry, user: User) -> frozenset[str]:
    """Return the roles by which ``user`` may read the offers of ``inquiry`` now; none while they are sealed.

    State and roles are read again from the database, so that an object fetched before, a removed role or a running
    export opens nothing. Time opens nothing either: only the logged act of opening does.
    """
    held = Inquiry.objects.filter(
        pk=inquiry.pk,
        state__in=OFFERS_MAY_BE_READ,
        organisation__memberships__user=user,
        organisation__memberships__role__in=READS_INQUIRIES,
    )
    return frozenset(held.values_list("organisation__memberships__role", flat=True))


def opened_inquiry(code: UUID, user: User) -> tuple[Inquiry, frozenset[str]]:
    """Return an opened inquiry with the roles by which ``user`` reads its offers. Raises OffersSealed.

    It is the gate for an address: what is sealed, another's or unknown gives the same answer.
    """
    held = Inquiry.objects.filter(
        code=code,
        state__in=OFFERS_MAY_BE_READ,
        organisation__memberships__user=user,
        organisation__memberships__role__in=READS_INQUIRIES,
    )
    found = list(held.select_related("organisation").annotate(read_by=F("organisation__memberships__role")).order_by())
    if not found:
        raise OffersSealed(str(code))
    return found[0], frozenset(vars(each)["read_by"] for each in found)


def may_read_offers(inquiry: Inquiry, user: User) -> bool:
    """Say whether ``user`` may read the offers of ``inquiry`` on the buying side."""
    return bool(reading_roles(inquiry, user))


def roles_or_sealed(inquiry: Inquiry, user: User) -> frozenset[str]:
    """Return the roles by which ``user`` reads the offers. Raises OffersSealed where there is none."""
    roles = reading_roles(inquiry, user)
    if not roles:
        raise OffersSealed(str(inquiry.code))
    return roles


def opened_offers(inquiry: Inquiry, user: User) -> list[tuple[Offer, Revision]]:
    """Return each offer that counts, by supplier name, with its last revision.

    An offer whose last revision was withdrawn, or that was never submitted, is left out. Raises OffersSealed.
    """
    roles_or_sealed(inquiry, user)
    return [(revision.offer, revision) for revision in counted_in(inquiry)]


def counted_in(inquiry: Inquiry) -> QuerySet[Revision]:
    """The revisions that count, by supplier name. For whoever has asked the gate."""
    return (
        Revision.objects.standing()
        .filter(offer__inquiry=inquiry)
        .select_related("offer__organisation", "intent_version")
        .order_by("offer__organisation__name", "offer__code")
    )


# --- Attached files: every byte passes here ---------------------------------------------------------------------------


def file_for(code: UUID, user: User) -> KeptFile | None:
    """Return the attached file that ``user`` may fetch now; None for any other, as for one that never existed.

    Suppliers fetch their own at any time; the buying side what a standing revision was submitted with, after opening.
    """
    attachment = Attachment.objects.select_related("offer__inquiry", "job").filter(code=code).first()
    if attachment is not None:
        is_own = Offer.objects.supplied_by(user).filter(pk=attachment.offer_id).exists()
        return attachment if is_own or _is_opened(attachment, user) else None
    acceptance = Acceptance.objects.select_related("inquiry", "job").filter(code=code).first()
    return acceptance if acceptance is not None and may_read_offers(acceptance.inquiry, user) else None


def _is_opened(attachment: Attachment, user: User) -> bool:
    if not may_read_offers(attachment.offer.inquiry, user):
        return False
    standing = attachment.offer.revisions.standing().first()
    return standing is not None and str(attachment.code) in {line["code"] for line in standing.attachments}


def offer_opened(inquiry: Inquiry, user: User, offer_pk: int) -> tuple[Offer, Revision]:
    """Return one opened offer with its standing revision. Raises OffersSealed."""
    found = next((pair for pair in opened_offers(inquiry, user) if pair[0].pk == offer_pk), None)
    if found is None:
        raise OffersSealed(str(inquiry.code))
    return found


# --- Roles ------------------------------------------------------------------------------------------------------------


def roles_in(organisation: Organisation, user: User) -> set[str]:
    """Return the roles that ``user`` holds in ``organisation``."""
    return set(Membership.objects.filter(user=user, organisation=organisation).values_list("role", flat=True))
