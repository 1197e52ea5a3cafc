"""Everything that an offer says stands in the document, whole."""

import unicodedata
from collections.abc import Iterator

import pytest

from tests.document.conftest import ARABIC, CHINESE, HEBREW, LONG, UNBROKEN, Document
from tests.document.paper import in_drawing_order, in_reading_order, plain_text, squeezed


def without_marks(text: str) -> str:
    """Return ``text`` without vowel points, which programs read back before or after their letter."""
    return "".join(each for each in text if unicodedata.category(each) != "Mn")


def said_in(document: Document) -> Iterator[str]:
    """Yield each text that an offer has in the comparison."""
    comparison = document.comparison
    for block in (*comparison.answers, comparison.history, comparison.terms, comparison.interface):
        for row in block.rows:
            yield row.label
            yield from (cell.text for cell in row.cells if cell.state != "unasked")
    for offer in comparison.offers:
        yield from (offer.name, offer.supplier, offer.reason, offer.word, *offer.words, offer.heading_text)
        yield from (owed.says for owed in offer.blanks)
        yield from (text for found in (*offer.contradictions, *offer.asks) for text in (found.says, found.change))
    for line in comparison.evidence:
        yield from (line.id, line.kind_label, line.point)
    for score in comparison.scores.offers:
        yield from (score.sum_in_words, score.rank_in_words)
        yield from (each.proposal.reason for each in score.criteria)


@pytest.mark.parametrize("name", ["three", "forty"])
def test_every_text_of_every_offer_is_printed_whole(name: str, request: pytest.FixtureRequest):
    document: Document = request.getfixturevalue(name)
    read = in_drawing_order(document.path)
    lost = {text for text in set(said_in(document)) if squeezed(text) not in read}
    assert lost == set()


def test_long_and_foreign_texts_are_printed_whole(many_scripts: Document):
    read = in_reading_order(many_scripts.path)
    for text in (CHINESE, LONG[:1990], UNBROKEN, "恢复方案", "云存储有限公司", "🙂", "हिन्दी", "Ελληνικά", "Русский"):
        assert squeezed(text) in read


@pytest.mark.parametrize("text", [ARABIC, HEBREW])
def test_right_to_left_words_are_printed_whole(many_scripts: Document, text: str):
    read = without_marks(in_reading_order(many_scripts.path))
    for word in without_marks(text).rstrip(".").split():
        assert word in read or word[::-1] in read


def test_every_letter_has_a_glyph(many_scripts: Document):
    assert many_scripts.printed.remarks == ()
    assert "\ufffd" not in plain_text(many_scripts.path)


def test_the_cover_says_what_is_missing_and_what_a_later_copy_does_not_do(three: Document):
    cover = " ".join(plain_text(three.path).split("\f")[0].split())
    assert "What comes back if the job is lost?" in cover
    assert "◇ does not establish" in cover
    assert "● matches" in cover
    assert "A later copy does not move the point." in cover


def test_every_page_says_that_a_match_is_no_promise(forty: Document):
    pages = plain_text(forty.path).split("\f")[:-1]
    assert len(pages) == forty.printed.pages
    assert all("no promise of an identical run" in " ".join(page.split()) for page in pages)


def test_pages_are_numbered_through_all_parts(forty: Document):
    pages = plain_text(forty.path).split("\f")[:-1]
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in " ".join(page.split())


def test_a_blank_says_who_owes_the_answer(three: Document):
    blanks = {cell.owed_by for block in three.comparison.answers for row in block.rows for cell in row.cells}
    read = in_reading_order(three.path)
    for owed_by in blanks - {""}:
        assert squeezed(f"not stated, {owed_by}") in read
