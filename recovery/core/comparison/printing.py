"""Answers in the raw form of the exchange file, as they are printed: one function for each kind of question."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from recovery.core.branching import is_by_party, is_not_stated, is_stated
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question
from recovery.core.guide.supplier import OFFER
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.matching.wording import component_name, listed
from recovery.core.text import shown

_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)")


def visible(text: str) -> str:
    """Return text with invisible and direction-changing characters written out, so that none can hide (security.md)."""
    return text if text.isascii() else shown(text)


def said(question: Question, value: Any) -> str:
    """Return an answer in words; "" where nothing is stated. One answer a party where two parties answer."""
    if not is_stated(value):
        return ""
    if is_by_party(value):
        parties = OFFER["S1"].options
        lines = [(_label(parties, each["party"]), said(question, each["value"])) for each in value]
        return "\n".join(f"{party}: {text or say(NOT_STATED)}" for party, text in lines)
    return visible(_SAID[question.kind](question, value))


def _label(options: Sequence[Option], code: Any) -> str:
    if is_not_stated(code):
        return say(NOT_STATED)
    return next((say(each.label) for each in options if each.code == code), str(code))


def _text(_question: Question, value: Any) -> str:
    return str(value)


def _one(question: Question, value: Any) -> str:
    return _label(question.options, value)


def _many(question: Question, value: Any) -> str:
    codes = value if isinstance(value, (list, tuple)) else [value]
    return listed([_component_or_label(question.options, each) for each in codes])


def _component_or_label(options: Sequence[Option], code: Any) -> str:
    known = any(each.code == code for each in options)
    return _label(options, code) if known else component_name(str(code))


def _instant(_question: Question, value: Any) -> str:
    return _when(str(value))


def _when(value: str) -> str:
    """Return an instant as people write it, in the zone in which it was given: "2026-03-05 12:00 UTC"."""
    found = _INSTANT.fullmatch(value)
    if found is None:
        return value
    day, minute, second, zone = found.groups()
    at = minute if second in (None, ":00") else f"{minute}{second}"
    return f"{day} {at} {'UTC' if zone in ('Z', '+00:00') else zone}"


def _record(question: Question, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    if {"run", "scale", "value"} <= {each.key for each in question.columns}:
        return _point(value)
    filled = [(each, value.get(each.key)) for each in question.columns]
    return "\n".join(f"{say(column.label)}: {_column(column, cell)}" for column, cell in filled if is_stated(cell))


def _column(column: Column, value: Any) -> str:
    if column.kind is Kind.MANY and isinstance(value, (list, tuple)):
        return listed([_component_or_label(column.options, each) for each in value])
    if column.kind is Kind.INSTANT:
        return _when(str(value))
    return _component_or_label(column.options, value) if column.options else str(value)


def _table(question: Question, value: Any) -> str:
    rows = value if isinstance(value, (list, tuple)) else [value]
    return "\n".join(_table_row(question, each) for each in rows)


def _table_row(question: Question, row: Any) -> str:
    if not isinstance(row, Mapping):
        return str(row)
    if {"name", "version"} == {each.key for each in question.columns}:
        return f"{row.get('name', '')} {row.get('version') or say(_('(version not stated)'))}".strip()
    if "value" in row and "scale" in row and "item" in row:
        return _content(row)
    cells = [(each, row.get(each.key)) for each in question.columns]
    stated = [(column, cell) for column, cell in cells if is_stated(cell)]
    if len(stated) == 1:
        return _column(*stated[0])
    return "; ".join(f"{say(column.label)}: {_column(column, cell)}" for column, cell in stated)


def _content(row: Mapping[str, Any]) -> str:
    words = component_name(str(row.get("item", "")))
    if is_stated(row.get("value")):
        words = say(_("{item} at {point}"), item=words, point=_point(row))
    return say(_("{item} (one checkpoint)"), item=words) if row.get("one_checkpoint") == "yes" else words


def _point(value: Mapping[str, Any]) -> str:
    """Return a point with what is blank in it said to be so; zero is a value."""
    amount = value.get("value")
    where = f"{value.get('scale') or say(_('unit not stated'))} {amount if is_stated(amount) else say(NOT_STATED)}"
    run = value.get("run")
    where = (
        say(_("{where} of {run}"), where=where, run=run) if is_stated(run) else f"{where}, {say(_('run not stated'))}"
    )
    if is_stated(value.get("branch")):
        return say(_("{where}, branch {branch}"), where=where, branch=value["branch"])
    if value.get("never_rolled_back") == "yes":
        return say(_("{where}, never rolled back"), where=where)
    return f"{where}, {say(_('branch not stated'))}"


def _by_component(question: Question, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "\n".join(f"{component_name(str(part))}: {_label(question.options, code)}" for part, code in value.items())


def _points(_question: Question, value: Any) -> str:
    """Return the points of an object; parts at one point share a line."""
    if not isinstance(value, Mapping):
        return str(value)
    groups: dict[str, list[str]] = {}
    for part, point in value.items():
        where = _point(point) if isinstance(point, Mapping) and is_stated(point) else say(NOT_STATED)
        groups.setdefault(where, []).append(component_name(str(part)))
    return "\n".join(f"{listed(parts)}: {where}" for where, parts in groups.items())


def _ids(_question: Question, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "\n".join(f"{component_name(str(part))}: {each}" for part, each in value.items())


def _by_row(question: Question, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "\n".join(
        say(_("row {row}: {answer}"), row=row, answer=_label(question.options, code)) for row, code in value.items()
    )


def _claims(question: Question, value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "\n".join(f"{_label(question.options, name)}: {_claim(question, row)}" for name, row in value.items())


def _claim(question: Question, row: Any) -> str:
    claimed = row.get("claimed") if isinstance(row, Mapping) else row
    words = _label(question.columns[0].options, claimed) if is_stated(claimed) else say(NOT_STATED)
    limits = row.get("limits") if isinstance(row, Mapping) else None
    return say(_("{claimed}, limited: {limits}"), claimed=words, limits=limits) if is_stated(limits) else words


_SAID: dict[Kind, Callable[[Question, Any], str]] = {
    Kind.TEXT: _text,
    Kind.LONG: _text,
    Kind.ONE: _one,
    Kind.MANY: _many,
    Kind.NUMBER: _text,
    Kind.DATE: _text,
    Kind.INSTANT: _instant,
    Kind.TABLE: _table,
    Kind.RECORD: _record,
    Kind.BY_COMPONENT: _by_component,
    Kind.POINTS: _points,
    Kind.IDS: _ids,
    Kind.BY_ROW: _by_row,
    Kind.CLAIMS: _claims,
}
