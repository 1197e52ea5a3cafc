"""What every response carries (ASVS v5.0.0-3.4.3 to 3.4.6, 14.3.2), and where absolute links begin (T16)."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from recovery.middleware import PageHeaders

pytestmark = pytest.mark.django_db
PAGES = ("/", "/accounts/login/", "/health", "/no-such-page")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_lets_inline_code_run_or_another_site_frame_it(client: Client, page: str) -> None:
    policy = client.get(page).headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.parametrize("page", PAGES)
def test_no_page_is_kept_by_a_browser_or_tells_another_site_its_address(client: Client, page: str) -> None:
    headers = client.get(page).headers
    assert "no-store" in headers["Cache-Control"]
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_response_may_set_a_stricter_policy_of_its_own(rf: RequestFactory) -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Content-Security-Policy": "sandbox"})

    assert PageHeaders(page)(rf.get("/")).headers["Content-Security-Policy"] == "sandbox"


def test_a_forged_host_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("forged", [{"host": "localhost:1"}, {"x-forwarded-host": "evil.example"}])
def test_absolute_links_begin_with_the_configured_address(rf: RequestFactory, forged: dict[str, str]) -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(request.build_absolute_uri("/a/page") + " " + request.build_absolute_uri())

    answer = PageHeaders(page)(rf.get("/here", {"q": "1"}, headers=forged))
    assert answer.content.decode() == f"{settings.BASE_URL}/a/page {settings.BASE_URL}/here?q=1"


def test_a_mailed_link_ignores_what_the_request_claims(client: Client, mailoutbox: list[object]) -> None:
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, headers={"host": "localhost:1"})
    (message,) = mailoutbox
    body = str(getattr(message, "body", ""))
    assert settings.BASE_URL in body
    assert "localhost:1/" not in body
