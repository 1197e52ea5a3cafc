"""One headless Chromium for all journeys of a run, and one site with the demonstration for the short ones."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.journeys.site import Site

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next((found for name in names if (found := shutil.which(name))), None)
    assert chromium is not None, "Chromium was not found; on Debian: apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, str]]]:
    """The demonstration, served, with one more inquiry that is a draft; and the sign-in link of each person."""
    site = Site(tmp_path_factory.mktemp("demonstration"))
    said = site.manage("demo", "--no-worker")
    site.python(
        "from recovery.management.demonstration import _drafted, load_case\n"
        "_drafted('TR-13', 'Continue from step 10 once more', load_case()['intent'])"
    )
    site.start()
    yield site, dict(re.findall(r"^  ([^\n]+):\n    (http\S+)", said, re.MULTILINE))
    site.stop()
