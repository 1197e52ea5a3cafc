"""The golden table of domain.md 4.7, the table of 4.4, and what 4.8 and 4.9 settle."""

from dataclasses import replace

import pytest

from recovery.core.intent import Component, NotApplicable, Version
from recovery.core.matching import match
from recovery.core.matrix import matrix_of
from recovery.core.offer import ReturnedObject, StorageCopy
from recovery.core.progress import Mapping, Point
from recovery.core.verdict import Check, Verdict
from tests.core.tr10 import COPY, INSIDE, V10, V11, A, B, O, S, W, intent, offered, point, returned

M, BR, D, N, X = (
    Verdict.MATCHES,
    Verdict.BROADER,
    Verdict.DOES_NOT_ESTABLISH,
    Verdict.NOT_COMPARABLE,
    Verdict.CONTRADICTORY,
)

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


def parts(found):
    """Return what is missing as (part, value) pairs, a part without a point as (part, None)."""
    return {(each.part, None if each.point is None else each.point.value) for each in found.missing}


def owed(found):
    """Return the open questions with who owes them."""
    return {(each.question, each.owed_by) for each in found.blanks}


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


# What 4.8 and 4.9 settle.


def one_object(**more):
    return offered("offer", replace(B.objects[0], **more), environment="same")


@pytest.mark.parametrize(("rule", "verdict"), [("exactly", D), ("at_least", N)])
def test_the_same_number_on_another_branch_is_a_gap_exactly_and_a_question_at_least(rule, verdict):
    other = one_object(points=tuple((each, point(10, branch="b")) for each in (W, O, S)))
    assert match(intent(rule=rule), other).verdict is verdict


def test_points_on_another_scale_wait_for_a_mapping_and_use_it_when_given():
    epochs = one_object(points=tuple((each, point(2, scale="epoch")) for each in (W, O, S)))
    assert owed(match(intent(), epochs)) == {("B6a", "buyer")}
    assert match(intent(mappings=(Mapping("epoch", point(5).value),)), epochs).verdict is M


def test_a_blank_branch_is_an_answer_only_where_the_run_was_never_rolled_back():
    def at(unbranched):
        where = Point("TR-10", "", "step", point(10).value, unbranched)
        return one_object(points=tuple((each, where) for each in (W, O, S)))

    assert match(intent(), at(unbranched=True)).verdict is M
    assert owed(match(intent(), at(unbranched=False))) == {("S8", "supplier")}


def test_point_zero_is_a_value():
    zero = one_object(points=tuple((each, point(0)) for each in (W, O, S)))
    assert match(intent(value=0), zero).verdict is M
    assert match(intent(value=1), zero).verdict is D


BASES = [
    ("one_save", "training_provider", M, None),
    ("our_statement", "training_provider", M, None),
    ("our_statement", "storage_provider", N, ("S12", "owner")),
    ("owner_statement", "training_provider", N, ("S12", "owner")),
    ("name", "training_provider", D, None),
    ("newest", "training_provider", D, None),
    ("unknown", "training_provider", N, ("S12", "supplier")),
    ("", "training_provider", N, ("S12", "supplier")),
]


@pytest.mark.parametrize(("basis", "party", "verdict", "blank"), BASES)
def test_what_ties_the_parts_decides_whether_they_are_one_checkpoint(basis, party, verdict, blank):
    offer = replace(one_object(basis=basis, one_checkpoint=""), answered_by=(party,))
    found = match(intent(), offer)
    assert found.verdict is verdict
    assert owed(found) == ({blank} if blank else set())


def test_a_basis_is_not_asked_for_inference_from_one_whole_model_state():
    assert match(intent("O1"), one_object(basis="", one_checkpoint="")).verdict is BR


def test_a_sharded_model_state_needs_a_basis_too():
    shards = offered("W10", returned("W10", 10, W, saved_by=point(8).value, returned_by=point(8).value))
    assert owed(match(intent("O1"), shards)) == {("S12", "supplier")}


def test_a_set_short_of_shards_is_no_complete_set():
    short = one_object(saved_by=point(8).value, returned_by=point(7).value, one_checkpoint="", claimed_outcome="O1")
    assert ("complete_set", None) in parts(match(intent(), short))


