"""One returned object against one intent: its checks, and the verdict that they lead to (domain.md 4.3)."""

from recovery.core.checks import CHECKS
from recovery.core.checks.finding import OPTIMIZER, Finding, answer_of, required_of
from recovery.core.guide.components import NEVER_BROADEN
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Component, Intent
from recovery.core.matching.wording import blank_words, later_copy, missing_words, returned_parts
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point
from recovery.core.verdict import Check, Contradiction, Missing, SetVerdict, Verdict, Weight

BOUNDARY_HOLDS = _("The stated boundary holds the listed contents.")
BOUNDARY_HOLDS_MORE = _("The stated boundary holds the listed contents. Further components are named.")
RETURNS_AS_ASKED = _("Returns {parts}, as asked.")
RETURNS_BY_RULE = _("Returns by its rule what was asked.")
RETURNS_UNUSED_OPTIMIZER = _("Returns {parts}. What was asked is inside; the returned optimizer state is not used.")
RETURNS_MORE = _("Returns {parts}. What was asked is inside; the rest was not asked for and earns nothing.")
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
    telling = [finding for _name, finding in found if finding.missing or finding.blanks or finding.notes]
    missing = tuple(dict.fromkeys(each for finding in telling for each in finding.missing))
    blanks = tuple(dict.fromkeys(each for finding in telling for each in finding.blanks))
    extra = beyond(intent, returned)
    if missing:
        verdict, reason = Verdict.DOES_NOT_ESTABLISH, _gap_reason(intent, offer, returned, missing)
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
        notes=tuple(dict.fromkeys(note for finding in telling for note in finding.notes)),
    )  # fmt: skip


def _gap_reason(intent: Intent, offer: Offer, returned: ReturnedObject, missing: tuple[Missing, ...]) -> str:
    parts = returned_parts(intent, returned)
    sentences = [say(_("Returns {parts}."), parts=parts) if parts else "", missing_words(intent, returned, missing)]
    return " ".join(each for each in (*sentences, later_copy(intent, offer, returned)) if each)


def _matched_reason(intent: Intent, returned: ReturnedObject, extra: tuple[Component, ...]) -> str:
    parts = returned_parts(intent, returned)
    if intent.outcome == "O4":
        return say(BOUNDARY_HOLDS_MORE if extra else BOUNDARY_HOLDS)
    if not extra:
        return say(RETURNS_AS_ASKED, parts=parts) if parts else say(RETURNS_BY_RULE)
    is_optimizer_unused = intent.outcome == "O2" and OPTIMIZER in extra
    return say(RETURNS_UNUSED_OPTIMIZER if is_optimizer_unused else RETURNS_MORE, parts=parts)


def _heading(intent: Intent, verdict: Verdict, found: tuple[tuple[str, Finding], ...]) -> str:
    if verdict in (Verdict.MATCHES, Verdict.BROADER):
        return _MATCHED_HEADING.get(intent.outcome, "H5")
    wanted = Check.NOT_MET if verdict is Verdict.DOES_NOT_ESTABLISH else Check.NOT_STATED
    return next((finding.heading for _name, finding in found if finding.check is wanted and finding.heading), "H5")


def _point(returned: ReturnedObject) -> Point | None:
    inside = (point for part, point in returned.points if answer_of(returned, part) == "yes")
    stated = {point for point in inside if not point.is_blank}
    return next(iter(stated)) if len(stated) == 1 else None
