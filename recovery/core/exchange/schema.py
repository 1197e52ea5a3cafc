"""The JSON Schema of a case, made from the guide as data. The reader knows more: units, order of dates, names."""

from collections.abc import Callable, Mapping
from typing import Any

from recovery.core.answers.compound import names_components
from recovery.core.exchange.blocks import PARTIES
from recovery.core.exchange.case import CASE_FORMAT
from recovery.core.guide.buyer import BUYER
from recovery.core.guide.question import Column, Kind, Option, Question
from recovery.core.guide.supplier import COPY, EVIDENCE, OBJECT, OFFER

Schema = dict[str, Any]

_BLANK: Schema = {"enum": [None, "", "not_stated", "not stated"], "description": "Not stated."}
_NUMBER: Schema = {
    "anyOf": [
        {"type": "number", "minimum": 0},
        {"type": "string", "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s*$", "maxLength": 40},
    ],
    "description": "A decimal of plain digits, not negative, at most 30 digits.",
}
_DATE: Schema = {"type": "string", "format": "date", "pattern": r"^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\s*$"}
_INSTANT: Schema = {
    "anyOf": [
        {
            "type": "string",
            "pattern": (
                r"^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2})?(\.[0-9]{1,6})?"
                r"([Zz]|[+-][0-9]{2}:[0-9]{2})\s*$"
            ),
        },
        {"enum": ["not known", "not_known", "unknown"]},
    ],
    "description": "Date, time and zone, such as 2026-11-30T12:00:00+01:00, or not known.",
}
_COMPONENT: Schema = {
    "type": "string",
    "pattern": r"^\s*(K([1-9]|1[0-8])(\s*/\s*\S.*)?|other\s*/\s*\S.*)$",
    "maxLength": 120,
    "description": "K1 to K18, K1/NAME for one of several models, or other/NAME.",
}
_TYPED_POINT: Schema = {
    "description": "A plain number. A time, an identifier or a file name is no progress, and contradicts it (R9).",
    "type": ["number", "string"],
}


def _text(longest: int) -> Schema:
    return {"type": "string", "maxLength": longest}


def _code(options: tuple[Option, ...]) -> Schema:
    return {"enum": [option.code for option in options]}


def _choice(options: tuple[Option, ...]) -> Schema:
    return {"$ref": "#/$defs/component"} if names_components(options) else _code(options)


def _or_blank(schema: Schema) -> Schema:
    return {"anyOf": [{"$ref": "#/$defs/blank"}, schema]}


def _column(column: Column, question: Question) -> Schema:
    if column.key == "value" and question.kind is Kind.POINTS:
        return _or_blank(_TYPED_POINT)
    kinds: dict[Kind, Schema] = {
        Kind.ONE: _choice(column.options) if column.kind is Kind.ONE else {},
        Kind.MANY: {"type": "array", "items": _choice(column.options)},
        Kind.NUMBER: {"$ref": "#/$defs/number"},
        Kind.DATE: {"$ref": "#/$defs/date"},
        Kind.INSTANT: {"$ref": "#/$defs/instant"},
    }
    return _or_blank({**kinds.get(column.kind, _text(column.longest)), "title": column.label})


def _row(question: Question) -> Schema:
    properties = {column.key: _column(column, question) for column in question.columns}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _by_component(question: Question, value: Schema) -> Schema:
    del question
    return {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/component"},
        "additionalProperties": _or_blank(value),
    }


_KINDS: dict[Kind, Callable[[Question], Schema]] = {
    Kind.TEXT: lambda question: _text(question.longest),
    Kind.LONG: lambda question: _text(question.longest),
    Kind.ONE: lambda question: _choice(question.options),
    Kind.MANY: lambda question: {"type": "array", "items": _choice(question.options)},
    Kind.NUMBER: lambda _question: {"$ref": "#/$defs/number"},
    Kind.DATE: lambda _question: {"$ref": "#/$defs/date"},
    Kind.INSTANT: lambda _question: {"$ref": "#/$defs/instant"},
    Kind.TABLE: lambda question: {"type": "array", "items": _or_blank(_row(question))},
    Kind.RECORD: _row,
    Kind.BY_COMPONENT: lambda question: _by_component(question, _code(question.options)),
    Kind.POINTS: lambda question: _by_component(question, _row(question)),
    Kind.IDS: lambda question: _by_component(question, _text(500)),
    Kind.BY_ROW: lambda question: {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,2}$"},
        "additionalProperties": _or_blank(_code(question.options)),
    },
    Kind.CLAIMS: lambda question: {
        "type": "object",
        "properties": {
            option.code: _or_blank({**_row(question), "title": option.label}) for option in question.options
        },
        "additionalProperties": False,
    },
}


def _answer(question: Question, *, by_party: bool) -> Schema:
    value = _or_blank(_KINDS[question.kind](question))
    ways = value["anyOf"]
    if by_party:
        row = {
            "type": "object",
            "properties": {"party": {"enum": list(PARTIES)}, "value": value},
            "required": ["party", "value"],
            "additionalProperties": False,
        }
        ways = [*ways, {"type": "array", "minItems": 1, "items": row}]
    described = {"description": question.help} if question.help else {}
    return {"title": f"{question.key}: {question.wording}", **described, "anyOf": ways}


def _block(questions: Mapping[str, Question], *also: str, by_party: bool = True) -> Schema:
    names = {name: _or_blank(_text(120)) for name in also}
    answers = {key: _answer(question, by_party=by_party) for key, question in questions.items()}
    return {"type": "object", "properties": {**names, **answers}, "additionalProperties": False}


def _offer() -> Schema:
    return {
        "type": "object",
        "properties": {
            "name": _or_blank(_text(120)),
            "supplier": _or_blank(_text(120)),
            "answers": {"anyOf": [{"type": "null"}, _block(OFFER)]},
            "objects": {"type": ["array", "null"], "items": _block(OBJECT, "name", "copy")},
            "copies": {"type": ["array", "null"], "items": _block(COPY, "name")},
            "evidence": {"type": ["array", "null"], "items": _block(EVIDENCE, by_party=False)},
        },
        "additionalProperties": False,
    }


def _owner() -> Schema:
    texts = ("boundary", "run", "branch", "scale", "basis")
    row = {
        "type": "object",
        "properties": {
            "component": {"$ref": "#/$defs/component"},
            "value": _or_blank({"$ref": "#/$defs/number"}),
            **{name: _or_blank(_text(500)) for name in texts},
        },
        "required": ["component"],
        "additionalProperties": False,
    }
    return {
        "type": ["object", "null"],
        "properties": {"statements": {"type": "array", "items": row}},
        "additionalProperties": False,
    }


def schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of one case."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A case of Recovery Offers: one intent and the offers made for it",
        "type": "object",
        "properties": {
            "format": {"const": CASE_FORMAT},
            "note": _or_blank(_text(2_000)),
            "today": _or_blank({"$ref": "#/$defs/date"}),
            "intent": {"anyOf": [{"type": "null"}, _block(BUYER, by_party=False)]},
            "owner": _owner(),
            "offers": {"type": ["array", "null"], "items": {"$ref": "#/$defs/offer"}},
        },
        "required": ["format"],
        "additionalProperties": False,
        "$defs": {
            "blank": _BLANK,
            "number": _NUMBER,
            "date": _DATE,
            "instant": _INSTANT,
            "component": _COMPONENT,
            "offer": _offer(),
        },
    }
