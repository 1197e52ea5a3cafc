"""The page numbers, set by the binder as artifacts: no part of a document knows how many pages the others have."""

import re
from decimal import Decimal

from pikepdf import Dictionary, Name, Object, Page, Pdf, Stream

_SIZE = Decimal("7.5")  # points, as the rest of the footer
# Points from the right and the lower edge of a page: where the stylesheet leaves the footer's right end free.
_WIDE, _TALL = (Decimal("39.7"), Decimal("26.4")), (Decimal("51.0"), Decimal("23.6"))
_INK = "0.357 0.4 0.439"


class Stamps:
    """The letters of one font, taken from a page that the engine printed."""

    def __init__(self, sheet: Pdf) -> None:
        fonts = sheet.pages[0].Resources.Font
        self._font: Object = next(font for _, font in fonts.items() if str(font.BaseFont).endswith("+IBM-Plex-Sans"))
        self._codes = _codes_of(self._font.ToUnicode.read_bytes().decode("ascii"))
        self._widths = _widths_of(self._font.DescendantFonts[0].W)
        self._placed: Object | None = None

    def number_pages(self, bound: Pdf) -> None:
        """Write "page x of y" at the foot of every page of ``bound``."""
        total = len(bound.pages)
        for number, page in enumerate(bound.pages, 1):
            text = f"page {number} of {total}"
            width, height = (Decimal(str(each)) for each in page.mediabox[2:])
            margin, bottom = _TALL if height > width else _WIDE
            self.stamp(bound, page, text, width - margin, bottom)

    def stamp(self, bound: Pdf, page: Page, text: str, right: Decimal, base: Decimal) -> None:
        """Write ``text`` on ``page``, ending at ``right``, on the line ``base`` (points from the lower left)."""
        if self._placed is None:
            self._placed = bound.copy_foreign(self._font)
        width = sum(self._widths[self._codes[each]] for each in text) * _SIZE / 1000
        codes = "".join(f"{self._codes[each]:04x}" for each in text)
        drawn = (
            f"/Artifact <</Type /Pagination>> BDC q BT /Stamp {_SIZE} Tf {_INK} rg "
            f"1 0 0 1 {right - width:.2f} {base:.2f} Tm <{codes}> Tj ET Q EMC"
        )
        resources = page.Resources
        if "/Font" not in resources:
            resources.Font = bound.make_indirect(Dictionary())
        resources.Font[Name.Stamp] = self._placed
        # Before the rest: the engine turns the page upside down at its start and never back.
        page.contents_add(Stream(bound, drawn.encode("ascii")), prepend=True)


def _codes_of(mapping: str) -> dict[str, int]:
    codes: dict[str, int] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", mapping, re.DOTALL):
        for code, text in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
            codes[bytes.fromhex(text).decode("utf-16-be")] = int(code, 16)
    return codes


def _widths_of(widths: Object) -> dict[int, Decimal]:
    found: dict[int, Decimal] = {}
    items = list(widths)
    while items:
        first, run = int(items.pop(0)), items.pop(0)
        for offset, width in enumerate(run):
            found[first + offset] = Decimal(str(width))
    return found
