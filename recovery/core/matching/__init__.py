"""Intent and offer in, verdict out: deterministic, and blind to every clock (domain.md 4.3)."""

from recovery.core.contradictions import contradictions_in, lacking_in
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Intent
from recovery.core.matching.sets import judge, objects_of
from recovery.core.matching.wording import blank_words, missing_words, owed_words
from recovery.core.offer import Offer
from recovery.core.verdict import (
    Blank,
    Contradiction,
    Missing,
    OfferVerdict,
    SetVerdict,
    Verdict,
    Weight,
)

_RANK = {
    Verdict.MATCHES: 0,
    Verdict.BROADER: 0,
    Verdict.NOT_COMPARABLE: 1,
    Verdict.DOES_NOT_ESTABLISH: 2,
    Verdict.CONTRADICTORY: 3,
}
NEVER_JOINED = _("Parts of two objects are never joined into one checkpoint.")
_CONTRADICTING = (Weight.HARD, Weight.CLAIM)


def match(intent: Intent, offer: Offer) -> OfferVerdict:
    """Return what ``offer`` establishes for ``intent``: reason, the guide's heading and every set's own verdict.

    Contradictions come first, then a requirement that cannot be judged, then the best set; ties keep the supplier's
    order of objects. Nothing is joined across objects, and no instant is read.
    """
    fired = contradictions_in(intent, offer)
    incomplete = lacking_in(intent)
    open_questions = _open(intent, incomplete)
    sets = () if open_questions else tuple(judge(intent, offer, each, fired) for each in objects_of(offer))
    conflicting = tuple(each for each in fired if each.weight in _CONTRADICTING)
    if conflicting:
        found = _contradictory(offer, conflicting, sets)
    elif open_questions:
        found = _waiting_for_buyer(offer, incomplete, open_questions)
    elif not sets:
        blanks = (Blank("S6", "supplier"),)
        found = OfferVerdict(offer.name, Verdict.NOT_COMPARABLE, blank_words(blanks), "H5", blanks=blanks)
    else:
        found = _headline(intent, offer, sets)
    return _with(found, conflicting, fired, sets)


def _open(intent: Intent, incomplete: tuple[Contradiction, ...]) -> tuple[Blank, ...]:
    """Return what the buyer still owes: without an outcome and a complete requirement nothing can be compared (T5)."""
    if intent.outcome in ("", "undecided"):
        return (Blank("B1", "buyer"),)
    questions = [question for each in incomplete for question in _owed(each)]
    if intent.outcome != "O4" and not intent.rule:
        questions.append("B7")
    return tuple(Blank(each, "buyer") for each in dict.fromkeys(questions))


def _waiting_for_buyer(offer: Offer, incomplete: tuple[Contradiction, ...], blanks: tuple[Blank, ...]) -> OfferVerdict:
    """Say what the requirement lacks in the words of its rules: a list can be given and yet lack what makes it one."""
    if not incomplete:
        return OfferVerdict(offer.name, Verdict.NOT_COMPARABLE, blank_words(blanks), "H3", blanks=blanks)
    says = " ".join(dict.fromkeys(each.says for each in incomplete))
    reason = f"{says} {owed_words(blanks)}"
    return OfferVerdict(offer.name, Verdict.NOT_COMPARABLE, reason, incomplete[0].heading, blanks=blanks)


def _owed(incomplete: Contradiction) -> tuple[str, ...]:
    """Return the questions that an incomplete requirement waits for; RB4 names its rule last, as context."""
    if incomplete.rule == "RB5":
        return incomplete.questions
    return incomplete.questions[:-1] or incomplete.questions if incomplete.rule == "RB4" else incomplete.questions[:1]


def _contradictory(offer: Offer, conflicting: tuple[Contradiction, ...], sets: tuple[SetVerdict, ...]) -> OfferVerdict:
    first = next((each for each in conflicting if each.weight is Weight.HARD), conflicting[0])
    only_claims = all(each.weight is Weight.CLAIM for each in conflicting)
    alone = _best(sets) if only_claims and sets else None
    checks = alone.checks if alone else ()
    return OfferVerdict(offer.name, Verdict.CONTRADICTORY, first.says, first.heading, checks=checks, object_alone=alone)


def _best(sets: tuple[SetVerdict, ...]) -> SetVerdict:
    return min(sets, key=lambda each: _RANK[each.verdict])


def _headline(intent: Intent, offer: Offer, sets: tuple[SetVerdict, ...]) -> OfferVerdict:
    best = _best(sets)
    missing, reason = best.missing, best.reason
    if best.verdict is Verdict.DOES_NOT_ESTABLISH and len(sets) > 1:
        missing = _in_no_set(sets, best)
        if missing != best.missing:
            reason = f"{missing_words(intent, None, missing)} {say(NEVER_JOINED)}"
    return OfferVerdict(
        offer.name, best.verdict, reason, best.heading, missing=missing, blanks=best.blanks, checks=best.checks
    )


def _in_no_set(sets: tuple[SetVerdict, ...], best: SetVerdict) -> tuple[Missing, ...]:
    """4.10: the gaps that no single set closes; where some set closes each, one complete set is missing."""
    common = tuple(gap for gap in best.missing if all(gap in each.missing for each in sets))
    return common or (Missing("complete_set"),)


def _with(
    found: OfferVerdict,
    conflicting: tuple[Contradiction, ...],
    fired: tuple[Contradiction, ...],
    sets: tuple[SetVerdict, ...],
) -> OfferVerdict:
    return OfferVerdict(
        found.offer, found.verdict, found.reason, found.heading, found.missing, found.blanks, conflicting,
        asks=tuple(each for each in fired if each.weight is Weight.ASK),
        flags=tuple(each for each in fired if each.weight is Weight.FLAG),
        checks=found.checks, object_alone=found.object_alone, sets=sets,
        notes=tuple(dict.fromkeys(note for each in sets for note in each.notes)),
    )  # fmt: skip
