"""The terms of an inquiry: what it is called, when it closes, what counts how much."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from recovery.forms.account import LineField, TextField
from recovery.models import Inquiry, Organisation, Role, User
from recovery.models.inquiry import CRITERIA

WEIGHT_LABELS = {
    "Q1": _("Weight of question 1, application and framework"),
    "Q2": _("Weight of question 2, what is returned"),
    "Q3": _("Weight of question 3, progress point"),
    "Q4": _("Weight of question 4, correspondence"),
    "Q5": _("Weight of question 5, evidence"),
    "price": _("Weight of the price"),
}

# Far enough for any inquiry, and near enough that the waiting time after the deadline still has a date.
LONGEST_RUN = timedelta(days=3653)
LONGEST_REASON = 2_000


class InquiryForm(forms.Form):
    """What a new inquiry begins with."""

    organisation = forms.ModelChoiceField(
        label=_("Buying organisation"), queryset=Organisation.objects.none(), to_field_name="code", empty_label=None
    )
    reference = LineField(label=_("Reference"), max_length=40, help_text=_("Your own number or short name."))
    title = LineField(label=_("Title"), max_length=200)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Organisation.objects.of(person, Role.BUYER)
        self.fields["organisation"].queryset = own  # type: ignore[attr-defined]  # a ModelChoiceField

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        organisation, reference = given.get("organisation"), given.get("reference")
        if organisation and reference and organisation.inquiries.filter(reference=reference).exists():
            self.add_error("reference", _("This organisation already has an inquiry with this reference."))
        return given


class TermsForm(forms.Form):
    """Everything of an inquiry that is not the intent."""

    reference = LineField(label=_("Reference"), max_length=40)
    title = LineField(label=_("Title"), max_length=200)
    deadline_at = forms.DateTimeField(
        label=_("Deadline (UTC)"),
        required=False,
        help_text=_("What arrives at this instant or later is late."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S"),
        input_formats=["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    owner_user = forms.ModelChoiceField(
        label=_("Application owner"),
        queryset=User.objects.none(),
        to_field_name="email",
        required=False,
        empty_label=_("Not named"),
        help_text=_("A member with the role application owner, who confirms which components correspond."),
    )
    price_currency = LineField(
        label=_("Currency of the price"), max_length=3, required=False, help_text=_("Three letters, such as EUR.")
    )
    price_basis = LineField(
        label=_("Tax and period basis of the price"),
        max_length=200,
        required=False,
        help_text=_("For example: without VAT, for twelve months."),
    )

    def __init__(self, *args: Any, inquiry: Inquiry, owners: Any, **kwargs: Any) -> None:
        kwargs["initial"] = _initial(inquiry)
        super().__init__(*args, **kwargs)
        self.inquiry = inquiry
        self.fields["owner_user"].queryset = owners  # type: ignore[attr-defined]  # a ModelChoiceField
        for criterion, label in WEIGHT_LABELS.items():
            self.fields[f"weight_{criterion}"] = forms.IntegerField(
                label=label, min_value=0, max_value=100, required=criterion != "price"
            )

    @property
    def terms(self) -> dict[str, Any]:
        """What the action keeps."""
        given = self.cleaned_data
        names = ("reference", "title", "deadline_at", "owner_user", "price_currency", "price_basis")
        return {**{name: given[name] for name in names}, "weights": self._weights()}

    def clean_reference(self) -> str:
        reference: str = self.cleaned_data["reference"]
        others = self.inquiry.organisation.inquiries.exclude(pk=self.inquiry.pk)
        if others.filter(reference=reference).exists():
            raise forms.ValidationError(_("This organisation already has an inquiry with this reference."))
        return reference

    def clean_deadline_at(self) -> datetime | None:
        deadline: datetime | None = self.cleaned_data["deadline_at"]
        if deadline and deadline > timezone.now() + LONGEST_RUN:
            raise forms.ValidationError(_("Give a deadline within the next ten years; look at the year."))
        return deadline

    def clean_price_currency(self) -> str:
        currency: str = self.cleaned_data["price_currency"].upper()
        if currency and not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
            raise forms.ValidationError(_("Write the three letters of the currency, such as EUR."))
        return currency

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and (total := sum(self._weights().values())) != 100:
            self.add_error(None, _("The weights total %(total)s; they must total 100.") % {"total": total})
        return given

    def _weights(self) -> dict[str, int]:
        weights = {criterion: self.cleaned_data[f"weight_{criterion}"] for criterion in CRITERIA}
        price = self.cleaned_data.get("weight_price")
        return {**weights, "price": price} if price else weights


class CancelForm(forms.Form):
    """Why an inquiry ends, for the record."""

    reason = TextField(
        label=_("Reason, for the record"), max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3})
    )


def _initial(inquiry: Inquiry) -> dict[str, Any]:
    names = ("reference", "title", "deadline_at", "price_currency", "price_basis")
    weights = {f"weight_{criterion}": weight for criterion, weight in inquiry.weights.items()}
    owner = inquiry.owner_user.email if inquiry.owner_user else None
    return {**{name: getattr(inquiry, name) for name in names}, **weights, "owner_user": owner}
