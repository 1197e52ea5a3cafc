"""The progress chart: each component at its own point, what is asked for, what is missing. No copy time is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from recovery.core.chart.values import ChartRow, Frame, Line, Panel, ProgressChart, Shape, Tile, WantedBand
from recovery.core.checks.finding import MODEL, answer_of, required_of
from recovery.core.checks.point import stated_point
from recovery.core.guide.closing import CHART_NOTE
from recovery.core.guide.components import COMPONENTS, WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import component_letter, say
from recovery.core.intent import Component, Intent
from recovery.core.matching.sets import objects_of
from recovery.core.matching.wording import component_name, place
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point, number
from recovery.core.summary.naming import component_of, point_in_words
from recovery.core.verdict import OfferVerdict, Verdict

_SAYS = {
    Shape.FILLED: _("{component} at {point}: part of a set that matches"),
    Shape.OUTLINED: _("{component} at {point}: returned"),
    Shape.DOTTED: _("{component} at {point}: required and not returned"),
}
_SAYS_WITHOUT_POINT = {
    Shape.DOTTED: _("{component}: required and not returned"),
    Shape.UNKNOWN: _("{component}: not stated"),
}
_MATCHING = (Verdict.MATCHES, Verdict.BROADER)


@dataclass(frozen=True)
class Charted:
    """One offer as the charts take it: its names and its verdict."""

    name: str
    supplier: str
    offer: Offer
    verdict: OfferVerdict


@dataclass(frozen=True)
class _Placed:
    """A tile with the line that it belongs to; None: it has no place on any line."""

    line: Line | None
    tile: Tile
    copy: str = ""


def progress_chart(intent: Intent, charted: Sequence[Charted]) -> ProgressChart:
    """Return the chart of all offers, in their order; other runs, branches and scales get panels of their own."""
    placed = [_placed(intent, each) for each in charted]
    first = _wanted_line(intent, placed)
    others = {each.line for row in placed for each in row if each.line is not None} - {first}
    lines = [first, *sorted(others, key=lambda line: (line.run, line.branch, line.scale))]
    panels = tuple(_panel(intent, line, charted, placed, is_first=line == first) for line in lines)
    letters = {(each.tile.letter, each.tile.component) for row in placed for each in row}
    order = [each.name for each in COMPONENTS.values()]
    legend = sorted(letters, key=lambda each: (order.index(each[1]) if each[1] in order else len(order), each))
    return ProgressChart(panels, tuple(legend), say(CHART_NOTE))


def _wanted_line(intent: Intent, placed: Sequence[Sequence[_Placed]]) -> Line:
    """Return the line of the wanted point; where the buyer names none, the first that the offers or the list have."""
    wanted = intent.wanted
    if intent.outcome == "O4":
        wanted = next((each.point for each in intent.contents if not each.point.is_blank), wanted)
    if wanted.run and wanted.scale:
        return Line(wanted.run, wanted.branch, wanted.scale)
    lines = {each.line for row in placed for each in row if each.line is not None}
    return min(lines, key=str, default=Line(wanted.run, wanted.branch, wanted.scale))


def _placed(intent: Intent, charted: Charted) -> list[_Placed]:
    found: list[_Placed] = []
    verdicts = {each.object: each.verdict for each in charted.verdict.sets}
    for returned in objects_of(charted.offer):
        copy = charted.offer.copy_of(returned)
        for component in parts_of(returned):
            matches = verdicts.get(returned.name) in _MATCHING and component in required_of(intent)
            shape = Shape.FILLED if matches else Shape.OUTLINED
            point = stated_point(intent, returned, component)
            placed = _tile(intent, component, point, shape, returned.name)
            found.append(_Placed(placed.line, placed.tile, (copy.name or returned.name) if copy else ""))
    found += _missing(intent, charted.verdict)
    return found + _not_stated(intent, charted, found)


def parts_of(returned: ReturnedObject) -> tuple[Component, ...]:
    """Return the components of an object that have a point of their own, also where S6 alone names the model state."""
    parts = returned.present() or ((MODEL,) if answer_of(returned, MODEL) == "yes" else ())
    return tuple(each for each in parts if each.code not in WITHOUT_POINT)


def _missing(intent: Intent, verdict: OfferVerdict) -> list[_Placed]:
    found = []
    for gap in verdict.missing:
        component = component_of(gap.part)
        if component is not None:
            found.append(_tile(intent, component, gap.point or Point(), Shape.DOTTED))
    return found


def _not_stated(intent: Intent, charted: Charted, found: Sequence[_Placed]) -> list[_Placed]:
    """Return a question mark for each required part about which the offer says nothing while it is waited for."""
    if charted.verdict.verdict is not Verdict.NOT_COMPARABLE:
        return []
    told = {each.tile.component for each in found}
    return [
        _tile(intent, each, Point(), Shape.UNKNOWN)
        for each in required_of(intent)
        if component_name(each) not in told and each.code not in WITHOUT_POINT
    ]


def _tile(intent: Intent, component: Component, point: Point, shape: Shape, returned: str = "") -> _Placed:
    name = component_name(component)
    letter = component_letter(component.code, component.name)
    if point.value is None or not point.run or not point.scale or (point.has_blank and shape is not Shape.DOTTED):
        shape = shape if shape is Shape.DOTTED else Shape.UNKNOWN
        says = say(_SAYS_WITHOUT_POINT[shape], component=name)
        if not point.is_blank and shape is Shape.UNKNOWN:
            says = say(_("{component} at {point}: not stated completely"), component=name, point=point_in_words(point))
        return _Placed(None, Tile(letter, name, None, shape, says, returned))
    says = say(_SAYS[shape], component=name, point=place(point))
    return _Placed(_line_of(intent, point), Tile(letter, name, point.value, shape, says, returned))


def _line_of(intent: Intent, point: Point) -> Line:
    """Return the line of a point; one that the buyer's branch takes in stands on the buyer's line."""
    wanted = intent.wanted
    same = wanted.run == point.run and wanted.scale == point.scale
    if same and (not wanted.branch or not point.branch or wanted.branch == point.branch):
        return Line(wanted.run, wanted.branch, wanted.scale)
    return Line(point.run, point.branch, point.scale)


def _panel(
    intent: Intent, line: Line, charted: Sequence[Charted], placed: Sequence[Sequence[_Placed]], *, is_first: bool
) -> Panel:
    rows = []
    for index, (each, own) in enumerate(zip(charted, placed, strict=True)):
        here = [one for one in own if one.line == line or (is_first and one.line is None)]
        if here or is_first:
            rows.append(_row(index, each, here))
    wanted = _band(intent) if is_first else None
    values = {tile.value for row in rows for tile in row.tiles if tile.value is not None}
    if wanted is not None and wanted.low is not None:
        values.add(wanted.low)
    has_unknown = any(tile.value is None for row in rows for tile in row.tiles)
    return Panel(line, tuple(sorted(values)), wanted, tuple(rows), has_unknown)


def _row(index: int, charted: Charted, here: Sequence[_Placed]) -> ChartRow:
    tiles = tuple(each.tile for each in here)
    says = "; ".join(each.says for each in tiles) or say(_("nothing on this line"))
    return ChartRow(index, charted.name, charted.supplier, tiles, _frames(here), says)


def _frames(here: Sequence[_Placed]) -> tuple[Frame, ...]:
    held: dict[tuple[str, str], list[Decimal]] = {}
    for each in here:
        if each.copy and each.tile.value is not None:
            held.setdefault((each.copy, each.tile.object), []).append(each.tile.value)
    return tuple(
        Frame(copy, name, min(values), max(values), _frame_says(copy, values)) for (copy, name), values in held.items()
    )


def _frame_says(copy: str, values: Sequence[Decimal]) -> str:
    at = " – ".join(dict.fromkeys((number(min(values)), number(max(values)))))
    return say(_("storage copy {name}, holds {point}"), name=copy, point=at)


def _band(intent: Intent) -> WantedBand | None:
    value = intent.wanted.value
    if value is None or intent.outcome == "O4" or intent.rule not in ("exactly", "at_least"):
        return None
    if intent.rule == "at_least":
        return WantedBand(value, None, say(_("asked: {value} or later"), value=number(value)))
    return WantedBand(value, value, say(_("asked: exactly {value}"), value=number(value)))
