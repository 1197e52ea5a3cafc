"""Answers of several values: lists of choices, tables, records, and one value for each component, row or claim."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from recovery.core.answers.points import read_point, read_scale, read_value
from recovery.core.answers.reading import Reading
from recovery.core.answers.scalars import (
    quoted,
    read_code,
    read_component,
    read_date,
    read_instant,
    read_number,
    read_text,
)
from recovery.core.branching import is_stated
from recovery.core.errors import AnswerRejected
from recovery.core.guide.choices import COMPONENT_OPTIONS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question
from recovery.core.intent import Component

MOST_ROWS = 500
GIVEN_TWICE = _("This is answered twice, in two spellings of one name. Give one answer.")

_ROW = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)

# Columns that hold a point on a scale wherever they stand (B19, S8a, evidence): their texts are judged as points are.
_POINT_COLUMNS = {"value": read_value, "scale": read_scale}


def names_components(options: tuple[Option, ...]) -> bool:
    """Return whether the choices are components, which may be written with a model's name."""
    return bool(options) and set(options) <= set(COMPONENT_OPTIONS)


def _wrong_shape(key: str, path: str, wanted: str) -> AnswerRejected:
    return AnswerRejected(key, _("Give {wanted}.").format(wanted=wanted), path)


def read_list(question: Question, raw: Any, path: str, reading: Reading) -> tuple[Any, ...]:
    """Return the chosen codes, or components, each once and in the order given."""
    return _choices(question.key, question.options, raw, path, reading)


def _choices(key: str, options: tuple[Option, ...], raw: Any, path: str, reading: Reading) -> tuple[Any, ...]:
    if not isinstance(raw, (list, tuple)) or len(raw) > MOST_ROWS:
        raise _wrong_shape(key, path, _("a list of choices"))
    read: Callable[..., Any] = read_component if names_components(options) else read_code
    found = [reading.attempt(read, each, key, f"{path}[{place}]", options) for place, each in enumerate(raw)]
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _one(column: Column, raw: Any, key: str, path: str) -> Any:
    return (read_component if names_components(column.options) else read_code)(raw, key, path, column.options)


_CELLS: dict[Kind, Callable[[Column, Any, str, str], Any]] = {
    Kind.ONE: _one,
    Kind.NUMBER: lambda _column, raw, key, path: read_number(raw, key, path),
    Kind.DATE: lambda _column, raw, key, path: read_date(raw, key, path),
    Kind.INSTANT: lambda _column, raw, key, path: read_instant(raw, key, path),
}


def _cell(column: Column, raw: Any, key: str, path: str, reading: Reading) -> Any:
    if column.key in _POINT_COLUMNS:
        return _POINT_COLUMNS[column.key](raw, key, path)
    if column.kind is Kind.MANY:
        return _choices(key, column.options, raw, path, reading)
    read = _CELLS.get(column.kind)
    return read(column, raw, key, path) if read else read_text(raw, key, path, column.longest)


def _keys(columns: tuple[Column, ...]) -> str:
    return ", ".join(column.key for column in columns)


def _row(columns: tuple[Column, ...], raw: Any, key: str, path: str, reading: Reading) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise _wrong_shape(key, path, _("an object with the keys {keys}").format(keys=_keys(columns)))
    known = {column.key: column for column in columns}
    _refuse_unknown(raw, columns, key, path, reading)
    found = {
        name: reading.attempt(_cell, known[name], given, key, f"{path}.{name}", reading)
        for name, given in raw.items()
        if name in known and is_stated(given)
    }
    return {name: value for name, value in found.items() if value is not None}


def _refuse_unknown(raw: Mapping[str, Any], columns: tuple[Column, ...], key: str, path: str, reading: Reading) -> None:
    known = {column.key for column in columns}
    for name in (each for each in raw if each not in known):
        reason = _("This key is not known here. Known are: {keys}.").format(keys=_keys(columns))
        reading.refuse(key, reason, f"{path}.{name}")


def read_record(question: Question, raw: Any, path: str, reading: Reading) -> dict[str, Any]:
    """Return the stated columns of one row."""
    return _row(question.columns, raw, question.key, path, reading)


