"""The storage-copy history: what each copy holds, and when it was made. Height is history, not merit."""

from collections.abc import Sequence

from recovery.core.chart.progress import Charted, parts_of
from recovery.core.chart.values import HistoryChart, HistoryMark, Line
from recovery.core.checks.point import stated_point
from recovery.core.guide.closing import HEIGHT_NOTE
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Intent
from recovery.core.offer import Offer, StorageCopy
from recovery.core.progress import Point, number


def history_chart(intent: Intent, charted: Sequence[Charted]) -> HistoryChart:
    """Return a mark for each copy that has an instant, in the order of the offers; the others are named."""
    marks, undated = [], []
    for index, each in enumerate(charted):
        for copy in each.offer.copies:
            mark = _mark(intent, index, each, copy)
            if mark.requested_at or mark.captured_at or mark.completed_at:
                marks.append(mark)
            else:
                undated.append(say(_("{offer}, {copy}"), offer=each.name, copy=copy.name or copy.product))
    return HistoryChart(tuple(marks), tuple(undated), say(HEIGHT_NOTE))


def _mark(intent: Intent, index: int, charted: Charted, copy: StorageCopy) -> HistoryMark:
    points = _points_in(intent, charted.offer, copy)
    line = next((Line(each.run, each.branch, each.scale) for each in points), Line("", "", ""))
    values = tuple(sorted({each.value for each in points if each.value is not None}))
    holds = ", ".join(number(each) for each in values) or say(_("a point that is not stated"))
    says = say(_("{offer}, storage copy {copy}: holds {points}"), offer=charted.name, copy=copy.name, points=holds)
    return HistoryMark(
        index, charted.name, copy.name, line, values,
        copy.requested_at, copy.captured_at, copy.captured_until, copy.completed_at, says,
    )  # fmt: skip


def _points_in(intent: Intent, offer: Offer, copy: StorageCopy) -> list[Point]:
    held = [each for each in offer.objects if offer.copy_of(each) is copy]
    points = [stated_point(intent, each, component) for each in held for component in parts_of(each)]
    return [each for each in points if not each.has_blank]
