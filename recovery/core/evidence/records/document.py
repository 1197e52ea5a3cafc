"""Bytes of an attachment to parsed values or text, before anybody asks which product wrote them."""

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.printed import Row
from recovery.core.evidence.records.yaml_text import LARGEST, NotYaml, read_yaml
from recovery.core.text import LARGEST_DOCUMENT, TextRefused, read_json

MOST_LINES = 20_000
_YAML_STARTS = re.compile(r"(?:---|- |[\"']?[A-Za-z][A-Za-z0-9_./-]*[\"']?:(?: |$))")
_RECORD_KEYS = re.compile(r"^(?:apiVersion|kind|creationTimestamp|provisioningState|Snapshots):", re.MULTILINE)
_MARKS = ((codecs.BOM_UTF16_LE, codecs.utf_16_le_decode), (codecs.BOM_UTF16_BE, codecs.utf_16_be_decode))


@dataclass(frozen=True)
class Document:
    """What an attachment holds: parsed ``values`` of JSON or YAML, or ``text`` that has no such grammar."""

    values: tuple[Any, ...] = ()
    text: str = ""

    def rows(self, key: str, *needed: str) -> tuple[Row, ...]:
        """Return the rows below ``key``, or at the top, when each of them has every needed field; else nothing."""
        found: list[Any] = []
        for value in self.values:
            inner = value.get(key, value) if key and isinstance(value, Mapping) else value
            found.extend(inner if isinstance(inner, list) else [inner])
        rows = tuple(Row(each) for each in found if isinstance(each, Mapping))
        whole = len(rows) == len(found) and all(row.has(*needed) for row in rows)
        return rows if whole else ()

    @property
    def only(self) -> Row:
        """The one mapping of the document; an empty row where it is something else."""
        alone = self.values[0] if len(self.values) == 1 else None
        return Row(alone if isinstance(alone, Mapping) else {})

    @property
    def lines(self) -> list[str]:
        """The lines of the text that are not blank."""
        return [line for line in self.text.split("\n") if line.strip()]


def open_document(raw: bytes) -> Document:
    """Return JSON, JSON lines or text of ``raw``.

    Raises EvidenceUnreadable for what is no text, is too long, is JSON that breaks off or holds what the door refuses.
    """
    if len(raw) > LARGEST_DOCUMENT:
        raise EvidenceUnreadable(f"It is longer than {LARGEST_DOCUMENT:,} bytes.")
    text = _decoded(raw)
    if text.count("\n") > MOST_LINES * 10 or "\x00" in text:
        raise EvidenceUnreadable("It is not a text record: too many lines, or a character NUL.")
    if not text.lstrip().startswith(("{", "[")):
        return Document(text=text)
    return Document(values=_json(text))


def open_yaml(document: Document) -> Document:
    """Return the YAML of a text, or an empty document where it is a text of another kind.

    Raises EvidenceUnreadable for YAML beyond the limits, and for broken YAML that carries the keys of a storage record.
    """
    first = next((line for line in document.text.split("\n") if line.strip() and not line.startswith("#")), "")
    is_record = bool(_RECORD_KEYS.search(document.text))
    if not _YAML_STARTS.match(first) or (len(document.text) > LARGEST and not is_record):
        return Document()
    try:
        return Document(values=read_yaml(document.text))
    except NotYaml as error:
        if is_record:
            raise EvidenceUnreadable("It begins as a storage record in YAML and breaks off or is damaged.") from error
        return Document()


def _decoded(raw: bytes) -> str:
    try:
        for mark, decode in _MARKS:
            if raw.startswith(mark):
                return decode(raw[2:], "strict")[0]
        return raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        raise EvidenceUnreadable("It is not text.") from error


def _json(text: str) -> tuple[Any, ...]:
    try:
        return (read_json(text),)
    except TextRefused as error:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2 or not all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
            raise EvidenceUnreadable(str(error)) from error
    return _json_lines(lines)


def _json_lines(lines: list[str]) -> tuple[Any, ...]:
    if len(lines) > MOST_LINES:
        raise EvidenceUnreadable(f"It has more than {MOST_LINES:,} lines.")
    return tuple(_json_line(number, line) for number, line in enumerate(lines, start=1))


def _json_line(number: int, line: str) -> Any:
    try:
        return read_json(line)
    except TextRefused as error:
        raise EvidenceUnreadable(str(error), f"line {number}") from error
