"""Two texts of one page, question by question, where two people wrote at once."""

from dataclasses import dataclass
from typing import Any

from recovery.core.comparison.printing import said
from recovery.core.guide.question import Question
from recovery.forms.answer import ABSENT
from recovery.forms.page import Page


@dataclass(frozen=True)
class Difference:
    """One question that two people answered differently; each answer as lines of text, empty where it is not stated."""

    at: str
    wording: str
    stored: list[str]
    typed: list[str]


def differences_between(stored: Page, typed: Page) -> list[Difference]:
    """Return what ``stored`` and ``typed`` answer differently, in the order of the page."""
    before = {form.block.prefix: form.block.raw for form in stored.forms}
    found = []
    for form in typed.forms:
        there = before.get(form.block.prefix, {})
        for shown in form.questions:
            key = shown.question.key
            one, other = there.get(key, ABSENT), form.block.raw.get(key, ABSENT)
            if one != other:
                found.append(
                    Difference(shown.at, str(shown.label), _lines(shown.question, one), _lines(shown.question, other))
                )
    return found


def _lines(question: Question, value: Any) -> list[str]:
    return [] if value is ABSENT else said(question, value).splitlines()
