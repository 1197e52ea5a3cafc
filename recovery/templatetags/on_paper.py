"""What paper needs and a screen does not: column groups, reading direction, instants in words."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from datetime import timezone as fixed

from django import template
from django.utils.translation import gettext

from recovery.core.comparison import Block, Cell, Comparison, ComponentCell, ComponentRow, OfferColumn, Row
from recovery.core.guide.wording import NOT_STATED
from recovery.core.scoring import OfferScore

register = template.Library()

_RIGHT_TO_LEFT = frozenset(("R", "AL"))


@dataclass(frozen=True)
class GroupRow:
    """One row of a group of columns: the question, and the cells of the group's offers."""

    key: str
    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class GroupBlock:
    """Rows under one title, for a group of columns."""

    title: str
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True)
class Group:
    """A few offers that stand side by side on one page; ``first`` and ``last`` count offers from 1."""

    offers: tuple[OfferColumn, ...]
    places: tuple[int, ...]
    first: int
    last: int
    of: int

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[GroupBlock]:
        """Yield ``blocks`` with the cells of this group only."""
        cut = slice(self.first - 1, self.last)
        for block in blocks:
            yield GroupBlock(block.title, tuple(GroupRow(row.key, row.label, row.cells[cut]) for row in block.rows))


@register.filter
def column_groups(comparison: Comparison, most: int) -> list[Group]:
    """Return the offers in groups of at most ``most``, as even as they can be: 5 in groups of 4 are 3 and 2."""
    total = len(comparison.offers)
    count = -(-total // most) or 1
    small, larger = divmod(total, count)
    groups, start = [], 0
    for number in range(count):
        end = start + small + (number < larger)
        places = tuple(range(start, end))
        groups.append(Group(comparison.offers[start:end], places, start + 1, end, total))
        start = end
    return groups


@register.filter
def answers_in(group: Group, comparison: Comparison) -> Iterator[GroupBlock]:
    """Yield the checks and the five answers of the group's offers."""
    return group.blocks((comparison.checks, *comparison.answers))


@register.filter
def correspondence(comparison: Comparison) -> tuple[Row, ...]:
    """Return the rows that say what ties the parts of an object together: the basis (S12) and the ids (S13)."""
    return tuple(row for block in comparison.answers for row in block.rows if row.key in {"S12", "S13"})


@register.filter
def parts_in(group: Group, row: ComponentRow | Row) -> tuple[ComponentCell | Cell, ...]:
    """Return the cells of one row for the group's offers."""
    return row.cells[group.first - 1 : group.last]


@register.filter
def scores_in(group: Group, comparison: Comparison) -> tuple[OfferScore, ...]:
    """Return the scores of the group's offers."""
    return comparison.scores.offers[group.first - 1 : group.last]


@register.filter
def at(items: tuple[object, ...], place: int) -> object:
    """Return the item at ``place``, counted from 0."""
    return items[place]


@register.filter
def direction(text: str) -> str:
    """Return "rtl" where the first letter with a direction runs right to left (Unicode rule P2), else ""."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind == "L":
            return ""
        if kind in _RIGHT_TO_LEFT:
            return "rtl"
    return ""


@register.filter
def instant(moment: datetime | None) -> str:
    """Return an instant as "30 Nov 2026 12:01 UTC"; "not stated" where there is none."""
    if moment is None:
        return gettext(NOT_STATED)
    return moment.astimezone(fixed.utc).strftime("%-d %b %Y %H:%M UTC")


@register.filter
def day(value: date | None) -> str:
    """Return a date as "30 Nov 2026"; "not stated" where there is none."""
    return gettext(NOT_STATED) if value is None else value.strftime("%-d %b %Y")


@register.filter
def unmatched(comparison: Comparison) -> tuple[Block, ...]:
    """Return what is printed after the rule and never matched, in the order of the guide."""
    return comparison.history, comparison.terms, comparison.interface
