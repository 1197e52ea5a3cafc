"""Nothing leaves its page, nothing lies over anything else, and the pages look as they should."""

from pathlib import Path

import pytest
from PIL import Image

from tests.document.conftest import Document
from tests.document.paper import Sheet, pictures, sheets

ACCENT, RUST = (11, 85, 99), (138, 43, 29)
NAMES = ["three", "forty", "many_scripts"]


@pytest.fixture(params=NAMES)
def document(request: pytest.FixtureRequest) -> Document:
    found: Document = request.getfixturevalue(request.param)
    return found


def test_no_word_leaves_its_page(document: Document):
    for sheet in sheets(document.path):
        for word in sheet.words:
            assert word.left >= 30
            assert word.right <= sheet.width - 28, word
            assert word.top >= 20
            assert word.bottom <= sheet.height - 14, word


def test_no_word_lies_over_another(document: Document):
    covered = []
    for number, sheet in enumerate(sheets(document.path), 1):
        words = sorted(sheet.words, key=lambda each: each.top)
        for place, word in enumerate(words):
            for other in words[place + 1 :]:
                if other.top > word.bottom:
                    break
                if word.overlaps(other):
                    covered.append((number, word.text, other.text))
    assert covered == []


def test_no_page_is_empty(document: Document):
    assert all(len(sheet.words) > 25 for sheet in sheets(document.path))


def test_the_matrix_is_landscape_and_an_offer_is_portrait(three: Document):
    found = sheets(three.path)
    assert found[0].width > found[0].height
    assert {each.width > each.height for each in found} == {True, False}


def test_an_offer_has_two_pages_and_a_third_for_its_storage_copy(three: Document):
    tall = [sheet for sheet in sheets(three.path) if sheet.height > sheet.width]
    assert len(tall) == (2 + 2 + 3) + 2  # and the two pages at the end


def test_each_offer_of_the_guide_s_case_has_two_pages_and_the_scores_have_one(guide_case: Document):
    found = sheets(guide_case.path)
    tall = [sheet.height > sheet.width for sheet in found]
    assert tall.count(True) == (2 + 2 + 2) + 2
    texts = [" ".join(word.text for word in sheet.words) for sheet in found]
    scores = [text for text in texts if "How were the offers scored?" in text]
    assert len(scores) == 1
    assert "Total and rank" in scores[0]


def test_the_components_share_a_page_with_the_end_of_the_answers(guide_case: Document):
    texts = [" ".join(word.text for word in sheet.words) for sheet in sheets(guide_case.path)]
    assert any("Which components, and at which point?" in text and "Evidence given" in text for text in texts)


def test_no_table_leaves_a_row_alone_on_a_page(document: Document):
    tall = [sheet for sheet in sheets(document.path) if sheet.height > sheet.width]
    assert min(len(sheet.words) for sheet in tall) > 60


def _ink_near(picture: Image.Image, sheet: Sheet, word: str) -> set[tuple[int, int, int]]:
    found = next(each for each in sheet.words if each.text == word)
    scale = picture.width / sheet.width
    box = tuple(round(each * scale) for each in (found.left, found.top, found.right, found.bottom))
    return {pixel for _, pixel in picture.crop(box).convert("RGB").getcolors(1_000_000)}


def _is_near(colours: set[tuple[int, int, int]], wanted: tuple[int, int, int]) -> bool:
    return any(all(abs(one - other) < 24 for one, other in zip(each, wanted, strict=True)) for each in colours)


def test_verdicts_are_drawn_in_the_ink_that_supports_their_word(three: Document, tmp_path: Path):
    cover = Image.open(pictures(three.path, tmp_path, 160)[0])
    sheet = sheets(three.path)[0]
    assert _is_near(_ink_near(cover, sheet, "matches"), ACCENT)
    assert _is_near(_ink_near(cover, sheet, "establish"), RUST)


def test_the_wanted_point_is_a_band_with_filled_and_dotted_tiles(three: Document, tmp_path: Path):
    cover = Image.open(pictures(three.path, tmp_path, 100)[0]).convert("RGB")
    right = cover.crop((round(cover.width * 0.62), 0, cover.width, round(cover.height * 0.6)))
    colours = {pixel for _, pixel in right.getcolors(1_000_000) or ()}
    assert (246, 244, 239) in colours  # the band
    assert ACCENT in colours  # a filled tile
    assert _is_near(colours, RUST)  # a dotted one
