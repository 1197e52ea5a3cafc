"""What every response carries (ASVS v5.0.0-3.4.3 to 3.4.6, 14.3.2), and where absolute links begin (T16)."""

import logging

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from recovery.actions.refusals import NotAllowed, WrongState
from recovery.core.text import DIRECTION_MARKS
from recovery.middleware import PageHeaders, RefusedAttempts, VisibleMarks
from recovery.models import Role
from recovery.queries import OffersSealed
from recovery.settings.log import WithoutTokens
from tests.factories import make_opened, make_person
from tests.views.cast import address, client_of, filled, parameters, plain, route_names

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


@pytest.mark.parametrize("method", ["get", "head", "post", "options"])
def test_every_address_is_guarded_by_the_headers(method: str) -> None:
    inquiry = make_opened()
    client = client_of(make_person(inquiry, Role.PROCUREMENT))
    for name in route_names():
        if parameters(name).keys() <= {"code", "offer"}:
            response = getattr(client, method)(address(name, filled(inquiry)))
            plain(response)
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, name
            assert "unsafe" not in policy, name
            assert "no-store" in response.headers["Cache-Control"], name
            assert response.headers["X-Content-Type-Options"] == "nosniff", name
            assert response.headers["X-Frame-Options"] == "DENY", name


@pytest.mark.parametrize("charset", ["hex", "rot13", "idna", "undefined", "utf-7", "utf-16", "unicode_escape"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/organisations/new/"])
def test_only_utf8_is_read(client: Client, charset: str, path: str) -> None:
    body = b'--X\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--X--\r\n'
    sent = client.generic("POST", path, body, content_type=f"multipart/form-data; boundary=X; charset={charset}")
    assert sent.status_code == 400


def test_marks_of_direction_are_seen_on_a_page_and_stay_as_typed_in_an_input(rf: RequestFactory) -> None:
    page = '<p title="a\u202eb">a\u2067b</p><input name="n\u200f" value="\u202ex"><textarea>\u202ey</textarea>'
    answer = VisibleMarks(lambda _request: HttpResponse(page))(rf.get("/")).content.decode()
    assert answer == (
        '<p title="a[U+202E]b">a[U+2067]b</p><input name="n\u200f" value="\u202ex"><textarea>\u202ey</textarea>'
    )


@pytest.mark.parametrize("mark", sorted(DIRECTION_MARKS))
def test_no_mark_of_direction_is_overlooked(rf: RequestFactory, mark: str) -> None:
    page = VisibleMarks(lambda _request: HttpResponse(f"<p>a{mark}b</p>"))(rf.get("/")).content.decode()
    assert page == f"<p>a[U+{ord(mark):04X}]b</p>"


def test_a_file_keeps_its_bytes(rf: RequestFactory) -> None:
    body = "\u202e".encode()
    file = VisibleMarks(lambda _request: HttpResponse(body, content_type="application/json"))(rf.get("/"))
    assert file.content == body


@pytest.mark.parametrize(
    ("refusal", "status"), [(NotAllowed(), 404), (OffersSealed("x"), 404), (WrongState(), 409), (ValueError("x"), None)]
)
def test_a_refusal_that_no_view_answered_is_no_error(
    rf: RequestFactory, refusal: Exception, status: int | None
) -> None:
    request = rf.get("/")
    request.user = AnonymousUser()
    answer = RefusedAttempts(lambda _request: HttpResponse()).process_exception(request, refusal)
    assert (answer.status_code if answer else None) == status


@pytest.mark.parametrize("path", ["/invitations/abc-DEF_123/", "/demo/sign-in/abc:1:x/"])
def test_no_line_of_the_log_holds_the_token_of_a_link(path: str) -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Method Not Allowed (%s): %s", ("PUT", path), None
    )
    assert WithoutTokens().filter(record)
    assert "abc" not in record.getMessage()
    assert "PUT" in record.getMessage()
    assert all("without_tokens" in each["filters"] for each in settings.LOGGING["handlers"].values())
