"""What came back: the buyer adds what the tool wrote about a return, and sees it beside the offer's manifest."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from recovery.access import buying, person
from recovery.actions.attachment import ACCEPTS, add_acceptance, record_file_download
from recovery.actions.refusals import Refused
from recovery.core.attached.content import AttachmentRefused
from recovery.forms.attachment import brought, nothing_taken
from recovery.forms.upload import takes_files
from recovery.models import Acceptance, Inquiry
from recovery.models.report import report_path
from recovery.queries import OffersSealed, file_for, may_read_offers, opened_offers, roles_in
from recovery.queries.acceptance import acceptance_of, acceptances_of
from recovery.tasks import read_attachment
from recovery.views.file import built_tool, saved


@require_safe
@buying()
def index(request: HttpRequest, code: UUID) -> HttpResponse:
    """The checks of returns of one opened inquiry, and the form for another."""
    inquiry = _opened(request, code)
    found = list(acceptances_of(inquiry, person(request)))
    context: dict[str, Any] = {
        "inquiry": inquiry,
        "returns": [(each, acceptance_of(each)) for each in found],
        "is_reading": any(each.is_being_read for each in found),
        "offers": opened_offers(inquiry, person(request)),
        "may_add": bool(roles_in(inquiry.organisation, person(request)) & set(ACCEPTS)),
        "limit": settings.ATTACHMENT_MAX_BYTES,
        "tool": built_tool(),
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "acceptance/_returns.html" if is_part else "acceptance/list.html", context)


@require_POST
@buying(*ACCEPTS)
@takes_files
def add(request: HttpRequest, code: UUID) -> HttpResponse:
    """Keep one report or manifest of a return with the inquiry, and compare it."""
    inquiry = _opened(request, code)
    offers = {str(offer.code): offer for offer, _revision in opened_offers(inquiry, person(request))}
    offer = offers.get(request.POST.get("offer", ""))
    files = brought(request)
    if offer is None or not files:
        messages.error(request, nothing_taken(request) if offer else _("Choose the offer that was returned."))
        return redirect("acceptance:list", code)
    try:
        kept = add_acceptance(
            inquiry_pk=inquiry.pk, offer_pk=offer.pk, by=person(request), name=files[0].name, body=files[0].body
        )
    except OffersSealed as sealed:
        raise Http404 from sealed
    except (AttachmentRefused, Refused) as refused:
        messages.error(request, str(refused))
    else:
        read_attachment.delay_on_commit(kept.job_id)
    return redirect("acceptance:list", code)


@require_safe
@buying()
def document(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Hand out the document of one check, through the gate of the file that it was made from."""
    kept = file_for(code, person(request))
    if not isinstance(kept, Acceptance) or not kept.pdf_digest:
        raise Http404
    if request.method == "GET":
        record_file_download(file=kept, by=person(request))
    return saved(report_path(kept.pdf_digest), "check-of-a-return.pdf", "application/pdf")


def _opened(request: HttpRequest, code: UUID) -> Inquiry:
    inquiry = get_object_or_404(Inquiry.objects.visible_to(person(request)), code=code)
    if not may_read_offers(inquiry, person(request)):
        raise Http404
    return inquiry
