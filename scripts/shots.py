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
    ("intake-review", "Buyer", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/inquiries/[^/]+/review/$")),
    ("questionnaire", "Supplier", "/offers/", (r"/offers/[0-9a-f-]{36}/$", r"/write/$", r"/write/[a-z0-9-]+/$")),
    ("offer-review", "Supplier", "/offers/", (r"/offers/[0-9a-f-]{36}/$", r"/offers/[^/]+/review/$")),
    ("comparison", "Procurement", "/inquiries/", (r"/inquiries/[0-9a-f-]{36}/$", r"/compare/$|/comparison/$")),
)


def free_port() -> int:
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


def walk(page: Page, site: str, begin: str, links: tuple[str, ...]) -> None:
    """Open the page ``begin``, then follow the first link that fits each pattern."""
    page.goto(site + begin)
    for pattern in links:
        found = [str(href) for href in page.eval_on_selector_all("a[href]", "all => all.map(each => each.href)")]
        fitting = [href for href in found if re.search(pattern, href.removeprefix(site))]
        if not fitting:
            sys.exit(f"No link fits {pattern} on {page.url}.")
        page.goto(fitting[0])


def take(browser: Browser, site: str, links: dict[str, str]) -> list[str]:
    """Take every picture of SHOTS; return a sentence for each page that is wider than its window."""
    faults = []
    for name, who, begin, onward in SHOTS:
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 800})
            if who:
                page.goto(links[who])
            walk(page, site, begin, onward)
            page.evaluate("document.fonts.ready")
            wide = int(page.evaluate("document.documentElement.scrollWidth"))
            if wide > width:
                faults.append(f"{name} is {wide} pixels wide in a window of {width}.")
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
    subprocess.run(["pdftoppm", "-r", "70", "-png", str(pdf), str(PICTURES / "document")], check=True)
    for place in sorted(PICTURES.glob("document-*.png")):
        shrink(place)
        print(place.relative_to(ROOT), flush=True)


def main() -> int:
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
