"""The comparison after opening, and the storage-copy history on a page of its own."""

from collections import OrderedDict
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from recovery.access import person
from recovery.models import Inquiry, Role
from recovery.queries import Compared, OffersSealed, compared_now, opened_inquiry, sees_all_scores

_MOST_KEPT = 8
_drawn: OrderedDict[tuple[str, str | None], SafeString] = OrderedDict()


@require_safe
def compare(request: HttpRequest, code: UUID) -> HttpResponse:
    """What comes back if the job is lost: every offer, for what was asked."""
    inquiry, roles, found = _compared(request, code)
    reader = person(request)
    may_export = sees_all_scores(inquiry, reader, roles)
    context = {
        "inquiry": inquiry,
        "body": _body(inquiry, found),
        "may_export": may_export,
        "may_score": Role.EVALUATOR in roles,
        "reports": inquiry.reports.select_related("job", "ordered_by") if may_export else (),
    }
    return render(request, "report/compare.html", context)


@require_safe
def history(request: HttpRequest, code: UUID) -> HttpResponse:
    """When which storage copy was made; printed for the record, never matched, ranked or scored."""
    inquiry, _roles, found = _compared(request, code)
    comparison = found.comparison
    span = len(comparison.offers) + 1
    return render(request, "report/history.html", {"inquiry": inquiry, "comparison": comparison, "span": span})


def _compared(request: HttpRequest, code: UUID) -> tuple[Inquiry, frozenset[str], Compared]:
    """Fetch what may be read, and the roles by which.

    The gate itself is the door here, not a role held anywhere: to anybody else, and while sealed, there is no page.
    """
    try:
        inquiry, roles = opened_inquiry(code, person(request))
        return inquiry, roles, compared_now(inquiry, person(request), roles)
    except OffersSealed as sealed:
        raise Http404 from sealed


def _body(inquiry: Inquiry, found: Compared) -> SafeString:
    """Return the page's body, drawn once for the very same versions. It holds nothing of who reads it."""
    key = (found.fingerprint, get_language())
    if key not in _drawn:
        comparison = found.comparison
        context = {"comparison": comparison, "span": len(comparison.offers) + 1, "code": inquiry.code}
        _drawn[key] = render_to_string("report/_comparison.html", context)
        while len(_drawn) > _MOST_KEPT:
            _drawn.popitem(last=False)
    return _drawn[key]
