"""Bad input gets a clear message at its question, keeps what was typed, and changes nothing else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.person import Person
from tests.journeys.site import Site

pytestmark = pytest.mark.browser

OFFER = "Keep the model of TR-10 for inference"
MOVE = """
from datetime import timedelta
from recovery.models import Inquiry, db_clock
Inquiry.objects.filter(reference="TR-12").update(deadline_at=db_clock() + timedelta(days={days}))
"""


@pytest.fixture
def supplier(browser: Browser, demonstration: tuple[Site, dict[str, str]]) -> Iterator[Person]:
    """Somebody of Alder Recovery, whose browser may be refused what is stale, signed out, unreadable or in conflict."""
    site, links = demonstration
    person = Person(browser, site, "offers@alder-recovery.example", expected=(401, 403, 409, 422))
    person.page.goto(links["Supplier, Alder Recovery"])
    yield person
    person.leave()


def open_section(page: Page, key: str) -> None:
    page.goto("/")
    page.get_by_role("link", name=OFFER).click()
    page.get_by_role("link", name="Answer", exact=True).click()
    page.locator(f".contents a[href$='/write/{key}/']").click()
    expect(page.locator(f".contents a[href$='/write/{key}/']")).to_have_attribute("aria-current", "page")


def begin_object(page: Page) -> str:
    """Describe one object that holds the model state, if there is none yet; return the beginning of its inputs."""
    open_section(page, "returned")
    if page.locator("[data-question='objects-0-S6']").count() == 0:
        page.get_by_role("button", name="Describe the first object").click()
    page.locator("[name='objects-0-S6'][value='model_state']").check()
    page.locator("[name='objects-0-S7-K1'][value='yes']").check()
    return "objects-0"


def refused(page: Page, name: str) -> str:
    """Press the button that leads on; return what is said, which must stand in the list on top and at the question."""
    page.get_by_role("button", name="Save and go on").click()
    listed = page.locator(f".fault-list li:has(a[href='#{name}'])")
    listed.first.wait_for()
    said = page.locator(f"[data-question='{name}'] .field-error").first.inner_text()
    assert said.removeprefix("To mend:").strip() in listed.first.inner_text()
    return said


def test_a_date_is_no_progress_point(supplier: Person) -> None:
    page = supplier.page
    begin = begin_object(page)
    value = page.locator(f"[name='{begin}-S8-K1-value']")
    value.fill("2026-03-05")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.locator(".fault-list")).to_contain_text("2026-03-05")
    expect(page.locator(".fault-list")).to_contain_text("does not say where the application was")
    expect(value).to_have_value("2026-03-05")
    value.fill("10")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.locator("h1")).to_have_text("Which progress point does it represent?")


def test_a_hundred_thousand_characters_are_given_back(supplier: Person) -> None:
    page, text = supplier.page, "w" * 100_000
    name = f"{begin_object(page)}-S6b"
    field = page.locator(f"textarea[name='{name}']")
    field.fill(text)
    assert "100,000 characters" in refused(page, name)
    expect(field).to_have_value(text)
    field.fill("The saved model state, alone.")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.locator("h1")).to_have_text("Which progress point does it represent?")


def test_a_control_character_is_named_and_the_answer_before_it_stays(supplier: Person) -> None:
    page = supplier.page
    open_section(page, "application")
    field = page.locator("[name='offer-name']")
    field.fill("Offer A")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    field.fill("Offer \x01 A")
    assert "U+0001" in refused(page, "offer-name")
    expect(field).to_have_value("Offer \x01 A")
    other = supplier.tab()
    other.goto(page.url)
    expect(other.locator("[name='offer-name']")).to_have_value("Offer A")


def test_a_page_from_before_the_present_sign_in_gives_its_text_back(
    supplier: Person, demonstration: tuple[Site, dict[str, str]]
) -> None:
    stale = supplier.page
    open_section(stale, "interface")
    stale.locator("[name='answers-S51']").wait_for()
    other = supplier.tab()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    other.goto(demonstration[1]["Supplier, Alder Recovery"])
    stale.locator("[name='answers-S51']").fill("Storage network handoff, third draft")
    expect(stale.locator("[data-state]")).to_contain_text("Not saved")
    stale.get_by_role("button", name="Save and go on").click()
    expect(stale.locator("h1")).to_have_text("Did you sign in again in another tab?")
    expect(stale.locator("main textarea")).to_have_value("answers-S51: Storage network handoff, third draft")
    stale.get_by_role("link", name="Open the page again").click()
    expect(stale.locator("[name='answers-S51']")).to_have_value("")
    stale.get_by_role("button", name="Put it back").click()
    expect(stale.locator("[name='answers-S51']")).to_have_value("Storage network handoff, third draft")
    expect(stale.locator("[data-state]")).to_contain_text("Saved at")


def test_what_is_sent_after_sign_out_waits_for_its_writer(supplier: Person) -> None:
    page = supplier.page
    open_section(page, "terms")
    field = page.locator("[name='answers-S44']")
    other = supplier.tab()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("link", name="Sign in").first.wait_for()
    field.fill("Within four hours of the request")
    expect(page.locator("[data-state]")).to_contain_text("You are signed out")
    page.get_by_role("button", name="Save and go on").click()
    page.locator("#code_email").fill(supplier.address)
    page.get_by_role("button", name="Send me a code").click()
    supplier.type_code()
    expect(page.locator("h1")).to_have_text("Service terms")
    expect(page.locator("main")).to_contain_text("You had been signed out when you sent this page")
    page.locator("form:has-text('You had been signed out') button[value=restore]").click()
    expect(page.locator("[name='answers-S44']")).to_have_value("Within four hours of the request")


def test_an_offer_sent_after_the_deadline_is_kept_and_does_not_count(
    supplier: Person, demonstration: tuple[Site, dict[str, str]]
) -> None:
    page, site = supplier.page, demonstration[0]
    open_section(page, "application")
    page.locator("[name='offer-name']").fill("Offer that came late")
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("link", name="Look through and submit").click()
    mark = page.get_by_role("button", name="Mark all of them as not stated")
    if mark.count():
        mark.click()
    submit = page.get_by_role("button", name="Submit the offer")
    submit.wait_for()
    site.python(MOVE.format(days=-1))
    try:
        submit.click()
        expect(page.locator("h1")).to_have_text("Did it arrive in time?")
        page.get_by_role("link", name="See what was kept").click()
        expect(page.locator("main")).to_contain_text("It arrived at or after the deadline.")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download what you sent").click()
        assert "Offer that came late" in download.value.path().read_text(encoding="utf-8")
        page.get_by_role("link", name=OFFER).click()
        expect(page.locator("main")).to_contain_text("Nothing of yours counts.")
    finally:
        site.python(MOVE.format(days=14))
