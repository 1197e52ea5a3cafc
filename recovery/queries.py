"""Reads that span tables, and the one gate that decides what may be read when.

Every page, export, task and command that shows an offer to the buying side asks here; nothing reads offers round it.
"""

from collections import OrderedDict, defaultdict
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from recovery.core.comparison import Comparison, Header, Opened, Submitted, compare
from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_intent, read_offer
from recovery.core.intent import Intent
from recovery.core.offer import Offer as DescribedOffer
from recovery.core.rules import RULE_SET, RULE_SET_DATE
from recovery.core.scoring import Given
from recovery.models import (
    Acceptance,
    Attachment,
    Event,
    Inquiry,
    Invitation,
    KeptFile,
    Membership,
    Offer,
    Organisation,
    Report,
    Revision,
    Role,
    Score,
    User,
    digest_of,
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


# --- Attached files: every byte passes here ----------------------------------------------------------------------------


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


# --- The comparison ---------------------------------------------------------------------------------------------------

_MOST_KEPT = 8
_kept: OrderedDict[str, tuple[Opened, Comparison]] = OrderedDict()


def comparison_of(inquiry: Inquiry, user: User) -> Comparison:
    """Return the comparison as ``user`` may read it now. Raises OffersSealed."""
    return compared(inquiry, user)[1]


def compared(inquiry: Inquiry, user: User) -> tuple[Opened, Comparison]:
    """Return what is compared, and the comparison.

    The gate is asked every time; only then is the comparison of the very same versions taken from the last few of this
    process, so that nothing is worked out twice and nothing old is shown. Raises OffersSealed.
    """
    fingerprint = fingerprint_of(versions_of(inquiry, user))
    found = _kept.get(fingerprint)
    if found is None:
        opened = opened_of(inquiry, user)
        found = opened, compare(opened)
        _kept[fingerprint] = found
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return found


def opened_of(inquiry: Inquiry, user: User) -> Opened:
    """Return the frozen intent, the offers that count and the scores as values of the core. Raises OffersSealed."""
    offers = opened_offers(inquiry, user)
    version = inquiry.intent_versions.latest("number")
    day = inquiry.opened_at.date() if inquiry.opened_at else None
    intent = read_intent(version.answers, owner=version.owner_statement or None, today=day)
    given: dict[int, dict[str, tuple[Given, ...]]] = defaultdict(dict)
    for each in scores_of(inquiry, user):
        said = Given(str(each.evaluator), each.value, each.reason)
        given[each.revision_id][each.criterion] = (*given[each.revision_id].get(each.criterion, ()), said)
    return Opened(
        Header(inquiry.reference, inquiry.title, inquiry.organisation.name, inquiry.deadline_at, inquiry.opened_at),
        intent,
        tuple(
            Submitted(
                code=str(offer.code),
                supplier=offer.organisation.name,
                offer=_described(revision, offer, intent),
                revision=revision.number,
                intent_version=revision.intent_version.number,
                digest=revision.digest,
                given=given[revision.pk],
            )
            for offer, revision in offers
        ),
        {name: Decimal(str(weight)) for name, weight in inquiry.weights.items()},
        version.number,
        version.digest,
        inquiry.price_currency,
        inquiry.price_basis,
    )


def _described(revision: Revision, offer: Offer, intent: Intent) -> DescribedOffer:
    """Return an offer as described. One that the rules cannot read stands there with nothing stated, never absent."""
    name = offer.organisation.name
    try:
        return read_offer({**revision.described, "supplier": name}, intent, lenient=True)
    except AnswersRejected:
        return DescribedOffer(str(revision.described.get("name") or name), name, raw=revision.described)


# --- What an export is made from --------------------------------------------------------------------------------------


def versions_of(inquiry: Inquiry, user: User) -> dict[str, Any]:
    """Name everything that a comparison depends on, by code and digest. Raises OffersSealed."""
    offers = opened_offers(inquiry, user)
    intent = inquiry.intent_versions.latest("number")
    return {
        "rules": f"{RULE_SET} ({RULE_SET_DATE})",
        "inquiry": {
            "code": str(inquiry.code),
            "reference": inquiry.reference,
            "title": inquiry.title,
            "organisation": inquiry.organisation.name,
            "weights": inquiry.weights,
            "price": [inquiry.price_currency, inquiry.price_basis],
            "opened_at": inquiry.opened_at.isoformat() if inquiry.opened_at else None,
        },
        "intent": {"number": intent.number, "digest": intent.digest},
        "offers": [
            {
                "code": str(offer.code),
                "supplier": offer.organisation.name,
                "revision": str(revision.code),
                "number": revision.number,
                "digest": revision.digest,
            }
            for offer, revision in offers
        ],
        "scores": digest_of(
            [
                [str(each.revision.code), str(each.evaluator), each.criterion, each.value, each.reason]
                for each in scores_of(inquiry, user)
            ]
        ),
    }


def fingerprint_of(versions: dict[str, Any]) -> str:
    """Return the digest that two exports share exactly when they are made from the same versions."""
    return digest_of(versions)


def reports_of(inquiry: Inquiry, user: User) -> QuerySet[Report]:
    """Exports of ``inquiry`` that ``user`` may see: none before opening, without a reading role, or while scoring."""
    if not may_export(inquiry, user):
        return Report.objects.none()
    return inquiry.reports.select_related("job", "ordered_by", "inquiry")


# --- What the pages list ----------------------------------------------------------------------------------------------


def inquiries_for(user: User) -> QuerySet[Inquiry]:
    """The buying side's list, with the number of suppliers asked; never the number of those who answered."""
    return (
        Inquiry.objects.visible_to(user)
        .select_related("organisation")
        .annotate(asked_count=Count("invitations", filter=Q(invitations__revoked_at__isnull=True)))
        .order_by("-created_at", "-pk")
    )


def offers_for(user: User) -> QuerySet[Offer]:
    """The supplier's list: own offers with their inquiry and the number of own revisions."""
    return (
        Offer.objects.supplied_by(user)
        .select_related("inquiry__organisation", "organisation")
        .annotate(revision_count=Count("revisions"))
        .order_by("inquiry__deadline_at", "pk")
    )


def roles_in(organisation: Organisation, user: User) -> set[str]:
    """Return the roles that ``user`` holds in ``organisation``."""
    return set(Membership.objects.filter(user=user, organisation=organisation).values_list("role", flat=True))


def members_of(organisation: Organisation) -> list[tuple[User, list[Membership]]]:
    """Return the people of an organisation, each with the roles held there."""
    held: dict[User, list[Membership]] = defaultdict(list)
    for membership in organisation.memberships.select_related("user").order_by("user__name", "user__email", "role"):
        held[membership.user].append(membership)
    return list(held.items())


def invitations_of(inquiry: Inquiry) -> QuerySet[Invitation]:
    """Who was asked, for the buying side: whether they took part is told, whether they submitted is not."""
    return inquiry.invitations.filter(revoked_at__isnull=True).select_related("organisation")


def opening_of(inquiry: Inquiry) -> Event | None:
    """Return the event of the opening: who did it and when."""
    return inquiry.events.filter(kind="opened").select_related("actor").first()


def owners_of(organisation: Organisation) -> QuerySet[User]:
    """People who may be named as application owner (B24)."""
    return User.objects.filter(
        pk__in=organisation.memberships.filter(role=Role.OWNER).values("user"), is_active=True
    ).order_by("name", "email")
