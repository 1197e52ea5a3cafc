"""The cells of the comparison page, a row at a time: one escaped string, so that hundreds of offers draw quickly."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from recovery.core.chart import ChartRow, Panel, Tile
from recovery.core.comparison import ComponentRow, OfferColumn, OutcomeCell, OutcomeMatrix, Row
from recovery.core.progress import number
from recovery.core.scoring import CriterionScore, Given, OfferScore, Proposal

register = template.Library()

_ASKED = ' class="asked"'


def _joined(parts: Iterable[str]) -> SafeString:
    """Mark as safe what this file built: every text in it was escaped where it was put in."""
    return mark_safe("".join(parts))  # noqa: S308  # built here, escaped text by text


@register.filter
def cells(row: Row) -> SafeString:
    """Return the cells of one question; a blank says so, and who owes the answer."""
    return _joined(_cell(each.text, each.state, each.owed_by) for each in row.cells)


def _cell(text: str, state: str, owed_by: str) -> str:
    if not state:
        return f"<td>{escape(text)}</td>"
    owed = f' <span class="owed">{escape(owed_by)}</span>' if owed_by else ""
    return f'<td class="{state}">{escape(text)}{owed}</td>'


@register.filter
def part_cells(row: ComponentRow) -> SafeString:
    """Return the cells of one component, each with its point."""
    return _joined(f'<td class="part-{each.state}">{escape(each.text)}</td>' for each in row.cells)


@register.filter
def heads(offers: Sequence[OfferColumn]) -> SafeString:
    """Return the column heads: the offer, its supplier and its verdict. They stay in sight."""
    return _joined(
        f'<th scope="col" id="offer-{place}"><span class="offer-name">{escape(each.name)}</span>'
        f'<span class="offer-supplier">{escape(each.supplier)}</span>'
        f"{_badge(each.verdict.value, each.word)}</th>"
        for place, each in enumerate(offers)
    )


@register.filter
def reasons(offers: Sequence[OfferColumn]) -> SafeString:
    """Return each offer's reason with the guide's heading."""
    return _joined(
        f'<td>{escape(each.reason)} <span class="owed">{escape(each.heading_text)}</span></td>' for each in offers
    )


@register.simple_tag
def outcome_cells(row: Sequence[OutcomeCell], matrix: OutcomeMatrix) -> SafeString:
    """Return the outcome matrix's cells of one offer, aligned with the outcomes."""
    return _joined(
        f'<td data-label="{escape(column.short)}"{_ASKED if column.asked else ""}>{_outcome(cell)}</td>'
        for cell, column in zip(row, matrix.columns, strict=True)
    )


def _outcome(cell: OutcomeCell) -> str:
    if cell.verdict is None:
        return f'<span class="unasked">{escape(cell.word)}</span>'
    short = f'<span class="gap">{escape(cell.short)}</span>' if cell.short else ""
    return f"{_badge(cell.verdict.value, cell.word)}{short}"


@register.filter
def badge(offer: OfferColumn) -> SafeString:
    """Return the shape and the word of an offer's verdict; the shapes are drawn once a page."""
    return _joined((_badge(offer.verdict.value, offer.word),))


def _badge(code: str, word: str) -> str:
    return (
        f'<span class="verdict verdict-{code}"><svg aria-hidden="true"><use href="#mark-{code}"></use></svg> '
        f"{escape(word)}</span>"
    )


# --- The progress chart -----------------------------------------------------------------------------------------------


@register.filter
def is_asked(value: Decimal, panel: Panel) -> bool:
    """Say whether a point lies in the wanted band; a band may be open to one side."""
    wanted = panel.wanted
    if wanted is None:
        return False
    return (wanted.low is None or value >= wanted.low) and (wanted.high is None or value <= wanted.high)


@register.filter
def plainly(value: Decimal) -> str:
    """Return a number as people write it."""
    return number(value)


@register.simple_tag
def tiles(row: ChartRow, panel: Panel) -> SafeString:
    """Return the cells of one offer on one line: what is not stated first, then a cell for each point."""
    return _joined(_chart_cells(row, panel))


def _chart_cells(row: ChartRow, panel: Panel) -> Iterator[str]:
    if panel.has_unknown:
        yield f'<td class="unknown">{_group(each for each in row.tiles if each.value is None)}</td>'
    framed = {frame.object: frame.says for frame in row.frames}
    for value in panel.values:
        here = [each for each in row.tiles if each.value == value]
        asked = _ASKED if is_asked(value, panel) else ""
        groups = []
        for name in dict.fromkeys(each.object for each in here):
            group = _group(each for each in here if each.object == name)
            if name in framed:
                group = f'<span class="held" title="{escape(framed[name])}">{group}</span>'
            groups.append(group)
        yield f"<td{asked}>{' '.join(groups)}</td>"


def _group(found: Iterable[Tile]) -> str:
    tiles_ = [
        f'<span class="tile tile-{each.shape.value}" title="{escape(each.says)}">{escape(each.letter)}</span>'
        for each in found
    ]
    return f'<span class="group">{"".join(tiles_)}</span>' if tiles_ else ""


# --- Scores -----------------------------------------------------------------------------------------------------------


@register.filter
def criterion_cells(offers: Sequence[OfferScore], place: int) -> SafeString:
    """Return one criterion across the offers: the sum, the proposal with its reason, and who gave what and why."""
    return _joined(f"<td>{_criterion(each.criteria[place])}</td>" for each in offers)


def _criterion(score: CriterionScore) -> str:
    proposal = _("Proposed {value}: {reason}").format(value=score.proposal.value, reason=score.proposal.reason)
    lines = [escape(proposal)]
    lines += [escape(_given(each, score.proposal)) for each in score.given]
    if score.agreed is None or len(score.given) > 1:
        lines.append(escape(score.agreed_because))
    return f'<span class="sum">{escape(score.sum_in_words)}</span>' + "".join(
        f'<span class="owed">{each}</span>' for each in lines
    )


def _given(given: Given, proposal: Proposal) -> str:
    if given.value is None:
        return _("{name}: not given yet").format(name=given.by)
    if given.value == proposal.value and given.reason in ("", proposal.reason):
        return _("{name}: {value}, as proposed").format(name=given.by, value=given.value)
    return _("{name}: {value}. {reason}").format(name=given.by, value=given.value, reason=given.reason)


@register.filter
def price_cells(offers: Sequence[OfferScore]) -> SafeString:
    """Return the price line across the offers."""
    return _joined(
        f'<td><span class="sum">{escape(each.price.sum_in_words)}</span></td>' if each.price else "<td></td>"
        for each in offers
    )


@register.filter
def total_cells(offers: Sequence[OfferScore]) -> SafeString:
    """Return the totals with the sum that adds up."""
    return _joined(
        f'<td><span class="{"total" if each.total else "owed"}">{escape((each.total or each.five).in_words)}</span>'
        f'<span class="owed">{escape(each.sum_in_words)}</span></td>'
        for each in offers
    )


@register.filter
def rank_cells(offers: Sequence[OfferScore]) -> SafeString:
    """Return the ranks; only comparable offers have one."""
    return _joined(f"<td>{escape(each.rank_in_words)}</td>" for each in offers)
