"""An evaluator's sheet for one offer: for each question a value, and a reason where it is not the proposal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from recovery.core.scoring import CriterionScore, Given
from recovery.core.text import TextRefused, clean

VALUES = (
    ("3", _("3 – specific to this object, and supported by the evidence asked for")),
    ("2", _("2 – specific to this object")),
    ("1", _("1 – answered, but not about this object")),
    ("0", _("0 – not answered")),
    ("", _("Not given yet")),
)
LONGEST_REASON = 2_000


@dataclass(frozen=True)
class Line:
    """One criterion as the page shows it: what is proposed, and the two fields."""

    score: CriterionScore
    value: forms.BoundField
    reason: forms.BoundField


class ScoreForm(forms.Form):
    """Value and reason of each criterion. ``given`` is what the action keeps.

    A value that is not the proposal needs a reason, so that whoever reads the score later knows why it moved.
    """

    def __init__(self, *args: Any, criteria: Sequence[CriterionScore], by: str, own: dict[str, Given]) -> None:
        super().__init__(*args)
        self.criteria, self.by = criteria, by
        for each in criteria:
            kept = own.get(each.criterion, Given(by, None))
            self.fields[f"value_{each.criterion}"] = forms.ChoiceField(
                label=_("Your value"), choices=VALUES, required=False, widget=forms.RadioSelect,
                initial="" if kept.value is None else str(kept.value),
            )  # fmt: skip
            self.fields[f"reason_{each.criterion}"] = forms.CharField(
                label=_("Your reason"), required=False, initial=kept.reason,
                widget=forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_REASON}),
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for each in self.criteria:
            name = f"reason_{each.criterion}"
            try:
                cleaned[name] = clean(cleaned.get(name) or "", LONGEST_REASON)
            except TextRefused as refused:
                self.add_error(name, str(refused))
                continue
            value = cleaned.get(f"value_{each.criterion}")
            # The reason of the proposal argues for the proposal: it stands in the field once that was accepted.
            if value and int(value) != each.proposal.value and cleaned[name] in ("", each.proposal.reason):
                self.add_error(name, _("This is not the value that is proposed, so give your reason for it."))
        return cleaned

    def lines(self) -> Iterator[Line]:
        """Yield the criteria with their fields, in the guide's order."""
        for each in self.criteria:
            yield Line(each, self[f"value_{each.criterion}"], self[f"reason_{each.criterion}"])

    @property
    def given(self) -> dict[str, Given]:
        """What the evaluator gives for each criterion; a value left open is None, never zero."""
        found = {}
        for each in self.criteria:
            value = self.cleaned_data[f"value_{each.criterion}"]
            reason = self.cleaned_data[f"reason_{each.criterion}"]
            found[each.criterion] = Given(self.by, int(value) if value else None, reason)
        return found


def accepted(criteria: Sequence[CriterionScore], by: str) -> dict[str, Given]:
    """Return every proposal as an evaluator's own value, with the proposal's reason."""
    return {each.criterion: Given(by, each.proposal.value, each.proposal.reason) for each in criteria}
