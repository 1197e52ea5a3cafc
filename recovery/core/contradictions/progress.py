"""Which point is meant: R9-R11, R37."""

from collections.abc import Iterator

from recovery.core.contradictions.firing import ask, component_words, hard, listed, point_words
from recovery.core.contradictions.subject import pointed_parts, points_differ
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.progress import number
from recovery.core.text import shown
from recovery.core.verdict import Contradiction


def point_is_no_progress(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R9: a time, a snapshot id or a file name where a point is asked for. A plain number never is one."""
    del intent
    for each in offer.objects:
        for component, typed in each.refused_points:
            yield hard(
                "R9",
                "H3",
                _("{name} gives “{typed}” as the point of {part}. A time or an identifier is not progress.").format(
                    name=each.name, typed=shown(typed), part=component_words(component)
                ),
                _("Give the value on the buyer's scale, a plain number."),
                ("S8",),
                about=each.name,
            )


def rule_with_fixed_point(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R10: a selection rule and a fixed point: a promise, or today's example? Not comparable until answered (4.9.5)."""
    del intent
    for each in offer.objects:
        fixed = [(part, point) for part, point in each.points if point.value is not None]
        if each.kind == "rule" and fixed and not each.point_is:
            yield ask(
                "R10",
                "H4",
                _("{name} is chosen by a rule, and {point} is given for {part}.").format(
                    name=each.name, point=point_words(fixed[0][1]), part=component_words(fixed[0][0])
                ),
                _("Say whether that point is a promise or today's example."),
                ("S6", "S8", "S10b"),
                about=each.name,
            )


def latest_copy_promises_progress(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R11: "latest" means the latest copy event, and progress "at least p" is claimed.

    The claim is read from structured answers only: the smallest point promised (S10a) is stated, or the buyer's rule is
    "at least" and the object is said to meet the request (S21a yes). The latest copy can hold an earlier state (H4).
    """
    for each in offer.objects:
        promised = each.smallest_promised
        met = intent.rule == "at_least" and each.meets_request == "yes"
        if each.latest_means == "copy_event" and (promised is not None or met):
            least = number(promised) if promised is not None else point_words(intent.wanted)
            yield hard(
                "R11",
                "H4",
                _("{name} is the latest copy event, and progress of at least {least} is claimed for it.").format(
                    name=each.name, least=least
                ),
                _("Select by application progress, or withdraw the smallest point."),
                ("S9", "S10a" if promised is not None else "S21a"),
                about=each.name,
            )


def one_point_for_several(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R37: one point is stated for the whole offer (S8a), and its objects carry different points."""
    if offer.stated_point.is_blank:
        return
    other = [
        f"{component_words(part)} of {each.name} at {point_words(each.point_of(part))}"
        for each in offer.objects
        for part in pointed_parts(each)
        if points_differ(offer.stated_point, each.point_of(part), intent)
    ]
    if other:
        yield hard(
            "R37",
            "H4",
            _("{point} is stated for the whole offer, and {other} are stated too.").format(
                point=point_words(offer.stated_point).capitalize(), other=listed(other)
            ),
            _("Leave the point of the whole offer open, or return objects of that point only."),
            ("S8a", "S8"),
        )
