"""What every kind of answer shares: read from a form as the exchange form has it, shown again as it was typed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from recovery.core.branching import NOT_STATED, is_by_party, is_not_stated
from recovery.core.guide.question import Column, Option, Question
from recovery.core.guide.supplier import OFFER
from recovery.core.text import is_visible
from recovery.forms.surroundings import Surroundings

Posted = MultiValueDict[str, Any]


class _Absent:
    """The value of a question that was left blank: it has no key in the exchange form."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()


class Answer(forms.Widget):
    """One question's answer as a widget: a subclass reads and shows one value; the rest is settled here.

    ``read`` returns a raw value of domain.md 4.10 or ABSENT; ``context`` what its template needs. ``faults`` pairs the
    name of an input with the sentence that stands at it.
    """

    template_name = ""
    is_group = True  # several inputs under one wording; a single input is labelled by it
    has_own_not_stated = False

    def __init__(self, question: Question, around: Surroundings) -> None:
        super().__init__()
        self.question, self.around = question, around
        self.faults: dict[str, str] = {}
        self.described_by = ""

    def read(self, data: Posted, name: str) -> Any:
        raise NotImplementedError

    def context(self, name: str, value: Any) -> dict[str, Any]:
        raise NotImplementedError

    @property
    def offers_not_stated(self) -> bool:
        """Whether "not stated" is a choice beside the answer, rather than one of its options."""
        is_numbered = self.question.key[:1] in "SP"  # names and evidence rows say "not stated" by being left open
        return self.around.is_supplier and is_numbered and not self.has_own_not_stated

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:  # noqa: ARG002  # Django's signature
        parties = [each for each in text_of(data, f"{name}--parties").split(" ") if each]
        if parties:
            return [{"party": each, "value": self._one_from(data, f"{name}--{each}", NOT_STATED)} for each in parties]
        return self._one_from(data, name, ABSENT)

    def _one_from(self, data: Posted, name: str, blank: Any) -> Any:
        value = self.read(data, name)
        if value is ABSENT:
            return NOT_STATED if data.get(f"{name}--not_stated") else blank
        return value

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:  # noqa: ARG002  # Django's signature
        return not any(key == name or key.startswith(f"{name}-") for key in data)

    def id_for_label(self, id_: str, index: str | int | None = None) -> str:  # noqa: ARG002  # Django's signature
        return id_

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:  # noqa: ARG002  # likewise
        if is_by_party(value):
            labels = {option.code: gettext(option.label) for option in OFFER["S1"].options}
            panes = [self._pane(name, each, labels) for each in value]
            return render_to_string("recovery/answers/by_party.html", {"name": name, "panes": panes})
        return self._shown(name, value)

    def _pane(self, name: str, given: Mapping[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
        party = str(given["party"])
        answer = self._shown(f"{name}--{party}", given["value"], f"{name}_wording {name}--{party}_party")
        return {"party": party, "label": labels.get(party, party), "answer": answer}

    def _shown(self, name: str, value: Any, labelled_by: str = "") -> SafeString:
        said = is_not_stated(value)
        blank = value is ABSENT or value is None or (said and not self.has_own_not_stated)
        shared = {
            "name": name,
            "question": self.question,
            "faults": self.faults,
            "described_by": self.described_by,
            "labelled_by": labelled_by,
            "offers_not_stated": self.offers_not_stated,
            "is_not_stated": said,
            "is_supplier": self.around.is_supplier,
        }
        return render_to_string(self.template_name, {**shared, **self.context(name, None if blank else value)})

    def cell(self, column: Column, name: str, value: Any, *, label: str = "") -> dict[str, Any]:
        """Return what ``recovery/answers/_cell.html`` needs to show one column of a row."""
        return {
            "kind": column.kind.value,
            "name": name,
            "label": label or gettext(column.label),
            "options": choices(column.options),
            "values": shown_values(value),
            "value": shown_value(value),
            "list": self._list_for(column),
            "fault": self.faults.get(name, ""),
            "is_required": column.required,
            "longest": column.longest,
        }

    def _list_for(self, column: Column) -> str:
        """Return the id of the list of names that a column may refer to; "" where there is none."""
        keys = (f"{self.question.key}.{column.key}", column.key)
        return next((f"names-{each}" for each in keys if self.around.names.get(each)), "")


def choices(options: tuple[Option, ...]) -> list[dict[str, str]]:
    """Return choices with their texts in the language of the reader."""
    return [
        {"code": each.code, "label": gettext(each.label), "help": gettext(each.help) if each.help else ""}
        for each in options
    ]


def text_of(data: Posted, name: str) -> str:
    """Return the text of one input, with line ends as ``\\n``; "" where it is not there."""
    return str(data.get(name) or "").replace("\r\n", "\n").replace("\r", "\n")


def read_text(data: Posted, name: str) -> Any:
    """Return text as typed, or ABSENT where a reader would see nothing of it: it would stand there as a blank."""
    text = text_of(data, name).strip()
    return text if is_visible(text) else ABSENT


def read_number(data: Posted, name: str) -> Any:
    """Return a whole number as the file has it, anything else as it was typed: the core says what is a number."""
    text = text_of(data, name).strip()
    if text.isascii() and text.isdigit() and len(text) <= 15 and str(int(text)) == text:
        return int(text)
    return text or ABSENT


def read_codes(data: Posted, name: str) -> Any:
    """Return the ticked codes in the order of the form, or ABSENT where none is."""
    return [str(each) for each in data.getlist(name) if each] or ABSENT


def read_named(data: Posted, name: str) -> list[str]:
    """Return the further components that a person wrote, one a line or between commas."""
    lines = text_of(data, name).replace(",", "\n").split("\n")
    return list(dict.fromkeys(line.strip() for line in lines if line.strip()))


def shown_value(value: Any) -> str:
    """Return a raw value as an input shows it."""
    return "" if value is None or value is ABSENT or isinstance(value, (list, dict)) else str(value)


def shown_values(value: Any) -> list[str]:
    """Return the codes of a raw list as a group of boxes shows them."""
    if isinstance(value, (list, tuple)):
        return [str(each) for each in value]
    return [] if value in (None, ABSENT, "") else [str(value)]


def rows_of(value: Any) -> list[Mapping[str, Any]]:
    """Return the rows of a raw table; whatever is no row is left out."""
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, (list, tuple)) else []


def pairs_of(value: Any) -> Mapping[str, Any]:
    """Return a raw record; an empty one where the value is none."""
    return value if isinstance(value, Mapping) else {}
