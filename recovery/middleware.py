"""What every request must be and every response carries, and what is kept of an attempt that was refused."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from recovery.actions.refusals import NotAllowed, Refused
from recovery.actions.trail import record_refused_attempt
from recovery.core.text import DIRECTION_MARKS, shown
from recovery.queries import OffersSealed

# Bootstrap draws its arrows and ticks from data: addresses; nothing else is looser than our own files.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()" for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
)


class PageHeaders:
    """Sets the headers of security.md on each response that did not set its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Links in mails start with the configured address, never with the Host header that a stranger may forge.
        request.build_absolute_uri = (  # type: ignore[method-assign]  # replaced for this request on purpose
            lambda location=None: urljoin(settings.BASE_URL, location or request.get_full_path())
        )
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class PlainText:
    """Lets nothing in that names another encoding than UTF-8: some of them decode to text that nothing can store."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset", "utf-8")
        if named.lower() not in {"utf-8", "utf8"}:
            raise BadRequest("Only UTF-8 is read.")
        return self.get_response(request)


# What stands in an input goes back as it was typed, so its marks stay; a browser keeps an input's text to itself.
_INPUT = r'<textarea\b.*?</textarea>|\b(?:value|name)="[^"]*"'
_INPUT_OR_MARK = re.compile(f"({_INPUT})|[{''.join(sorted(DIRECTION_MARKS))}]", re.DOTALL)
# Each begins with one byte, which is looked for at the speed of memory: most pages hold no mark and pay nothing.
_MARKS = (re.compile(rb"\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])"), re.compile(rb"\xd8\x9c"))


class VisibleMarks:
    """Makes marks of direction visible on every page, so that no name or answer turns the words around it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        if is_page and any(mark.search(response.content) for mark in _MARKS):
            page = response.content.decode(response.charset)
            response.content = _INPUT_OR_MARK.sub(lambda found: found[1] or shown(found[0]), page)
        return response


class RefusedAttempts:
    """Keeps who asked in vain for the page of one inquiry or offer (security.md T6), after the answer is settled.

    What an action refuses between a page's look and its act, where a role was just taken away, is answered like any
    page that is not there; other refusals say why.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match, user = request.resolver_match, request.user
        if response.status_code == 404 and match is not None and "code" in match.kwargs and user.is_authenticated:
            # A code that never existed is kept in the same way, so that even the time of the answer tells nothing.
            record_refused_attempt(
                by=user, code=match.kwargs["code"], route=match.view_name, method=request.method or ""
            )
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal that no view has answered; anything else stays an error."""
        if isinstance(exception, (NotAllowed, OffersSealed)):
            return page_not_found(request, Http404())
        if isinstance(exception, Refused):
            return render(request, "409.html", {"refusal": exception}, status=409)
        return None
