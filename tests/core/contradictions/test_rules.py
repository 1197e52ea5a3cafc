"""Every rule fires from answers that the forms ask for, and is silent one answer away."""

from copy import deepcopy
from typing import Any

import pytest

from recovery.core.branching import asked
from recovery.core.contradictions import BUYER_RULES, RULES, contradictions_in, incomplete_in
from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_case
from recovery.core.guide.buyer import BUYER, FOR_THE_MATRIX_ONLY
from recovery.core.guide.headings import HEADINGS
from recovery.core.guide.supplier import COPY, EVIDENCE, OBJECT, OFFER
from recovery.core.verdict import Contradiction
from tests.core.contradictions.cases import (
    BASE,
    BUYER_CASES,
    INSIDE,
    OFFER_CASES,
    PACKAGE,
    REFUSED_CASES,
    WITH_COPY,
    WITH_MODEL,
    changed,
    item,
    point,
    points,
)
from tests.core.contradictions.cases import (
    COPY as COPY_BLOCK,
)


def found_in(changes: dict[str, Any]) -> tuple[Contradiction, ...]:
    case = read_case(changed(BASE, changes))
    return contradictions_in(case.intent, case.offers[0])


def codes_in(changes: dict[str, Any]) -> list[str]:
    return [each.rule for each in found_in(changes)]


def asked_of_buyer(changes: dict[str, Any]) -> tuple[Contradiction, ...]:
    verdict = incomplete_in(read_case(changed(BASE, changes)).intent)
    return (*verdict.incomplete, *verdict.asks)


def test_the_base_case_contradicts_nothing():
    assert found_in({}) == ()
    assert asked_of_buyer({}) == ()


def test_every_rule_has_a_case():
    assert len(RULES) == 46
    assert len(BUYER_RULES) == 10
    assert {*OFFER_CASES, "R45"} == {f"R{n}" for n in range(1, 47)}
    assert list(BUYER_CASES) == [f"RB{n}" for n in range(1, 11)]


@pytest.mark.parametrize("rule", OFFER_CASES)
def test_rule_fires_and_says_what_to_change(rule: str):
    weight, changes, _silent = OFFER_CASES[rule]
    found = [each for each in found_in(changes) if each.rule == rule]
    assert len(found) == 1
    assert found[0].weight.value == weight
    assert found[0].heading in HEADINGS
    assert found[0].says.endswith(".")
    assert found[0].change.endswith(".")
    assert "{" not in found[0].says
    known = {*BUYER, *OFFER, *OBJECT, *COPY, "S23", "S24"}
    assert set(found[0].questions) <= known


@pytest.mark.parametrize("rule", OFFER_CASES)
def test_rule_is_silent_one_answer_away(rule: str):
    _weight, changes, silent = OFFER_CASES[rule]
    assert rule not in codes_in({**changes, **silent})


@pytest.mark.parametrize("rule", OFFER_CASES)
def test_rule_fires_alone_where_nothing_else_is_wrong(rule: str):

    assert set(codes_in(OFFER_CASES[rule][1])) == {rule}


@pytest.mark.parametrize("rule", BUYER_CASES)
def test_buyer_rule_fires_and_is_silent_one_answer_away(rule: str):
    weight, changes, silent = BUYER_CASES[rule]
    found = [each for each in asked_of_buyer(changes) if each.rule == rule]
    assert [each.weight.value for each in found] == [weight]
    assert found[0].heading in HEADINGS
    assert set(found[0].questions) <= set(BUYER)
    assert rule not in [each.rule for each in asked_of_buyer({**changes, **silent})]


@pytest.mark.parametrize("name", REFUSED_CASES)
def test_impossible_date_refuses_the_input(name: str):
    changes, silent, path = REFUSED_CASES[name]
    with pytest.raises(AnswersRejected) as refused:
        read_case(changed(BASE, changes))
    assert [fault.path for fault in refused.value.faults] == [path]
    assert "R45" not in codes_in({**changes, **silent})


ALL_FIRING = {
    **{rule: case[1] for rule, case in OFFER_CASES.items()},
    **{rule: case[1] for rule, case in BUYER_CASES.items()},
    **{name: case[0] for name, case in REFUSED_CASES.items()},
}


@pytest.mark.parametrize("rule", ALL_FIRING)
def test_firing_case_answers_only_what_the_forms_ask(rule: str):
    document = changed(BASE, ALL_FIRING[rule])
    intent, offer = document["intent"], document["offers"][0]
    answers = offer["answers"]
    for key in intent:
        # A buyer's case is the base with another outcome: what the base answers beyond it stays in the file.
        spare = key in FOR_THE_MATRIX_ONLY[intent["B1"]] or rule.startswith("RB")
        assert spare or asked(BUYER[key], intent, intent, intent), key
    for key in answers:
        assert asked(OFFER[key], answers, answers, intent), key
    for room, questions in (("objects", OBJECT), ("copies", COPY), ("evidence", EVIDENCE)):
        for block in offer[room]:
            for key in (each for each in block if each not in ("name", "copy")):
                assert asked(questions[key], block, answers, intent), (room, key)


