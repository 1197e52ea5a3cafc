"""Text tables by their headers, and blocks of "Key: value" lines."""

import re

from recovery.core.errors import EvidenceUnreadable

MOST_COLUMNS = 64
MOST_ROWS = 20_000
_GAP = re.compile(r"\t+| {2,}")


def cells(line: str) -> tuple[str, ...]:
    """Return the cells of a line parted by tabs or by two spaces and more."""
    return tuple(each.strip() for each in _GAP.split(line.strip()))


def read_table(lines: list[str]) -> tuple[dict[str, str], ...]:
    """Return the rows below a header line, each by the header's words.

    Raises EvidenceUnreadable for more columns or rows than a record has, a column given twice, and a row with another
    number of cells than the header.
    """
    header = cells(lines[0])
    if len(header) > MOST_COLUMNS or len(lines) > MOST_ROWS:
        raise EvidenceUnreadable("The table has more columns or rows than are read.")
    if len(set(header)) != len(header):
        raise EvidenceUnreadable("A column of the table is given twice.")
    return tuple(_row(header, cells(line), number) for number, line in enumerate(lines[1:], start=2))


def _row(header: tuple[str, ...], row: tuple[str, ...], number: int) -> dict[str, str]:
    if len(row) == len(header):
        return dict(zip(header, row, strict=True))
    raise EvidenceUnreadable(f"It has {len(row)} cells below {len(header)} columns.", f"line {number}")


def read_pairs(lines: list[str]) -> dict[str, str]:
    """Return the "Key: value" lines of a block by key; raises EvidenceUnreadable for a key given twice."""
    found: dict[str, str] = {}
    for line in lines[:MOST_ROWS]:
        key, colon, value = line.strip().partition(":")
        if not colon:
            continue
        if key in found:
            raise EvidenceUnreadable(f"The key {key[:60]!r} is given twice.")
        found[key] = value.strip()
    return found
