"""Points, units, runs and forms of the weights: what is left open gains nothing, an honest answer loses nothing."""

from dataclasses import replace
from decimal import Decimal

import pytest

from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_case
from recovery.core.intent import Component, NotApplicable
from recovery.core.matching import match
from recovery.core.matrix import matrix_of
from recovery.core.progress import Mapping, Point, converted
from recovery.core.text import TextRefused, read_json
from tests.core.contradictions.cases import BASE, changed
from tests.core.contradictions.cases import point as raw_point
from tests.core.told import BR, D, M, N, X, owed, parts, rules_of
from tests.core.tr10 import INSIDE, V11, A, B, O, S, W, intent, offered, one_object, point, returned

# Points and units.


def at_points(**by_part):
    names = {"W": W, "O": O, "S": S}
    return one_object(points=tuple((names[name], where) for name, where in by_part.items()))


STEPS = (Mapping("epoch", Decimal(5)), Mapping("tokens", Decimal("0.001")))


@pytest.mark.parametrize("mappings", [(), STEPS[:1], STEPS])
def test_parts_counted_in_two_other_units_are_not_called_different(mappings):
    mixed = at_points(W=point(10), O=point(2, scale="epoch"), S=point(10_000, scale="tokens"))
    found = match(intent(mappings=mappings), mixed)
    assert not rules_of(found)
    assert found.verdict is (M if mappings == STEPS else N)


def test_parts_in_two_other_units_that_do_convert_and_differ_contradict():
    mixed = at_points(W=point(10), O=point(2, scale="epoch"), S=point(9_000, scale="tokens"))
    assert "R5" in rules_of(match(intent(mappings=STEPS), mixed))


def test_a_value_is_converted_exactly_whatever_its_length():
    longest = Decimal("1" + "0" * 28 + "1")
    stated = converted(Point("TR-10", "main", "epoch", longest), "step", (Mapping("epoch", Decimal(1)),))
    assert stated.value == longest


def test_a_number_that_json_would_round_is_refused():
    with pytest.raises(TextRefused, match="digits"):
        read_json('{"value": 9007199254740993.0}')
    assert read_json('{"value": 10.50}') == {"value": 10.5}


def test_another_branch_under_any_identified_is_asked_about_as_another_run_is():
    for where in (point(10, run="TR-11"), point(10, branch="other")):
        assert owed(match(intent(rule="any"), at_points(W=where, O=where, S=where))) == {("B5", "buyer")}


def test_a_gap_is_named_once_where_the_buyer_leaves_the_branch_open():
    open_branch = intent(wanted=replace(point(10), branch=""))
    found = match(open_branch, at_points(W=point(10), O=point(9), S=point(10)))
    assert found.verdict is X  # called one checkpoint
    apart = replace(
        B, objects=(replace(at_points(W=point(10), O=point(9), S=point(10)).objects[0], one_checkpoint=""),)
    )
    assert [each.part for each in match(open_branch, apart).missing] == ["K3"]


def test_a_part_without_a_point_beside_later_parts_is_not_the_matching_one():
    stray = replace(
        at_points(W=point(12), S=point(12)).objects[0], basis="unknown", one_checkpoint="", claimed_outcome=""
    )
    found = match(intent(rule="at_least"), offered("Parts", stray, environment="same"))
    assert found.verdict is D
    assert parts(found) == {("K3", 10)}


def test_the_reason_names_the_run_where_the_same_number_is_another_state():
    found = match(intent("O1"), offered("W10", returned("W10", point(10, run="TR-1O"), W)))
    assert found.reason == (
        "Returns model state at step 10 of TR-1O, branch main. Missing: point 10 of TR-10, branch main."
    )


def test_a_unit_the_buyer_spells_otherwise_is_the_same_unit():
    case = read_case(changed(BASE, {"intent.B6": "other", "intent.B6b": "Steps"}))
    assert match(case.intent, case.offers[0]).verdict is M


# The starting condition and the form of the weights.


def test_a_new_optimizer_that_the_supplier_sets_up_is_waited_for():
    wanted = intent("O2", optimizer_by="supplier")
    assert owed(match(wanted, A)) == {("S7", "supplier")}
    assert owed(match(wanted, B)) == {("S7", "supplier")}
    fresh = replace(returned("W10", 10, W), kind="named_components", parts=((W, "yes"), (O, "new")))
    assert match(wanted, offered("W10", fresh)).verdict is M


