"""The progress chart as a picture with its names: tiles stand where the core put them, rows grow with their names."""

import textwrap
from dataclasses import dataclass, replace

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from recovery.core.chart import Panel, ProgressChart
from recovery.core.guide.wording import NOT_STATED
from recovery.templatetags.chart_layout import Drawing, DrawnBand, DrawnFrame, DrawnRow, DrawnTile, draw

register = template.Library()

UNIT = 0.21  # millimetres of a unit of the drawing: a tile is 4.6 mm
_HEAD, _FOOT, _LINE, _SMALL = 24, 46, 16, 14  # above the rows, below them, a line of a name, of a caption
_BASE = 16  # from the top of a tile to the foot of its letter


@dataclass(frozen=True)
class Text:
    """One line of text at its place."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class PicturedRow:
    """One offer's strip: its names at the left, its tiles and frames, and what each frame is."""

    y: int
    names: tuple[Text, ...]
    supplier: tuple[Text, ...]
    tiles: tuple[DrawnTile, ...]
    frames: tuple[DrawnFrame, ...]
    captions: tuple[Text, ...]


@dataclass(frozen=True)
class Picture:
    """One axis with some of its rows; ``title`` says it all in words, ``line`` names run, branch and unit."""

    width: int
    height: int
    left: int
    bottom: int
    title: str
    line: str
    band: DrawnBand | None
    band_text: Text | None
    unknown: Text | None
    rows: tuple[PicturedRow, ...]
    ticks: tuple[Text, ...]

    @property
    def across(self) -> float:
        """Its width on paper, in millimetres, where the page leaves it that much room."""
        return self.width * UNIT

    @property
    def down(self) -> float:
        """Its height on paper, in millimetres."""
        return self.height * UNIT


def _lines(text: str, letters: int) -> list[str]:
    """Return ``text`` in lines of about ``letters``, wide scripts counted double. Nothing is left out."""
    wide = sum(ord(each) > 0x2E7F for each in text) > len(text) / 2
    return textwrap.wrap(text, letters // 2 if wide else letters) or [""]


def _row(drawn: DrawnRow, top: int, width: int, aside: int) -> tuple[PicturedRow, int]:
    """Return one strip from ``top`` down, and where it ends."""
    names, supplier = _lines(drawn.row.name, aside * 17 // 128), _lines(drawn.row.supplier, aside * 22 // 128)
    tall = len(names) * _LINE + len(supplier) * _SMALL
    captions: list[Text] = []
    for frame in drawn.frames:
        letters = max(int((width - frame.x) / 6.6), 12)
        for line in _lines(frame.says, letters):
            y = top + drawn.height + 11 + len(captions) * _SMALL
            captions.append(Text(aside + frame.x, y, line))
    first = top + max(14, 6 + drawn.middle - (tall - _LINE) // 2)
    below = first + len(names) * _LINE - 1
    pictured = PicturedRow(
        top + drawn.middle,
        tuple(Text(0, first + place * _LINE, line) for place, line in enumerate(names)),
        tuple(Text(0, below + place * _SMALL, line) for place, line in enumerate(supplier)),
        tuple(
            replace(each, x=each.x + aside, y=each.y + top, middle=each.middle + aside, baseline=each.y + top + _BASE)
            for each in drawn.tiles
        ),
        tuple(replace(each, x=each.x + aside, y=each.y + top) for each in drawn.frames),
        tuple(captions),
    )
    return pictured, max(
        top + drawn.height + len(captions) * _SMALL + 6 * bool(captions), below + len(supplier) * _SMALL - 4
    )


def _picture(panel: Panel, whole: Drawing, rows: tuple[DrawnRow, ...], aside: int) -> Picture:
    y, pictured = _HEAD, []
    for each in rows:
        row, y = _row(each, y, whole.width, aside)
        pictured.append(row)
    ticks = tuple(Text(aside + x, y + 17, label) for x, label in whole.ticks)
    band = replace(whole.band, x=whole.band.x + aside) if whole.band else None
    middle = band.x + band.width / 2 if band else 0
    half = len(panel.wanted.says) * 3.2 if panel.wanted else 0
    middle = min(max(middle, aside + half), aside + whole.width - half)
    return Picture(
        width=aside + whole.width,
        height=y + _FOOT - 6,
        left=aside + whole.axis_from,
        bottom=y,
        title=" ".join((_("Application progress."), *(each.row.says for each in rows))),
        line=str(panel.line) or _("run, branch and unit not stated"),
        band=band,
        band_text=Text(middle, 15, panel.wanted.says) if band and panel.wanted else None,
        unknown=Text(aside, 15, gettext(NOT_STATED)) if whole.axis_from else None,
        rows=tuple(pictured),
        ticks=ticks,
    )


@register.filter
def pictures(chart: ProgressChart, layout: str) -> list[Picture]:
    """Return the pictures of ``chart``; ``layout``: units across, rows a picture, units for names ("420 12 128")."""
    widest, most, aside = (int(each) for each in layout.split())
    made = []
    for panel in chart.panels:
        whole = draw(panel, widest)
        pieces = (whole.rows[start : start + most] for start in range(0, len(whole.rows), most))
        made += [_picture(panel, whole, piece, aside) for piece in pieces]
    return made
