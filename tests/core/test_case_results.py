"""What comes out of a case: its result, its open questions, its schema."""

import json
from typing import Any

import jsonschema
import pytest

from recovery.core.errors import AnswersRejected
from recovery.core.exchange import (
    case_result,
    missing_answers,
    read_case,
    read_intent,
    schema,
)
from recovery.core.guide.buyer import BUYER
from recovery.core.guide.supplier import COPY, EVIDENCE, OBJECT, OFFER
from recovery.core.rules import RULE_SET
from tests.core.contradictions.cases import BASE, OFFER_CASES, changed, point
from tests.core.contradictions.cases import COPY as COPY_BLOCK

INTENT = BASE["intent"]


def faults_of(document: Any) -> list[str]:
    with pytest.raises(AnswersRejected) as found:
        read_case(document)
    return [fault.path for fault in found.value.faults]


def test_result_carries_the_rule_set_and_one_entry_for_each_offer():
    result = case_result(read_case(BASE))
    assert result["rules"] == RULE_SET
    assert result["incomplete"] == []
    assert [each["offer"] for each in result["offers"]] == ["Offer"]
    assert set(result["offers"][0]["checks"]) == {"C1", "C2", "C3", "C4", "C5", "C6", "C7"}
    assert set(result["offers"][0]["matrix"]) == {"O1", "O2", "O3", "O4"}
    json.dumps(result, allow_nan=False)


def test_incomplete_requirement_is_named_in_the_result():
    result = case_result(read_case(changed(BASE, {"intent.B8": "not stated"})))
    assert result["incomplete"] == ["RB4"]
    assert result["offers"][0]["verdict"] == "not_comparable"
    assert {"question": "B8", "owed_by": "buyer"} in result["offers"][0]["blanks"]


def test_asks_and_flags_stand_beside_the_verdict():
    flagged = case_result(read_case(changed(BASE, OFFER_CASES["R43"][1])))["offers"][0]
    assert flagged["verdict"] == "matches"
    assert flagged["flags"] == ["R43"]
    questioned = case_result(read_case(changed(BASE, OFFER_CASES["R46"][1])))["offers"][0]
    assert questioned["verdict"] == "matches"
    assert questioned["asks"] == ["R46"]


# Open questions


def test_complete_offer_leaves_nothing_open():
    raw = changed(BASE, {"answers.S50": "none", "object.S22": {"restore": {"claimed": "no"}}})["offers"][0]
    assert missing_answers(raw, "supplier", read_intent(INTENT)) == ()


def test_supplier_may_mark_a_question_not_stated_but_not_leave_it():
    intent = read_intent(INTENT)
    raw = changed(BASE, {"answers.S50": "none", "object.S22": "not stated", "answers.S4": ""})["offers"][0]
    assert [fault.path for fault in missing_answers(raw, "supplier", intent)] == ["answers.S4"]


def test_each_required_component_and_each_point_is_asked_for():
    raw = changed(BASE, {"answers.S50": "none", "object.S22": "not stated"})["offers"][0]
    del raw["objects"][0]["S7"]["K7"]
    raw["objects"][0]["S8"] = {"K1": point(10)}
    found = missing_answers(raw, "supplier", read_intent(INTENT))
    assert [fault.path for fault in found] == ["objects[0].S7.K7", "objects[0].S8.K3"]


def test_offer_without_an_object_or_copy_is_open():
    assert "objects" in [fault.path for fault in missing_answers({"answers": {}}, "supplier", read_intent(INTENT))]


def test_buyer_answers_every_required_question_before_publishing():
    complete = {**INTENT, "B12": {"who": "Application team", "on": "2026-11-16"}, "B23": "none"}
    assert missing_answers(complete, "buyer") == ()
    for key in ("B1", "B2", "B4", "B7", "B10", "B13", "B17", "B23", "B24"):
        assert key in [fault.key for fault in missing_answers({**complete, key: "not stated"}, "buyer")]
    assert [fault.path for fault in missing_answers({**complete, "B12": {"who": "Team"}}, "buyer")] == ["B12.on"]
    assert [fault.path for fault in missing_answers({**complete, "B2": "ab"}, "buyer")] == ["B2"]


def test_model_state_is_needed_to_keep_or_train_on_a_model():
    found = missing_answers({**INTENT, "B1": "O2", "B10": ["K5"], "B14": "buyer"}, "buyer")
    assert "Keeping or training on a model needs model state (K1)." in [fault.reason for fault in found]


# Schema


def test_schema_names_every_question_of_the_guide():
    found = schema()
    offer = found["$defs"]["offer"]["properties"]
    assert set(found["properties"]["intent"]["anyOf"][1]["properties"]) == set(BUYER)
    assert set(offer["answers"]["anyOf"][1]["properties"]) == set(OFFER)
    assert set(offer["objects"]["items"]["properties"]) == {*OBJECT, "name", "copy"}
    assert set(offer["copies"]["items"]["properties"]) == {*COPY, "name"}
    assert set(offer["evidence"]["items"]["properties"]) == set(EVIDENCE)


@pytest.mark.parametrize("rule", OFFER_CASES)
def test_schema_takes_what_the_reader_takes(rule: str):
    document = changed(BASE, OFFER_CASES[rule][1])
    read_case(document)
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(document)) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"intent.B99": 1},
        {"intent.B1": "O5"},
        {"intent.B8": "1e3"},
        {"intent.B10": ["K19"]},
        {"object.S7": {"K1": "perhaps"}},
        {"object.S8": {"K1": {"step": 10}}},
        {"object.S22": {"magic": {"claimed": "yes"}}},
        {"copies": [{**COPY_BLOCK, "S32": {"captured": "2026-11-20"}}]},
    ],
)
def test_schema_refuses_what_the_reader_refuses(changes: dict[str, Any]):
    document = changed(BASE, changes)
    assert faults_of(document)
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(document))
