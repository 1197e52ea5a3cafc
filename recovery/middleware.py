"""What every response carries, and the one address that absolute links are made from."""

from collections.abc import Callable
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse

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
