"""The file is a tagged, titled, outlined document with real tables, and holds exactly one attachment."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pytest
from pdfua import validate

from recovery.pdf import Press
from recovery.pdf.order import Attachment, PrintOrder
from recovery.pdf.report import TWIN_NAME, document_html
from tests.document.conftest import Document
from tests.document.paper import plain_text, squeezed

ALLOWED_HOSTS = ("https://docs.pytorch.org/", "https://docs.aws.amazon.com/")


@pytest.fixture(params=["three", "forty"])
def document(request: pytest.FixtureRequest) -> Document:
    found: Document = request.getfixturevalue(request.param)
    return found


def elements(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Yield every element of the structure tree."""
    waiting = [pdf.Root.StructTreeRoot.K[0]]
    while waiting:
        element = waiting.pop()
        if isinstance(element, pikepdf.Dictionary) and "/S" in element:
            yield element
            kids = element.get("/K", [])
            waiting.extend(kids if isinstance(kids, pikepdf.Array) else [kids])


def test_the_file_is_marked_as_an_accessible_document(document: Document):
    with pikepdf.open(document.path) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.MarkInfo.Marked)
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert "TR-10" in str(pdf.docinfo.Title)
        assert b"pdfuaid:part" in pdf.Root.Metadata.read_bytes()
        assert all(str(page.Tabs) == "/S" for page in pdf.pages)


def test_pdfua_finds_no_error(document: Document):
    report = validate(str(document.path))
    assert [finding.message for finding in report.findings] == []


def test_every_page_is_reached_from_one_structure_tree(document: Document):
    with pikepdf.open(document.path) as pdf:
        assert len(pdf.Root.StructTreeRoot.K) == 1
        pages = {element.Pg.objgen for element in elements(pdf) if "/Pg" in element}
        assert pages == {page.obj.objgen for page in pdf.pages}


def test_keys_of_the_parent_tree_rise_and_every_page_has_one(document: Document):
    with pikepdf.open(document.path) as pdf:
        keys = [int(key) for key in list(pdf.Root.StructTreeRoot.ParentTree.Nums)[0::2]]
        assert keys == sorted(set(keys))
        assert {int(page.StructParents) for page in pdf.pages} <= set(keys)
        links = [link for page in pdf.pages for link in page.get("/Annots", ())]
        assert links
        assert {int(link.StructParent) for link in links} <= set(keys)


def test_header_cells_have_scope_and_a_name_of_their_own(document: Document):
    with pikepdf.open(document.path) as pdf:
        headers = [each for each in elements(pdf) if each.S == "/TH"]
        names = [str(each.ID) for each in headers]
        assert len(names) == len(set(names))
        assert all(str(each.A.Scope) in {"/Row", "/Column"} for each in headers)
        listed = {str(key) for key in list(pdf.Root.StructTreeRoot.IDTree.Names)[0::2]}
        assert set(names) <= listed
        cells = [each for each in elements(pdf) if each.S == "/TD"]
        assert cells
        assert all({str(key) for key in cell.A.Headers} <= set(names) for cell in cells)


def test_every_figure_says_in_words_what_it_shows(document: Document):
    with pikepdf.open(document.path) as pdf:
        figures = [each for each in elements(pdf) if each.S == "/Figure"]
        assert figures
        assert all(len(str(figure.Alt)) > 40 for figure in figures)


def test_bookmarks_lead_to_every_offer(document: Document):
    with pikepdf.open(document.path) as pdf, pdf.open_outline() as outline:
        titles = {item.title for item in outline.root}
    assert {offer.name for offer in document.comparison.offers} <= titles


def test_links_lead_inside_or_to_a_named_reference(document: Document):
    with pikepdf.open(document.path) as pdf:
        names = {str(name) for name in list(pdf.Root.Names.Dests.Names)[0::2]}
        for page in pdf.pages:
            for link in page.get("/Annots", ()):
                if "/Dest" in link:
                    assert str(link.Dest) in names
                else:
                    assert str(link.A.URI).startswith(ALLOWED_HOSTS)


def test_page_numbers_in_the_table_of_contents_are_where_the_links_lead(three: Document):
    with pikepdf.open(three.path) as pdf:
        places = list(pdf.Root.Names.Dests.Names)
        target = dict(zip(map(str, places[0::2]), places[1::2], strict=True))["at-check"]
        number = next(at for at, page in enumerate(pdf.pages, 1) if page.obj.objgen == target[0].objgen)
    cover = plain_text(three.path).split("\f")[0]
    assert re.search(rf"How to check this document\s+{number}\b", cover)


def test_the_twin_is_the_one_attachment_and_its_digest_is_printed(document: Document):
    with pikepdf.open(document.path) as pdf:
        assert list(pdf.attachments) == [TWIN_NAME]
        attached = pdf.attachments[TWIN_NAME].get_file().read_bytes()
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        assert sum(each.get("/Type") == "/EmbeddedFile" for each in streams) == 1
    assert attached == document.twin
    assert hashlib.sha256(attached).hexdigest() in squeezed(plain_text(document.path))


def test_two_processes_print_the_same_bytes(document: Document):
    made_at = document.comparison.header.opened_at
    assert made_at is not None
    attachment = Attachment(TWIN_NAME, "The same comparison, for programs", document.twin.decode(), made_at.isoformat())
    order = PrintOrder(document_html(document.comparison, document.twin), made_at.isoformat(), (attachment,))
    press = Press()
    try:
        again = press.print(order)
    finally:
        press.stop()
    assert again.pdf == document.printed.pdf


def test_nothing_in_the_file_tells_when_or_where_it_was_made(document: Document):
    with pikepdf.open(document.path) as pdf:
        assert str(pdf.docinfo.CreationDate) == "D:20261130120100Z"
    assert b"/tmp/" not in document.printed.pdf


def test_parts_kept_from_an_earlier_printing_give_the_same_bytes(three: Document):
    made_at = "2026-11-30T12:01:00+00:00"
    first = PrintOrder(document_html(three.comparison, three.twin), made_at)
    changed = replace(three.comparison, scores=replace(three.comparison.scores, note="Another evaluator has scored."))
    later = PrintOrder(document_html(changed, three.twin), made_at)
    cold, warm = Press(), Press()
    try:
        warm.print(first)
        assert warm.print(later).pdf == cold.print(later).pdf
    finally:
        cold.stop()
        warm.stop()
