"""What an offer returns, and what that establishes, a sentence a fact."""

from recovery.core.checks.finding import MODEL, answer_of
from recovery.core.guide.closing import FOOTER
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Intent
from recovery.core.matching.wording import component_name, later_copy, listed, place
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point, number
from recovery.core.summary.naming import component_of, missing_in_words, point_in_words
from recovery.core.verdict import Missing, OfferVerdict, Verdict


def offer_in_words(intent: Intent, offer: Offer, verdict: OfferVerdict | None = None) -> tuple[str, ...]:
    """Return what an offer returns and, where a verdict is given, what that establishes for ``intent``."""
    if not offer.objects and not offer.copies:
        return (say(_("This offer does not yet say what it returns.")), *_establishes(intent, offer, verdict))
    sentences = [_returned(offer, each) for each in offer.objects]
    held = {copy.name for each in offer.objects if (copy := offer.copy_of(each)) is not None}
    sentences += [
        say(_("It returns the storage copy {name}; what it holds is not said here."), name=each.name)
        for each in offer.copies
        if each.name not in held
    ]
    return (*sentences, *_establishes(intent, offer, verdict))


def _returned(offer: Offer, returned: ReturnedObject) -> str:
    what = contents_in_words(returned)
    several = len(offer.objects) > 1 and returned.name
    subject = say(_("Its object “{name}”"), name=returned.name) if several else say(_("This offer"))
    if returned.kind == "copy_unidentifiable":
        return say(_("{subject} returns a storage copy whose contents cannot be identified."), subject=subject)
    if returned.kind.startswith("copy_"):
        holds = what or say(_("contents that are not stated"))
        return say(_("{subject} returns a storage copy that holds {what}."), subject=subject, what=holds)
    if returned.kind == "rule":
        return say(_("{subject} returns whatever its rule selects: {what}."), subject=subject, what=_selected(returned))
    holds = what or say(_("something that is not stated"))
    return say(_("{subject} returns {what}."), subject=subject, what=holds)


def _selected(returned: ReturnedObject) -> str:
    meanings = {
        "copy_event": _("the latest copy event, which says nothing of progress"),
        "saved_model": _("the latest saved model"),
        "progress": _("the latest application progress"),
    }
    meaning = say(meanings.get(returned.latest_means, _("what “latest” means is not stated")))
    if returned.largest_gap is None:
        return say(_("{meaning}; the largest gap behind the job is not stated"), meaning=meaning)
    return say(
        _("{meaning}, at most {gap} units of progress behind the job"),
        meaning=meaning,
        gap=number(returned.largest_gap),
    )


def contents_in_words(returned: ReturnedObject) -> str:
    """Return an object's parts grouped by their points: "the model state and optimizer state at step 10 of TR-10"."""
    parts = returned.present() or ((MODEL,) if answer_of(returned, MODEL) == "yes" else ())
    groups: dict[Point | None, list[str]] = {}
    for component in parts:
        point = None if component.code in WITHOUT_POINT else returned.point_of(component)
        groups.setdefault(point, []).append(component_name(component))
    phrases = []
    for point, names in sorted(groups.items(), key=lambda each: each[0] is None):
        named = say(_("the {components}"), components=listed(names))
        at = point_in_words(point) if point is not None else ""
        phrases.append(say(_("{components} at {point}"), components=named, point=at) if at else named)
    return listed(phrases)


def _establishes(intent: Intent, offer: Offer, verdict: OfferVerdict | None) -> tuple[str, ...]:
    if verdict is None:
        return ()
    later = dict.fromkeys(later_copy(intent, offer, each) for each in offer.objects)
    is_short = verdict.verdict is Verdict.DOES_NOT_ESTABLISH
    return (
        *_CONSEQUENCES[verdict.verdict](verdict),
        *(each for each in later if each and is_short),
        *verdict.notes,
    )


def _matches(_verdict: OfferVerdict) -> tuple[str, ...]:
    return (say(_("That is what was asked.")), say(FOOTER))


def _is_broader(verdict: OfferVerdict) -> tuple[str, ...]:
    beyond = next((each.beyond for each in verdict.sets if each.verdict is Verdict.BROADER), ())
    more = listed([component_name(each) for each in beyond]) or say(_("further components"))
    return (
        say(
            _("That holds what was asked. It also holds what was not asked for, which counts neither way: {more}."),
            more=more,
        ),
        say(FOOTER),
    )


def _does_not(verdict: OfferVerdict) -> tuple[str, ...]:
    """Name every gap; parts that are missing at one point share a sentence."""
    groups: dict[object, list[Missing]] = {}
    for each in verdict.missing:
        groups.setdefault(each.point if component_of(each.part) else each, []).append(each)
    gaps = [_gap(each) for each in groups.values()]
    return tuple(say(_("It does not establish {what}."), what=gap) for gap in gaps) or (verdict.reason,)


def _gap(gaps: list[Missing]) -> str:
    components = [component for each in gaps if (component := component_of(each.part))]
    if not components:
        return missing_in_words(gaps[0])
    what = say(_("the {what}"), what=listed([component_name(each) for each in components]))
    point = gaps[0].point
    return say(_("{what} at {point}"), what=what, point=place(point)) if point and point.value is not None else what


def _waits(verdict: OfferVerdict) -> tuple[str, ...]:
    return (say(_("It cannot be compared yet. {reason}"), reason=verdict.reason),)


def _conflicts(verdict: OfferVerdict) -> tuple[str, ...]:
    return tuple(each.says for each in verdict.contradictions) or (verdict.reason,)


_CONSEQUENCES = {
    Verdict.MATCHES: _matches,
    Verdict.BROADER: _is_broader,
    Verdict.DOES_NOT_ESTABLISH: _does_not,
    Verdict.NOT_COMPARABLE: _waits,
    Verdict.CONTRADICTORY: _conflicts,
}
