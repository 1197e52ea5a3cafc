"""The progress chart and the storage-copy history as values."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from hypothesis import given, settings

from recovery.core.chart import Charted, Shape, history_chart, progress_chart
from recovery.core.intent import Component
from recovery.core.matching import match
from recovery.core.progress import Point
from tests.core.strategies import pairs
from tests.core.tr10 import COPY, V10, V11, A, B, O, W, intent, offered, point, returned


def charted(wanted, *offers):
    return [Charted(each.name, each.supplier, each, match(wanted, each)) for each in offers]


def chart(wanted, *offers):
    return progress_chart(wanted, charted(wanted, *offers))


def row(wanted, offer, panel=0):
    return chart(wanted, offer).panels[panel].rows[0]


def tiles(found):
    return [(each.letter, each.value, each.shape) for each in found.tiles]


def test_a_match_is_filled_at_its_own_point():
    assert tiles(row(intent(), B)) == [(each, 10, Shape.FILLED) for each in "WOS"]


def test_what_is_required_and_not_returned_is_dotted_at_the_wanted_point():
    assert tiles(row(intent(), A)) == [("W", 10, Shape.OUTLINED), ("O", 10, Shape.DOTTED), ("S", 10, Shape.DOTTED)]


def test_a_storage_copy_is_a_frame_around_what_it_holds_at_its_own_point():
    found = row(intent(), V11)
    assert tiles(found)[:3] == [(each, 9, Shape.OUTLINED) for each in "WOS"]
    assert [(each.copy, each.low, each.high) for each in found.frames] == [("V11", 9, 9)]


def test_a_copy_that_holds_the_whole_package_is_filled_like_the_package():
    assert [shape for *_rest, shape in tiles(row(intent(), V10))] == [Shape.FILLED] * 3


def test_what_was_not_asked_for_is_returned_and_not_filled():
    assert tiles(row(intent("O1"), B)) == [
        ("W", 10, Shape.FILLED),
        ("O", 10, Shape.OUTLINED),
        ("S", 10, Shape.OUTLINED),
    ]


def test_exactly_is_a_band_closed_to_both_sides_and_at_least_is_open_to_one():
    exactly, at_least = chart(intent(), A).panels[0].wanted, chart(intent("O3", "at_least", 9), A).panels[0].wanted
    assert (exactly.low, exactly.high, exactly.says) == (10, 10, "asked: exactly 10")
    assert (at_least.low, at_least.high, at_least.says) == (9, None, "asked: 9 or later")


def test_any_identified_point_has_no_band():
    assert chart(intent("O3", "any"), A).panels[0].wanted is None


def test_the_wanted_point_is_on_the_axis_even_where_nobody_returns_it():
    assert chart(intent("O1"), V11).panels[0].values == (9, 10)


def test_another_run_branch_or_scale_has_an_axis_of_its_own():
    for other in (point(10, run="TR-11"), point(10, branch="b"), point(10, scale="epoch")):
        panels = chart(intent("O1"), offered("X", returned("W", other, W))).panels
        assert len(panels) == 2
        assert [each.value for each in panels[1].rows[0].tiles] == [10]
        assert panels[1].wanted is None


def test_the_wanted_line_has_a_row_for_every_offer_and_others_only_for_theirs():
    strange = offered("X", returned("W", point(10, run="TR-11"), W))
    first, second = chart(intent("O1"), A, strange).panels
    assert [each.name for each in first.rows] == ["Offer A", "X"]
    assert [each.name for each in second.rows] == ["X"]


def test_a_point_that_is_not_stated_has_no_place_and_a_question_mark():
    found = chart(intent("O1"), offered("X", returned("W", Point(), W))).panels[0]
    assert found.has_unknown
    assert tiles(found.rows[0]) == [("W", None, Shape.UNKNOWN)]


def test_contents_that_are_not_stated_are_question_marks_for_what_is_required():
    bare = offered("X", copies=(COPY,))
    assert tiles(row(intent(), bare)) == [(each, None, Shape.UNKNOWN) for each in "WOS"]


def test_a_component_without_a_point_of_its_own_is_not_placed():
    package = returned("package", 10, W, Component("K12"))
    assert [letter for letter, *_rest in tiles(row(intent("O1"), offered("X", package)))] == ["W"]


def test_parts_of_two_objects_are_never_filled_together():
    both = offered("X", returned("one", 10, W), returned("two", 10, O))
    assert Shape.FILLED not in {shape for *_rest, shape in tiles(row(intent(), both))}


def test_every_row_says_in_words_what_it_shows():
    says = row(intent(), A).says
    assert "model state at step 10: returned" in says
    assert "optimizer state at step 10: required and not returned" in says


def later(offer, hours):
    moved = tuple(replace(each, captured_at=COPY.captured_at + timedelta(hours=hours)) for each in offer.copies)
    return replace(offer, copies=moved)


def test_copy_times_change_nothing_in_the_progress_chart():
    assert chart(intent(), later(V11, 400)) == chart(intent(), V11)


def test_the_history_has_each_copy_with_its_instants_and_what_it_holds():
    found = history_chart(intent(), charted(intent(), A, V11))
    assert [(each.copy, each.values, each.captured_at) for each in found.marks] == [
        ("V11", (Decimal(9),), datetime(2026, 11, 29, 12, tzinfo=UTC))
    ]
    assert "not merit" in found.note


def test_a_copy_without_an_instant_is_named_beside_the_history():
    bare = replace(V11, copies=(replace(COPY, captured_at=None),))
    found = history_chart(intent(), charted(intent(), bare))
    assert found.marks == ()
    assert found.undated == ("V11, V11",)


@settings(deadline=None, max_examples=80)
@given(pairs)
def test_the_order_of_offers_changes_no_tile(case):
    wanted, one, other = case
    one, other = replace(one, name="one"), replace(other, name="other")
    forth, back = chart(wanted, one, other), chart(wanted, other, one)
    assert [each.line for each in forth.panels] == [each.line for each in back.panels]
    for left, right in zip(forth.panels, back.panels, strict=True):
        assert left.values == right.values
        assert {each.name: each.tiles for each in left.rows} == {each.name: each.tiles for each in right.rows}
