"""From an empty database to the comparison as PDF, as everybody who takes part."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.walk import CASE, SUPPLIERS, Walk, whole_site

pytestmark = pytest.mark.browser

SAID = (
    (
        "Offer A ◇ does not establish Returns model state at step 10. "
        "Missing: optimizer state at step 10, progress record at step 10."
    ),
    "Offer B ● matches Returns model state, optimizer state and progress record at step 10, as asked.",
    (
        "V11 ◇ does not establish Returns model state, optimizer state and progress record at step 9. "
        "Missing: point 10. A later copy does not move the point."
    ),
)


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "with scripts off"])
def test_from_an_empty_database_to_the_pdf(browser: Browser, tmp_path: Path, *, script: bool) -> None:
    with whole_site(tmp_path) as site:
        walk = Walk(browser, site, script=script)
        walk.give_roles()
        page = walk.write_inquiry()
        walk.publish(page)
        walk.invite(page)
        for house, offer in zip(SUPPLIERS, CASE["offers"], strict=True):
            receipt = walk.offer(house, offer)
            assert re.search(r"Revision\s+1\s", receipt)
            assert len(re.findall(r"sha256 [0-9a-f]{64}", receipt)) == 2
        opened = walk.open_offers()
        walk.score()
        said = re.sub(r"\s+", " ", walk.export(opened, tmp_path / "TR-10.pdf"))
        walk.leave()
    assert [each for each in SAID if each not in said] == []
