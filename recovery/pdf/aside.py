"""One offer whose text cannot be printed never blocks the others: it prints as "could not be printed"."""

from collections.abc import Collection
from dataclasses import replace

from recovery.core.chart import HistoryChart, ProgressChart
from recovery.core.comparison import Block, Cell, Comparison, ComponentCell, OfferColumn
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say

INSTEAD = _("This offer's text could not be printed here. It stands in full in the attached file.")
NOT_PRINTED = _("could not be printed")
_CELL = Cell(say(NOT_PRINTED), "blank")


def set_aside(comparison: Comparison, places: Collection[int]) -> Comparison:
    """Return ``comparison`` with every text of the offers at ``places`` replaced; verdicts, sums and digests stay."""
    offers = tuple(_named(each, at) if at in places else each for at, each in enumerate(comparison.offers))
    versions = tuple(
        replace(each, name=offers[at].name, supplier=offers[at].supplier)
        for at, each in enumerate(comparison.versions.offers)
    )
    return replace(
        comparison,
        offers=offers,
        versions=replace(comparison.versions, offers=versions),
        chart=_chart(comparison.chart, offers, places),
        answers=tuple(_block(each, places) for each in comparison.answers),
        components=tuple(
            replace(
                row,
                cells=tuple(
                    ComponentCell(each.state, _CELL.text) if at in places else each for at, each in enumerate(row.cells)
                ),
            )
            for row in comparison.components
        ),
        evidence=tuple(each for each in comparison.evidence if each.offer not in places),
        attached=tuple(each for each in comparison.attached if each.offer not in places),
        history=_block(comparison.history, places),
        history_chart=_history(comparison.history_chart, places),
        terms=_block(comparison.terms, places),
        interface=_block(comparison.interface, places),
    )


def _named(offer: OfferColumn, place: int) -> OfferColumn:
    return replace(
        offer,
        name=say(_("Offer {number}"), number=place + 1),
        supplier=say(NOT_PRINTED),
        reason=say(INSTEAD),
        words=(say(INSTEAD),),
        missing=(),
        missing_short=(),
        blanks=(),
        object_alone=None,
        sets=(),
        contradictions=(),
        asks=(),
        flags=(),
        standing=(),
        notes=(),
    )


def _block(block: Block, places: Collection[int]) -> Block:
    rows = tuple(
        replace(row, cells=tuple(_CELL if at in places else each for at, each in enumerate(row.cells)))
        for row in block.rows
    )
    return replace(block, rows=rows)


def _chart(chart: ProgressChart, offers: tuple[OfferColumn, ...], places: Collection[int]) -> ProgressChart:
    panels = tuple(
        replace(
            panel,
            rows=tuple(
                replace(row, name=offers[row.offer].name, supplier="", tiles=(), frames=(), says=say(INSTEAD))
                if row.offer in places
                else row
                for row in panel.rows
            ),
        )
        for panel in chart.panels
    )
    return replace(chart, panels=panels)


def _history(chart: HistoryChart, places: Collection[int]) -> HistoryChart:
    return replace(chart, marks=tuple(each for each in chart.marks if each.offer not in places))
