"""Answers save themselves, and two tabs never overwrite one another."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.person import Person
from tests.journeys.site import Site

pytestmark = pytest.mark.browser

FIELD = "[name='answers-S44']"


def state(page: Page) -> None:
    expect(page.locator("[data-state]")).to_contain_text("Saved at")


def test_two_tabs_are_told_apart(browser: Browser, demonstration: tuple[Site, dict[str, str]]) -> None:
    site, links = demonstration
    person = Person(browser, site, "offers@birch-state.example", expected=(409,))
    first = person.page
    first.goto(links["Supplier, Birch State"])
    first.get_by_role("link", name="Keep the model of TR-10 for inference").click()
    first.get_by_role("link", name="Answer", exact=True).click()
    first.get_by_role("link", name="Service terms").click()
    first.locator(FIELD).wait_for()
    second = person.tab()
    second.goto(first.url)

    first.locator(FIELD).fill("Four hours")
    state(first)
    first.reload()
    expect(first.locator(FIELD)).to_have_value("Four hours")

    second.locator(FIELD).fill("Two days")
    expect(second.locator("#conflict")).to_contain_text("Somebody else changed these answers meanwhile")
    expect(second.locator("#conflict")).to_contain_text("Four hours")
    expect(second.locator("#conflict")).to_contain_text("Two days")
    expect(second.locator(FIELD)).to_have_value("Two days")
    first.reload()
    expect(first.locator(FIELD)).to_have_value("Four hours")

    second.get_by_role("button", name="Keep what is typed here").click()
    expect(second.locator("#conflict")).to_be_empty()
    first.reload()
    expect(first.locator(FIELD)).to_have_value("Two days")
    person.leave()


def test_two_pages_of_one_offer_do_not_collide(browser: Browser, demonstration: tuple[Site, dict[str, str]]) -> None:
    site, links = demonstration
    person = Person(browser, site, "offers@birch-state.example")
    first, second = person.page, person.tab()
    first.goto(links["Supplier, Birch State"])
    first.get_by_role("link", name="Keep the model of TR-10 for inference").click()
    first.get_by_role("link", name="Answer", exact=True).click()
    first.get_by_role("link", name="Service terms").click()
    first.locator(FIELD).wait_for()
    second.goto(first.url.replace("/terms/", "/interface/"))
    first.locator(FIELD).fill("One hour")
    state(first)
    second.locator("[name='answers-S51']").fill("Cluster management handoff")
    state(second)
    second.reload()
    first.reload()
    expect(first.locator(FIELD)).to_have_value("One hour")
    expect(second.locator("[name='answers-S51']")).to_have_value("Cluster management handoff")
    person.leave()


def test_a_button_is_pressed_once_and_a_conflict_leaves_the_text_in_place(
    browser: Browser, demonstration: tuple[Site, dict[str, str]]
) -> None:
    site, links = demonstration
    person = Person(browser, site, "offers@birch-state.example", expected=(409,))
    first, second = person.page, person.tab()
    first.goto(links["Supplier, Birch State"])
    first.get_by_role("link", name="Keep the model of TR-10 for inference").click()
    first.get_by_role("link", name="Answer", exact=True).click()
    first.get_by_role("link", name="Which application and framework version does it concern?").click()
    name = "[name='answers-S3-0-name']"
    first.locator(name).wait_for()
    second.goto(first.url)
    pressed: list[str] = []
    first.on("request", lambda sent: pressed.append(sent.post_data or ""))
    first.locator(name).fill("PyTorch")
    first.get_by_role("button", name="Add a row").first.click()
    first.locator("[name='answers-S3-2-name']").wait_for()
    expect(first.locator(name)).to_have_value("PyTorch")
    assert sum("do=row" in each for each in pressed) == 1

    second.locator(name).fill("JAX")
    second.get_by_role("button", name="Add a row").first.click()
    expect(second.locator("#conflict")).to_contain_text("Somebody else changed these answers meanwhile")
    expect(second.locator(name)).to_have_value("JAX")
    person.leave()
