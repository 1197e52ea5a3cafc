"""Reads a finished PDF the way others do: with poppler's programs, never with what made it."""

import re
import subprocess
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path

_WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)


@dataclass(frozen=True)
class Word:
    """One word with its box, in points from the upper left of its page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def overlaps(self, other: "Word") -> bool:
        """Whether the letters of two words cover each other, beyond the air that every font leaves around a line."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1.0 and down > 0.45 * min(self.bottom - self.top, other.bottom - other.top)


@dataclass(frozen=True)
class Sheet:
    """One page: its size in points, and its words."""

    width: float
    height: float
    words: tuple[Word, ...]


def run(*command: str) -> str:
    """Return what a program prints."""
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")


@cache
def plain_text(path: Path) -> str:
    """Return the text of the file, page after page."""
    return run("pdftotext", "-enc", "UTF-8", str(path), "-")


@cache
def in_drawing_order(path: Path) -> str:
    """Return the text as it is drawn, one cell after the other, without any white space."""
    return squeezed(run("pdftotext", "-enc", "UTF-8", "-raw", str(path), "-"))


@cache
def in_reading_order(path: Path) -> str:
    """Return the text as the tags order it, without any white space: what a screen reader reads."""
    lines = run("pdfinfo", "-enc", "UTF-8", "-struct-text", str(path)).splitlines()
    told = (line.strip()[1:-1] for line in lines if line.strip().startswith('"'))
    return squeezed("".join(told))


def squeezed(text: str) -> str:
    """Return ``text`` without white space, and with ligatures taken apart."""
    return re.sub(r"[\s\u00ad]+", "", text.replace("\ufb01", "fi").replace("\ufb02", "fl"))


@cache
def sheets(path: Path) -> list[Sheet]:
    """Return every page with the boxes of its words."""
    found = []
    for width, height, body in _PAGE.findall(run("pdftotext", "-enc", "UTF-8", "-bbox", str(path), "-")):
        words = (Word(*map(float, match[:4]), unescape(match[4])) for match in _WORD.findall(body))
        found.append(Sheet(float(width), float(height), tuple(words)))
    return found


def pictures(path: Path, folder: Path, resolution: int = 40) -> list[Path]:
    """Return one PNG a page, drawn by poppler."""
    run("pdftoppm", "-r", str(resolution), "-png", str(path), str(folder / "page"))
    return sorted(folder.glob("page*.png"))
