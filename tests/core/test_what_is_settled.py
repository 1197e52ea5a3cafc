"""What domain.md 4.8 and 4.9 settle about one offer: points, bases, environments, parts, contents, rules."""

from dataclasses import replace

import pytest

from recovery.core.intent import Component, NotApplicable, Version
from recovery.core.matching import match
from recovery.core.offer import ReturnedObject
from recovery.core.progress import Mapping, Point
from tests.core.told import BR, D, M, N, owed, parts
from tests.core.tr10 import COPY, INSIDE, V11, A, B, O, S, W, intent, offered, one_object, point, returned


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