ENVIRONMENTS = [
    ("O1", "buyer", {"environment": "not_included"}, M),
    ("O1", "supplier", {"environment": "not_included"}, D),
    ("O3", "buyer", {"environment": "not_included"}, N),
    ("O3", "buyer", {"environment": "different"}, D),
    ("O3", "buyer", {"environment": "different", "compatible_because": "Loaded in the target."}, M),
    ("O1", "supplier", {"environment": ""}, N),
]


@pytest.mark.parametrize(("outcome", "by", "answers", "verdict"), ENVIRONMENTS)
def test_the_environment_is_stated_or_waited_for(outcome, by, answers, verdict):
    offer = offered("offer", returned("W10", 10, W) if outcome == "O1" else B.objects[0], **answers)
    assert match(intent(outcome, environment_by=by), offer).verdict is verdict


@pytest.mark.parametrize(("form", "verdict"), [("as_trained", M), ("averaged", D), ("", N)])
def test_the_form_of_the_weights_is_the_one_asked_for(form, verdict):
    assert match(intent("O1"), offered("W10", returned("W10", 10, W, form=form))).verdict is verdict


def test_an_adapter_without_its_base_is_not_the_model_state():
    wanted = intent("O1", form="adapter", base="base-7")
    assert parts(match(wanted, offered("W10", returned("W10", 10, W, form="adapter")))) == {("base", None)}
    assert match(wanted, offered("W10", returned("W10", 10, W, form="adapter", base="base-7"))).verdict is M
    assert parts(match(wanted, offered("W10", returned("W10", 10, W, form="adapter", base="base-8")))) == {
        ("base", None)
    }


def test_a_newly_initialised_optimizer_is_neither_missing_nor_broader_for_further_training():
    fresh = replace(returned("W10", 10, W), kind="named_components", parts=((W, "yes"), (O, "new")))
    assert match(intent("O2"), offered("W10", fresh)).verdict is M
    assert ("K3", 10) in parts(match(intent("O3"), offered("W10", fresh)))


def test_a_part_that_does_not_apply_counts_only_from_the_owner():
    stateless = one_object(parts=((W, "yes"), (O, "not_applicable"), (S, "yes")))
    assert owed(match(intent(), stateless)) == {("S7", "owner")}
    excused = (NotApplicable(O, "Plain SGD keeps no state."),)
    assert match(intent(not_applicable=excused), stateless).verdict is M


def test_a_known_gap_outranks_a_blank_in_one_set():
    gap = one_object(kind="named_components", parts=((W, "yes"), (O, "no"), (S, "")))
    found = match(intent(), gap)
    assert found.verdict is D
    assert parts(found) == {("K3", 10)}


def test_a_blank_set_outranks_a_gap_across_sets():
    both = offered("both", A.objects[0], ReturnedObject("copy", kind="copy_unstated", copy="V11"), copies=(COPY,))
    assert match(intent(), both).verdict is N


def test_each_required_part_is_somewhere_but_in_no_single_object():
    rest = returned("rest", 10, O, S, parts=((W, "no"), (O, "yes"), (S, "yes")))
    halves = offered("halves", returned("W10", 10, W), rest, environment="same")
    found = match(intent(), halves)
    assert found.verdict is D
    assert parts(found) == {("complete_set", None)}


def test_a_failed_copy_holds_nothing_and_one_in_progress_is_waited_for():
    failed = replace(V11, copies=(replace(COPY, status="failed"),))
    assert ("copy", None) in parts(match(intent("O4"), failed))
    running = replace(V11, copies=(replace(COPY, status="in_progress"),))
    assert owed(match(intent("O4"), running)) == {("S34", "supplier")}


def test_another_boundary_is_a_gap_and_a_blank_one_a_question():
    assert parts(match(intent("O4"), replace(V11, copies=(replace(COPY, boundary="another"),)))) == {("copy", None)}
    assert owed(match(intent("O4"), replace(V11, copies=(replace(COPY, boundary=""),)))) == {("S30a", "supplier")}


def test_listed_contents_may_lie_in_two_objects_of_one_copy_unless_they_must_form_one_checkpoint():
    split = offered(
        "V11",
        returned("weights", 9, W, kind="copy_named", copy="V11"),
        returned("rest", 9, O, S, kind="copy_named", copy="V11", form=""),
        copies=(COPY,),
    )
    loose = tuple(replace(row, one_checkpoint=False) for row in intent().contents)
    assert match(intent("O4", contents=loose), split).verdict is M
    assert match(intent("O4"), split).verdict is not M


