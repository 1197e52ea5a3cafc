"""One section is answered by keyboard alone, and one always sees where one is."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.person import Person
from tests.journeys.site import Site

pytestmark = pytest.mark.browser

MOST_STEPS = 60
# Whether the element in focus is drawn differently than without focus: an outline, or a shadow that stands for one.
IS_SEEN = """() => {
  const each = document.activeElement, drawn = getComputedStyle(each);
  const outlined = drawn.outlineStyle !== "none" && parseFloat(drawn.outlineWidth) > 0;
  return outlined || drawn.boxShadow !== "none";
}"""
WHERE = "() => document.activeElement.name || document.activeElement.textContent.trim()"


def step_to(page: Page, wanted: str) -> None:
    """Press the tab key until ``wanted`` has the focus; every place on the way is seen."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        assert page.evaluate(IS_SEEN), page.evaluate("document.activeElement.outerHTML")
        if page.evaluate(WHERE) == wanted:
            return
    raise AssertionError(f"The tab key does not lead to {wanted}.")


def test_a_section_is_answered_by_keyboard_alone(browser: Browser, demonstration: tuple[Site, dict[str, str]]) -> None:
    site, links = demonstration
    person = Person(browser, site, "offers@cedar-volumes.example")
    page = person.page
    page.goto(links["Supplier, Cedar Volumes"])
    page.keyboard.press("Tab")
    assert page.evaluate(WHERE) == "Skip to the page"
    page.keyboard.press("Enter")
    step_to(page, "TR-12 Keep the model of TR-10 for inference")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Keep the model of TR-10 for inference")
    step_to(page, "Answer")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Which application and framework version does it concern?")

    step_to(page, "offer-name")
    page.keyboard.type("V11")
    step_to(page, "answers-S1")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    step_to(page, "answers-S2")
    page.keyboard.press("Space")
    step_to(page, "answers-S3-0-name")
    page.keyboard.type("PyTorch")
    page.keyboard.press("Tab")
    page.keyboard.type("2.14")
    step_to(page, "answers-S4")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    step_to(page, "do")
    while page.evaluate("document.activeElement.value") != "next":
        step_to(page, "do")
    page.keyboard.press("Enter")

    expect(page.locator("h1")).to_have_text("What is returned?")
    page.go_back()
    page.reload()
    expect(page.locator("[name='offer-name']")).to_have_value("V11")
    expect(page.locator("[name='answers-S1'][value='storage_provider']")).to_be_checked()
    expect(page.locator("[name='answers-S2'][value='buyers']")).to_be_checked()
    expect(page.locator("[name='answers-S3-0-version']")).to_have_value("2.14")
    expect(page.locator("[name='answers-S4'][value='not_included']")).to_be_checked()
    person.leave()
