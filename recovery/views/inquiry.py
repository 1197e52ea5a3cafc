"""The buying side's pages of an inquiry: listed, begun, its terms, published, opened, cancelled."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from recovery.access import buying, person
from recovery.actions.inquiry import (
    cancel_inquiry,
    create_inquiry,
    faults_of,
    open_inquiry,
    problems_of,
    publish_inquiry,
    save_inquiry_draft,
    save_inquiry_terms,
)
from recovery.actions.refusals import NotPublishable, Refused
from recovery.forms.account import InviteForm
from recovery.forms.terms import CancelForm, InquiryForm, TermsForm
from recovery.models import Inquiry, Organisation, Role, State, db_clock
from recovery.queries import (
    inquiries_for,
    invitations_of,
    may_export,
    may_read_offers,
    owners_of,
    reports_of,
    roles_in,
)
from recovery.tasks import print_ahead
from recovery.views.inquiry_form import publishable_draft

PER_PAGE = 50


@require_safe
@buying()
def index(request: HttpRequest) -> HttpResponse:
    """The inquiries of one's houses, a page at a time."""
    page = Paginator(inquiries_for(person(request)), PER_PAGE).get_page(request.GET.get("page"))
    may_write = Organisation.objects.of(person(request), Role.BUYER).exists()
    return render(request, "inquiry/list.html", {"page": page, "may_write": may_write})


@require_http_methods(["GET", "HEAD", "POST"])
@buying(Role.BUYER)
def create(request: HttpRequest) -> HttpResponse:
    """Begin an inquiry."""
    form = InquiryForm(request.POST if request.method == "POST" else None, person=person(request))
    if form.is_valid():
        inquiry = create_inquiry(by=person(request), **form.cleaned_data)
        return redirect("inquiry:detail", inquiry.code)
    return render(request, "inquiry/create.html", {"form": form})


@require_safe
@buying()
def detail(request: HttpRequest, code: UUID) -> HttpResponse:
    """Where an inquiry stands, and what its roles may do next."""
    inquiry = _visible(request, code)
    return render(request, "inquiry/detail.html", _page(request, inquiry))


@require_http_methods(["GET", "HEAD", "POST"])
@buying(Role.BUYER)
def terms(request: HttpRequest, code: UUID) -> HttpResponse:
    """Write deadline, weights, price settings and the application owner."""
    inquiry = _held(request, code, Role.BUYER)
    owners = owners_of(inquiry.organisation)
    form = TermsForm(request.POST if request.method == "POST" else None, inquiry=inquiry, owners=owners)
    if form.is_valid():
        try:
            save_inquiry_terms(inquiry_pk=inquiry.pk, by=person(request), terms=form.terms)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("inquiry:detail", code)
    return render(request, "inquiry/terms.html", {"inquiry": inquiry, "form": form})


@require_POST
@buying(Role.BUYER)
def publish(request: HttpRequest, code: UUID) -> HttpResponse:
    """Freeze the intent and let the invited answer."""
    inquiry = _held(request, code, Role.BUYER)
    asked = publishable_draft(inquiry)
    if asked is None:
        return redirect("inquiry:review", code)
    try:
        if inquiry.state == State.DRAFT and asked != inquiry.draft:
            save_inquiry_draft(inquiry_pk=inquiry.pk, by=person(request), draft=asked, version=inquiry.draft_version)
        publish_inquiry(inquiry_pk=inquiry.pk, by=person(request))
    except NotPublishable as refused:
        context = _page(request, inquiry) | {"problems": refused.problems, "faults": refused.faults}
        return render(request, "inquiry/detail.html", context, status=409)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Published. The intent is frozen as version 1; now invite the suppliers."))
    return redirect("inquiry:detail", code)


@require_POST
@buying(Role.PROCUREMENT)
def open_offers(request: HttpRequest, code: UUID) -> HttpResponse:
    """Open the offers: the one act after which they can be read."""
    inquiry = _held(request, code, Role.PROCUREMENT)
    try:
        open_inquiry(inquiry_pk=inquiry.pk, by=person(request))
        print_ahead.delay_on_commit(inquiry.pk, person(request).pk)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The offers are open. Who opened them and when is on record."))
    return redirect("inquiry:detail", code)


@require_http_methods(["GET", "HEAD", "POST"])
@buying(Role.BUYER)
def cancel(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask first, then cancel."""
    inquiry = _held(request, code, Role.BUYER)
    form = CancelForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "inquiry/cancel.html", {"inquiry": inquiry, "form": form})
    try:
        cancel_inquiry(inquiry_pk=inquiry.pk, by=person(request), reason=form.cleaned_data["reason"])
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("inquiry:detail", code)


def _visible(request: HttpRequest, code: UUID) -> Inquiry:
    inquiries = Inquiry.objects.visible_to(person(request)).select_related("organisation", "owner_user", "opened_by")
    return get_object_or_404(inquiries, code=code)


def _held(request: HttpRequest, code: UUID, role: Role) -> Inquiry:
    """Fetch an inquiry of a house in which the visitor holds ``role``."""
    held = Inquiry.objects.held_by(person(request), role).select_related("organisation", "owner_user", "opened_by")
    return get_object_or_404(held, code=code)


def _page(request: HttpRequest, inquiry: Inquiry) -> dict[str, Any]:
    user, now = person(request), db_clock()
    roles = roles_in(inquiry.organisation, user)
    return {
        "inquiry": inquiry,
        "now": now,
        "is_due": inquiry.opens_from is not None and now >= inquiry.opens_from,
        "is_past": inquiry.is_past_deadline(now),
        "is_buyer": Role.BUYER in roles,
        "is_procurement": Role.PROCUREMENT in roles,
        "is_evaluator": Role.EVALUATOR in roles,
        "may_compare": may_read_offers(inquiry, user),
        "may_export": may_export(inquiry, user),
        "problems": problems_of(inquiry, now) if inquiry.state == State.DRAFT else (),
        "faults": faults_of(inquiry, now) if inquiry.state == State.DRAFT else (),
        "invitations": invitations_of(inquiry),
        "invite_form": InviteForm(),
        "version": inquiry.intent_versions.last(),
        "reports": reports_of(inquiry, user)[:20],
    }
