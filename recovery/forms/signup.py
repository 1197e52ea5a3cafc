"""What a new person is asked besides the address."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from recovery.forms.account import LineField
from recovery.models import User


class NameForm(forms.Form):
    """allauth puts this before its own sign-up fields and calls ``signup`` once the person exists."""

    name = LineField(label=_("Your name"), max_length=120, help_text=_("It stands on receipts and in the record."))

    def signup(self, request: HttpRequest, user: User) -> None:  # noqa: ARG002  # the form that allauth calls
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
