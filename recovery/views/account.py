"""Where a person lands, and the organisations they belong to."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from recovery.access import person
from recovery.actions.account import create_organisation, give_role, remove_role
from recovery.actions.refusals import Refused
from recovery.forms.account import OrganisationForm, RemoveRoleForm, RoleForm
from recovery.mail import send_role_notice
from recovery.models import Membership, Organisation, Role
from recovery.queries import inquiries_for, members_of, offers_for, roles_in


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is to be done: inquiries of one's houses, and inquiries to answer."""
    user = person(request)
    context = {
        "inquiries": inquiries_for(user)[:10],
        "offers": offers_for(user)[:10],
        "organisations": Organisation.objects.of(user),
        "may_write": Organisation.objects.of(user, Role.BUYER).exists(),
    }
    return render(request, "account/home.html", context)


@require_safe
def organisations(request: HttpRequest) -> HttpResponse:
    """The houses of the visitor."""
    return render(request, "organisation/list.html", {"organisations": Organisation.objects.of(person(request))})


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Begin an organisation; who makes it is its first administrator."""
    form = OrganisationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        organisation = create_organisation(by=person(request), name=form.cleaned_data["name"])
        return redirect("organisation:detail", organisation.code)
    return render(request, "organisation/create.html", {"form": form})


@require_safe
def detail(request: HttpRequest, code: UUID) -> HttpResponse:
    """Who belongs to an organisation, with which roles."""
    organisation = get_object_or_404(Organisation.objects.of(person(request)), code=code)
    return _page(request, organisation, RoleForm())


@require_POST
def give(request: HttpRequest, code: UUID) -> HttpResponse:
    """Give a role; only an administrator of the house finds this address."""
    organisation = get_object_or_404(Organisation.objects.of(person(request), Role.ADMINISTRATOR), code=code)
    form = RoleForm(request.POST)
    if form.is_valid():
        given = {**form.cleaned_data, "role": Role(form.cleaned_data["role"])}
        holders = organisation.memberships.filter(role=given["role"])
        is_held = holders.filter(user__email__iexact=given["email"]).exists()
        try:
            membership = give_role(organisation_pk=organisation.pk, by=person(request), **given)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            _tell(request, membership, is_held=is_held)
            return redirect("organisation:detail", code)
    return _page(request, organisation, form)


def _tell(request: HttpRequest, membership: Membership, *, is_held: bool) -> None:
    """Say that the role is held, and mail it to who did not hold it before."""
    if is_held:
        messages.success(request, _("The person holds this role already; no message was sent."))
        return
    send_role_notice(membership)
    messages.success(request, _("The role was given; a message was sent to the address."))


@require_POST
def remove(request: HttpRequest, code: UUID) -> HttpResponse:
    """Take a role away; only an administrator of the house finds this address."""
    organisation = get_object_or_404(Organisation.objects.of(person(request), Role.ADMINISTRATOR), code=code)
    form = RemoveRoleForm(request.POST)
    if not form.is_valid():
        raise Http404
    held = organisation.memberships.filter(role=form.cleaned_data["role"])
    membership = get_object_or_404(held, user__email=form.cleaned_data["email"])
    try:
        remove_role(membership_pk=membership.pk, organisation_pk=organisation.pk, by=person(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The role was taken away."))
    is_member = Organisation.objects.of(person(request)).filter(pk=organisation.pk).exists()
    return redirect("organisation:detail", code) if is_member else redirect("home")


def _page(request: HttpRequest, organisation: Organisation, form: RoleForm) -> HttpResponse:
    context = {
        "organisation": organisation,
        "members": members_of(organisation),
        "may_give": Role.ADMINISTRATOR in roles_in(organisation, person(request)),
        "form": form,
    }
    return render(request, "organisation/detail.html", context)
