"""The buyer's questionnaire: written section by section, looked through, published."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from recovery.access import buying, person
from recovery.actions.inquiry import problems_of, publish_inquiry, save_inquiry_draft, save_inquiry_terms
from recovery.actions.refusals import NotPublishable, Refused
from recovery.core.guide.buyer import BUYER_SECTIONS
from recovery.forms.blocks import intent_blocks
from recovery.forms.draft import completion_of, sent_intent
from recovery.forms.page import section_of
from recovery.forms.review import conflicts_of, review_of
from recovery.forms.spoken import Spoken, intent_spoken
from recovery.models import Inquiry, Role, State, db_clock
from recovery.queries import owners_of
from recovery.views.questionnaire import Draft, Paper, show, take
from recovery.views.typed import keeping_typed, writer

WEIGHT_NAMES = {
    "Q1": gettext_lazy("application"),
    "Q2": gettext_lazy("what is returned"),
    "Q3": gettext_lazy("progress point"),
    "Q4": gettext_lazy("correspondence"),
    "Q5": gettext_lazy("evidence"),
    "price": gettext_lazy("price"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_typed
@buying(Role.BUYER)
def write(request: HttpRequest, code: UUID, section: str = "") -> HttpResponse:
    """Show or take one section; without a section, go to the first that is open."""
    inquiry = _own(request, code)
    if inquiry.state != State.DRAFT:
        return redirect("inquiry:detail", code)
    paper = _paper(request, inquiry)
    chosen = section_of(section, is_supplier=False)
    if not section:
        return redirect(paper.address(_first_open(paper)))
    if chosen is None:
        raise Http404
    if request.method != "POST":
        return show(request, paper, chosen)
    _name_owner(request, inquiry)
    return take(request, paper, chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@keeping_typed
@buying(Role.BUYER)
def review(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what suppliers will be asked, with what is open and what keeps offers from being compared; publish it."""
    inquiry = _own(request, code)
    if inquiry.state != State.DRAFT:
        return redirect("inquiry:detail", code)
    paper = _paper(request, inquiry)
    return _publish(request, inquiry, paper) if request.method == "POST" else _review(request, inquiry, paper)


def _publish(request: HttpRequest, inquiry: Inquiry, paper: Paper) -> HttpResponse:
    looked_through = review_of(paper.draft, paper.intent, paper.speak(paper.draft), paper.sections)
    if request.POST.get("version") != str(paper.version):
        return _review(request, inquiry, paper, _("The draft changed meanwhile. Look through it again."), 409)
    if looked_through.faults or looked_through.open:
        return _review(request, inquiry, paper, _("Not published: see what is still to be settled."), 422)
    if looked_through.contradictions and not request.POST.get("as_it_stands"):
        refusal = _("Not published: change what is named below, or say that it is meant as it stands.")
        return _review(request, inquiry, paper, refusal, 422)
    try:
        asked = sent_intent(paper.draft)
        if asked != paper.draft:
            paper.save(asked, paper.version)
        publish_inquiry(inquiry_pk=inquiry.pk, by=person(request))
    except NotPublishable as refused:
        return _review(request, inquiry, paper, " ".join(refused.problems) or str(refused), 409)
    except Refused as refused:
        return _review(request, inquiry, paper, str(refused), 409)
    messages.success(request, _("Published. The intent is frozen as version 1; now invite the suppliers."))
    return redirect("inquiry:detail", inquiry.code)


def _review(request: HttpRequest, inquiry: Inquiry, paper: Paper, refusal: str = "", status: int = 200) -> HttpResponse:
    looked_through = review_of(paper.draft, paper.intent, paper.speak(paper.draft), paper.sections)
    context = {
        **paper.context,
        "paper": paper,
        "review": looked_through,
        "conflicts": conflicts_of(looked_through.contradictions, intent_blocks(paper.draft)),
        "weights": [(WEIGHT_NAMES[key], weight) for key, weight in inquiry.weights.items() if key in WEIGHT_NAMES],
        "weight_total": sum(inquiry.weights.values()),
        "problems": problems_of(inquiry, db_clock()),
        "refusal": refusal,
    }
    return render(request, "inquiry/form_review.html", context, status=status)


def publishable_draft(inquiry: Inquiry) -> Draft | None:
    """Return the intent as it is published; None where its buyer first has to look at what raises a question."""
    if intent_spoken(inquiry.draft, db_clock().date()).contradictions:
        return None
    return sent_intent(inquiry.draft)


def _name_owner(request: HttpRequest, inquiry: Inquiry) -> None:
    """Keep which member is the application owner (B24): only one who holds that role can be chosen."""
    chosen = request.POST.get("owner_user")
    if chosen is None or chosen == (inquiry.owner_user.email if inquiry.owner_user else ""):
        return
    owner = next((each for each in owners_of(inquiry.organisation) if each.email == chosen), None)
    if owner is not None or not chosen:
        save_inquiry_terms(inquiry_pk=inquiry.pk, by=person(request), terms={"owner_user": owner})
        inquiry.owner_user = owner


def _own(request: HttpRequest, code: UUID) -> Inquiry:
    held = Inquiry.objects.held_by(person(request), Role.BUYER).select_related("organisation", "owner_user")
    return get_object_or_404(held, code=code)


def _paper(request: HttpRequest, inquiry: Inquiry) -> Paper:
    today = db_clock().date()

    def save(draft: Draft, version: int) -> int:
        return save_inquiry_draft(inquiry_pk=inquiry.pk, by=person(request), draft=draft, version=version).draft_version

    def speak(draft: Draft) -> Spoken:
        return intent_spoken(draft, today)

    return Paper(
        sections=BUYER_SECTIONS,
        draft=inquiry.draft,
        version=inquiry.draft_version,
        intent=inquiry.draft,
        is_supplier=False,
        save=save,
        speak=speak,
        address=lambda section: reverse("inquiry:section", args=[inquiry.code, section]),
        review=reverse("inquiry:review", args=[inquiry.code]),
        template="inquiry/form.html",
        context={"inquiry": inquiry, "owners": owners_of(inquiry.organisation), **writer(request)},
    )


def _first_open(paper: Paper) -> str:
    found = completion_of(intent_blocks(paper.draft), paper.intent, paper.sections)
    return next((each.section.key for each in found if each.section and each.open), paper.sections[0].key)