def read_table(question: Question, raw: Any, path: str, reading: Reading) -> tuple[dict[str, Any], ...]:
    """Return the stated columns of each row that states anything."""
    if not isinstance(raw, (list, tuple)) or len(raw) > MOST_ROWS:
        raise _wrong_shape(question.key, path, _("a list of rows"))
    rows = tuple(
        reading.attempt(_row, question.columns, each, question.key, f"{path}[{place}]", reading) or {}
        for place, each in enumerate(raw)
    )
    # A blank row of a table whose rows are counted (S30b counts those of B19) keeps its place.
    return rows if question.key == "B19" else tuple(row for row in rows if row)


def _by_component(
    question: Question, raw: Any, path: str, reading: Reading, read: Callable[[Any, str], Any]
) -> dict[Component, Any]:
    if not isinstance(raw, Mapping) or len(raw) > MOST_ROWS:
        raise _wrong_shape(question.key, path, _("an object with one entry for each component"))
    found: dict[Component, Any] = {}
    seen: set[Component | None] = set()
    for name, given in raw.items():
        place = f"{path}.{name}"
        component = reading.attempt(read_component, name, question.key, place, ())
        if component is not None and component in seen:
            reading.refuse(question.key, GIVEN_TWICE, place)
        seen.add(component)
        value = reading.attempt(read, given, place) if is_stated(given) else None
        if component is not None and value is not None:
            found[component] = value
    return found


def read_component_codes(question: Question, raw: Any, path: str, reading: Reading) -> dict[Component, str]:
    """Return one choice for each component that is answered; "not stated" leaves it out."""

    def code(given: Any, place: str) -> str:
        return read_code(given, question.key, place, question.options)

    return _by_component(question, raw, path, reading, code)


def read_ids(question: Question, raw: Any, path: str, reading: Reading) -> dict[Component, str]:
    """Return one text for each component that is answered."""

    def text(given: Any, place: str) -> str:
        return read_text(given, question.key, place, 500)

    return _by_component(question, raw, path, reading, text)


def read_points(question: Question, raw: Any, path: str, reading: Reading) -> dict[Component, dict[str, Any]]:
    """Return the stated columns of the point of each component."""

    def point(given: Any, place: str) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            raise _wrong_shape(question.key, place, _("a point: run, branch, scale and value"))
        _refuse_unknown(given, question.columns, question.key, place, reading)
        return read_point(given, question.key, place, reading)

    return _by_component(question, raw, path, reading, point)


def read_rows(question: Question, raw: Any, path: str, reading: Reading) -> dict[int, str]:
    """Return one choice for each row of another table, by its number from 1."""
    if not isinstance(raw, Mapping) or len(raw) > MOST_ROWS:
        raise _wrong_shape(question.key, path, _("an object with one entry for each row, counted from 1"))
    found: dict[int, str] = {}
    for name, given in raw.items():
        place = f"{path}.{name}"
        code = reading.attempt(read_code, given, question.key, place, question.options) if is_stated(given) else None
        if not _ROW.fullmatch(str(name)):
            reason = _("{given} is no row. Rows are counted from 1.").format(given=quoted(name))
            reading.refuse(question.key, reason, place)
        elif code is not None:
            found[int(name)] = code
    return found


def read_claims(question: Question, raw: Any, path: str, reading: Reading) -> dict[str, dict[str, Any]]:
    """Return, for each claim that is answered, whether it is claimed, and with which limits."""
    if not isinstance(raw, Mapping):
        raise _wrong_shape(question.key, path, _("an object with one entry for each claim"))
    found: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    for name, given in raw.items():
        place = f"{path}.{name}"
        code = reading.attempt(read_code, name, question.key, place, question.options)
        row = reading.attempt(_row, question.columns, given, question.key, place, reading) if is_stated(given) else None
        if code in seen:
            reading.refuse(question.key, GIVEN_TWICE, place)
        seen.add(str(name).strip())
        if code is not None and row is not None:
            found[code] = row
    return found