def test_contradictions_come_in_the_order_of_rules_then_objects():
    worse = {**deepcopy(PACKAGE), "name": "second", "S12": "name", "S8": {**points(10, "K1", "K7"), "K3": point(9)}}
    first = {**deepcopy(worse), "name": "first"}
    found = found_in({"objects": [first, worse]})
    assert [(each.rule, each.object) for each in found] == [
        ("R5", "first"),
        ("R5", "second"),
        ("R8", "first"),
        ("R8", "second"),
    ]


# domain.md 4.9, where it narrows or widens a rule


def test_r1_is_silent_where_the_object_holds_all_that_is_required():
    excused = {"intent.B10": ["K1"], "intent.B11": [{"component": "K3", "reason": "It keeps no state."}]}
    assert "R1" not in codes_in({**WITH_MODEL, "object.S21": "O3", **excused})
    required = {"intent.B10": ["K1", "K3"], "intent.B11": [{"component": "K3", "reason": "It keeps no state."}]}
    assert "R1" not in codes_in({**WITH_MODEL, "object.S21": "O3", **required})


def test_r2_and_r3_do_not_apply_to_named_components():
    assert codes_in({"object.S6": "named_components", "object.S7.K3": "no", "object.S21": "O1"}) == []


def test_r4_reads_contents_as_blank_when_no_component_is_answered_yes():
    assert "R4" in codes_in({**WITH_COPY, "object.S7": {"K1": "not stated"}, "object.S8": {}})
    assert "R4" not in codes_in({**WITH_COPY, "object.S8": {}})


def test_r4_is_silent_where_a_listed_text_is_inside():
    logs = {"intent.B1": "O4", "intent.B18": "vol-1", "intent.B19": [{"item": "training logs"}]}
    blank = {**WITH_COPY, "object.S7": {}, "object.S8": {}}
    assert "R4" in codes_in({**blank, **logs})
    assert "R4" not in codes_in({**blank, **logs, "copy.S30b": {"1": "inside"}})


def test_r5_to_r8_fire_for_a_buyer_who_keeps_the_model():
    model = {"intent.B1": "O1", "intent.B10": ["K1"]}
    for rule in ("R5", "R6", "R7", "R8"):
        assert rule in codes_in({**OFFER_CASES[rule][1], **model})


def test_r5_is_silent_across_scales_unless_the_buyer_maps_them():
    other = {"object.S8.K3": {**point(1), "scale": "epoch"}}
    assert "R5" not in codes_in(other)
    assert "R5" in codes_in({**other, "intent.B6a": [{"scale": "epoch", "factor": 5}]})
    assert "R5" not in codes_in({**other, "intent.B6a": [{"scale": "epoch", "factor": 10}]})


def test_r5_leaves_parts_without_a_point_of_their_own_aside():
    assert "R5" not in codes_in({"object.S7.K12": "yes", "object.S8.K12": point(3)})


def test_r6_fires_where_one_id_is_missing():
    assert "R6" in codes_in({"object.S12": "same_id", "object.S13": {"K1": "a1", "K7": "a1"}})


@pytest.mark.parametrize("value", ["2026-11-20", "12:30", "snap-0abc1234", "V11", "model_final.pt", "ckpt/step_10"])
def test_r9_fires_for_times_identifiers_and_file_names(value: str):
    assert "R9" in codes_in({"object.S8.K1": point(value)})


@pytest.mark.parametrize("value", [10, "10", "20261120", 0, "final", "best"])
def test_r9_is_silent_for_plain_numbers_and_labels(value: object):
    assert "R9" not in codes_in({"object.S8.K1": point(value)})


def test_r11_reads_the_claim_to_meet_an_at_least_request():
    latest = {**OFFER_CASES["R11"][1], "object.S10a": "not stated", "object.S21a": "yes"}
    assert "R11" not in codes_in(latest)
    assert "R11" in codes_in({**latest, "intent.B7": "at_least"})


def test_r14_needs_no_test():
    narrow = {"object.S22": {"same_future": {"claimed": "yes", "one_platform": "yes"}}}
    assert [(each.rule, each.weight.value) for each in found_in(narrow)] == [("R14", "ask")]