@pytest.mark.parametrize("outcome", ["O1", "O2", "O3"])
def test_a_form_of_the_weights_left_open_gains_nothing(outcome):
    silent = offered("offer", replace(B.objects[0], form=""), environment="same")
    for form in ("", "as_trained"):
        assert match(intent(outcome, form=form), silent).verdict is N


def test_an_adapter_is_asked_for_on_a_named_base():
    offer = offered("W10", returned("W10", 10, W, form="adapter", base="Base 7B"))
    assert owed(match(intent("O1", form="adapter"), offer)) == {("B13a", "buyer")}
    assert match(intent("O1", form="adapter", base="base  7b"), offer).verdict is M


def test_what_does_not_apply_to_continuing_excuses_nothing_for_inference():
    left_over = (NotApplicable(W, "Left over from another result."),)
    assert match(intent("O1", not_applicable=left_over), offered("none", returned("rest", 10, O, S))).verdict is not M


def test_the_matrix_asks_for_every_model_that_is_required():
    actor, critic = Component("K1", "actor"), Component("K1", "critic")
    wanted = intent(required=(actor, critic, O, S))
    both = returned("both", 10, actor, critic, O, S)
    cells = matrix_of(wanted, offered("both", both, environment="same"))
    assert [cell.verdict.verdict for cell in cells[:3]] == [BR, BR, M]


# What a rule picks.


def ruled(**more):
    stated = {"kind": "rule", "latest_means": "progress", "identified_how": "from the record", **more}
    return one_object(**stated)


def test_a_fixed_point_beside_a_rule_is_waited_for_whatever_part_carries_it():
    stray = Component("K9")
    found = match(
        intent(rule="rule", largest_gap=Decimal(5)), ruled(points=((stray, point(10)),), largest_gap=Decimal(1))
    )
    assert ("S10b", "supplier") in owed(found)


@pytest.mark.parametrize("rule", ["exactly", "at_least", "any"])
def test_the_latest_copy_event_promises_no_point(rule):
    promised = ruled(latest_means="copy_event", point_is="promise")
    assert match(intent(rule=rule), promised).verdict in (N, D)


def test_a_rule_picks_stated_contents_only_by_a_promised_point():
    held = replace(INSIDE, kind="rule", latest_means="progress")
    assert owed(match(intent("O4"), replace(V11, objects=(held,)))) == {("S10b", "supplier")}
    assert match(intent("O4"), replace(V11, objects=(replace(held, point_is="example"),))).verdict is N
    assert match(intent("O4"), replace(V11, objects=(replace(held, latest_means=""),))).verdict is N
    assert match(intent("O4"), replace(V11, objects=(replace(held, point_is="promise"),))).verdict is M


def test_a_unit_that_is_not_named_is_the_suppliers_to_name():
    points = {code: {**raw_point(10), "scale": "other"} for code in ("K1", "K3", "K7")}
    case = read_case(changed(BASE, {"object.S8": points}))
    assert owed(match(case.intent, case.offers[0])) == {("S8", "supplier")}


def test_one_unit_does_not_convert_in_two_ways():
    twice = [{"scale": "epoch", "factor": 5}, {"scale": "epoch", "factor": 6}]
    with pytest.raises(AnswersRejected, match="twice"):
        read_case(changed(BASE, {"intent.B6a": twice}))


def test_two_runs_that_look_alike_are_said_to_be_two():
    found = match(intent("O1"), offered("W10", returned("W10", point(10, run="TR\u201110"), W)))
    assert found.verdict is D
    assert found.reason.endswith("The two names look alike, and they are not the same.")


def test_a_point_that_a_rule_selects_is_not_called_blank():
    service = ruled(points=(), smallest_promised=Decimal(10))
    assert match(intent(rule="at_least"), service).reason == (
        "Returns model state, optimizer state and progress record at a point that its rule selects, as asked."
    )


def test_the_point_of_a_set_is_that_of_what_is_in_it():
    denied = replace(A.objects[0], points=((W, point(10)), (O, point(9))))
    assert match(intent("O1"), replace(A, objects=(denied,))).sets[0].point == point(10)
