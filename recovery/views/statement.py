"""The application owner's word, given with the inquiry before it is published."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from recovery.access import buying, person
from recovery.actions.inquiry import state_as_owner
from recovery.actions.refusals import Refused
from recovery.core.errors import AnswersRejected
from recovery.forms.statement import statement_rows
from recovery.models import Inquiry, Role


@require_http_methods(["GET", "HEAD", "POST"])
@buying(Role.OWNER)
def state(request: HttpRequest, code: UUID) -> HttpResponse:
    """Only who is named as application owner of this inquiry finds this page."""
    owned = Inquiry.objects.held_by(person(request), Role.OWNER).filter(owner_user=person(request))
    inquiry = get_object_or_404(owned, code=code)
    rows = statement_rows(inquiry.owner_statement, request.POST if request.method == "POST" else None)
    faults: tuple[str, ...] = ()
    if rows.is_bound and rows.is_valid():
        try:
            state_as_owner(inquiry_pk=inquiry.pk, by=person(request), statement=rows.statement)
        except AnswersRejected as rejected:
            faults = tuple(fault.reason for fault in rejected.faults)
        except Refused as refused:
            faults = (str(refused),)
        else:
            messages.success(request, _("Your statement is kept with the inquiry."))
            return redirect("inquiry:detail", code)
    return render(request, "inquiry/statement.html", {"inquiry": inquiry, "rows": rows, "faults": faults})
