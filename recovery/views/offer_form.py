"""A supplier's questionnaire: written section by section, looked through, submitted."""

import re
import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from recovery.access import person, supplier_only
from recovery.actions.offer import save_offer_draft, submit_offer
from recovery.actions.refusals import DraftMoved, InquiryClosed, Refused
from recovery.core.exchange import read_intent
from recovery.core.guide.supplier import SUPPLIER_SECTIONS
from recovery.forms.blocks import offer_blocks
from recovery.forms.draft import completion_of, sent_offer
from recovery.forms.page import section_of
from recovery.forms.review import conflicts_of, marked_not_stated, review_of
from recovery.forms.spoken import Spoken, offer_spoken
from recovery.models import Inquiry, IntentVersion, Offer, db_clock
from recovery.queries import offers_for
from recovery.queries.attachment import attachments_of
from recovery.views.questionnaire import Draft, Paper, show, take
from recovery.views.typed import keeping_typed, writer


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_typed
@supplier_only
def write(request: HttpRequest, code: UUID, section: str = "") -> HttpResponse:
    """Show or take one section; without a section, go to the first that is open."""
    paper = _paper(request, _own(request, code))
    chosen = section_of(section, is_supplier=True)
    if not section:
        return redirect(paper.address(_first_open(paper)))
    if chosen is None:
        raise Http404
    return take(request, paper, chosen) if request.method == "POST" else show(request, paper, chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_typed
@supplier_only
def review(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what will be sent, with what is open and what contradicts; send it."""
    offer = _own(request, code)
    paper = _paper(request, offer)
    if request.method != "POST":
        return _review(request, offer, paper)
    if request.POST.get("do") == "mark":
        try:
            paper.save(marked_not_stated(paper.draft, paper.intent), int(request.POST.get("version") or -1))
        except (DraftMoved, ValueError):
            return _review(request, offer, paper, _("The draft changed meanwhile. Look through it again."), 409)
        return HttpResponseRedirect(paper.review)
    return _submit(request, offer, paper)


def _submit(request: HttpRequest, offer: Offer, paper: Paper) -> HttpResponse:
    looked_through = review_of(paper.draft, paper.intent, paper.speak(paper.draft), paper.sections)
    if request.POST.get("version") != str(paper.version):
        return _review(request, offer, paper, _("The draft changed meanwhile. Look through it again."), 409)
    if looked_through.faults or looked_through.open:
        return _review(request, offer, paper, _("Not sent: see what is still to be settled."), 422)
    try:
        revision = submit_offer(
            offer_pk=offer.pk,
            by=person(request),
            described=described_of(offer, paper.intent),
            client_token=_token(request),
            arrived=db_clock(),
        )
    except InquiryClosed as closed:
        context = {"offer": offer, "closed": closed, "attempt": closed.attempt}
        return render(request, "offer/form_late.html", context, status=409)
    except Refused as refused:
        return _review(request, offer, paper, str(refused), 409)
    return redirect("offer:receipt", revision.code)


def _token(request: HttpRequest) -> str:
    """Return what names the form that was sent; anything but what this site gives out names a form of its own."""
    sent = request.POST.get("token", "")
    return sent if re.fullmatch(r"[0-9A-Za-z-]{1,64}", sent) else uuid.uuid4().hex


def described_of(offer: Offer, intent: Mapping[str, Any]) -> Draft:
    """Return what is frozen: the answers that are asked, under the organisation's name where the offer has none."""
    sent = sent_offer(offer.draft, intent)
    return {**sent, "name": sent["name"] or offer.organisation.name}


def _review(request: HttpRequest, offer: Offer, paper: Paper, refusal: str = "", status: int = 200) -> HttpResponse:
    now = db_clock()
    looked_through = review_of(paper.draft, paper.intent, paper.speak(paper.draft), paper.sections)
    context = {
        **paper.context,
        "paper": paper,
        "review": looked_through,
        "attachments": attachments_of(offer),
        "conflicts": conflicts_of(looked_through.contradictions, offer_blocks(paper.draft)),
        "refusal": refusal,
        "token": uuid.uuid4().hex,
        "is_taken": offer.inquiry.accepts(arrived=now, recorded=now),
        "standing": offer.revisions.standing().first(),
    }
    return render(request, "offer/form_review.html", context, status=status)


def _own(request: HttpRequest, code: UUID) -> Offer:
    return get_object_or_404(offers_for(person(request)), code=code)


def asked_of(inquiry: Inquiry, frozen: IntentVersion) -> Draft:
    """Return the intent by which a supplier's questions are chosen, with the weight that asks for a price."""
    weight = inquiry.weights.get("price")
    return {**frozen.answers, **({"price_weight": weight} if weight else {})}


def _paper(request: HttpRequest, offer: Offer) -> Paper:
    inquiry = offer.inquiry
    frozen = inquiry.intent_versions.last()
    if frozen is None:
        raise Http404
    intent = read_intent(frozen.answers, owner=frozen.owner_statement or None, today=db_clock().date())
    raw_intent = asked_of(inquiry, frozen)

    def save(draft: Draft, version: int) -> int:
        return save_offer_draft(offer_pk=offer.pk, by=person(request), draft=draft, version=version).draft_version

    def speak(draft: Draft) -> Spoken:
        return offer_spoken(draft, raw_intent, intent)

    context: dict[str, Any] = {"offer": offer, "inquiry": inquiry, "now": db_clock(), **writer(request)}
    return Paper(
        sections=SUPPLIER_SECTIONS,
        draft=offer.draft,
        version=offer.draft_version,
        intent=raw_intent,
        is_supplier=True,
        save=save,
        speak=speak,
        address=lambda section: reverse("offer:section", args=[offer.code, section]),
        review=reverse("offer:review", args=[offer.code]),
        template="offer/form.html",
        context=context,
    )


def _first_open(paper: Paper) -> str:
    found = completion_of(offer_blocks(paper.draft), paper.intent, paper.sections)
    return next((each.section.key for each in found if each.section and each.open), paper.sections[0].key)
