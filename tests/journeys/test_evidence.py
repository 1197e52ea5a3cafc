"""What a supplier says of a checkpoint, what its bytes say, and what comes back: browser, document and command line."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.person import Person
from tests.journeys.site import ROOT, Site

CORPUS = ROOT.parent / "shared" / "data" / "checkpoints"
SUPPLIER, BUYER = "ben@birch.example", "lena@harbour-models.example"
POINT = "answered: optimizer state at step 10; read: optimizer state at step 9 in optimizer.pt"
CONTRADICTION = "these parts are one checkpoint; read: The optimizer says 9"

# An inquiry that is open, and a supplier whose draft says everything but what the files show.
PREPARE = f"""
import json
from allauth.account.models import EmailAddress
from tests.factories import *
inquiry = make_published()
offer = make_offer(inquiry, "Birch State")
User.objects.filter(pk=supplier_of(offer).pk).update(email="{SUPPLIER}", name="Ben")
buyer = make_person(inquiry, Role.PROCUREMENT)
User.objects.filter(pk=buyer.pk).update(email="{BUYER}", name="Lena")
described = next(each for each in json.loads(open("recovery/management/cases/tr10.json").read())["offers"] if each["name"] == "Offer B")
described.pop("supplier", None)
Offer.objects.filter(pk=offer.pk).update(draft=described, draft_version=1)
for user in User.objects.filter(email__in=["{SUPPLIER}", "{BUYER}"]):
    EmailAddress.objects.update_or_create(user=user, defaults={{"email": user.email, "verified": True, "primary": True}})
print(json.dumps({{"inquiry": str(inquiry.code), "offer": str(offer.code)}}))
"""  # noqa: E501  # lines of a program
CLOSE = """
from tests.factories import *
inquiry = Inquiry.objects.get()
Inquiry.objects.update(drain_seconds=0)
close(inquiry)
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "site")
    try:
        yield site
    finally:
        site.stop()


def tool(pyz: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the one-file tool as a supplier does: in a Python without any package."""
    return subprocess.run([sys.executable, "-I", "-S", str(pyz), *words], capture_output=True, text=True, check=False)


def attach_and_take(page: Page, offer: str, manifest: Path) -> None:
    """Attach the manifest, see both differences, take the one value, see that one difference is left, and submit."""
    page.get_by_label("Files").set_input_files(manifest)
    page.get_by_role("button", name="Attach", exact=True).click()
    attached = page.locator("#attachments")
    expect(attached).to_contain_text("What differs from your answers?", timeout=60_000)
    expect(attached).to_contain_text(POINT)
    expect(attached).to_contain_text("A changed manifest cannot be told from an honest one.")
    page.get_by_role("button", name=re.compile("Use this optimizer state at step 9")).click()
    expect(attached).to_contain_text("Answered: optimizer state at step 9")
    expect(attached).not_to_contain_text(POINT)
    expect(attached).to_contain_text(CONTRADICTION)
    page.goto(f"/offers/{offer}/review/")
    expect(page.locator("main")).to_contain_text(CONTRADICTION)
    mark = page.get_by_role("button", name="Mark all of them as not stated")
    if mark.count():
        mark.click()
    page.get_by_role("button", name="Submit the offer").click()
    expect(page.locator("main")).to_contain_text("manifest.json")


def open_and_export(page: Page, to: Path) -> str:
    """Open the offers, compare them, and return the text of the exported document."""
    page.get_by_role("button", name="Open the offers").click()
    page.get_by_role("link", name="Compare the offers").click()
    expect(page.locator("main")).to_contain_text(CONTRADICTION)
    page.get_by_role("button", name="Export as PDF").click()
    ready = page.get_by_role("link", name="Download the PDF")
    ready.wait_for(timeout=90_000)
    return text_of(page, ready, to)


def add_check(page: Page, inquiry: str, report: Path, to: Path) -> str:
    """Add the report of a return to the inquiry, and return the text of its document."""
    page.goto(f"/inquiries/{inquiry}/returns/")
    page.get_by_label("Offer").select_option(label="Birch State")
    page.get_by_label("Report or manifest").set_input_files(report)
    page.get_by_role("button", name="Add and compare").click()
    expect(page.locator("#returns")).to_contain_text("1 changed. Touched: optimizer state", timeout=60_000)
    return text_of(page, page.get_by_role("link", name="Download the PDF"), to)


def text_of(page: Page, link: Locator, to: Path) -> str:
    with page.expect_download() as download:
        link.click()
    download.value.save_as(to)
    read = subprocess.run(["pdftotext", "-layout", str(to), "-"], capture_output=True, text=True, check=True)
    return re.sub(r"\s+", " ", read.stdout)


@pytest.mark.browser
def test_from_the_files_to_the_document_and_to_the_check_of_what_came_back(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    pyz, delivery, manifest = tmp_path / "recovery.pyz", tmp_path / "checkpoint-10", tmp_path / "manifest.json"
    build = f"from scripts.tool import build; from pathlib import Path; build(Path({str(pyz)!r}))"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True)
    shutil.copytree(CORPUS / "hf-trainer-optimizer-from-9" / "checkpoint-10", delivery)
    assert tool(pyz, "inspect", str(delivery), "-o", str(manifest)).returncode == 0
    codes = json.loads(site.python(PREPARE))
    site.start()

    supplier = Person(browser, site, SUPPLIER)
    supplier.sign_in(f"/offers/{codes['offer']}/write/evidence/")
    attach_and_take(supplier.page, codes["offer"], manifest)
    supplier.leave()
    site.python(CLOSE)

    buyer = Person(browser, site, BUYER)
    buyer.sign_in(f"/inquiries/{codes['inquiry']}/")
    assert "The optimizer says 9" in open_and_export(buyer.page, tmp_path / "comparison.pdf")
    with (delivery / "optimizer.pt").open("ab") as changed:
        changed.write(b"x")
    verified = tool(pyz, "verify", str(manifest), str(delivery), "--report", str(tmp_path / "report.json"))
    assert verified.returncode == 1
    assert re.search(r"changed\s+optimizer\.pt", verified.stdout)
    assert re.search(r"changed\s+optimizer state", verified.stdout)
    assert "optimizer.pt" in add_check(buyer.page, codes["inquiry"], tmp_path / "report.json", tmp_path / "check.pdf")
    buyer.leave()


if not CORPUS.exists():  # the walk needs a checkpoint of the corpus, which is not part of this repository
    del test_from_the_files_to_the_document_and_to_the_check_of_what_came_back
