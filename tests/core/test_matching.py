"""The golden table of domain.md 4.7 and the table of 4.4."""

from dataclasses import replace

import pytest

from recovery.core.matching import match
from recovery.core.matrix import matrix_of
from recovery.core.offer import ReturnedObject, StorageCopy
from recovery.core.verdict import Check
from tests.core.told import BR, D, M, N, X, owed, parts
from tests.core.tr10 import COPY, V10, V11, A, B, O, S, W, intent, offered, point, returned

GOLDEN = {
    "T1": (intent("O1"), M, BR, D),
    "T2": (intent("O2"), M, BR, D),
    "T3": (intent("O3"), D, M, D),
    "T4": (intent("O4"), D, D, M),
    "T5": (intent(""), N, N, N),
    "T6": (intent("O3", "at_least", 9), D, M, N),
    "T7": (intent("O3", "at_least", 10), D, M, D),
    "T8": (intent("O3", "any"), D, M, N),
    "T9": (intent("O3", "exactly", 9), D, D, N),
    "T10": (intent("O1", "exactly", 9), D, D, BR),
    "T11": (intent("O1", "any"), M, BR, BR),
    "T12": (intent("O1", "at_least", 10), M, BR, D),
}


@pytest.mark.parametrize("case", GOLDEN)
def test_each_offer_of_tr10_gets_the_verdict_of_the_guide(case):
    wanted, *verdicts = GOLDEN[case]
    assert [match(wanted, offer).verdict for offer in (A, B, V11)] == verdicts


MISSING = [
    ("T1", V11, {("K1", 10)}),
    ("T3", A, {("K3", 10), ("K7", 10)}),
    ("T3", V11, {("K1", 10), ("K3", 10), ("K7", 10)}),
    ("T4", A, {("K1", 9), ("K3", 9), ("K7", 9), ("copy", None)}),
    ("T4", B, {("K1", 9), ("K3", 9), ("K7", 9), ("copy", None)}),
    ("T6", A, {("K3", 9), ("K7", 9)}),
    ("T7", V11, {("K1", 10), ("K3", 10), ("K7", 10)}),
    ("T9", B, {("K1", 9), ("K3", 9), ("K7", 9)}),
    ("T10", A, {("K1", 9)}),
]


@pytest.mark.parametrize(("case", "offer", "missing"), MISSING)
def test_what_is_missing_is_named_part_by_part(case, offer, missing):
    assert parts(match(GOLDEN[case][0], offer)) == missing


def test_t3_the_reasons_say_what_a_reader_needs():
    assert match(intent(), A).reason == (
        "Returns model state at step 10. Missing: optimizer state at step 10, progress record at step 10."
    )
    assert match(intent(), B).reason == (
        "Returns model state, optimizer state and progress record at step 10, as asked."
    )
    assert match(intent(), V11).reason == (
        "Returns model state, optimizer state and progress record at step 9. Missing: point 10. "
        "A later copy does not move the point."
    )


def test_t5_an_undecided_buyer_owes_the_intended_result():
    found = match(intent("undecided"), B)
    assert found.verdict is N
    assert owed(found) == {("B1", "buyer")}


@pytest.mark.parametrize("case", ["T6", "T8", "T9"])
def test_only_the_environment_of_v11_is_waited_for(case):
    found = match(GOLDEN[case][0], V11)
    assert owed(found) == {("S4", "supplier")}
    assert dict(found.checks)["C2"] is Check.MET
    assert dict(found.checks)["C3"] is Check.MET


def test_t13_two_offers_in_one_are_never_joined_into_one_checkpoint():
    both = offered("A and V11", *A.objects, *V11.objects, copies=V11.copies)
    found = match(intent(), both)
    assert found.verdict is D
    assert parts(found) == {("K3", 10), ("K7", 10)}
    assert match(intent("O3", "any"), both).verdict is N


