"""One person with a browser of their own, and whatever goes wrong on their way."""

import re
import sys

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

from tests.journeys.site import Site

CODE = r"(?m)^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$"
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}
# Browser and htmx repeat each refused answer as an error of their own; which may be refused is said in the test.
_REPEATED = ("Failed to load resource: the server responded with a status of", "Response Status Error Code ")


class Person:
    """Walks the site; at the end nothing may have gone wrong that was not ``expected``: a set of HTTP statuses."""

    def __init__(
        self,
        browser: Browser,
        site: Site,
        address: str,
        name: str = "",
        *,
        script: bool = True,
        view: dict[str, int] | None = None,
        expected: tuple[int, ...] = (),
    ) -> None:
        self.site, self.address, self.name, self.script = site, address, name, script
        self._expected = expected
        self.wrong: list[str] = []
        self.context = browser.new_context(
            viewport=view or WIDE, java_script_enabled=script, accept_downloads=True, base_url=site.address
        )
        self.context.set_default_timeout(20_000)
        self.page: Page = self.tab()

    def tab(self) -> Page:
        """Open one more tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._note(f"script error at {page.url}: {error}"))
        page.on("response", self._answered)
        page.on("requestfailed", self._failed)
        return page

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong."""
        self.context.close()
        assert self.wrong == [], "\n".join(self.wrong)

    # --- What goes wrong --------------------------------------------------------------------------------------------

    def _note(self, text: str) -> None:
        """Keep what went wrong; said at once as well, for a walk that does not come to its end."""
        self.wrong.append(text)
        sys.stderr.write(f"{self.address}: {text}\n")

    def _heard(self, said: ConsoleMessage) -> None:
        """Keep errors and warnings; a breach of the content security policy is among them."""
        if said.type in {"error", "warning"} and not said.text.startswith(_REPEATED):
            self._note(f"console at {said.location.get('url', '')}: {said.text}")

    def _answered(self, response: Response) -> None:
        if not response.url.startswith((self.site.address, "data:", "blob:")):
            self._note(f"fetched from elsewhere: {response.url}")
        if response.status >= 400 and response.status not in self._expected:
            self._note(f"status {response.status}: {response.request.method} {response.url}")

    def _failed(self, request: Request) -> None:
        # A page left while it was still fetching, or a download, is reported as aborted.
        if "ERR_ABORTED" not in (request.failure or ""):
            self._note(f"failed: {request.url} {request.failure}")

    # --- Signing in -------------------------------------------------------------------------------------------------

    def sign_in(self, begin: str = "/") -> None:
        """Ask for a code by mail and type it."""
        self.page.goto(begin)
        self.page.locator("#code_email").fill(self.address)
        self.page.get_by_role("button", name="Send me a code").click()
        self.type_code()

    def sign_up(self, invitation: str) -> None:
        """Follow an invitation and make the account that it asks for."""
        self.page.goto(invitation)
        self.page.get_by_role("link", name="Make an account").click()
        self.page.get_by_label("Email").fill(self.address)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Make the account").click()
        self.type_code()

    def type_code(self) -> None:
        self.page.get_by_label("Code").fill(self.site.mail_to(self.address, CODE))
        self.page.get_by_role("button", name="Confirm").click()
        self.page.get_by_role("button", name="Sign out").wait_for()

    def sign_out(self) -> None:
        self.page.get_by_role("button", name="Sign out").click()
        self.page.get_by_role("link", name=re.compile("Sign in")).wait_for()
