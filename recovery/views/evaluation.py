"""An evaluator's pages: which offers are still to score, and the sheet of one. Nobody else's values are on them."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from recovery.access import buying, person
from recovery.actions.evaluation import record_scores
from recovery.actions.refusals import Refused
from recovery.core.comparison import Comparison
from recovery.forms.evaluation import ScoreForm, accepted
from recovery.models import Inquiry, Role
from recovery.queries import OffersSealed, comparison_of, own_scores_of


@require_safe
@buying(Role.EVALUATOR)
def index(request: HttpRequest, code: UUID) -> HttpResponse:
    """Which offers are still to score?"""
    inquiry, comparison = _compared(request, code)
    given = own_scores_of(inquiry, person(request))
    counts = {offer: sum(each.value is not None for each in own.values()) for offer, own in given.items()}
    rows = [{"offer": each, "count": counts.get(each.code, 0)} for each in comparison.offers]
    return render(request, "evaluation/index.html", {"inquiry": inquiry, "comparison": comparison, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@buying(Role.EVALUATOR)
def score(request: HttpRequest, code: UUID, offer: UUID) -> HttpResponse:
    """How specific is each answer of this offer, and what supports it?"""
    inquiry, comparison = _compared(request, code)
    place = _place(comparison, offer)
    own = own_scores_of(inquiry, person(request)).get(str(offer), {})
    criteria = comparison.scores.offers[place].criteria
    by = str(person(request))
    form = ScoreForm(*([request.POST] if request.method == "POST" else []), criteria=criteria, by=by, own=own)
    accepts_all = request.method == "POST" and "accept" in request.POST
    if accepts_all or form.is_valid():
        given = accepted(criteria, by) if accepts_all else form.given
        try:
            record_scores(inquiry_pk=inquiry.pk, offer_code=offer, by=person(request), given=given)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request, _("Your values for {offer} are kept.").format(offer=comparison.offers[place].name)
            )
            return redirect("evaluation:index", code)
    context = {"inquiry": inquiry, "comparison": comparison, "offer": comparison.offers[place], "form": form}
    answers = [[(row, row.cells[place]) for row in block.rows] for block in comparison.answers]
    lines = zip(form.lines(), comparison.scores.criteria, answers, strict=True)
    return render(request, "evaluation/score.html", {**context, "lines": list(lines)})


def _compared(request: HttpRequest, code: UUID) -> tuple[Inquiry, Comparison]:
    held = Inquiry.objects.held_by(person(request), Role.EVALUATOR).select_related("organisation")
    inquiry = get_object_or_404(held, code=code)
    try:
        return inquiry, comparison_of(inquiry, person(request))
    except OffersSealed as sealed:
        raise Http404 from sealed


def _place(comparison: Comparison, offer: UUID) -> int:
    found = next((place for place, each in enumerate(comparison.offers) if each.code == str(offer)), None)
    if found is None:
        raise Http404
    return found