def test_t14_an_optimizer_file_without_a_point_is_not_the_matching_one():
    stray = returned("parts", 10, W, kind="named_components", basis="unknown", one_checkpoint="")
    stray = replace(stray, parts=((W, "yes"), (O, "yes"), (S, "no")))
    found = match(intent(), offered("Parts", stray, environment="same"))
    assert found.verdict is D
    assert parts(found) == {("K3", 10), ("K7", 10)}


def test_t15_parts_of_two_points_declared_one_checkpoint_contradict():
    mixed = replace(returned("mixed", 10, W, O), points=((W, point(10)), (O, point(9))))
    found = match(intent(), offered("Mixed", mixed, environment="same"))
    assert found.verdict is X
    assert "R5" in {each.rule for each in found.contradictions}


@pytest.mark.parametrize("outcome", ["O1", "O2", "O3", "O4"])
def test_t16_a_copy_known_by_its_id_and_time_waits_for_its_contents(outcome):
    bare = offered("V11", copies=(StorageCopy("V11", product="volume snapshot", completed_at=COPY.captured_at),))
    assert match(intent(outcome), bare).verdict is N


@pytest.mark.parametrize("outcome", ["O1", "O2", "O3", "O4"])
def test_t17_latest_backup_without_a_meaning_waits_for_one(outcome):
    latest = offered("Latest", ReturnedObject("latest backup", kind="rule"), environment="same")
    found = match(intent(outcome), latest)
    assert found.verdict is N
    if outcome != "O4":
        assert ("S9", "supplier") in owed(found)


def test_v10_the_copy_method_is_not_the_narrower_purchase():
    assert match(intent("O1"), V10).verdict is BR
    assert match(intent("O2"), V10).verdict is BR
    assert match(intent("O3"), V10).verdict is match(intent("O3"), B).verdict is M
    at_ten = tuple(replace(row, point=point(10)) for row in intent().contents)
    assert match(intent("O4", contents=at_ten), V10).verdict is M
    assert match(intent("O4"), V10).verdict is D


def test_the_matrix_shows_all_four_results_and_marks_the_one_asked():
    cells = matrix_of(intent(), V11)
    assert [cell.verdict.verdict for cell in cells] == [D, D, D, M]
    assert [cell.asked for cell in cells] == [False, False, True, False]


def test_the_matrix_says_where_no_list_was_given():
    cells = matrix_of(intent("O1", contents=(), boundary=""), A)
    assert [(cell.verdict is None, cell.note) for cell in cells[2:]] == [(True, "no list was given")] * 2


# The table of 4.4, what the columns of TR-10 do not show already.


def test_f1_model_state_alone_is_the_stated_contents_once_a_boundary_is_stated():
    only_w = intent("O4", contents=(intent().contents[0],))
    model = offered("W9", returned("W9", 9, W))
    assert owed(match(only_w, model)) == {("S30", "supplier")}
    copied = replace(model, objects=(returned("W9", 9, W, kind="copy_named", copy="V11"),), copies=(COPY,))
    assert match(only_w, copied).verdict is M


def test_f3_a_stray_optimizer_makes_model_state_broader_for_inference():
    stray = replace(returned("mixed", 10, W, O, one_checkpoint=""), points=((W, point(10)), (O, point(9))))
    assert match(intent("O1"), offered("Mixed", stray)).verdict is BR


@pytest.mark.parametrize(("kind", "verdict"), [("copy_unstated", N), ("copy_unidentifiable", D)])
@pytest.mark.parametrize("outcome", ["O1", "O2", "O3", "O4"])
def test_f5_contents_not_yet_stated_are_asked_for_and_unidentifiable_ones_are_a_gap(outcome, kind, verdict):
    copy = offered("copy", ReturnedObject("copy", kind=kind, copy="V11"), copies=(COPY,), environment="same")
    assert match(intent(outcome), copy).verdict is verdict


def test_f6_a_combination_matches_by_one_complete_set():
    both = offered("both", *V11.objects, *B.objects, copies=V11.copies, environment="same")
    found = match(intent(), both)
    assert found.verdict is M
    assert [each.verdict for each in found.sets] == [D, M]
