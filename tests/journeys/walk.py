"""The whole case TR-10, step by step, by clicking and typing: the journeys with and without scripts share it."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.journeys.person import Person
from tests.journeys.site import ROOT, Site
from tests.journeys.writing import Writer

HOUSE = "Harbour Models"
ADMINISTRATOR = "noor@harbour-models.example"
BUYER = "mika@harbour-models.example"
OWNER = "ines@harbour-models.example"
PROCUREMENT = "lena@harbour-models.example"
SUPPLIERS = {
    "Alder Recovery": "ana@alder.example",
    "Birch State": "ben@birch.example",
    "Cedar Volumes": "chi@cedar.example",
}
ROLES = (
    (BUYER, "Mika", "Buyer"),
    (OWNER, "Ines", "Application owner"),
    (OWNER, "Ines", "Evaluator"),
    (PROCUREMENT, "Lena", "Procurement"),
)
WEIGHTS = {"Q1": 15, "Q2": 25, "Q3": 25, "Q4": 20, "Q5": 15}
CASE: dict[str, Any] = json.loads((ROOT / "recovery/management/cases/tr10.json").read_text(encoding="utf-8"))
# Three suppliers type for that many times as long as the buyer; how long that is here is known from the buyer's form.
SHORTEST_WAIT = 25.0
TIMES_AS_LONG = {True: 10, False: 7}


class Walk:
    """The people of the case at one site; every step is what one of them does."""

    def __init__(self, browser: Browser, site: Site, *, script: bool) -> None:
        self._browser, self.site, self.script = browser, site, script
        self._people: list[Person] = []
        self._typing_took = 0.0

    def person(self, address: str, name: str = "") -> Person:
        self._people.append(Person(self._browser, self.site, address, name, script=self.script))
        return self._people[-1]

    def leave(self) -> None:
        for each in self._people:
            each.leave()

    def writer(self, person: Person) -> Writer:
        return Writer(person.page, script=self.script)

    # --- The buying side --------------------------------------------------------------------------------------------

    def give_roles(self) -> None:
        administrator = self.person(ADMINISTRATOR)
        administrator.sign_in()
        page = administrator.page
        page.get_by_role("link", name="Organisations").click()
        page.get_by_role("link", name=HOUSE).click()
        for address, name, role in ROLES:
            page.get_by_label("Address").fill(address)
            page.get_by_label("Name").fill(name)
            page.get_by_label("Role", exact=True).select_option(label=role)
            page.get_by_role("button", name="Give the role").click()
            expect(page.locator(".messages")).to_contain_text("The role was given")

    def write_inquiry(self) -> Page:
        """Begin TR-10 and say what must come back, section by section."""
        buyer = self.person(BUYER)
        buyer.sign_in()
        page = buyer.page
        page.get_by_role("link", name="Begin an inquiry").click()
        page.get_by_label("Reference").fill("TR-10")
        page.get_by_label("Title").fill("What comes back if the job TR-10 is lost?")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("link", name="Say what must come back").click()
        began = time.monotonic()
        self.writer(buyer).intent(CASE["intent"])
        self._typing_took = time.monotonic() - began
        expect(page.locator("h1")).to_have_text("Is this what you want back?")
        return page

    def publish(self, page: Page) -> None:
        """Set the terms with a deadline that leaves three suppliers time to type, then freeze the intent."""
        page.get_by_role("heading", name="On which terms?").get_by_role("link").click()
        wait = timedelta(seconds=max(SHORTEST_WAIT, TIMES_AS_LONG[self.script] * self._typing_took))
        self.deadline = datetime.now(timezone.utc) + wait
        page.get_by_label("Deadline").fill(f"{self.deadline:%Y-%m-%dT%H:%M:%S}")
        for criterion, weight in WEIGHTS.items():
            page.get_by_label(f"Weight of question {criterion[1]}").fill(str(weight))
        page.get_by_label("Application owner").select_option(OWNER)
        page.get_by_role("button", name="Keep the terms").click()
        page.get_by_role("button", name="Publish").click()
        expect(page.locator(".messages")).to_contain_text("frozen as version 1")

    def invite(self, page: Page) -> None:
        for address in SUPPLIERS.values():
            page.get_by_label("Supplier's address").fill(address)
            page.get_by_role("button", name="Invite").click()
            expect(page.locator(".messages")).to_contain_text(address)

    # --- The suppliers ----------------------------------------------------------------------------------------------

    def offer(self, house: str, described: dict[str, Any]) -> str:
        """Follow the mailed link, make an account, fill the questionnaire, submit; return the receipt's text."""
        address = SUPPLIERS[house]
        supplier = self.person(address, f"Somebody of {house}")
        supplier.sign_up(self.site.mail_to(address, r"(http\S+/invitations/\S+)"))
        page = supplier.page
        expect(page.locator("h1")).to_have_text("Will you answer this inquiry?")
        page.get_by_label("Name of the new organisation").fill(house)
        page.get_by_role("button", name="Accept and begin the offer").click()
        page.get_by_role("link", name="Answer", exact=True).click()
        self.writer(supplier).offer(described)
        expect(page.locator("h1")).to_have_text("Is this what you offer?")
        mark = page.get_by_role("button", name="Mark all of them as not stated")
        if mark.count():
            mark.click()
        page.get_by_role("button", name="Submit the offer").click()
        expect(page.locator("h1")).to_have_text("What was received, and when?")
        text = page.locator("main").inner_text()
        others = set(SUPPLIERS) - {house}
        page.get_by_role("link", name="Recovery Offers").click()
        assert not [other for other in others if other in text + page.locator("body").inner_text()]
        return text

    # --- After the deadline -----------------------------------------------------------------------------------------

    def open_offers(self) -> Page:
        """Find the offers sealed, wait until they may be opened, and open them."""
        procurement = self.person(PROCUREMENT)
        procurement.sign_in()
        page = procurement.page
        page.get_by_role("link", name="TR-10").click()
        sealed = page.url
        assert page.get_by_role("link", name="Compare the offers").count() == 0
        opens = self.deadline + timedelta(seconds=1)
        while not page.get_by_role("button", name="Open the offers").count():
            time.sleep(max(0.2, (opens - datetime.now(timezone.utc)).total_seconds()))
            page.goto(sealed)
        page.get_by_role("button", name="Open the offers").click()
        expect(page.locator(".messages")).to_contain_text("The offers are open")
        return page

    def score(self) -> None:
        """As evaluator: accept the proposals for two offers, and give one value of one's own for the third."""
        evaluator = self.person(OWNER)
        evaluator.sign_in()
        page = evaluator.page
        page.get_by_role("link", name="TR-10").click()
        page.get_by_role("link", name="Compare the offers").click()
        page.get_by_role("link", name="Score the offers").click()
        for name in ("Offer A", "Offer B"):
            page.get_by_role("link", name=name).click()
            page.get_by_role("button", name="Accept all proposals").click()
            expect(page.locator(".messages")).to_contain_text(f"Your values for {name} are kept")
        page.get_by_role("link", name="V11").click()
        for criterion in page.locator(".criterion").all():
            criterion.locator("input[type=radio]").first.check()
            criterion.locator("textarea, input[type=text]").first.fill("Read apart from the others.")
        page.get_by_role("button", name="Keep my values").click()
        expect(page.locator(".messages")).to_contain_text("Your values for V11 are kept")

    def export(self, page: Page, to: Path) -> str:
        """As procurement: compare, order the PDF, wait for the worker, download it; return its text."""
        page.get_by_role("link", name="Compare the offers").click()
        expect(page.locator("h1")).to_have_text("What comes back if the job is lost?")
        page.get_by_role("button", name="Export as PDF").click()
        ready = page.get_by_role("link", name="Download the")
        if self.script:
            ready.wait_for(timeout=90_000)
        until = time.monotonic() + 90
        while not ready.count():
            assert time.monotonic() < until, self.site.log("worker")
            time.sleep(1)
            page.reload()
        with page.expect_download() as download:
            ready.click()
        download.value.save_as(to)
        read = subprocess.run(["pdftotext", str(to), "-"], capture_output=True, text=True, check=True)
        return read.stdout


@contextmanager
def whole_site(folder: Path) -> Iterator[Site]:
    """Serve an empty database that knows one administrator."""
    site = Site(folder)
    site.manage("create_administrator", ADMINISTRATOR, HOUSE)
    site.start()
    try:
        yield site
    finally:
        site.stop()
