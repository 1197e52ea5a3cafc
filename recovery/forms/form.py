"""One block of one page as a form: fields from questions, faults of the core as field errors."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout
from django import forms

from recovery.core.branching import is_by_party
from recovery.core.errors import AnswerRejected
from recovery.core.guide.question import Question
from recovery.forms.answer import ABSENT, Posted
from recovery.forms.blocks import Block
from recovery.forms.fields import BUILDERS, QuestionField, field_for
from recovery.forms.surroundings import Surroundings

FIELD_TEMPLATE = "recovery/field.html"
# S8 stands inside the component table of S7 where the two share a page.
SHOWN_INSIDE = {"S8": "S7"}


def raw_from_post(data: Posted, questions: Iterable[Question], block: Block, around: Surroundings) -> dict[str, Any]:
    """Return the raw answers of ``block`` (domain.md 4.10) with what was typed at ``questions``; a blank has no key."""
    raw = dict(block.raw)
    for question in questions:
        widget = BUILDERS[question.kind](question, around)
        name = block.input_name(question.key)
        if widget.value_omitted_from_data(data, {}, name) and not is_posted(data, block):
            continue
        value = widget.value_from_datadict(data, {}, name)
        if value is ABSENT:
            raw.pop(question.key, None)
        else:
            raw[question.key] = value
    return raw


def is_posted(data: Posted, block: Block) -> bool:
    """Return whether a form sent this block at all; each block names itself, so that a blank group counts as blank."""
    return block.prefix in data.getlist("blocks")


class RawBoundField(forms.BoundField):
    """A field whose value is the raw answer rather than a text of the request."""

    form: "AnswersForm"
    field: QuestionField

    @property
    def data(self) -> Any:
        return self.form.block.raw.get(self.name, ABSENT)

    def value(self) -> Any:
        return self.data

    @property
    def widget_html(self) -> str:
        """The answer's inputs, tied to their texts."""
        widget = self.field.widget
        widget.faults = self.form.input_faults
        widget.described_by = " ".join(self.described)
        return self.as_widget()

    @property
    def inside(self) -> list[forms.BoundField]:
        """The questions that are shown inside this one: the points beside the components."""
        return [
            self.form[key] for key, within in SHOWN_INSIDE.items() if within == self.name and key in self.form.fields
        ]

    @property
    def is_by_party(self) -> bool:
        """Whether the parties of S1 answer this question apart."""
        return is_by_party(self.data)

    @property
    def is_group(self) -> bool:
        """Whether the answer is given through several inputs."""
        return self.field.widget.is_group or self.is_by_party

    @property
    def described(self) -> list[str]:
        """The ids of the texts that describe this question: its help, and what is said at it."""
        return [f"{self.html_name}_help"] * bool(self.field.help_text) + [f"{self.html_name}_said"]


class AnswersForm(forms.Form):
    """The questions of one block on one page, bound to its raw answers."""

    bound_field_class = RawBoundField

    def __init__(self, block: Block, questions: tuple[Question, ...], around: Surroundings) -> None:
        super().__init__(data={}, prefix=block.prefix or None)
        self.block, self.around = block, around
        self.input_faults: dict[str, str] = {}
        keys = {question.key for question in questions}
        for question in questions:
            self.fields[question.key] = field_for(question, around)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = Layout(
            *(Field(key, template=FIELD_TEMPLATE) for key in self.fields if SHOWN_INSIDE.get(key) not in keys)
        )

    @property
    def questions(self) -> list[QuestionField]:
        """The fields of the block, one a question."""
        return [each for each in self.fields.values() if isinstance(each, QuestionField)]

    def take_faults(self, faults: Iterable[AnswerRejected]) -> None:
        """Make field errors of what the core refuses, each at its question and at the very input."""
        for fault in faults:
            name = input_of(fault.path)
            key = next((key for key in self.fields if _is_below(name, self.add_prefix(key))), None)
            if key is not None:
                self.input_faults[name] = fault.reason
                self.add_error(key, fault.reason)


def input_of(path: str) -> str:
    """Return the name of the input that a path of the exchange form means: ``objects[1].S8.K1.value``."""
    inner = re.sub(r"^(?:\$\.?)?(?:offers\[\d+\]\.|intent\.)", "", path)
    return re.sub(r"\[(\d+)\]", r"-\1", inner).replace(".", "-")


def _is_below(name: str, start: str) -> bool:
    return name == start or name.startswith(f"{start}-")


def storable(typed: Mapping[str, Any], stored: Mapping[str, Any], form: AnswersForm) -> dict[str, Any]:
    """Return ``typed``, but with the stored answer wherever the text typed cannot be stored at all."""
    kept = dict(typed)
    for key in form.errors:
        if key in stored:
            kept[key] = stored[key]
        else:
            kept.pop(key, None)
    return kept
