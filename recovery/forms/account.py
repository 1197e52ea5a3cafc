"""Forms about people, organisations and invitations: shape only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from recovery.core.text import TextRefused, clean, is_visible
from recovery.models import Organisation, Role, User


class TextField(forms.CharField):
    """Text that can be stored and printed, and of which a reader sees something."""

    def clean(self, value: Any) -> str:
        text = super().clean(value) or ""
        try:
            text = clean(text, longest=self.max_length or 200)
        except TextRefused as refused:
            raise forms.ValidationError(str(refused)) from refused
        if text and not is_visible(text):
            raise forms.ValidationError(_("Nothing of this can be seen. Write it in letters or digits."))
        return text


class LineField(TextField):
    """One line of text that can be stored, printed and mailed."""

    def clean(self, value: Any) -> str:
        line = super().clean(value)
        if "\t" in line or len(line.splitlines()) > 1:
            raise forms.ValidationError(_("Write this on one line."))
        return line


class OrganisationForm(forms.Form):
    """What an organisation is called."""

    name = LineField(label=_("Name of the organisation"), max_length=120)


class RoleForm(forms.Form):
    """Give one role to the person of an address."""

    email = forms.EmailField(label=_("Address"), max_length=254)
    name = LineField(label=_("Name"), max_length=120, required=False, help_text=_("Used where the person is new here."))
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class RemoveRoleForm(forms.Form):
    """Which role is taken from whom."""

    email = forms.EmailField(max_length=254)
    role = forms.ChoiceField(choices=Role.choices)


class InviteForm(forms.Form):
    """Whom to ask for an offer."""

    email = forms.EmailField(
        label=_("Supplier's address"),
        max_length=254,
        help_text=_("One person of the supplier. The invitation can be used once, by who signs in with this address."),
    )


class AcceptForm(forms.Form):
    """For which organisation the invitation is accepted: one's own, or a new one."""

    organisation = forms.ModelChoiceField(
        label=_("Answer for"),
        queryset=Organisation.objects.none(),
        to_field_name="code",
        required=False,
        empty_label=_("A new organisation, named below"),
    )
    name = LineField(label=_("Name of the new organisation"), max_length=120, required=False)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Organisation.objects.of(person, Role.SUPPLIER, Role.ADMINISTRATOR)
        if own.exists():
            self.fields["organisation"].queryset = own  # type: ignore[attr-defined]  # a ModelChoiceField
        else:
            del self.fields["organisation"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not given.get("organisation") and not given.get("name") and "name" not in self.errors:
            self.add_error("name", _("Choose an organisation, or name a new one."))
        return given
