"""Prints what a buyer stated, question by question; "not stated" where an asked question is blank."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from recovery.core.branching import asked, is_stated, offered_for_matrix
from recovery.core.guide.buyer import BUYER_QUESTIONS, BUYER_SECTIONS, OWNER_ROW
from recovery.core.guide.choices import COMPONENT_OPTIONS, SCALES
from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.question import Column, Option, Question
from recovery.core.guide.wording import CRITERIA
from recovery.core.text import shown

register = template.Library()


@register.inclusion_tag("_partials/intent.html")
def intent_table(answers: Mapping[str, Any]) -> dict[str, object]:
    """Print the questions that are asked of this intent, each with the answer or with "not stated"."""
    sections = []
    for section in BUYER_SECTIONS:
        rows = [
            {
                "key": question.key,
                "wording": gettext(question.wording),
                "lines": stated_lines(question, answers),
                "is_for_matrix": offered_for_matrix(question, answers),
            }
            for question in BUYER_QUESTIONS
            if question.section == section.key and _is_shown(question, answers)
        ]
        if rows:
            sections.append({"title": gettext(section.title), "rows": rows})
    return {"sections": sections}


@register.inclusion_tag("_partials/owner.html")
def owner_statement(statement: Mapping[str, Any]) -> dict[str, object]:
    """Print the application owner's word, row by row; nothing where none was given."""
    columns = {"scale": SCALES, "component": COMPONENT_OPTIONS}
    return {
        "rows": [
            " · ".join(_cell(columns.get(name, ()), row[name]) for name in OWNER_ROW if is_stated(row.get(name)))
            for row in statement.get("statements", [])
        ]
    }


@register.filter
def criterion_words(code: str) -> str:
    """Return what a weight is given for: one of the guide's five questions, or the price."""
    return gettext(CRITERIA[code]) if code in CRITERIA else gettext("Price")


def stated_lines(question: Question, answers: Mapping[str, Any]) -> list[str]:
    """Return the answer as lines of text; an empty list stands for "not stated"."""
    value = answers.get(question.key)
    if not is_stated(value):
        return []
    if isinstance(value, Mapping):
        return [_row(question.columns, value)]
    if isinstance(value, list):
        return [
            _row(question.columns, each) if isinstance(each, Mapping) else _word(question.options, each)
            for each in value
        ]
    return [_word(question.options, value)]


def _is_shown(question: Question, answers: Mapping[str, Any]) -> bool:
    return is_stated(answers.get(question.key)) or asked(question, answers, answers, answers)


def _row(columns: tuple[Column, ...], row: Mapping[str, Any]) -> str:
    stated = (column for column in columns if is_stated(row.get(column.key)))
    return " · ".join(f"{gettext(column.label)}: {_cell(column.options, row[column.key])}" for column in stated)


def _cell(options: tuple[Option, ...], value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(each) for each in value.values() if is_stated(each))
    values = value if isinstance(value, list) else [value]
    return ", ".join(_word(options, each) for each in values)


def _word(options: tuple[Option, ...], value: Any) -> str:
    """Return the label of a code; a component of one model is written with that model's name."""
    label = next((gettext(option.label) for option in options if option.code == value), "")
    code, _, name = str(value).partition("/")
    if not label and code in COMPONENTS:
        component = gettext(COMPONENTS[code].name)
        return shown(f"{component} ({name})") if name else component
    return label or shown(str(value))
