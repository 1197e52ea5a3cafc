"""The history chart as a picture: application progress across, copy time up. Height is history, not merit."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from datetime import timezone as fixed
from decimal import Decimal

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from recovery.core.chart import HistoryChart, HistoryMark
from recovery.core.guide.wording import NOT_STATED
from recovery.core.progress import number

register = template.Library()

UNIT = 0.26  # millimetres of a unit of the drawing
_TOP, _TALL, _LEFT, _NARROWEST, _WIDEST = 18.0, 260.0, 120.0, 30.0, 150.0


@dataclass(frozen=True)
class Place:
    """A text, a column or an instant at its place."""

    x: float
    y: float
    text: str = ""
    width: float = 0


@dataclass(frozen=True)
class DrawnMark:
    """One storage copy: a bar from request to completion, a ring at the captured instant, and its number."""

    x: float
    top: float
    bottom: float
    ring: float | None
    number: int


@dataclass(frozen=True)
class HistoryPicture:
    """The chart laid out; ``title`` says it all in words."""

    width: float
    height: float
    left: float
    bottom: float
    title: str
    columns: tuple[Place, ...]
    lines: tuple[Place, ...]
    instants: tuple[Place, ...]
    marks: tuple[DrawnMark, ...]

    @property
    def across(self) -> float:
        """Its width on paper, in millimetres, where the page leaves it that much room."""
        return self.width * UNIT

    @property
    def down(self) -> float:
        """Its height on paper, in millimetres."""
        return self.height * UNIT


class _Clock:
    """Copy time to height: real distances, the last instant at the top."""

    def __init__(self, moments: Sequence[datetime]) -> None:
        self.first, self.last = min(moments), max(moments)
        self.seconds = (self.last - self.first).total_seconds()

    def y(self, moment: datetime) -> float:
        if not self.seconds:
            return _TOP + _TALL / 2
        return _TOP + 26 + (self.last - moment).total_seconds() / self.seconds * (_TALL - 44)

    def instants(self) -> tuple[Place, ...]:
        """Return what is written at the left edge: the ends, and three instants between them."""
        steps = 4 if self.seconds >= 3600 else int(self.seconds > 0)
        moments = [self.first + (self.last - self.first) * step / max(steps, 1) for step in range(steps + 1)]
        return tuple(
            Place(_LEFT - 10, self.y(each), each.astimezone(fixed.utc).strftime("%-d %b %Y, %H:%M")) for each in moments
        )


def _instants_of(mark: HistoryMark) -> list[datetime]:
    found = (mark.requested_at, mark.captured_at, mark.captured_until, mark.completed_at)
    return [each for each in found if each is not None]


def _columns(marks: Sequence[HistoryMark]) -> list[tuple[str, tuple[Decimal, ...], list[int]]]:
    """Return the columns in the order of line and progress, each with the marks that stand in it."""
    found: dict[tuple[str, tuple[Decimal, ...]], list[int]] = {}
    for place, mark in enumerate(marks):
        found.setdefault((str(mark.line), mark.values), []).append(place)
    return [(line, values, places) for (line, values), places in sorted(found.items())]


@register.filter
def history_picture(chart: HistoryChart, width: int) -> HistoryPicture | None:
    """Return the picture of ``chart``, ``width`` units across; None where no copy has an instant."""
    if not chart.marks:
        return None
    clock = _Clock([moment for mark in chart.marks for moment in _instants_of(mark)])
    share = min(max((width - _LEFT) / len(chart.marks), _NARROWEST), _WIDEST)
    columns: list[Place] = []
    marks: list[DrawnMark] = []
    x, bottom = _LEFT, _TOP + _TALL
    for _line, values, places in _columns(chart.marks):
        label = ", ".join(number(value) for value in values) or gettext(NOT_STATED)
        columns.append(Place(x, _TOP, label, share * len(places)))
        marks += [_drawn(chart.marks[at], clock, x + (nth + 0.5) * share, at + 1) for nth, at in enumerate(places)]
        x += share * len(places)
    lines = _named(_columns(chart.marks), share, bottom)
    title = " ".join((_("Storage-copy history."), *(mark.says for mark in chart.marks)))
    return HistoryPicture(
        max(x, width),
        max((each.y for each in lines), default=bottom + 20) + 8,
        _LEFT,
        bottom,
        title,
        tuple(columns),
        lines,
        clock.instants(),
        tuple(marks),
    )


def _named(
    columns: Sequence[tuple[str, tuple[Decimal, ...], list[int]]], share: float, bottom: float
) -> tuple[Place, ...]:
    """Return run, branch and unit below the columns of each line, as wide as those columns are together."""
    widths: dict[str, float] = {}
    for line, _values, places in columns:
        widths[line] = widths.get(line, 0) + share * len(places)
    named: list[Place] = []
    x = _LEFT
    for line, width in widths.items():
        for at, text in enumerate(textwrap.wrap(line, max(int(width / 6.4), 3))):
            named.append(Place(x + 3, bottom + 33 + at * 13, text))
        x += width
    return tuple(named)


def _drawn(mark: HistoryMark, clock: _Clock, x: float, place: int) -> DrawnMark:
    heights = [clock.y(each) for each in _instants_of(mark)]
    ring = clock.y(mark.captured_at) if mark.captured_at else None
    return DrawnMark(x, min(heights), max(heights), ring, place)


@register.filter
def middle(column: Place) -> float:
    """Return the middle of ``column`` across."""
    return column.x + column.width / 2
