"""Inviting a supplier, and the supplier's yes."""

from smtplib import SMTPException
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from recovery.access import buying, person
from recovery.actions.invitation import (
    accept_invitation,
    hash_of,
    invite_supplier,
    record_foreign_claim,
    revoke_invitation,
)
from recovery.actions.refusals import InvitationUnusable, Refused
from recovery.forms.account import AcceptForm, InviteForm
from recovery.mail import send_invitation
from recovery.models import Inquiry, Invitation, Role

KEPT_TOKEN = "invitation_token"  # noqa: S105  # the session's key, not a secret


@require_POST
@buying(Role.BUYER)
def invite(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask one address for an offer."""
    inquiry = get_object_or_404(Inquiry.objects.held_by(person(request), Role.BUYER), code=code)
    form = InviteForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This is not an address: nothing was sent."))
        return redirect("inquiry:detail", code)
    try:
        invitation, token = invite_supplier(inquiry_pk=inquiry.pk, by=person(request), email=form.cleaned_data["email"])
        send_invitation(invitation, token)
    except Refused as refused:
        messages.error(request, str(refused))
    except (SMTPException, OSError):
        messages.error(request, _("The message could not be sent. Invite the address again in a moment."))
    else:
        messages.success(request, _("The invitation was sent to %(email)s.") % {"email": invitation.email})
    return redirect("inquiry:detail", code)


@require_POST
@buying(Role.BUYER)
def revoke(request: HttpRequest, code: UUID, invitation: UUID) -> HttpResponse:
    """Take back an invitation that nobody accepted yet."""
    inquiry = get_object_or_404(Inquiry.objects.held_by(person(request), Role.BUYER), code=code)
    try:
        revoke_invitation(inquiry_pk=inquiry.pk, invitation_code=invitation, by=person(request))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("inquiry:detail", code)


@login_not_required
@require_safe
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Take the token out of the address and into the session; a mail scanner that follows the link uses nothing up."""
    request.session[KEPT_TOKEN] = token
    return redirect("invitation:accept")


@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest) -> HttpResponse:
    """Show what the visitor was asked for, and accept on POST."""
    token = request.session.get(KEPT_TOKEN, "")
    invitation = Invitation.objects.filter(token_hash=hash_of(token), email=person(request).email).first()
    if invitation is None and request.method == "POST":
        record_foreign_claim(token=token, by=person(request))
    form = AcceptForm(request.POST if request.method == "POST" else None, person=person(request))
    if invitation is None or not form.is_valid():
        is_lost = invitation is None and request.method == "POST"
        context = {"form": form, "invitation": invitation, "refusal": InvitationUnusable() if is_lost else None}
        return render(request, "invitation/accept.html", context)
    try:
        chosen = form.cleaned_data.get("organisation")
        offer = accept_invitation(token=token, by=person(request), organisation=chosen, name=form.cleaned_data["name"])
    except Refused as refused:
        found = {"form": form, "invitation": invitation, "refusal": refused}
        return render(request, "invitation/accept.html", found, status=409)
    del request.session[KEPT_TOKEN]
    return redirect("offer:detail", offer.code)
