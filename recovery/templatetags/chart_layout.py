"""Where the tiles of a panel stand: plain numbers for the page's and the document's pictures, in drawing units."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from recovery.core.chart import ChartRow, Panel, Tile
from recovery.core.progress import number

TILE = 22
GAP = 5
LANE = 40
EDGE = 14
FRAME = 7
_LETTER_WIDTH = 8


@dataclass(frozen=True)
class DrawnTile:
    """A tile with its left upper corner and the middle of its letter."""

    x: int
    y: int
    middle: int
    baseline: int
    letter: str
    shape: str
    says: str


@dataclass(frozen=True)
class DrawnFrame:
    """A storage copy around what it holds."""

    x: int
    y: int
    width: int
    height: int
    says: str


@dataclass(frozen=True)
class DrawnRow:
    """One offer's strip, from ``top`` down; the y of its tiles and frames counts from ``top``."""

    row: ChartRow
    top: int
    height: int
    middle: int
    tiles: tuple[DrawnTile, ...]
    frames: tuple[DrawnFrame, ...]


@dataclass(frozen=True)
class DrawnBand:
    """The wanted point; ``is_open``: it goes on to the right."""

    x: int
    width: int
    is_open: bool
    says: str


@dataclass(frozen=True)
class Drawing:
    """A panel laid out. ``axis_from`` is where the axis begins; left of it stands what is not stated."""

    panel: Panel
    width: int
    height: int
    axis_from: int
    rows: tuple[DrawnRow, ...]
    ticks: tuple[tuple[int, str], ...]
    band: DrawnBand | None


@dataclass(frozen=True)
class _Item:
    """Tiles that stay together: those of one object at one value, or all that a frame holds."""

    tiles: tuple[tuple[int, Tile], ...]  # left edge, tile
    left: int
    right: int
    says: str = ""


def draw(panel: Panel, widest: int = 640) -> Drawing:
    """Lay a panel out, no wider than ``widest`` where the tiles allow it; what would overlap goes below each other."""
    unknown = max((sum(tile.value is None for tile in row.tiles) for row in panel.rows), default=0)
    axis_from = _span(unknown) + 2 * EDGE if unknown else 0
    group = _span(max((_largest(row) for row in panel.rows), default=1))
    count = max(len(panel.values), 1)
    step = max(min(group + 5 * EDGE, (widest - axis_from) // count), group // 2 + EDGE)
    middles = {value: axis_from + step * place + step // 2 for place, value in enumerate(panel.values)}
    width = max(axis_from + step * count, axis_from + group + 2 * EDGE)
    rows, top = [], 0
    for row in panel.rows:
        drawn = _row(row, top, middles, width)
        rows.append(drawn)
        top += drawn.height
    return Drawing(
        panel, width, top, axis_from, tuple(rows), _ticks(panel, middles, step), _band(panel, middles, group, width)
    )


def _span(tiles: int) -> int:
    return tiles * TILE + max(tiles - 1, 0) * GAP


def _largest(row: ChartRow) -> int:
    groups = _groups(row, {frame.object: frame.says for frame in row.frames})
    return max((len(each) for each in groups.values()), default=1)


def _row(row: ChartRow, top: int, middles: dict[Decimal, int], width: int) -> DrawnRow:
    lanes: list[list[_Item]] = []
    for item in _items(row, middles, width):
        free = next((lane for lane in lanes if all(_apart(item, other) for other in lane)), None)
        if free is None:
            lanes.append(free := [])
        free.append(item)
    tiles, frames = [], []
    for place, lane in enumerate(lanes):
        y = place * LANE + (LANE - TILE) // 2
        for item in lane:
            tiles += [_tile(each, x, y) for x, each in item.tiles]
            if item.says:
                size = item.right - item.left
                frames.append(DrawnFrame(item.left, y - FRAME, size, TILE + 2 * FRAME, item.says))
    unknown = [tile for tile in row.tiles if tile.value is None]
    tiles += [_tile(tile, EDGE + index * (TILE + GAP), (LANE - TILE) // 2) for index, tile in enumerate(unknown)]
    height = max(len(lanes), 1) * LANE
    return DrawnRow(row, top, height, LANE // 2, tuple(tiles), tuple(frames))


def _apart(one: _Item, other: _Item) -> bool:
    return one.right + GAP <= other.left or other.right + GAP <= one.left


def _items(row: ChartRow, middles: dict[Decimal, int], width: int) -> list[_Item]:
    framed = {frame.object: frame.says for frame in row.frames}
    groups = _groups(row, framed)
    items: dict[tuple[str, Decimal | None], list[tuple[int, Tile]]] = {}
    for (name, value), tiles in groups.items():
        left = min(max(middles[value] - _span(len(tiles)) // 2, EDGE), max(width - EDGE - _span(len(tiles)), EDGE))
        placed = [(left + index * (TILE + GAP), tile) for index, tile in enumerate(tiles)]
        items.setdefault((name, None if name in framed else value), []).extend(placed)
    return [_item(placed, framed.get(name, "")) for (name, _value), placed in items.items()]


def _groups(row: ChartRow, framed: dict[str, str]) -> dict[tuple[str, Decimal], list[Tile]]:
    """Return the tiles of each object at each value; what is missing stands beside the one object that is there."""
    groups: dict[tuple[str, Decimal], list[Tile]] = {}
    for tile in row.tiles:
        if tile.value is not None:
            groups.setdefault((tile.object, tile.value), []).append(tile)
    for name, value in [key for key in groups if not key[0]]:
        beside = [key for key in groups if key[1] == value and key[0] and key[0] not in framed]
        if len(beside) == 1:
            groups[beside[0]] += groups.pop((name, value))
    return groups


def _item(placed: Sequence[tuple[int, Tile]], says: str) -> _Item:
    edge = FRAME if says else 0
    left, right = min(x for x, _tile_ in placed), max(x for x, _tile_ in placed) + TILE
    return _Item(tuple(placed), left - edge, right + edge, says)


def _tile(tile: Tile, x: int, y: int) -> DrawnTile:
    letter = "?" if tile.shape == "unknown" and not tile.letter else tile.letter
    return DrawnTile(x, y, x + TILE // 2, y + TILE // 2 + 4, letter, tile.shape.value, tile.says)


def _ticks(panel: Panel, middles: dict[Decimal, int], step: int) -> tuple[tuple[int, str], ...]:
    """Return the labels that fit; the wanted value is always one of them."""
    labels = {value: number(value) for value in panel.values}
    longest = max((len(each) for each in labels.values()), default=1) * _LETTER_WIDTH + GAP
    every = max(-(-longest // step), 1)
    wanted = panel.wanted.low if panel.wanted else None
    anchor = panel.values.index(wanted) if wanted in panel.values and wanted is not None else 0
    return tuple(
        (middles[value], labels[value]) for place, value in enumerate(panel.values) if (place - anchor) % every == 0
    )


def _band(panel: Panel, middles: dict[Decimal, int], group: int, width: int) -> DrawnBand | None:
    if panel.wanted is None or panel.wanted.low is None:
        return None
    left = middles[panel.wanted.low] - group // 2 - EDGE
    is_open = panel.wanted.high is None
    return DrawnBand(left, (width - left) if is_open else group + 2 * EDGE, is_open, panel.wanted.says)
