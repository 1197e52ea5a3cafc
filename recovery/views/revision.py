"""The supplier's own pages of an offer: what was submitted, receipts, withdrawal, refused attempts."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from recovery.access import person, supplier_only
from recovery.actions.offer import withdraw_offer
from recovery.actions.refusals import Refused
from recovery.models import LateAttempt, Offer, Revision, canonical, db_clock
from recovery.queries import offers_for
from recovery.views.offer_form import asked_of, described_of


@require_safe
@supplier_only
def index(request: HttpRequest) -> HttpResponse:
    """The supplier's own offers."""
    return render(request, "offer/list.html", {"offers": offers_for(person(request))})


@require_safe
@supplier_only
def detail(request: HttpRequest, code: UUID) -> HttpResponse:
    """What is asked, and everything of one's own that came of it."""
    offer = get_object_or_404(offers_for(person(request)), code=code)
    now = db_clock()
    standing = offer.revisions.standing().first()
    context = {
        "offer": offer,
        "inquiry": offer.inquiry,
        "version": offer.inquiry.intent_versions.last(),
        "is_taken": offer.inquiry.accepts(arrived=now, recorded=now),
        "revisions": offer.revisions.select_related("by", "intent_version").order_by("-number"),
        "standing": standing,
        "has_unsent": standing is not None and _differs(offer, standing),
        "attempts": offer.late_attempts.all(),
    }
    return render(request, "offer/detail.html", context)


@require_safe
@supplier_only
def receipt(request: HttpRequest, code: UUID) -> HttpResponse:
    """What was submitted, when it arrived, and the digest to check it by."""
    revision = _own_revision(request, code)
    offer, now = revision.offer, db_clock()
    context = {
        "revision": revision,
        "offer": offer,
        "standing": offer.revisions.standing().first(),
        "is_taken": offer.inquiry.accepts(arrived=now, recorded=now),
    }
    return render(request, "offer/receipt.html", context)


@require_safe
@supplier_only
def answers(request: HttpRequest, code: UUID) -> HttpResponse:
    """The very bytes whose digest the receipt carries, for checking it without this site."""
    revision = _own_revision(request, code)
    return _file(canonical(revision.described), f"answers-revision-{revision.number}.json")


@require_safe
@supplier_only
def attempt(request: HttpRequest, code: UUID) -> HttpResponse:
    """A refused attempt with its instants and the text that was kept."""
    kept = _own_attempt(request, code)
    return render(request, "offer/attempt.html", {"attempt": kept, "offer": kept.offer})


@require_safe
@supplier_only
def attempt_answers(request: HttpRequest, code: UUID) -> HttpResponse:
    """The answers that came too late, as they were sent."""
    return _file(canonical(_own_attempt(request, code).described), "answers-not-submitted.json")


@require_POST
@supplier_only
def withdraw(request: HttpRequest, code: UUID) -> HttpResponse:
    """Take the offer back, until the deadline."""
    arrived = db_clock()
    offer = get_object_or_404(Offer.objects.supplied_by(person(request)), code=code)
    try:
        withdraw_offer(offer_pk=offer.pk, by=person(request), arrived=arrived)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The offer is withdrawn. Nothing of it counts unless you submit again."))
    return redirect("offer:detail", code)


def _differs(offer: Offer, standing: Revision) -> bool:
    """Say whether sending the draft now would send something else than the revision that counts."""
    version = offer.inquiry.intent_versions.last() or standing.intent_version
    would_send = described_of(offer, asked_of(offer.inquiry, version))
    files = [each.frozen for each in offer.attachments.current()]
    return canonical([would_send, files]) != canonical([standing.described, standing.attachments])


def _own_revision(request: HttpRequest, code: UUID) -> Revision:
    own = Revision.objects.filter(offer__in=Offer.objects.supplied_by(person(request)).values("pk"))
    related = own.select_related("offer__inquiry__organisation", "offer__organisation", "intent_version", "by")
    return get_object_or_404(related, code=code)


def _own_attempt(request: HttpRequest, code: UUID) -> LateAttempt:
    own = LateAttempt.objects.filter(offer__in=Offer.objects.supplied_by(person(request)).values("pk"))
    return get_object_or_404(own.select_related("offer__inquiry", "offer__organisation"), code=code)


def _file(body: bytes, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
