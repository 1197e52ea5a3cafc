"""One part of the document to one tagged PDF: the only file that names WeasyPrint. Lives in the press's own process."""

import logging
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pydyf
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from recovery.pdf.order import PART_BORDER

# Keys of the structure's parent tree, and of its header cells, stay apart between the parts of one document.
KEYS_PER_PART = 1_000_000
# A link to another part: the engine would drop "#name" where the part itself has no such anchor.
INSIDE = "inside:"
_STAMPS = "page of 0123456789<br><b>b</b> <i>i</i> <code>0</code> ● ◉ ◇ ◌ ☒ <b>● ◉ ◇ ◌ ☒</b>"

# WeasyPrint asks for the list of all pages once for each element of the structure, and pydyf makes it anew each time:
# the tags of 70 pages would cost about 6 % more. No page is added after the first question.
_pages = cached_property(pydyf.PDF.page_references.fget)
_pages.__set_name__(pydyf.PDF, "page_references")
pydyf.PDF.page_references = _pages


class NothingFetched(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
    """Refuses every address and keeps the list: the document needs nothing from outside (security.md 5.1)."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.refused: list[str] = []

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:  # noqa: ARG002  # WeasyPrint's signature
        """Record ``url`` and refuse it. A ValueError is skipped by WeasyPrint, so one offer cannot block the others."""
        self.refused.append(url[:200])
        raise ValueError("refused")


@dataclass(frozen=True)
class PrintedPart:
    """A part as PDF, with its bookmarks (level, label, page counted from 0 in the part, x, y from the top left)."""

    pdf: bytes
    pages: int
    bookmarks: tuple[tuple[int, str, int, float, float], ...]
    refused: tuple[str, ...]
    remarks: tuple[str, ...] = field(default=())


class _Remarks(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage()[:300])


def read_stylesheet(text: str) -> weasyprint.CSS:
    """Return the stylesheet parsed, to be shared by every engine. It has no @font-face: fontconfig knows the fonts."""
    return weasyprint.CSS(string=text, url_fetcher=NothingFetched())


class Engine:
    """WeasyPrint with its fonts, ready for one document of one process."""

    def __init__(self, stylesheet: weasyprint.CSS) -> None:
        self._fetcher = NothingFetched()
        self._remarks = _Remarks()
        logger = logging.getLogger("weasyprint")
        logger.handlers = [self._remarks]
        logger.propagate = False
        self._fonts = FontConfiguration()
        self._css = stylesheet
        self._kept: list[Any] = []

    def stamp_sheet(self) -> bytes:
        """Return a page with the letters of the page numbers, which the binder sets; it loads every usual font."""
        return self.print_part(f'<html lang="en"><title>-</title><body class="stamps"><p>{_STAMPS}</p>', 0).pdf

    def print_part(self, html: str, part: int) -> PrintedPart:
        """Return ``html`` as PDF/UA-1; ``part`` counts from 0 and keeps keys of several parts apart."""
        self._remarks.found.clear()
        self._fetcher.refused.clear()
        source = html.replace(PART_BORDER, "").replace('href="#', f'href="{INSIDE}')
        document = weasyprint.HTML(string=source, url_fetcher=self._fetcher).render(
            stylesheets=[self._css], font_config=self._fonts, pdf_variant="pdf/ua-1"
        )
        pdf = document.write_pdf(pdf_variant="pdf/ua-1", finisher=lambda _, made: _tidy(made, part))
        self._kept.append(document)  # the process ends soon: taking the tree of boxes apart would only cost time
        bookmarks = tuple(
            (level, label, number, float(x), float(y))
            for number, page in enumerate(document.pages)
            for level, label, (x, y), _ in page.bookmarks
        )
        refused, remarks = tuple(self._fetcher.refused), tuple(self._remarks.found)
        return PrintedPart(pdf, len(document.pages), bookmarks, refused, remarks)


def _tidy(pdf: pydyf.PDF, part: int) -> None:
    """Give header cells a scope and names of their own, parent-tree keys a range of their own, inner links a target."""
    base = part * KEYS_PER_PART
    cells: dict[str, bytes] = {}
    for item in pdf.objects:
        if not isinstance(item, pydyf.Dictionary):
            continue
        if item.get("S") == "/TH":
            _name_header(pdf, item, part, cells)
        elif item.get("S") == "/TD" and "Headers" in item["A"]:
            item["A"]["Headers"] = pydyf.Array([_own(part, key) for key in item["A"]["Headers"]])
        elif item.get("Subtype") == "/Link":
            _point_inside(item)
        for key in ("StructParents", "StructParent"):
            if key in item:
                item[key] += base
        if "Nums" in item:
            item["Nums"][0::2] = [base + number for number in item["Nums"][0::2]]
    names = pydyf.Array()
    for key in sorted(cells):
        names.extend([pydyf.String(key), cells[key]])
    tree = pdf.objects[int(pdf.catalog["StructTreeRoot"].split()[0])]
    tree["IDTree"] = pydyf.Dictionary({"Names": names})  # required where elements have ids (ISO 32000-1, 14.7.2)


def _own(part: int, key: pydyf.String) -> pydyf.String:
    return pydyf.String(f"p{part}-{key.string}")


def _name_header(pdf: pydyf.PDF, cell: pydyf.Dictionary, part: int, cells: dict[str, bytes]) -> None:
    row = pdf.objects[int(cell["P"].split()[0])]
    group = pdf.objects[int(row["P"].split()[0])]
    cell["A"]["Scope"] = "/Column" if group.get("S") == "/THead" else "/Row"
    if "ID" in cell:
        cell["ID"] = _own(part, cell["ID"])
        cells[cell["ID"].string] = cell.reference


def _point_inside(link: pydyf.Dictionary) -> None:
    address = link["A"]["URI"].string if "A" in link else ""
    if address.startswith(INSIDE):
        del link["A"]
        link["Dest"] = pydyf.String(address[len(INSIDE) :])
