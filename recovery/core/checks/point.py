"""C3: the progress point is stated and satisfies the buyer's rule (guide Q3; domain.md 4.5, 4.9.12-13, 20, 33)."""

from recovery.core.checks.components import missing_at
from recovery.core.checks.finding import MET, NOT_APPLICABLE, Finding, answer_of, joined, lacking, required_of, waiting
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Comparison, Point, compare, converted, number, same_line
from recovery.core.verdict import Missing

# 4.9.12: where nothing ties the parts, a part without a point is not the matching part.
_TIES_NOTHING = frozenset(("unknown", "name", "newest"))
BY_PROGRESS = _("a rule that selects by application progress")
SMALLER_GAP = _("a largest gap behind the job of {gap} or less")
_ENOUGH = (Comparison.SAME, Comparison.HIGHER)


def point_satisfied(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C3. Never a clock: only points of one run, branch and scale have an order."""
    if intent.outcome == "O4":
        return NOT_APPLICABLE
    if returned.kind in ("copy_unstated", "copy_unidentifiable") and not returned.present():
        return waiting("H2", "S8")
    if returned.kind == "rule":
        return _by_rule(intent, returned)
    if intent.rule == "rule":
        return waiting("H4", "S11")
    parts = pointed_parts(intent, returned)
    if not parts:
        return NOT_APPLICABLE
    return _stated_points(intent, returned, parts)


def _stated_points(intent: Intent, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    """Judge every part at its point; that the points also agree is asked where each alone would do."""
    each_alone = joined(*(_one_part(intent, returned, each) for each in parts))
    return each_alone if each_alone.missing else joined(each_alone, same_point(intent, returned, parts))


def pointed_parts(intent: Intent, returned: ReturnedObject) -> tuple[Component, ...]:
    """Return the required components that are in the object and carry a point of their own."""
    return tuple(
        each for each in required_of(intent) if each.code not in WITHOUT_POINT and answer_of(returned, each) == "yes"
    )


def stated_point(intent: Intent, returned: ReturnedObject, component: Component) -> Point:
    """Return the point stated for ``component``, on the buyer's scale where the buyer gave a mapping (G5)."""
    return converted(returned.point_of(component), intent.wanted.scale, intent.mappings)


def _one_part(intent: Intent, returned: ReturnedObject, component: Component) -> Finding:
    point = stated_point(intent, returned, component)
    if intent.rule == "any":
        return _identified(intent, point)
    found = compare(intent.wanted, point)
    if found is Comparison.SAME or (found is Comparison.HIGHER and intent.rule == "at_least"):
        return MET
    if found is Comparison.BLANK:
        return _blank_point(intent, returned, component)
    if found is Comparison.OTHER_SCALE:
        return waiting("H3", "B6a", "buyer")
    if found is Comparison.OTHER_LINE and intent.rule == "at_least":
        return waiting("H3", "B5", "buyer")  # does that branch count? (4.9.13, 4.9.33)
    return lacking("H3", missing_at(intent, component))


def _identified(intent: Intent, point: Point) -> Finding:
    if point.has_blank:
        return waiting("H3", "S8")
    # Does a run or branch count that the buyer did not name? The question of 4.9.13 and 4.9.33.
    return waiting("H3", "B5", "buyer") if intent.wanted.run and not same_line(intent.wanted, point) else MET


def _blank_point(intent: Intent, returned: ReturnedObject, component: Component) -> Finding:
    others = [each for each in pointed_parts(intent, returned) if each != component]
    enough = _ENOUGH if intent.rule == "at_least" else _ENOUGH[:1]
    placed = [each for each in others if compare(intent.wanted, stated_point(intent, returned, each)) in enough]
    if placed and returned.basis in _TIES_NOTHING:
        return lacking("H4", missing_at(intent, component))
    return waiting("H3", "S8")


def same_point(intent: Intent, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    """A coherent set shares one point; different scales are not "different" (4.9.13), blanks are no gap here."""
    stated = [(each, stated_point(intent, returned, each)) for each in parts]
    placed = [(each, point) for each, point in stated if not point.has_blank]
    for component, point in placed[1:]:
        found = compare(placed[0][1], point)
        if found is Comparison.OTHER_SCALE:
            return waiting("H3", "B6a", "buyer")
        if found is not Comparison.SAME:
            return lacking("H4", Missing(str(component), placed[0][1]))
    return MET


def _by_rule(intent: Intent, returned: ReturnedObject) -> Finding:
    """4.5 "rule-based" with 4.9.20 and 4.9.33: what a service that picks a point at return establishes today."""
    if not returned.latest_means:
        return waiting("H4", "S9")
    if names_point(returned) and not returned.point_is:
        return waiting("H4", "S10b")  # R10: a promise, or today's example?
    if intent.rule == "rule":
        return joined(_selected_by(intent, returned), _gap(intent, returned))
    if returned.latest_means == "copy_event" and intent.rule == "at_least":
        return _selected_by(intent, returned)
    return _promised(intent, returned)


def _promised(intent: Intent, returned: ReturnedObject) -> Finding:
    """4.9.33: a promised point is judged as a point, the smallest one promised against "at least"."""
    parts = pointed_parts(intent, returned)
    if returned.point_is == "promise" and parts:
        by_copy = returned.latest_means == "copy_event"  # the latest copy event names no point that it could keep
        return waiting("H4", "S9") if by_copy else _stated_points(intent, returned, parts)
    if intent.rule == "at_least":
        return joined(_selected_by(intent, returned), _smallest(intent, returned))
    return waiting("H4", "S8")


def names_point(returned: ReturnedObject) -> bool:
    """Return whether any part is given a value, which R10 asks about where a rule picks the object."""
    return any(point.value is not None for _part, point in returned.points)


def _selected_by(intent: Intent, returned: ReturnedObject) -> Finding:
    if returned.latest_means == "copy_event":
        return lacking("H4", Missing("point", item=say(BY_PROGRESS)))
    if not returned.identified_how:
        return waiting("H4", "S10")
    if returned.latest_means == "saved_model" and intent.outcome == "O3":
        return waiting("H4", "S9")
    return MET


def _gap(intent: Intent, returned: ReturnedObject) -> Finding:
    if intent.largest_gap is None:
        return waiting("H4", "B9", "buyer")
    if returned.largest_gap is None:
        return waiting("H4", "S11")
    if returned.largest_gap <= intent.largest_gap:
        return MET
    return lacking("H4", Missing("point", item=say(SMALLER_GAP, gap=number(intent.largest_gap))))


def _smallest(intent: Intent, returned: ReturnedObject) -> Finding:
    if returned.smallest_promised is None or intent.wanted.value is None:
        return waiting("H4", "S10a")
    enough = returned.smallest_promised >= intent.wanted.value
    return MET if enough else lacking("H4", Missing("point", intent.wanted))
