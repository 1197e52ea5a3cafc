"""Whole sets and stated contents: no copy, volume, shard or row joins what is in no one object (domain.md 4.1, 4.8)."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from recovery.core.branching import asked
from recovery.core.guide.buyer import BUYER
from recovery.core.guide.supplier import OBJECT
from recovery.core.matching import match
from recovery.core.offer import StorageCopy, Volume
from recovery.core.progress import Mapping
from tests.core.told import BR, D, M, N, X, owed, rules_of
from tests.core.tr10 import COPY, INSIDE, V11, O, S, W, intent, offered, one_object, point, returned

# Whole sets: shards, volumes, copies, dependencies.


@pytest.mark.parametrize("half", [{"saved_by": Decimal(8)}, {"returned_by": Decimal(8)}])
def test_half_an_answer_about_shards_is_waited_for(half):
    assert ("S14", "supplier") in owed(match(intent(), one_object(**half)))


def test_a_conversion_without_its_tool_is_waited_for_and_is_no_gap():
    carried = tuple((each, "converted") for each in (W, O, S))
    short = one_object(saved_by=Decimal(8), returned_by=Decimal(4), carried=carried)
    assert owed(match(intent(), short)) == {("S17", "supplier")}


SPANS = {"spans": ("v1", "v2"), "volumes": (Volume("v1"), Volume("v2"))}
VOLUMES = [
    ({"spans": ("v1", "v2")}, {}, N),
    ({**SPANS, "consistency": "crash_set"}, {}, M),
    ({**SPANS, "consistency": "file_by_file"}, {}, M),  # committed, and its record lists the parts
    ({**SPANS, "consistency": "file_by_file"}, {"save_state": "unknown"}, D),
    ({**SPANS, "consistency": "unknown"}, {"save_state": "unknown"}, N),
]


@pytest.mark.parametrize(("copy", "answers", "verdict"), VOLUMES)
def test_a_checkpoint_over_several_volumes_is_one_group_or_coherent_by_its_own_save(copy, answers, verdict):
    wanted = intent(value=9)
    held = replace(INSIDE, **answers)
    assert (
        match(wanted, replace(V11, objects=(held,), copies=(replace(COPY, **copy),), environment="same")).verdict
        is verdict
    )


def test_a_second_copy_does_not_hide_which_copy_failed():
    inside = replace(INSIDE, copy="")
    failed = replace(COPY, status="failed")
    wanted = intent(value=9)
    assert match(wanted, replace(V11, objects=(inside,), copies=(failed,), environment="same")).verdict is D
    hidden = replace(V11, objects=(inside,), copies=(failed, StorageCopy("V12")), environment="same")
    assert match(wanted, hidden).verdict is N


def test_an_object_that_depends_on_itself_depends_on_nothing_that_is_offered():
    delta = one_object(self_contained="no", depends_on=("Package at 10",))
    assert "R36" in rules_of(match(intent(), delta))
    base = returned("full", 5, W, O, S)
    two = replace(delta, objects=(replace(delta.objects[0], depends_on=("full",)), base))
    assert match(intent(), two).verdict is M


# Stated contents.


def only(*numbers, **changes):
    return tuple(replace(intent().contents[number], **changes) for number in numbers)


def test_answers_row_by_row_do_not_make_one_checkpoint_of_two_objects():
    inside = replace(COPY, contents=((1, "inside"), (2, "inside"), (3, "inside")))
    split = offered(
        "V11",
        returned("weights", 9, W, kind="copy_named", copy="V11"),
        returned("rest", 9, O, S, kind="copy_named", copy="V11", form=""),
        copies=(inside,),
    )
    assert match(intent("O4"), split).verdict is N
    bare = offered("V11", copies=(inside,))
    assert match(intent("O4"), bare).verdict is N


@pytest.mark.parametrize(("basis", "verdict"), [("one_save", BR), ("", N), ("newest", D)])
def test_a_listed_item_in_words_that_must_form_one_checkpoint_is_asked_what_ties_it(basis, verdict):
    listed = only(0, item="the checkpoint folder", component=None)
    copy = replace(COPY, contents=((1, "inside"),))
    held = replace(INSIDE, basis=basis, one_checkpoint="")
    assert match(intent("O4", contents=listed), offered("V", held, copies=(copy,))).verdict is verdict


def test_the_form_asks_what_ties_a_listed_item_in_words():
    wanted = {"B1": "O4", "B19": [{"item": "the checkpoint folder", "one_checkpoint": "yes"}]}
    copy = {"S6": "copy_named"}
    assert asked(OBJECT["S12"], copy, {}, wanted)
    assert not asked(OBJECT["S12"], copy, {}, {"B1": "O4", "B19": [{"item": "logs"}]})


def test_the_owner_is_asked_for_only_where_there_is_a_checkpoint_to_confirm():
    logs, folder = {"item": "logs"}, {"item": "K1", "value": 9}
    for rows, expected in ((None, True), ([logs], False), ([logs, folder], True)):
        raw = {"B1": "O4", "B19": rows}
        assert asked(BUYER["B24"], raw, raw, raw) is expected


def test_a_listed_part_that_does_not_apply_waits_for_the_owner():
    held = replace(INSIDE, parts=((W, "yes"), (O, "not_applicable"), (S, "yes")))
    copy = replace(COPY, contents=((2, "inside"),))
    assert ("S7", "owner") in owed(
        match(intent("O4", contents=only(0, 1, 2, one_checkpoint=False)), offered("V", held, copies=(copy,)))
    )


def test_a_listed_point_in_another_unit_converts_where_the_buyer_says_how():
    epochs = replace(INSIDE, points=tuple((each, point(3, scale="epoch")) for each in (W, O, S)))
    copied = offered("V11", epochs, copies=(COPY,))
    assert owed(match(intent("O4"), copied)) == {("B6a", "buyer")}
    assert match(intent("O4", mappings=(Mapping("epoch", Decimal(3)),)), copied).verdict is M


def test_a_row_that_must_be_one_checkpoint_is_met_by_the_object_that_is_one():
    loose = replace(INSIDE, name="by name", basis="name", one_checkpoint="")
    assert match(intent("O4"), replace(V11, objects=(loose, INSIDE))).verdict is M


@pytest.mark.parametrize(("seconds", "verdict"), [(0, X), (3_600, M), (10**9, X)])
def test_no_tolerance_of_clocks_is_longer_than_a_day(seconds, verdict):
    saved = COPY.captured_at + timedelta(hours=1) if seconds == 3_600 else COPY.captured_at + timedelta(days=2)
    late = replace(V11, objects=(replace(INSIDE, saved_at=saved),), copies=(replace(COPY, tolerance=Decimal(seconds)),))
    assert match(intent("O4"), late).verdict is verdict
