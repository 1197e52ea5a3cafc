"""Answers of one value: a line, a text, one choice, several choices, a number, a date, an instant."""

from typing import Any

from django.utils.translation import gettext as _

from recovery.core.branching import NOT_STATED
from recovery.core.guide.choices import COMPONENT_OPTIONS
from recovery.core.guide.question import Question, Scope
from recovery.forms.answer import (
    ABSENT,
    Answer,
    Posted,
    choices,
    read_codes,
    read_named,
    read_number,
    read_text,
    shown_value,
    shown_values,
)
from recovery.forms.instant import ZONES, instant_parts, read_instant
from recovery.forms.surroundings import Surroundings

_COMPONENTS = {option.code for option in COMPONENT_OPTIONS}


class TextAnswer(Answer):
    """One line; names that the answer may refer to are suggested."""

    template_name = "recovery/answers/text.html"
    is_group = False

    def read(self, data: Posted, name: str) -> Any:
        return read_text(data, name)

    def context(self, name: str, value: Any) -> dict[str, Any]:
        return {
            "value": shown_value(value),
            "fault": self.faults.get(name, ""),
            "list": f"names-{self.question.key}" if self.around.names.get(self.question.key) else "",
        }


class LongAnswer(TextAnswer):
    """Several lines."""

    template_name = "recovery/answers/long.html"


class NumberAnswer(TextAnswer):
    """A number; what is not one is kept as typed and refused by the core."""

    template_name = "recovery/answers/number.html"

    def read(self, data: Posted, name: str) -> Any:
        return read_number(data, name)


class DateAnswer(TextAnswer):
    """A day."""

    template_name = "recovery/answers/date.html"


class InstantAnswer(Answer):
    """A date, a time and a zone."""

    template_name = "recovery/answers/instant.html"

    def read(self, data: Posted, name: str) -> Any:
        return read_instant(data, name)

    def context(self, name: str, value: Any) -> dict[str, Any]:
        return {"parts": instant_parts(value), "zones": ZONES, "fault": self.faults.get(name, "")}


class OneAnswer(Answer):
    """One choice. For a supplier "not stated" is one of the choices."""

    has_own_not_stated = True

    def __init__(self, question: Question, around: Surroundings) -> None:
        super().__init__(question, around)
        # An evidence row has many short answers; there a list to choose from is calmer than a column of buttons.
        is_row = question.scope is Scope.EVIDENCE
        self.is_group = not is_row
        self.template_name = "recovery/answers/one_select.html" if is_row else "recovery/answers/one.html"

    def read(self, data: Posted, name: str) -> Any:
        return read_text(data, name)

    def context(self, name: str, value: Any) -> dict[str, Any]:
        options = choices(self.question.options)
        if self.around.is_supplier:
            options.append({"code": NOT_STATED, "label": _("Not stated"), "help": ""})
        elif not self.question.required:
            options.append({"code": "", "label": _("No answer"), "help": ""})
        return {"options": options, "value": shown_value(value), "fault": self.faults.get(name, "")}


class ManyAnswer(Answer):
    """Several choices; where they are components, those of single models and others can be written beside them."""

    template_name = "recovery/answers/many.html"

    def read(self, data: Posted, name: str) -> Any:
        named = read_named(data, f"{name}--named")
        ticked = read_codes(data, name)
        return (ticked or []) + named if ticked or named else ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        values = shown_values(value)
        known = set(self.question.codes())
        return {
            "options": choices(self.question.options),
            "values": values,
            "takes_named": known == _COMPONENTS,
            "named": "\n".join(each for each in values if each not in known),
            "fault": self.faults.get(name, ""),
        }
