"""The values of the two charts: application progress (no time in it), and storage-copy history."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum


class Shape(str, Enum):
    """How a tile is drawn; ``says`` of the tile tells the same in words."""

    FILLED = "filled"  # part of a set that matches
    OUTLINED = "outlined"  # returned
    DOTTED = "dotted"  # required here and not returned
    UNKNOWN = "unknown"  # returned, its point not stated: a question mark left of the axis


@dataclass(frozen=True)
class Line:
    """One run, branch and scale. Points of two lines never share an axis; "" is not stated."""

    run: str
    branch: str
    scale: str

    def __str__(self) -> str:
        return " · ".join(part for part in (self.run, self.branch, self.scale) if part)


@dataclass(frozen=True)
class Tile:
    """One component at its own point. ``value`` None stands in the column of what is not stated."""

    letter: str
    component: str
    value: Decimal | None
    shape: Shape
    says: str
    object: str = ""


@dataclass(frozen=True)
class Frame:
    """A storage copy around what it holds, from the lowest to the highest value on this line."""

    copy: str
    object: str
    low: Decimal
    high: Decimal
    says: str


@dataclass(frozen=True)
class ChartRow:
    """One offer on one line; ``says`` is the whole row in words, for readers who do not see it."""

    offer: int
    name: str
    supplier: str
    tiles: tuple[Tile, ...]
    frames: tuple[Frame, ...]
    says: str


@dataclass(frozen=True)
class WantedBand:
    """The wanted point: from ``low`` to ``high`` (None: open to that side)."""

    low: Decimal | None
    high: Decimal | None
    says: str


@dataclass(frozen=True)
class Panel:
    """The rows of one line above one axis. ``values`` are the points that occur; distances carry no meaning."""

    line: Line
    values: tuple[Decimal, ...]
    wanted: WantedBand | None
    rows: tuple[ChartRow, ...]
    has_unknown: bool


@dataclass(frozen=True)
class ProgressChart:
    """The wanted line first, a row for every offer; then other lines, with the offers that have something there."""

    panels: tuple[Panel, ...]
    legend: tuple[tuple[str, str], ...]  # letter, component
    note: str


@dataclass(frozen=True)
class HistoryMark:
    """One storage copy: what it holds (progress across) and the instants of the copying (time up)."""

    offer: int
    name: str
    copy: str
    line: Line
    values: tuple[Decimal, ...]
    requested_at: datetime | None
    captured_at: datetime | None
    captured_until: datetime | None
    completed_at: datetime | None
    says: str


@dataclass(frozen=True)
class HistoryChart:
    """Copies that have an instant; ``undated`` names those that have none. ``note``: height is history, not merit."""

    marks: tuple[HistoryMark, ...]
    undated: tuple[str, ...]
    note: str
