"""One returned object against one intent: its checks, and the verdict that they lead to (domain.md 4.3)."""

from recovery.core.checks import CHECKS
from recovery.core.checks.finding import OPTIMIZER, Finding, required_of
from recovery.core.guide.components import NEVER_BROADEN
from recovery.core.intent import Component, Intent
from recovery.core.matching.wording import blank_words, later_copy, missing_words, returned_parts
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point
from recovery.core.verdict import Check, Contradiction, SetVerdict, Verdict, Weight

_MATCHED_HEADING = {"O1": "H5", "O2": "H3", "O3": "H3", "O4": "H2"}


def objects_of(offer: Offer) -> tuple[ReturnedObject, ...]:
    """Return the offer's objects; a storage copy that no object describes is one whose contents are not yet stated."""
    held = {copy.name for each in offer.objects if (copy := offer.copy_of(each))}
    bare = (each for each in offer.copies if each.name not in held)
    return (*offer.objects, *(ReturnedObject(each.name, kind="copy_unstated", copy=each.name) for each in bare))


def judge(intent: Intent, offer: Offer, returned: ReturnedObject, fired: tuple[Contradiction, ...]) -> SetVerdict:
    """Return the verdict of one object. A hard contradiction in it leaves no match to compute (4.3.1, 4.9.27)."""
    own = _about(offer, returned, fired) if fired else ()
    hard = next((each for each in own if each.weight is Weight.HARD), None)
    if hard is not None:
        rules = tuple(each.rule for each in own if each.weight is Weight.HARD)
        return SetVerdict(returned.name, Verdict.CONTRADICTORY, hard.says, hard.heading, contradictions=rules)
    claims = any(each.weight is Weight.CLAIM for each in own)
    found = tuple((name, check(intent, offer, returned)) for name, check in CHECKS)
    return _decided(intent, offer, returned, found, Check.NOT_MET if claims else Check.MET)


def _about(offer: Offer, returned: ReturnedObject, fired: tuple[Contradiction, ...]) -> tuple[Contradiction, ...]:
    """Return what fired in the object, in the copy that holds it, or in answers that stand for the whole offer."""
    copy = offer.copy_of(returned)
    names = ("", returned.name, copy.name if copy else returned.name)
    return tuple(each for each in fired if each.object in names)


def beyond(intent: Intent, returned: ReturnedObject) -> tuple[Component, ...]:
    """Return the identified components that were not asked for, counted over the object (4.9.23-25)."""
    asked = set(required_of(intent))
    return tuple(each for each in returned.present() if each not in asked and each.code not in NEVER_BROADEN)


def _decided(
    intent: Intent, offer: Offer, returned: ReturnedObject, found: tuple[tuple[str, Finding], ...], claim: Check
) -> SetVerdict:
    missing = tuple(dict.fromkeys(each for _, finding in found for each in finding.missing))
    blanks = tuple(dict.fromkeys(each for _, finding in found for each in finding.blanks))
    extra = beyond(intent, returned)
    if missing:
        verdict, reason = Verdict.DOES_NOT_ESTABLISH, _gap_reason(intent, offer, returned, found)
        blanks = ()
    elif blanks:
        verdict, reason = Verdict.NOT_COMPARABLE, blank_words(blanks)
    else:
        verdict = Verdict.BROADER if extra else Verdict.MATCHES
        reason = _matched_reason(intent, returned, extra)
    return SetVerdict(
        returned.name, verdict, reason, _heading(intent, verdict, found),
        checks=(*((name, finding.check) for name, finding in found), ("C7", claim)),
        missing=missing, blanks=blanks, point=_point(returned),
        components=returned.present(), beyond=extra if not missing and not blanks else (),
        notes=tuple(dict.fromkeys(note for _, finding in found for note in finding.notes)),
    )  # fmt: skip


def _gap_reason(intent: Intent, offer: Offer, returned: ReturnedObject, found: tuple[tuple[str, Finding], ...]) -> str:
    missing = tuple(dict.fromkeys(each for _, finding in found for each in finding.missing))
    parts = returned_parts(intent, returned)
    sentences = [f"Returns {parts}." if parts else "", missing_words(intent, returned, missing)]
    return " ".join(each for each in (*sentences, later_copy(intent, offer, returned)) if each)


def _matched_reason(intent: Intent, returned: ReturnedObject, extra: tuple[Component, ...]) -> str:
    parts = returned_parts(intent, returned)
    if intent.outcome == "O4":
        return "The stated boundary holds the listed contents." + (" Further components are named." if extra else "")
    if not extra:
        return f"Returns {parts}, as asked." if parts else "Returns by its rule what was asked."
    if intent.outcome == "O2" and OPTIMIZER in extra:
        return f"Returns {parts}. What was asked is inside; the returned optimizer state is not used."
    return f"Returns {parts}. What was asked is inside; the rest was not asked for and earns nothing."


def _heading(intent: Intent, verdict: Verdict, found: tuple[tuple[str, Finding], ...]) -> str:
    if verdict in (Verdict.MATCHES, Verdict.BROADER):
        return _MATCHED_HEADING.get(intent.outcome, "H5")
    wanted = Check.NOT_MET if verdict is Verdict.DOES_NOT_ESTABLISH else Check.NOT_STATED
    return next((finding.heading for _, finding in found if finding.check is wanted and finding.heading), "H5")


def _point(returned: ReturnedObject) -> Point | None:
    stated = {point for _, point in returned.points if not point.is_blank}
    return next(iter(stated)) if len(stated) == 1 else None
