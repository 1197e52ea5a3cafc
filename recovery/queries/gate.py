"""The one gate that decides what may be read when.

Every page, export, task and command that shows an offer to the buying side asks here; nothing reads offers round it.
"""

from collections import defaultdict
from uuid import UUID

from recovery.core.scoring import Given
from recovery.models import (
    Acceptance,
    Attachment,
    Inquiry,
    KeptFile,
    Membership,
    Offer,
    Organisation,
    Revision,
    Role,
    Score,
    User,
)
from recovery.models.account import READS_INQUIRIES
from recovery.models.inquiry import CRITERIA, OFFERS_MAY_BE_READ


class OffersSealed(Exception):
    """The offers of this inquiry may not be read by this person now: not opened, or not theirs to read."""


# --- The gate ---------------------------------------------------------------------------------------------------------


def may_read_offers(inquiry: Inquiry, user: User) -> bool:
    """Say whether ``user`` may read the offers of ``inquiry`` on the buying side.

    Both facts are read again from the database, so that an object fetched before, a removed role or a running export
    opens nothing. Time opens nothing either: only the logged act of opening does.
    """
    return (
        Inquiry.objects.filter(pk=inquiry.pk, state__in=OFFERS_MAY_BE_READ)
        .filter(organisation__in=Organisation.objects.of(user, *READS_INQUIRIES).values("pk"))
        .exists()
    )


def opened_offers(inquiry: Inquiry, user: User) -> list[tuple[Offer, Revision]]:
    """Return each offer that counts, by supplier name, with its last revision.

    An offer whose last revision was withdrawn, or that was never submitted, is left out. Raises OffersSealed.
    """
    if not may_read_offers(inquiry, user):
        raise OffersSealed(str(inquiry.code))
    revisions = (
        Revision.objects.standing()
        .filter(offer__inquiry=inquiry)
        .select_related("offer__organisation", "intent_version")
        .order_by("offer__organisation__name", "offer__code")
    )
    return [(revision.offer, revision) for revision in revisions]


def may_export(inquiry: Inquiry, user: User) -> bool:
    """Say whether ``user`` may order and fetch exports: they hold everybody's scores."""
    return may_read_offers(inquiry, user) and sees_all_scores(inquiry, user)


def sees_all_scores(inquiry: Inquiry, user: User) -> bool:
    """Say whether ``user`` may see what others gave: evaluators score apart.

    Who only evaluates sees own values alone. Who evaluates and holds another reading role sees the others' once every
    own value is given.
    """
    roles = roles_in(inquiry.organisation, user) & set(READS_INQUIRIES)
    if Role.EVALUATOR not in roles:
        return bool(roles)
    if roles == {Role.EVALUATOR}:
        return False
    counted = Revision.objects.standing().filter(offer__inquiry=inquiry)
    given = Score.objects.filter(revision__in=counted.values("pk"), evaluator=user, value__isnull=False).count()
    return given == len(CRITERIA) * counted.count()


def scores_of(inquiry: Inquiry, user: User) -> list[Score]:
    """Return the scores of the offers that count, as far as ``user`` may see them. Raises OffersSealed."""
    if not may_read_offers(inquiry, user):
        raise OffersSealed(str(inquiry.code))
    counted = Revision.objects.standing().filter(offer__inquiry=inquiry)
    scores = Score.objects.filter(inquiry=inquiry, revision__in=counted.values("pk"))
    if not sees_all_scores(inquiry, user):
        scores = scores.filter(evaluator=user)
    return list(scores.select_related("evaluator", "revision").order_by("revision", "criterion", "evaluator"))


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


def own_scores_of(inquiry: Inquiry, user: User) -> dict[str, dict[str, Given]]:
    """Return what ``user`` gave, by offer code and criterion. Raises OffersSealed."""
    if not may_read_offers(inquiry, user):
        raise OffersSealed(str(inquiry.code))
    own: dict[str, dict[str, Given]] = defaultdict(dict)
    counted = Revision.objects.standing().filter(offer__inquiry=inquiry)
    for each in Score.objects.filter(revision__in=counted.values("pk"), evaluator=user).select_related(
        "revision__offer"
    ):
        own[str(each.revision.offer.code)][each.criterion] = Given(str(user), each.value, each.reason)
    return own


# --- Roles ------------------------------------------------------------------------------------------------------------


def roles_in(organisation: Organisation, user: User) -> set[str]:
    """Return the roles that ``user`` holds in ``organisation``."""
    return set(Membership.objects.filter(user=user, organisation=organisation).values_list("role", flat=True))
