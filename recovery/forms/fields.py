"""Questions become form fields: one builder for each kind of question."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from recovery.core.guide.headings import HEADINGS
from recovery.core.guide.question import Kind, Question
from recovery.core.text import TextRefused, clean
from recovery.core.verdict import Contradiction
from recovery.forms.answer import ABSENT, Answer
from recovery.forms.single import DateAnswer, InstantAnswer, LongAnswer, ManyAnswer, NumberAnswer, OneAnswer, TextAnswer
from recovery.forms.surroundings import Surroundings
from recovery.forms.tabular import (
    ByComponentAnswer,
    ByRowAnswer,
    ClaimsAnswer,
    IdsAnswer,
    PointsAnswer,
    RecordAnswer,
    TableAnswer,
)

# What a draft may hold before its author shortens it; the core's own limits are said at the question.
LONGEST_DRAFT_TEXT = 200_000

BUILDERS: dict[Kind, type[Answer]] = {
    Kind.TEXT: TextAnswer,
    Kind.LONG: LongAnswer,
    Kind.ONE: OneAnswer,
    Kind.MANY: ManyAnswer,
    Kind.NUMBER: NumberAnswer,
    Kind.DATE: DateAnswer,
    Kind.INSTANT: InstantAnswer,
    Kind.TABLE: TableAnswer,
    Kind.RECORD: RecordAnswer,
    Kind.BY_COMPONENT: ByComponentAnswer,
    Kind.POINTS: PointsAnswer,
    Kind.IDS: IdsAnswer,
    Kind.BY_ROW: ByRowAnswer,
    Kind.CLAIMS: ClaimsAnswer,
}


class QuestionField(forms.Field):
    """One question of the guide. Its value is the raw answer of domain.md 4.10, or ABSENT.

    ``at`` is its place on the page; ``remarks`` are the contradictions that it takes part in; ``may_differ`` says that
    two parties answer the offer, so that each may answer this question for itself; ``awaits`` is what else has to be
    answered before this answer says anything.
    """

    widget: Answer

    def __init__(self, question: Question, around: Surroundings) -> None:
        super().__init__(
            required=False,
            label=gettext(question.wording),
            help_text=gettext(question.help) if question.help else "",
            widget=BUILDERS[question.kind](question, around),
        )
        self.question, self.around = question, around
        self.at = ""
        self.heading = gettext(HEADINGS[question.heading])
        self.why = gettext(question.why) if question.why else ""
        self.is_asked, self.is_for_matrix, self.may_differ = True, False, False
        self.remarks: list[Contradiction] = []
        self.awaits = ""

    @property
    def key_shown(self) -> str:
        """The id that the guide's questions carry; what has none (names, evidence columns) shows none."""
        return self.question.key if self.question.key[:1] in "BSP" else ""

    def clean(self, value: Any) -> Any:
        """Return ``value``; raises ValidationError for text that cannot be stored. Its shape is judged by the core."""
        if reason := refusal_of(value):
            raise forms.ValidationError(reason)
        return value

    def is_unstorable(self, value: Any) -> bool:
        """Return whether a raw value holds text that cannot be stored."""
        return bool(refusal_of(value))


def refusal_of(value: Any) -> str:
    """Return why a raw value cannot be stored, or ""."""
    try:
        for text in texts_in(value):
            clean(text, longest=LONGEST_DRAFT_TEXT)
    except TextRefused as refused:
        return str(refused)
    return ""


def texts_in(value: Any) -> list[str]:
    """Return every text of a raw value, keys included."""
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in texts_in(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts_in(each)]
    return [value] if isinstance(value, str) and value is not ABSENT else []


def field_for(question: Question, around: Surroundings) -> QuestionField:
    """Return the form field of ``question``."""
    return QuestionField(question, around)
