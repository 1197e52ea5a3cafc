"""What was opened as values of the core, compared once for the same versions, and what an export is made from."""

from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from recovery.core.comparison import Comparison, Header, Opened, Submitted, compare
from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_intent, read_offer
from recovery.core.intent import Intent
from recovery.core.offer import Offer as DescribedOffer
from recovery.core.rules import RULE_SET, RULE_SET_DATE
from recovery.core.scoring import Given
from recovery.models import (
    Inquiry,
    Offer,
    Report,
    Revision,
    User,
    digest_of,
)
from recovery.queries.attachment import codes_read, readings_by_revision
from recovery.queries.gate import counted_in, opened_offers, roles_or_sealed
from recovery.queries.score import may_export, scores_for, scores_of

_MOST_KEPT = 8
_kept: OrderedDict[str, "Compared"] = OrderedDict()


@dataclass(frozen=True)
class Compared:
    """What was opened, the comparison made of it, and the digest of the versions that both are made from."""

    fingerprint: str
    opened: Opened
    comparison: Comparison


def comparison_of(inquiry: Inquiry, user: User) -> Comparison:
    """Return the comparison as ``user`` may read it now. Raises OffersSealed."""
    return compared_now(inquiry, user).comparison


def compared(inquiry: Inquiry, user: User) -> tuple[Opened, Comparison]:
    """Return what is compared, and the comparison. Raises OffersSealed."""
    found = compared_now(inquiry, user)
    return found.opened, found.comparison


def compared_now(inquiry: Inquiry, user: User, roles: frozenset[str] | None = None) -> Compared:
    """Return the comparison with what it is made from. ``roles``: what the gate has just given, where it was asked.

    The gate is asked every time; only then is the comparison of the very same versions taken from the last few of this
    process, so that nothing is worked out twice and nothing old is shown. Raises OffersSealed.
    """
    fingerprint = fingerprint_of(versions_of(inquiry, user, roles))
    found = _kept.get(fingerprint)
    if found is None:
        opened = opened_of(inquiry, user)
        found = Compared(fingerprint, opened, compare(opened))
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
    given = _given(inquiry, user)
    readings = readings_by_revision([revision for _, revision in offers])
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
                given=given.get(revision.pk, {}),
                attached=readings[revision.pk],
            )
            for offer, revision in offers
        ),
        {name: Decimal(str(weight)) for name, weight in inquiry.weights.items()},
        version.number,
        version.digest,
        inquiry.price_currency,
        inquiry.price_basis,
    )


def _given(inquiry: Inquiry, user: User) -> dict[int, dict[str, tuple[Given, ...]]]:
    """Return what evaluators gave, as far as ``user`` may see it, by revision and criterion."""
    given: dict[int, dict[str, tuple[Given, ...]]] = defaultdict(dict)
    for each in scores_of(inquiry, user):
        said = Given(str(each.evaluator), each.value, each.reason)
        given[each.revision_id][each.criterion] = (*given[each.revision_id].get(each.criterion, ()), said)
    return given


def _described(revision: Revision, offer: Offer, intent: Intent) -> DescribedOffer:
    """Return an offer as described. One that the rules cannot read stands there with nothing stated, never absent."""
    name = offer.organisation.name
    try:
        return read_offer({**revision.described, "supplier": name}, intent, lenient=True)
    except AnswersRejected:
        return DescribedOffer(str(revision.described.get("name") or name), name, raw=revision.described)


# --- What an export is made from --------------------------------------------------------------------------------------


def versions_of(inquiry: Inquiry, user: User, roles: frozenset[str] | None = None) -> dict[str, Any]:
    """Name everything that a comparison depends on, by code and digest. Raises OffersSealed.

    ``roles``: what the gate has just given, where it was asked. Only columns are read, since every view of the page
    comes through here.
    """
    roles = roles_or_sealed(inquiry, user) if roles is None else roles
    number, digest = inquiry.intent_versions.order_by("-number").values_list("number", "digest")[:1].get()
    scores = scores_for(inquiry, user, roles).values_list(
        "revision__code", "evaluator__name", "evaluator__email", "criterion", "value", "reason"
    )
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
        "intent": {"number": number, "digest": digest},
        "offers": _offer_versions(inquiry),
        "scores": digest_of([[str(each), *given] for each, *given in scores]),
    }


def _offer_versions(inquiry: Inquiry) -> list[dict[str, Any]]:
    counted = counted_in(inquiry)
    columns = ("offer__code", "offer__organisation__name", "code", "number", "digest", "attachments")
    offers = list(counted.values_list(*columns))
    read = codes_read({line["code"] for *_rest, attachments in offers for line in attachments})
    return [
        {
            "code": str(offer),
            "supplier": supplier,
            "revision": str(revision),
            "number": count,
            "digest": frozen,
            "files": [[line["digest"], line["code"] in read] for line in attachments],
        }
        for offer, supplier, revision, count, frozen, attachments in offers
    ]


def fingerprint_of(versions: dict[str, Any]) -> str:
    """Return the digest that two exports share exactly when they are made from the same versions."""
    return digest_of(versions)


def reports_of(inquiry: Inquiry, user: User) -> QuerySet[Report]:
    """Exports of ``inquiry`` that ``user`` may see: none before opening, without a reading role, or while scoring."""
    if not may_export(inquiry, user):
        return Report.objects.none()
    return inquiry.reports.select_related("job", "ordered_by", "inquiry")
