"""From the raw value of a question to a typed answer, by the question's kind; "not stated" is the kind's blank."""

from collections.abc import Callable
from typing import Any

from recovery.core.answers.compound import (
    names_components,
    read_claims,
    read_component_codes,
    read_ids,
    read_list,
    read_points,
    read_record,
    read_rows,
    read_table,
)
from recovery.core.answers.points import CLOCK_SENTENCE, read_value
from recovery.core.answers.reading import Reading
from recovery.core.answers.scalars import (
    is_clock_gap,
    is_clock_unit,
    read_code,
    read_component,
    read_date,
    read_instant,
    read_number,
    read_text,
)
from recovery.core.branching import is_stated
from recovery.core.errors import AnswerRejected
from recovery.core.guide.question import Kind, Question

__all__ = ["Reading", "blank_of", "read", "read_answer"]


def _text(question: Question, raw: Any, path: str, reading: Reading) -> str:
    del reading
    text = read_text(raw, question.key, path, question.longest)
    if question.key in _UNITS and is_clock_unit(text):
        raise AnswerRejected(question.key, CLOCK_SENTENCE, path)
    return text


def _one(question: Question, raw: Any, path: str, reading: Reading) -> Any:
    del reading
    if question.key == "B6" and isinstance(raw, str) and is_clock_unit(raw):
        raise AnswerRejected(question.key, CLOCK_SENTENCE, path)
    if names_components(question.options):
        return read_component(raw, question.key, path, question.options)
    return read_code(raw, question.key, path, question.options)


def _number(question: Question, raw: Any, path: str, reading: Reading) -> Any:
    if question.key in _GAPS and reading.lenient and is_clock_gap(raw):
        return None  # a gap in hours is no gap in progress: not stated (4.9.20)
    if question.key in _VALUES:
        return read_value(raw, question.key, path)
    return read_number(raw, question.key, path)


def _date(question: Question, raw: Any, path: str, reading: Reading) -> Any:
    del reading
    return read_date(raw, question.key, path)


def _instant(question: Question, raw: Any, path: str, reading: Reading) -> Any:
    del reading
    return read_instant(raw, question.key, path)


_UNITS = ("B6b",)
_GAPS = ("B9", "S11")
_VALUES = ("B8", "S10a")

READERS: dict[Kind, Callable[[Question, Any, str, Reading], Any]] = {
    Kind.TEXT: _text,
    Kind.LONG: _text,
    Kind.ONE: _one,
    Kind.MANY: read_list,
    Kind.NUMBER: _number,
    Kind.DATE: _date,
    Kind.INSTANT: _instant,
    Kind.TABLE: read_table,
    Kind.RECORD: read_record,
    Kind.BY_COMPONENT: read_component_codes,
    Kind.POINTS: read_points,
    Kind.IDS: read_ids,
    Kind.BY_ROW: read_rows,
    Kind.CLAIMS: read_claims,
}

_BLANKS: dict[Kind, Any] = {
    Kind.TEXT: "",
    Kind.LONG: "",
    Kind.ONE: "",
    Kind.MANY: (),
    Kind.TABLE: (),
    Kind.NUMBER: None,
    Kind.DATE: None,
    Kind.INSTANT: None,
}


def blank_of(question: Question) -> Any:
    """Return what stands for "not stated": "", None, () or an empty dict, by the question's kind."""
    return _BLANKS.get(question.kind, {})


def read(question: Question, raw: Any, path: str, reading: Reading) -> Any:
    """Return the typed answer; blank, and noted in ``reading``, where ``raw`` is no answer to the question."""
    if not is_stated(raw):
        return blank_of(question)
    value = reading.attempt(READERS[question.kind], question, raw, path, reading)
    return blank_of(question) if value is None else value


def read_answer(question: Question, raw: Any, path: str = "") -> Any:
    """Return the typed answer to one question: text, code, tuple of codes, Decimal, date, datetime, rows or dict.

    "Not stated" in either spelling, None and blank give the kind's blank. Raises AnswersRejected with every fault.
    """
    reading = Reading()
    value = read(question, raw, path or question.key, reading)
    reading.finish()
    return value
