"""The application owner's statement: which part of which checkpoint lies within which boundary (domain.md 4.9.32)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from recovery.core.guide.buyer import OWNER_ROW
from recovery.core.guide.choices import COMPONENT_OPTIONS, SCALES
from recovery.forms.account import LineField

_NONE = ("", "—")
LEAST_ROWS = 4


class StatementRow(forms.Form):
    """One part at one point inside one boundary. A row that is left empty says nothing."""

    boundary = LineField(label=_("Storage boundary"), max_length=500, required=False)
    component = forms.ChoiceField(
        label=_("Part"), choices=[_NONE, *((each.code, each.label) for each in COMPONENT_OPTIONS)], required=False
    )
    run = LineField(label=_("Run"), max_length=200, required=False)
    branch = LineField(label=_("Branch"), max_length=200, required=False)
    scale = forms.ChoiceField(
        label=_("Unit"), choices=[_NONE, *((each.code, each.label) for each in SCALES)], required=False
    )
    value = forms.DecimalField(label=_("Value"), min_value=0, max_digits=20, decimal_places=6, required=False)
    basis = LineField(label=_("What ties it to the others"), max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if any(given.get(name) not in (None, "") for name in OWNER_ROW) and not given.get("component"):
            self.add_error("component", _("Name the part that this row is about."))
        return given


class StatementRows(forms.BaseFormSet):  # type: ignore[type-arg]  # a generic in the stubs only
    """The rows of a statement, in the exchange form once they are clean."""

    @property
    def statement(self) -> dict[str, Any]:
        """What the rows state, as the exchange form has it; empty where they state nothing."""
        rows = [
            {name: _plain(row.cleaned_data[name]) for name in OWNER_ROW if row.cleaned_data.get(name) not in (None, "")}
            for row in self.forms
        ]
        stated = [row for row in rows if row]
        return {"statements": stated} if stated else {}


def statement_rows(stated: dict[str, Any], sent: Any = None) -> StatementRows:
    """Return the form of a statement, with rows to spare."""
    rows = stated.get("statements", [])
    made = forms.formset_factory(
        StatementRow, formset=StatementRows, extra=max(2, LEAST_ROWS - len(rows)), max_num=200, absolute_max=200
    )
    return made(sent, initial=rows)  # type: ignore[return-value]  # formset_factory does not carry the class it was given


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else format(value, "f")
