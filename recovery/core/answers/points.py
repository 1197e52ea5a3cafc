"""Progress points as typed: what is a value on a scale, and what only looks like one (R9, G25, G5)."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any

from recovery.core.answers.reading import Reading
from recovery.core.answers.scalars import is_clock_unit, number_refused, plain_number, quoted, read_code, read_text
from recovery.core.branching import is_stated
from recovery.core.errors import AnswerRejected
from recovery.core.guide.choices import SCALES, YES_NO
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.progress import Point

R9_SENTENCE = _("A time or an identifier does not say where the application was. Give the value on the buyer's scale.")
LABEL_SENTENCE = _(
    "A label is not progress. Give the value on the buyer's scale; the label can stand in the description."
)
CLOCK_SENTENCE = _(
    "A unit of the clock does not count progress. Give a unit that the application counts, such as step or tokens."
)

_SCALE_WORDS = {
    **{option.code: option.code for option in SCALES if option.code != "other"},
    "steps": "step",
    "optimizer step": "step",
    "optimizer steps": "step",
    "epochs": "epoch",
    "sample": "samples",
    "token": "tokens",
}
_LABELS = frozenset(
    [
        "final",
        "finished",
        "best",
        "production",
        "prod",
        "latest",
        "last",
        "newest",
        "current",
        "stable",
        "release",
        "golden",
        "good",
        "champion",
        "end",
    ]
)
_TIMES = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}|[0-9]{1,2}:[0-9]{2}|[0-9]{8}t[0-9]{4,6}"
    r"|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(today|yesterday|tonight|now|noon|midnight|utc|gmt)\b"
    r"|\b[0-9]+\s*(ago|hours?|minutes?|seconds?|days?|h|am|pm)\b",
    re.IGNORECASE,
)
_FILE_NAMES = re.compile(r"[/\\]|\.[a-z][a-z0-9_]{1,11}$|^(global_?)?(step|epoch|iter)[a-z]*[_=-]?[0-9]", re.IGNORECASE)
_IDENTIFIERS = re.compile(
    r"^[a-z]+[-_.:@#]\S+$|^\S+@\S+$|^[0-9a-f]{8,}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[a-z]+[0-9]+$",
    re.IGNORECASE,
)


class Looks(Enum):
    """What a text in a point field looks like."""

    NUMBER = "number"
    TIME_OR_IDENTIFIER = "time_or_identifier"
    LABEL = "label"
    OTHER = "other"


def looks_like(raw: Any) -> Looks:
    """Say what ``raw`` looks like. A plain number never is a time or an identifier (R9)."""
    if plain_number(raw) is not None:
        return Looks.NUMBER
    text = raw.strip() if isinstance(raw, str) else ""
    words = re.findall(r"[a-z]+", text.lower())
    if words and len(words) <= 3 and any(each in _LABELS for each in words) and not re.search(r"[0-9/\\.]", text):
        return Looks.LABEL
    if any(pattern.search(text) for pattern in (_TIMES, _FILE_NAMES, _IDENTIFIERS)):
        return Looks.TIME_OR_IDENTIFIER
    return Looks.OTHER


def spelled_scale(text: str) -> str:
    """Return the code of a known unit ("Steps", "optimizer step"), or another unit's name as it is written."""
    return _SCALE_WORDS.get(text.casefold(), text)


def read_scale(raw: Any, key: str, path: str) -> str:
    """Return the code of a known unit, or another unit's name as it is written; units of the clock are refused (G5)."""
    text = read_text(raw, key, path, 60)
    known = spelled_scale(text)
    if known == text and is_clock_unit(text):
        raise AnswerRejected(key, CLOCK_SENTENCE, path)
    return known


def refusal_of_value(raw: Any, key: str, path: str) -> AnswerRejected:
    """Return why ``raw`` is no value on a scale."""
    looks = looks_like(raw)
    if looks is Looks.TIME_OR_IDENTIFIER:
        return AnswerRejected(key, f"{quoted(raw)}: {R9_SENTENCE}", path)
    if looks is Looks.LABEL:
        return AnswerRejected(key, f"{quoted(raw)}: {LABEL_SENTENCE}", path)
    return number_refused(raw, key, path)


def read_value(raw: Any, key: str, path: str) -> Decimal:
    """Return a value on a scale as a Decimal; a time, an identifier, a file name or a label says why it is none."""
    value = plain_number(raw)
    if value is None:
        raise refusal_of_value(raw, key, path)
    return value


def _line(raw: Any, key: str, path: str) -> str:
    return read_text(raw, key, path, 120)


def _yes_or_no(raw: Any, key: str, path: str) -> str:
    return read_code(raw, key, path, YES_NO)


_COLUMNS: dict[str, Callable[[Any, str, str], str]] = {
    "run": _line,
    "branch": _line,
    "scale": read_scale,
    "never_rolled_back": _yes_or_no,
}


def _kept_value(raw: Any, key: str, path: str) -> dict[str, Any]:
    """Read a value of S8 as ``recovery match`` does: what is refused is kept beside a blank value (4.9.21)."""
    looks = looks_like(raw)
    if looks is Looks.TIME_OR_IDENTIFIER:
        return {"refused": raw.strip()}
    if looks is Looks.LABEL:
        return {"label": raw.strip()}
    return {"value": read_value(raw, key, path)}


def _strict_value(raw: Any, key: str, path: str) -> dict[str, Any]:
    return {"value": read_value(raw, key, path)}


def read_point(raw: Mapping[str, Any], key: str, path: str, reading: Reading) -> dict[str, Any]:
    """Return the stated columns of one point of S8: run, branch, scale, value and never_rolled_back.

    A lenient reading adds ``refused`` or ``label`` with the text that stands in the place of the value.
    """
    found: dict[str, Any] = {}
    for column, read in _COLUMNS.items():
        given = raw.get(column)
        if is_stated(given):
            found[column] = reading.attempt(read, given, key, f"{path}.{column}")
    if is_stated(raw.get("value")):
        value = _kept_value if reading.lenient and key == "S8" else _strict_value
        found.update(reading.attempt(value, raw["value"], key, f"{path}.value") or {})
    return {name: value for name, value in found.items() if value is not None}


def point_from(columns: Mapping[str, Any]) -> Point:
    """Return the Point that ``columns`` state; what they do not state stays blank."""
    return Point(
        run=columns.get("run", ""),
        branch=columns.get("branch", ""),
        scale="" if columns.get("scale") == "other" else columns.get("scale", ""),  # "another unit" names none
        value=columns.get("value"),
        unbranched=columns.get("never_rolled_back") == "yes",
    )
