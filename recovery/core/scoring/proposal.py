"""What the program proposes for the five questions, 0 to 3, each with its reason (domain.md 4.9.37).

No point for breadth, recency, speed or physical work: only whether a question is answered, for this object, and
supported by the evidence that the buyer asked for. A proposal never changes a verdict.
"""

from collections.abc import Callable

from recovery.core.checks.finding import MODEL, answer_of
from recovery.core.guide.choices import EVIDENCE_CLAIMS
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import CRITERIA, say
from recovery.core.intent import Component, Intent
from recovery.core.matching.sets import objects_of
from recovery.core.matching.wording import listed
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.scoring.values import Proposal
from recovery.core.verdict import Check, OfferVerdict, Standing

# Which claims of B20 support which question (domain.md 4.6): an inventory names components and point, a manifest says
# which files formed the object, a test speaks for the outcome.
CLAIMS_OF = {
    "Q1": frozenset[str](),
    "Q2": frozenset(("contents",)),
    "Q3": frozenset(("contents",)),
    "Q4": frozenset(("saving", "correspondence", "integrity")),
    "Q5": frozenset(("copying", "loading", "inference", "continuing")),
}
# S12: what can tie parts together at all; whether it does here is the check C4, not the score.
_TIES = frozenset(("one_save", "same_id", "owner_statement", "our_statement"))
_NOTHING_FURTHER = _("nothing further asked")


def propose(
    intent: Intent, offer: Offer, verdict: OfferVerdict, standings: tuple[Standing, ...]
) -> tuple[Proposal, ...]:
    """Return one proposal for each of Q1 to Q5, about the object that the verdict rests on."""
    place = deciding_place(verdict)
    objects = objects_of(offer)
    returned = objects[place] if place < len(objects) else ReturnedObject("")
    corresponds = dict(verdict.sets[place].checks).get("C4") if place < len(verdict.sets) else None
    found = []
    for criterion in CRITERIA:
        if criterion == "Q4" and not _has_parts(returned, corresponds):
            found.append(Proposal(3, say(_("One part: the question does not arise; nothing further asked."))))
            continue
        answered, reason = _ANSWERED[criterion](offer, returned)
        found.append(Proposal(answered, reason) if answered < 2 else _supported(criterion, reason, intent, standings))
    return tuple(found)


def deciding_place(verdict: OfferVerdict) -> int:
    """Return the place of the set that the verdict rests on: the first that shares it, else the first."""
    return next((place for place, each in enumerate(verdict.sets) if each.verdict is verdict.verdict), 0)


def _has_parts(returned: ReturnedObject, corresponds: Check | None) -> bool:
    if corresponds is not None:
        return corresponds is not Check.NOT_APPLICABLE
    return len([each for each in returned.present() if each.code not in WITHOUT_POINT]) > 1


def _supported(criterion: str, reason: str, intent: Intent, standings: tuple[Standing, ...]) -> Proposal:
    asked = [each.claim for each in intent.wanted_evidence if each.claim in CLAIMS_OF[criterion]]
    if not asked:
        return Proposal(3, say(_("{reason}; {nothing}."), reason=reason, nothing=say(_NOTHING_FURTHER)))
    lacking = [each for each in standings if each.claim in asked and each.code != "covers"]
    if not lacking:
        return Proposal(3, say(_("{reason}; the evidence asked for covers it."), reason=reason))
    why = listed([f"{_claim(each)}: {each.says[:1].lower()}{each.says[1:]}" for each in lacking])
    return Proposal(2, say(_("{reason}; evidence of {why}."), reason=reason, why=why))


def _claim(standing: Standing) -> str:
    """Return what evidence is wanted of, as it stands inside a sentence."""
    label = next((say(each.label) for each in EVIDENCE_CLAIMS if each.code == standing.claim), standing.claim)
    return label[:1].lower() + label[1:]


def _application(offer: Offer, _returned: ReturnedObject) -> tuple[int, str]:
    if not offer.application and not offer.saved_with:
        return 0, say(_("Neither the application nor the framework is stated."))
    if offer.application != "buyers":
        return 1, say(_("The application that the buyer named is not the one identified."))
    if not offer.saved_with:
        return 1, say(_("The application is identified; the framework that wrote the save is not stated."))
    return 2, say(_("Application and framework are identified"))


def _object(_offer: Offer, returned: ReturnedObject) -> tuple[int, str]:
    if not returned.kind:
        return 0, say(_("What is returned is not stated."))
    if not _parts(returned):
        return 1, say(_("An object is named; which components it holds is not stated."))
    return 2, say(_("The object and its components are named"))


def _point(offer: Offer, returned: ReturnedObject) -> tuple[int, str]:
    if returned.kind == "rule" and returned.latest_means:
        if returned.identified_how and returned.largest_gap is not None and returned.latest_means != "copy_event":
            return 2, say(_("The rule, how it identifies the point and its largest gap are stated"))
        return 1, say(_("A rule is named; how it identifies the point, or its largest gap in progress, is not stated."))
    parts = [each for each in _parts(returned) if each.code not in WITHOUT_POINT]
    blank = [each for each in parts if returned.point_of(each).has_blank]
    if parts and not blank:
        return 2, say(_("Each component's point is stated"))
    if len(blank) < len(parts) or not offer.stated_point.is_blank or any(not p.is_blank for _c, p in returned.points):
        return 1, say(_("A point is stated, but not completely for every component."))
    return 0, say(_("No progress point is stated."))


def _correspondence(_offer: Offer, returned: ReturnedObject) -> tuple[int, str]:
    if returned.basis in ("", "unknown"):
        return 0, say(_("What ties the parts together is not stated."))
    if returned.basis not in _TIES:
        return 1, say(_("A name or a time is given, which does not tie these parts together."))
    if returned.basis == "same_id" and len({each for _part, each in returned.ids}) != 1:
        return 1, say(_("A checkpoint id is named as the tie; it is not the same id in each part."))
    return 2, say(_("What ties the parts of this object together is stated"))


def _evidence(offer: Offer, returned: ReturnedObject) -> tuple[int, str]:
    own = [each for each in offer.evidence if each.same == "same" and each.object in ("", returned.name)]
    if returned.claimed_outcome or own:
        return 2, say(_("The outcome claimed for this object is stated"))
    if offer.evidence:
        return 1, say(_("Evidence is named, but of another or a representative object."))
    return 0, say(_("No outcome is claimed and no evidence is named."))


_ANSWERED: dict[str, Callable[[Offer, ReturnedObject], tuple[int, str]]] = {
    "Q1": _application,
    "Q2": _object,
    "Q3": _point,
    "Q4": _correspondence,
    "Q5": _evidence,
}


def _parts(returned: ReturnedObject) -> tuple[Component, ...]:
    return returned.present() or ((MODEL,) if answer_of(returned, MODEL) == "yes" else ())
