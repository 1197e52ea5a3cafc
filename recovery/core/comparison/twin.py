"""The twins of a comparison: JSON for programs and auditors, CSV for spreadsheets."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from recovery.core.comparison.offer_parts import Finding
from recovery.core.comparison.opened import Opened
from recovery.core.comparison.parts import AttachedLine, Block, Comparison
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.progress import number
from recovery.core.rules import COMPARISON_FORMAT, RULE_SET, RULE_SET_DATE

# A cell that begins with one of these is read as a formula by spreadsheets (security.md 5.8, ASVS 1.2.10).
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Where semicolons or tabs part cells, as spreadsheets of many countries have it, a text's own sign begins a cell.
_PARTED = re.compile(f'([;|\\t\\n])(?="*[{re.escape("".join(_FORMULA_STARTS))}])')


def json_twin(opened: Opened, comparison: Comparison) -> bytes:
    """Return the JSON twin: the case in the exchange form, which ``recovery match`` reads, and the whole comparison.

    The same versions give the same bytes. Numbers are strings, so that no reader rounds them.
    """
    twin = {
        "format": COMPARISON_FORMAT,
        "rules": {"version": RULE_SET, "date": RULE_SET_DATE},
        "case": case_of(opened),
        "comparison": comparison,
    }
    return (json.dumps(twin, ensure_ascii=False, indent=1, sort_keys=True, default=_plain) + "\n").encode()


def case_of(opened: Opened) -> dict[str, Any]:
    """Return the intent and the offers in the form of domain.md 4.10, as they were frozen."""
    intent = opened.intent
    case: dict[str, Any] = {
        "format": "recovery-case/1",
        "intent": dict(intent.raw),
        "offers": [{**each.offer.raw, "supplier": each.supplier} for each in opened.in_order],
    }
    if intent.today is not None:
        case["today"] = intent.today.isoformat()
    return case


def _plain(value: Any) -> Any:
    """Return what JSON has no form for: dataclasses as objects, decimals, fractions and dates as strings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in a comparison")


def csv_twin(comparison: Comparison) -> bytes:
    """Return the comparison as CSV: questions down, offers across, RFC 4180, UTF-8 with a mark for spreadsheets.

    No cell can be a formula: a text that would be one is written with a leading apostrophe.
    """
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for row in _rows(comparison):
        writer.writerow([harmless(each) for each in row])
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def harmless(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, whatever sign it parts cells at."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else _PARTED.sub(r"\1'", text)


def _rows(comparison: Comparison) -> Iterator[list[str]]:
    header, offers = comparison.header, comparison.offers
    yield [say(_("Inquiry")), header.reference, header.title]
    yield [say(_("Rule set")), comparison.versions.rule_set, comparison.versions.rule_set_date]
    yield from ([say(_("What the buyer wants")), each] for each in comparison.intent.words)
    yield []
    yield [say(_("Section")), say(_("Id")), say(_("Question")), *(each.name for each in offers)]
    yield ["", "", say(_("Supplier")), *(each.supplier for each in offers)]
    yield from _verdict_rows(comparison)
    yield from _matrix_rows(comparison)
    for block in (comparison.checks, *comparison.answers):
        yield from _block_rows(block)
    for row in comparison.components:
        needed = say(_("required")) if row.is_required else ""
        yield [say(_("Components")), row.code, f"{row.name} {needed}".strip(), *(each.text for each in row.cells)]
    yield from _score_rows(comparison)
    for block in (comparison.history, comparison.terms, comparison.interface):
        yield from _block_rows(block)
    yield [say(_("Versions")), "", say(_("Revision")), *(str(each.revision) for each in offers)]
    yield [say(_("Versions")), "", say(_("SHA-256 of the frozen answers")), *(each.digest for each in offers)]


def _verdict_rows(comparison: Comparison) -> Iterator[list[str]]:
    offers = comparison.offers
    lines: tuple[tuple[str, Iterable[str]], ...] = (
        (_("For what was asked"), (each.word for each in offers)),
        (_("Reason"), (each.reason for each in offers)),
        (_("Heading"), (f"{each.heading} {each.heading_text}".strip() for each in offers)),
        (_("Missing"), ("; ".join(each.missing) or say(_("nothing")) for each in offers)),
        (_("Open questions"), (_joined(owed.says for owed in each.blanks) for each in offers)),
        (_("Contradictions"), (_fired(each.contradictions) for each in offers)),
        (_("Questions to the supplier"), (_fired(each.asks) for each in offers)),
        (_("Term flags"), (_fired(each.flags) for each in offers)),
        (_("Evidence"), (each.evidence for each in offers)),
        (_("Attached files"), _files(comparison)),
    )
    for label, cells in lines:
        yield [say(_("Verdict")), "", say(label), *cells]


def _fired(found: Iterable[Finding]) -> str:
    return _joined(f"{each.rule}: {each.says}" for each in found)


def _files(comparison: Comparison) -> Iterator[str]:
    """Yield, for each offer, its attached files with what was read and how it differs."""
    for place in range(len(comparison.offers)):
        files = [_file(each) for each in comparison.attached if each.offer == place]
        yield "\n".join(files) or say(_("none"))


def _file(line: AttachedLine) -> str:
    told = _joined((line.what, line.source, line.result, *line.differences))
    return f"{line.file} (sha256 {line.digest}): {told}"


def _joined(parts: Iterable[str]) -> str:
    return "; ".join(each for each in parts if each) or say(_("none"))


def _matrix_rows(comparison: Comparison) -> Iterator[list[str]]:
    for place, column in enumerate(comparison.matrix.columns):
        cells = [row[place] for row in comparison.matrix.rows]
        words = [f"{each.word}: {each.short}" if each.short else each.word for each in cells]
        yield [say(_("Outcome matrix")), column.code, f"{column.short} ({column.note})", *words]


def _block_rows(block: Block) -> Iterator[list[str]]:
    for row in block.rows:
        cells = [f"{each.text} ({each.owed_by})" if each.owed_by else each.text for each in row.cells]
        yield [block.title, row.key, row.label, *cells]


def _score_rows(comparison: Comparison) -> Iterator[list[str]]:
    sheet, title = comparison.scores, say(_("Scores"))
    for place, line in enumerate(sheet.criteria):
        scored = [each.criteria[place] for each in sheet.offers]
        yield [title, line.code, say(_("Proposal, 0 to 3")), *(str(each.proposal.value) for each in scored)]
        yield [title, line.code, say(_("Reason of the proposal")), *(each.proposal.reason for each in scored)]
        agreed = [say(_("not given")) if each.agreed is None else str(each.agreed) for each in scored]
        yield [title, line.code, say(_("Agreed value")), *agreed]
        yield [title, line.code, f"{line.title} / {number(line.weight)}", *(each.sum_in_words for each in scored)]
    if sheet.price_weight:
        prices = [each.price for each in sheet.offers]
        yield [title, "P1", say(_("Price")), *(each.sum_in_words if each else "" for each in prices)]
    yield [title, "", say(_("Total")), *(each.sum_in_words for each in sheet.offers)]
    yield [title, "", say(_("Rank")), *(each.rank_in_words for each in sheet.offers)]