@pytest.mark.parametrize(
    ("instants", "weight"),
    [
        ({"captured": "2026-11-20T11:59:58Z", "tolerance": 5}, ""),
        ({"captured": "2026-11-20T11:59:50Z", "tolerance": 5}, "hard"),
        ({"captured": "2026-11-20T11:00:00Z", "captured_until": "2026-11-20T12:30:00Z"}, "ask"),
        ({"captured": "2026-11-20T11:00:00Z", "captured_until": "2026-11-20T11:30:00Z"}, "hard"),
        ({"captured": "not known", "completed": "2026-11-20T11:30:00Z"}, "hard"),
        ({"requested": "2026-11-20T11:30:00Z", "completed": "2026-11-20T12:30:00Z"}, "ask"),
        ({"requested": "2026-11-20T12:30:00Z", "completed": "2026-11-20T13:30:00Z"}, ""),
        ({"requested": "2026-11-20T13:30:00+02:00", "captured": "2026-11-20T13:30:00+02:00"}, "hard"),
        ({}, ""),
    ],
)
def test_r15_reads_capture_then_completion_with_a_tolerance(instants: dict[str, object], weight: str):
    found = found_in({**WITH_COPY, "object.S35": "2026-11-20T12:00:00Z", "copy.S32": instants})
    assert "".join(each.weight.value for each in found if each.rule == "R15") == weight


def test_r16_is_silent_where_a_tier_is_not_stated():
    assert "R16" not in codes_in({"object.S15": "staged", "object.S15b": "object_store"})


def test_r17_is_silent_after_a_conversion():
    short = OFFER_CASES["R17"][1]
    assert "R17" not in codes_in({**short, **OTHER_LAYOUT_CONVERTED})


OTHER_LAYOUT_CONVERTED = {
    "object.S16a": {"save": "8", "after": "7"},
    "object.S16": {"K3": "converted"},
    "object.S17": {"tool": "converter"},
}


def test_r21_has_a_claim_half_for_a_record_that_says_completed():
    record = {"copies": [{**COPY_BLOCK, "S34": "in_progress"}], "objects": [INSIDE]}
    row = {"evidence": [item("E1", "copying", status="completed", object="V10")]}
    assert [(each.rule, each.weight.value) for each in found_in({**record, **row})] == [("R21", "claim")]
    assert found_in(record) == ()


def test_r23_fires_for_an_object_that_is_not_offered():
    assert "R23" in codes_in({"evidence": [item("E6", "loading", same="same", object="other run")]})


def test_r24_is_silent_for_a_representative_object():
    early = item("E6", "loading", same="representative", date="2026-11-19")
    assert codes_in({"object.S35": "2026-11-20T12:00:00Z", "evidence": [early]}) == []


def test_r30_asks_where_one_version_begins_the_other():
    wanted = {"intent.B3": [{"name": " PyTorch ", "version": "2.6"}]}
    found = found_in({**wanted, "answers.S4a": [{"name": "PyTorch", "version": "2.6.0"}]})
    assert [(each.rule, each.weight.value) for each in found] == [("R30", "ask")]
    assert found_in({**wanted, "answers.S4a": [{"name": "Accelerate", "version": "1.0"}]}) == ()


def test_r32_needs_a_claim_of_completeness():
    other = {**OFFER_CASES["R32"][1], "object.S21": "O2", "object.S11a": "not stated"}
    assert "R32" not in codes_in(other)
    assert "R32" in codes_in({**other, "object.S11a": "yes"})


def test_r34_needs_an_explicit_claim():
    assert codes_in({"object.S18": "averaged"}) == []


def test_r35_needs_a_claim_of_completeness():
    adapter = {**WITH_MODEL, "object.S18": "adapter"}
    assert codes_in(adapter) == []


def test_r36_accepts_the_buyers_own_base():
    adapter = {
        "intent.B13": "adapter",
        "intent.B13a": "Base 7B",
        "object.S18": "adapter",
        "object.S19": "Base 7B",
        "object.S20": "no",
    }
    assert "R36" not in codes_in({**adapter, "object.S20a": [{"name": "Base 7B"}]})


def test_r38_compares_part_by_part():
    both = {
        "object.S7": [
            {"party": "training_provider", "value": {"K1": "yes", "K3": "yes", "K7": "yes"}},
            {"party": "storage_provider", "value": {"K1": "yes", "K3": "no"}},
        ]
    }
    found = [each for each in found_in(both) if each.rule == "R38"]
    assert len(found) == 1
    assert "K3 yes" in found[0].says
    assert "K3 no" in found[0].says


def test_r39_fires_where_a_test_is_claimed_and_none_is_listed():
    assert codes_in({"object.S22": {"continuation": {"claimed": "yes"}}}) == ["R39"]
    assert codes_in({"object.S22": {"continuation": {"claimed": "not stated"}}}) == []


def test_terms_never_weigh_more_than_a_flag():
    for rule in ("R41", "R42", "R43"):
        assert {each.weight.value for each in found_in(OFFER_CASES[rule][1])} == {"flag"}


def test_rb4_takes_zero_as_a_value_and_leaves_the_branch_open():
    assert asked_of_buyer({"intent.B8": 0, "intent.B5": {"run": "TR-10"}}) == ()
