"""Every page that a person can reach by links: nothing wider than a phone, everything named, nothing that axe finds."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.person import NARROW, WIDE, Person
from tests.journeys.site import Site

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
NO_PAGE = re.compile(r"/file/|\.json$|\.pyz$|/files/[0-9a-f-]{36}/$|#|/demo/")
CODE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
# Pages that differ from one inquiry to the next; of all others one of a kind is enough.
EACH = re.compile(r"^/(inquiries|offers)/[0-9a-f-]{36}/$")
NOBODY = "Nobody"
PEOPLE = {
    NOBODY: ("/accounts/login/", "/accounts/signup/", "/no-such-page/"),
    "Administrator, Harbour Models": ("/organisations/",),
    "Buyer, Harbour Models": ("/",),
    "Evaluator, Harbour Models": ("/",),
    "Procurement, Harbour Models": ("/",),
    "Supplier, Cedar Volumes": ("/",),
}
MUST_BE_SEEN = {
    "Buyer, Harbour Models": {"/inquiries/*/write/result/", "/inquiries/*/review/", "/inquiries/*/comparison/"},
    "Evaluator, Harbour Models": {"/inquiries/*/scores/*/"},
    "Procurement, Harbour Models": {"/inquiries/*/comparison/history/", "/exports/*/"},
    "Supplier, Cedar Volumes": {"/offers/*/write/returned/", "/offers/*/review/", "/offers/receipts/*/"},
}
# What the hand checks look at; each line is a sentence about one thing of the page that is wrong.
LOOK = """() => {
  const wrong = [];
  const count = (what) => document.querySelectorAll(what).length;
  if (count("h1") !== 1) wrong.push(`${count("h1")} headings of the first level`);
  for (const each of ["main", "body > header", "nav[aria-label]", "body > footer"]) {
    if (!count(each)) wrong.push(`no ${each}`);
  }
  if (!document.documentElement.lang || !document.title.trim()) wrong.push("no language or no title");
  for (const each of innerWidth >= 1200 ? document.querySelectorAll(".page--wide .kicker") : []) {
    const lines = each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight);
    if (lines > 1.5) wrong.push(`the line above the title takes ${Math.round(lines)} lines: ${each.textContent}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  for (const id of new Set(ids.filter((each, place) => ids.indexOf(each) !== place))) wrong.push(`two elements #${id}`);
  for (const each of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    const by = (each.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id));
    const named = each.getAttribute("aria-label") || by.some((one) => one && one.textContent.trim())
      || [...(each.labels || [])].some((one) => one.textContent.trim());
    if (!named) wrong.push(`no label: ${each.name || each.outerHTML}`);
  }
  return wrong;
}"""


def found_by_axe(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{each['id']} ({each['help']}): {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found]


def wrong_on(page: Page) -> list[str]:
    wrong = page.evaluate(LOOK) + found_by_axe(page)
    for view in (NARROW, WIDE):
        page.set_viewport_size(view)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > view["width"]:
            wrong.append(f"{width} pixels wide in a window of {view['width']}")
    return [f"{page.url}: {each}" for each in wrong]


def links_on(page: Page, site: Site) -> list[str]:
    found = page.eval_on_selector_all("a[href]", "all => all.map(each => each.href)")
    return [each for each in found if each.startswith(site.address) and not NO_PAGE.search(each)]


def walk_everywhere(person: Person, begin: tuple[str, ...]) -> tuple[list[str], set[str]]:
    """Follow every link once for each kind of page; return what is wrong and the kinds of page that were seen."""
    waiting, seen, wrong = [person.site.address + each for each in begin], set[str](), list[str]()
    while waiting:
        address = waiting.pop(0).partition("?")[0]
        path = address.removeprefix(person.site.address)
        kind = path if EACH.match(path) else CODE.sub("*", path)
        if kind in seen:
            continue
        seen.add(kind)
        person.page.goto(address)
        wrong += wrong_on(person.page)
        waiting += links_on(person.page, person.site)
    return wrong, seen


@pytest.mark.parametrize("who", PEOPLE)
def test_every_page_fits_a_phone_and_names_its_parts(
    browser: Browser, demonstration: tuple[Site, dict[str, str]], who: str
) -> None:
    site, links = demonstration
    person = Person(browser, site, who, expected=(404,) if who == NOBODY else ())
    if who != NOBODY:
        person.page.goto(links[who])
    wrong, seen = walk_everywhere(person, PEOPLE[who])
    person.leave()
    assert wrong == []
    assert MUST_BE_SEEN.get(who, set()) <= {CODE.sub("*", each) for each in seen}
