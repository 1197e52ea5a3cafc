"""The comparison after opening, and the storage-copy history on a page of its own."""

from collections import OrderedDict
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from recovery.access import buying, person
from recovery.core.comparison import Comparison
from recovery.models import Inquiry, Role
from recovery.models.account import READS_INQUIRIES
from recovery.queries import OffersSealed, compared_now, reading_roles, sees_all_scores

_MOST_KEPT = 8
_drawn: OrderedDict[tuple[str, str | None], SafeString] = OrderedDict()


@require_safe
@buying(*READS_INQUIRIES)
def compare(request: HttpRequest, code: UUID) -> HttpResponse:
    """What comes back if the job is lost: every offer, for what was asked."""
    inquiry, fingerprint, comparison = _compared(request, code)
    reader = person(request)
    roles = reading_roles(inquiry, reader)
    may_export = sees_all_scores(inquiry, reader, roles)
    context = {
        "inquiry": inquiry,
        "body": _body(inquiry, fingerprint, comparison),
        "may_export": may_export,
        "may_score": Role.EVALUATOR in roles,
        "reports": inquiry.reports.select_related("job", "ordered_by") if may_export else (),
    }
    return render(request, "report/compare.html", context)


@require_safe
@buying(*READS_INQUIRIES)
def history(request: HttpRequest, code: UUID) -> HttpResponse:
    """When which storage copy was made; printed for the record, never matched, ranked or scored."""
    inquiry, _fingerprint, comparison = _compared(request, code)
    span = len(comparison.offers) + 1
    return render(request, "report/history.html", {"inquiry": inquiry, "comparison": comparison, "span": span})


def _compared(request: HttpRequest, code: UUID) -> tuple[Inquiry, str, Comparison]:
    """Fetch what may be read; a sealed inquiry has no comparison, whoever asks."""
    visible = Inquiry.objects.visible_to(person(request)).select_related("organisation")
    inquiry = get_object_or_404(visible, code=code)
    try:
        found = compared_now(inquiry, person(request))
    except OffersSealed as sealed:
        raise Http404 from sealed
    return inquiry, found.fingerprint, found.comparison


def _body(inquiry: Inquiry, fingerprint: str, comparison: Comparison) -> SafeString:
    """Return the page's body, drawn once for the very same versions. It holds nothing of who reads it."""
    key = (fingerprint, get_language())
    if key not in _drawn:
        context = {"comparison": comparison, "span": len(comparison.offers) + 1, "code": inquiry.code}
        _drawn[key] = render_to_string("report/_comparison.html", context)
        while len(_drawn) > _MOST_KEPT:
            _drawn.popitem(last=False)
    return _drawn[key]
