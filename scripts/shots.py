"""Make the pictures of docs/screenshots: pages of the demonstration at two widths, and each page of its PDF.

A page that is wider than its window is told, and ends this program with exit code 1.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
WIDTHS = (1280, 390)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Name, who looks ("" is nobody in particular), where it begins, and the links that lead on from there.
SHOTS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("sign-in", "", "/accounts/login/", ()),
    ("inquiries", "Buyer", "/inquiries/", ()),
    ("intake-form", "Buyer", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/write/$", r"/write/[a-z0-9-]+/$")),
    ("intake-components", "Buyer", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/write/$", r"/write/components/$")),
    ("intake-review", "Buyer", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/write/$", r"/review/$")),
    ("questionnaire", "Supplier", "/offers/", (r"/offers/[0-9a-f-]{36}/$", r"/write/$", r"/write/[a-z0-9-]+/$")),
    ("questionnaire-returned", "Supplier", "/offers/", (r"/offers/[0-9a-f-]{36}/$", r"/write/$", r"/write/returned/$")),
    ("offer-review", "Supplier", "/offers/", (r"/offers/[0-9a-f-]{36}/$", r"/write/$", r"/review/$")),
    ("comparison", "Procurement", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/comparison/$")),
)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def demonstration(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Serve the demonstration from a folder of its own; yield its address and the first sign-in link of each role."""
    port = free_port()
    variables = {**os.environ, "VAR_DIR": str(folder), "PORT": str(port), "RECOVERY_MODE": "demo", "DATABASE_URL": ""}
    command = [sys.executable, "scripts/serve.py"]
    with subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101  # asked for above
        said = ""
        for line in process.stdout:
            said += line
            if "Serving on" in line:
                break
        else:
            sys.exit(f"The demonstration did not start:\n{said}")
        links: dict[str, str] = {}
        for role, link in re.findall(r"^  ([^,\n]+),[^\n]*:\n    (http\S+)", said, re.MULTILINE):
            links.setdefault(role, link)
        try:
            yield f"http://127.0.0.1:{port}", links
        finally:
            process.terminate()
            process.communicate()


def walk(page: Page, address: str, links: tuple[str, ...]) -> bool:
    """Open ``address`` and follow links that fit each pattern in turn; where one leads nowhere, try the next."""
    page.goto(address)
    if not links:
        return True
    site = re.match(r"https?://[^/]+", address)
    assert site is not None  # noqa: S101  # every address here is absolute
    found = [str(href) for href in page.eval_on_selector_all("a[href]", "all => all.map(each => each.href)")]
    fitting = [href for href in dict.fromkeys(found) if re.search(links[0], href.removeprefix(site[0]))]
    return any(walk(page, href, links[1:]) for href in fitting)


def begin_inquiry(page: Page, site: str) -> None:
    """Begin an inquiry and answer its first section as the buyer would, so that there is a form to look at."""
    page.goto(f"{site}/inquiries/new/")
    reference, title = page.locator("main form input[type=text]").all()[:2]
    reference.fill("TR-11")
    title.fill("Continue training from step 20")
    page.locator("main form button").first.click()
    if not walk(page, page.url, (r"/write/$|/write/[a-z0-9-]+/$",)):
        sys.exit(f"There is no way to the form from {page.url}.")
    page.get_by_label("Continue from an identified training state").check()
    page.get_by_label("What is the application or training job called?").fill("TR-11")
    page.get_by_role("button", name="Save and go on").click()


def take(browser: Browser, site: str, links: dict[str, str]) -> list[str]:
    """Take every picture of SHOTS; return a sentence for each page that is wider than its window."""
    faults = []
    page = browser.new_page()
    page.goto(links["Buyer"])
    begin_inquiry(page, site)
    page.close()
    for name, who, begin, onward in SHOTS:
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 800})
            if who:
                page.goto(links[who])
            if not walk(page, site + begin, onward):
                sys.exit(f"{name}: no way from {begin} by links that fit {' then '.join(onward)}.")
            page.evaluate("document.fonts.ready")
            wide = int(page.evaluate("document.documentElement.scrollWidth"))
            if wide > width:
                faults.append(f"{name} is {wide} pixels wide in a window of {width}.")
            # As tall as the page, so that what stays in sight while scrolling is whole.
            tall = int(page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": width, "height": tall})
            place = PICTURES / f"{name}-{width}.png"
            page.screenshot(path=place, full_page=True)
            shrink(place)
            page.close()
            print(place.relative_to(ROOT), flush=True)
    return faults


def shrink(place: Path) -> None:
    """Keep 128 colours: the pages are ink on paper, and the folder stays small."""
    Image.open(place).convert("RGB").quantize(128).save(place, optimize=True)


def print_document(pdf: Path) -> None:
    """Make a picture of each page of the PDF."""
    subprocess.run(["pdftoppm", "-r", "70", "-png", str(pdf), str(PICTURES / "document")], check=True)
    for place in sorted(PICTURES.glob("document-*.png")):
        shrink(place)
        print(place.relative_to(ROOT), flush=True)


def main() -> int:
    """Make every picture; return the exit code."""
    chromium = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
    if chromium is None or shutil.which("pdftoppm") is None:
        sys.exit("Chromium and pdftoppm are needed; on Debian run: apt install chromium poppler-utils")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with demonstration(Path(folder)) as (site, links):
            faults = take(browser, site, links)
            print_document(Path(folder) / "demo" / "TR-10-comparison.pdf")
        browser.close()
    print("\n".join(faults) or "No page is wider than its window.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
