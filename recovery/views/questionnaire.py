"""What both questionnaires do: show a section, keep what is typed, press a button, tell two writers apart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from recovery.actions.refusals import DraftMoved
from recovery.core.guide.question import Section
from recovery.forms.differences import differences_between
from recovery.forms.draft import Completion, completion_of
from recovery.forms.fields import refusal_of
from recovery.forms.page import Page, intent_page, offer_page
from recovery.forms.review import conflicts_of, placed
from recovery.forms.spoken import Spoken
from recovery.forms.steps import Step, take_step
from recovery.models import db_clock
from recovery.views.typed import drop_kept, kept_for

Draft = dict[str, Any]


@dataclass(frozen=True)
class Paper:
    """What is being written: a draft and its version, how it is kept, and where its pages are.

    ``save(draft, version)`` keeps a draft and returns its new version, or raises DraftMoved; it is None where nothing
    can be written any more.
    """

    sections: tuple[Section, ...]
    draft: Draft
    version: int
    intent: Mapping[str, Any]
    is_supplier: bool
    save: Callable[[Draft, int], int]
    speak: Callable[[Draft], Spoken]
    address: Callable[[str], str]
    review: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)

    def page(self, section: Section, draft: Mapping[str, Any] | None = None, more: str = "") -> Page:
        """Return one section of ``draft``, or of what is stored."""
        shown = self.draft if draft is None else draft
        if self.is_supplier:
            return offer_page(section, shown, self.intent, more)
        return intent_page(section, shown, more)

    def completion(self, page: Page) -> tuple[Completion, ...]:
        """Return how far each section is, with what ``page`` holds."""
        return completion_of(page.blocks, page.intent, self.sections)

    def next_address(self, section: Section) -> str:
        """Return where the reader goes on: the next section, or the review behind the last."""
        place = self.sections.index(section) + 1
        return self.address(self.sections[place].key) if place < len(self.sections) else self.review


def show(request: HttpRequest, paper: Paper, section: Section) -> HttpResponse:
    """Answer a GET: the section as it is stored."""
    page = paper.page(section, more=request.GET.get("more", ""))
    return _render(request, paper, page, paper.version, at=request.GET.get("at", ""), kept=kept_for(request))


def take(request: HttpRequest, paper: Paper, section: Section) -> HttpResponse:
    """Answer a POST: keep what was typed, then do what the button says. Typing alone sends no button."""
    data = kept_for(request) if request.POST.get("do") == "restore" else request.POST
    if request.POST.get("do") in {"restore", "forget"}:
        drop_kept(request)
    if data is None or request.POST.get("do") == "forget":
        return HttpResponseRedirect(paper.address(section.key))
    stored = paper.page(section)
    typed = stored.typed(data)
    if _is_conflict(request, paper, stored, typed):
        return _both(request, paper, typed, stored)
    keep = typed.storable(stored)
    do = request.POST.get("do", "")
    step = take_step(do, typed, data) if not any(form.errors for form in typed.forms) else None
    if step is not None and refusal_of(step.draft):  # a button brings text of its own: a part's name, a copied point
        step = None
    try:
        version = _kept(paper, step.draft if step else keep)
    except DraftMoved as moved:
        return _both(request, paper, typed, paper.page(section, moved.stored), moved.version)
    if step is not None:
        return _after(paper, section, step)
    return _answer(request, paper, typed, version)


def _after(paper: Paper, section: Section, step: Step) -> HttpResponse:
    """Show the page again at the place where a button changed it."""
    query = urlencode({key: value for key, value in (("at", step.at), ("more", step.more)) if value})
    return HttpResponseRedirect(f"{paper.address(section.key)}?{query}#{step.at}")


def _answer(request: HttpRequest, paper: Paper, typed: Page, version: int) -> HttpResponse:
    """Answer typing with what is said of it, a button that leads on with the next page, faults with the same page."""
    do = request.POST.get("do", "")
    spoken = paper.speak(typed.draft)
    typed.take_faults(spoken.faults)
    if not do or request.headers.get("HX-Request"):
        return _render(request, paper, typed, version, spoken=spoken, is_live=True)
    if typed.faults:
        return _render(request, paper, typed, version, spoken=spoken, at="faults", status=422)
    if do == "next":
        return HttpResponseRedirect(paper.next_address(typed.section))
    return HttpResponseRedirect(f"{paper.address(typed.section.key)}?at=sheet")


def _contents(
    paper: Paper, page: Page, completion: tuple[Completion, ...], said: Spoken
) -> list[tuple[Completion, str, int]]:
    """Return each section with its address and how many of its answers cannot be read."""
    unreadable = [placed(fault, page.blocks).section for fault in said.faults]
    named = [(each, each.section.key) for each in completion if each.section]
    return [(each, paper.address(key), unreadable.count(key)) for each, key in named]


def _kept(paper: Paper, draft: Draft) -> int:
    return paper.version if draft == paper.draft else paper.save(draft, paper.version)


def _is_conflict(request: HttpRequest, paper: Paper, stored: Page, typed: Page) -> bool:
    """Whether somebody else changed the answers of this very page since it was made."""
    if request.POST.get("do") in {"restore", f"keep:{paper.version}"}:
        return False
    return request.POST.get("base", stored.base) != stored.base and typed.base != stored.base


def _both(request: HttpRequest, paper: Paper, typed: Page, stored: Page, version: int | None = None) -> HttpResponse:
    """Give both texts back; nothing was overwritten, and the writer chooses."""
    given = {"differences": differences_between(stored, typed), "keep": version or paper.version}
    base = request.POST.get("base", "")
    return _render(request, paper, typed, paper.version, conflict=given, base=base, at="conflict", status=409)


def _shown(paper: Paper, page: Page, said: Spoken) -> dict[str, Any]:
    """Return what every answer shows of a page: its questions, what is said of them, and how far the whole is."""
    completion = paper.completion(page)
    return {
        **paper.context,
        "paper": paper,
        "page": page,
        "section": page.section,
        "spoken": said,
        "sections": _contents(paper, page, completion, said),
        "conflicts": conflicts_of(said.contradictions, page.blocks),
        "answered": sum(each.answered for each in completion),
        "total": sum(each.total for each in completion),
        "base": page.base,
        "is_first": paper.sections[0] == page.section,
        "next": paper.next_address(page.section),
    }


def _render(
    request: HttpRequest,
    paper: Paper,
    page: Page,
    version: int,
    *,
    spoken: Spoken | None = None,
    at: str = "",
    is_live: bool = False,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    said = spoken or paper.speak(page.draft)
    if spoken is None:
        page.take_faults(said.faults)
    page.take_contradictions(said.contradictions)
    page.take_awaited(said.awaited)
    context = {
        **_shown(paper, page, said),
        "version": version,
        "saved_at": db_clock() if is_live else None,
        "at": at,
        **more,
    }
    if request.headers.get("HX-Request") and (is_live or more.get("conflict")):
        return render(request, "recovery/sheet/live.html", context, status=status)
    return render(request, paper.template, context, status=status)
