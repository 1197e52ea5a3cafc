"""The files of an offer's draft: attached, taken off, read, and values taken from what was read."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from recovery.access import person, supplier_only
from recovery.actions.attachment import add_attachment, remove_attachment
from recovery.actions.offer import save_offer_draft
from recovery.actions.refusals import DraftMoved, Refused
from recovery.core.attached.content import AttachmentRefused, shown_name
from recovery.core.attached.found import Suggestion, taken
from recovery.forms.attachment import Brought, brought, nothing_taken
from recovery.forms.upload import takes_files
from recovery.models import Attachment, JobState, Offer, db_clock
from recovery.queries import offers_for
from recovery.queries.attachment import attachments_of
from recovery.tasks import read_attachment
from recovery.views.file import built_tool


@dataclass(frozen=True)
class Said:
    """One sentence about what was just done; ``is_refusal`` where it was not done."""

    text: str
    is_refusal: bool = False


@require_safe
@supplier_only
def index(request: HttpRequest, code: UUID) -> HttpResponse:
    """The files of the draft; the part that changes is asked for by itself."""
    return _show(request, _own(request, code))


@require_POST
@supplier_only
@takes_files
def add(request: HttpRequest, code: UUID) -> HttpResponse:
    """Keep what the form brought; each file that is not taken says why."""
    offer = _own(request, code)
    files = brought(request)
    said = [_added(request, offer, each) for each in files] or [Said(nothing_taken(request), is_refusal=True)]
    return _answer(request, offer, [each for each in said if each.text])


@require_POST
@supplier_only
def remove(request: HttpRequest, code: UUID) -> HttpResponse:
    """Take one file off the draft."""
    attachment = _own_attachment(request, code)
    try:
        remove_attachment(attachment_pk=attachment.pk, by=person(request))
    except Refused as refused:
        return _answer(request, attachment.offer, [Said(str(refused), is_refusal=True)])
    return _answer(request, attachment.offer, [Said(_("%(name)s was taken off.") % {"name": attachment.shown_name})])


@require_POST
@supplier_only
def use(request: HttpRequest, code: UUID) -> HttpResponse:
    """Put one value that was read into the draft, because its supplier chose to."""
    attachment = _own_attachment(request, code)
    return _answer(request, attachment.offer, [_used(request, attachment)])


def _added(request: HttpRequest, offer: Offer, file: Brought) -> Said:
    try:
        attachment = add_attachment(offer_pk=offer.pk, by=person(request), name=file.name, body=file.body)
    except (AttachmentRefused, Refused) as refused:
        return Said(f"{shown_name(file.name)}: {refused}", is_refusal=True)
    if attachment.job is not None and attachment.job.state == JobState.QUEUED:
        read_attachment.delay_on_commit(attachment.job_id)
    return Said("")


def _used(request: HttpRequest, attachment: Attachment) -> Said:
    offer = attachment.offer
    chosen = _offered(offer, attachment, request.POST.get("value", ""))
    if chosen is None or request.POST.get("version") != str(offer.draft_version):
        return Said(_("The answers changed meanwhile. Look again at what was read."), is_refusal=True)
    try:
        save_offer_draft(
            offer_pk=offer.pk, by=person(request), draft=taken(offer.draft, chosen), version=offer.draft_version
        )
    except (DraftMoved, Refused) as refused:
        return Said(str(refused), is_refusal=True)
    return Said(_("Answered: %(value)s.") % {"value": chosen.says})


def _offered(offer: Offer, attachment: Attachment, key: str) -> Suggestion | None:
    """Return the value that the form names, worked out again from the stored reading: a form cannot bring its own."""
    shown = next((each for each in attachments_of(offer) if each.file.pk == attachment.pk), None)
    return next((each for each in shown.beside.suggestions if each.key == key), None) if shown else None


def _answer(request: HttpRequest, offer: Offer, said: list[Said]) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        offer.refresh_from_db()
        return _show(request, offer, said)
    for each in said:
        (messages.error if each.is_refusal else messages.success)(request, each.text)
    return redirect("attachment:list", offer.code)


def _show(request: HttpRequest, offer: Offer, said: list[Said] | None = None) -> HttpResponse:
    is_part = request.headers.get("HX-Request") == "true"
    shown, now = attachments_of(offer), db_clock()
    context: dict[str, Any] = {
        "offer": offer,
        "inquiry": offer.inquiry,
        "attachments": shown,
        "is_reading": any(each.file.is_being_read for each in shown),
        "is_taken": offer.inquiry.accepts(arrived=now, recorded=now),
        "said": said or [],
        "limit": settings.ATTACHMENT_MAX_BYTES,
        "most": settings.ATTACHMENT_MOST_AT_ONCE,
        "tool": built_tool(),
    }
    return render(request, "attachment/_attachments.html" if is_part else "attachment/list.html", context)


def _own(request: HttpRequest, code: UUID) -> Offer:
    return get_object_or_404(offers_for(person(request)), code=code)


def _own_attachment(request: HttpRequest, code: UUID) -> Attachment:
    own = Attachment.objects.current().filter(offer__in=Offer.objects.supplied_by(person(request)).values("pk"))
    return get_object_or_404(own.select_related("offer__inquiry__organisation", "offer__organisation"), code=code)
