"""Reads that span tables, and the one gate that decides what may be read when.

Every page, export, task and command that shows an offer to the buying side asks here; nothing reads offers round it.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Count, Q, QuerySet

from recovery.core.rules import RULE_SET, RULE_SET_DATE
from recovery.models import (
    Event,
    Inquiry,
    Invitation,
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
from recovery.models.inquiry import OFFERS_MAY_BE_READ


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


def scores_of(inquiry: Inquiry, user: User) -> list[Score]:
    """Return the scores of the offers that count. Raises OffersSealed."""
    counted = [revision.pk for _, revision in opened_offers(inquiry, user)]
    return list(
        Score.objects.filter(inquiry=inquiry, revision__in=counted)
        .select_related("evaluator", "revision")
        .order_by("revision", "criterion", "evaluator")
    )


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
                [str(each.revision.code), each.evaluator.email, each.criterion, each.value, each.reason]
                for each in scores_of(inquiry, user)
            ]
        ),
    }


def fingerprint_of(versions: dict[str, Any]) -> str:
    """Return the digest that two exports share exactly when they are made from the same versions."""
    return digest_of(versions)


def reports_of(inquiry: Inquiry, user: User) -> QuerySet[Report]:
    """Exports of ``inquiry`` that ``user`` may see: none before opening or without a reading role."""
    if not may_read_offers(inquiry, user):
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