def test_free_text_contents_are_answered_row_by_row():
    listed = (
        replace(intent().contents[0], item="tokenizer files", component=None, point=Point(), one_checkpoint=False),
    )
    for code, verdict in (("inside", BR), ("not_inside", D), ("not_stated", N)):
        copy = replace(COPY, contents=((1, code),))
        assert match(intent("O4", contents=listed), offered("V", INSIDE, copies=(copy,))).verdict is verdict


RULES = [
    ({"latest_means": "progress", "identified_how": "from the record", "largest_gap": 5}, M),
    ({"latest_means": "progress", "identified_how": "from the record", "largest_gap": 6}, D),
    ({"latest_means": "progress", "identified_how": "from the record"}, N),
    ({"latest_means": "progress", "largest_gap": 5}, N),
    ({"latest_means": "saved_model", "identified_how": "from the record", "largest_gap": 5}, N),
    ({"latest_means": "copy_event", "identified_how": "newest copy", "largest_gap": 5}, D),
]


@pytest.mark.parametrize(("answers", "verdict"), RULES)
def test_a_service_that_picks_by_rule_matches_by_progress_and_never_by_a_copy_time(answers, verdict):
    gap = answers.get("largest_gap")
    stated = {**answers, "largest_gap": None if gap is None else point(gap).value, "kind": "rule", "points": ()}
    assert match(intent(rule="rule", largest_gap=point(5).value), one_object(**stated)).verdict is verdict


def test_a_fixed_point_under_a_stated_rule_is_asked_for_its_gap():
    assert owed(match(intent(rule="rule", largest_gap=point(5).value), B)) == {("S11", "supplier")}


@pytest.mark.parametrize(("promised", "verdict"), [(10, M), (9, D), (None, N)])
def test_the_smallest_point_promised_decides_under_at_least(promised, verdict):
    smallest = None if promised is None else point(promised).value
    service = one_object(
        kind="rule", points=(), latest_means="progress", identified_how="from the record", smallest_promised=smallest
    )
    assert match(intent(rule="at_least"), service).verdict is verdict


def test_another_layout_is_answered_part_by_part():
    wanted = intent(layout="different")
    assert owed(match(wanted, B)) == {("S16", "supplier")}
    carried = tuple((each, "same") for each in (W, O, S))
    assert match(wanted, one_object(carried=carried)).verdict is M
    unnamed = tuple((each, "converted") for each in (W, O, S))
    assert owed(match(wanted, one_object(carried=unnamed))) == {("S17", "supplier")}


def test_components_are_listed_per_model():
    actor = Component("K1", "actor")
    found = match(intent(required=(W, O, S, actor)), B)
    assert owed(found) == {("S7", "supplier")}


def test_another_application_is_a_gap_and_an_unidentified_one_a_question():
    assert ("application", None) in parts(match(intent(), replace(B, application="other")))
    assert owed(match(intent(), replace(B, application="not_identified"))) == {("S2", "supplier")}
    assert owed(match(intent(), replace(B, saved_with=()))) == {("S3", "supplier")}


def test_buffers_and_environment_records_never_broaden():
    parts_of_b = tuple((Component(code), "yes") for code in ("K2", "K14", "K15", "K16", "K17"))
    alone = returned("W10", 10, W, kind="named_components")
    assert match(intent("O1"), offered("W10", replace(alone, parts=(*alone.parts, *parts_of_b)))).verdict is M


def test_another_version_in_the_environment_is_no_gap_by_itself():
    assert match(intent(loads_with=(Version("PyTorch", "2.13"),)), B).verdict is M


def test_a_requirement_names_every_answer_that_it_waits_for():
    nowhere = intent(wanted=Point("", "", "step", None))
    assert owed(match(nowhere, B)) == {("B5", "buyer"), ("B8", "buyer")}
    assert owed(match(intent("O4", boundary="", contents=()), V11)) == {("B18", "buyer"), ("B19", "buyer")}


def test_our_statement_counts_for_the_party_that_gave_it():
    both = replace(
        one_object(basis="our_statement", answered_by=(("S12", ("storage_provider",)),)),
        answered_by=("training_provider", "storage_provider"),
    )
    assert owed(match(intent(), both)) == {("S12", "owner")}
