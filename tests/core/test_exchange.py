"""The exchange form: what is read, and what is refused and where."""

from copy import deepcopy
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recovery.core.errors import AnswersRejected
from recovery.core.exchange import (
    case_result,
    read_case,
    read_intent,
    read_offer,
)
from recovery.core.guide.buyer import BUYER
from recovery.core.guide.supplier import COPY, OBJECT, OFFER
from recovery.core.intent import Component, Intent
from recovery.core.offer import Disagreement
from recovery.core.progress import Point
from tests.core.contradictions.cases import BASE, INSIDE, PACKAGE, changed, point
from tests.core.contradictions.cases import COPY as COPY_BLOCK

INTENT = BASE["intent"]
OFFERED = BASE["offers"][0]
BOTH = ("training_provider", "storage_provider")


def faults_of(document: Any) -> list[str]:
    with pytest.raises(AnswersRejected) as found:
        read_case(document)
    return [fault.path for fault in found.value.faults]


def said_by(*values: object) -> list[dict[str, object]]:
    return [{"party": party, "value": value} for party, value in zip(BOTH, values, strict=True)]


def offered(**changes: object) -> dict[str, Any]:
    return {**deepcopy(OFFERED), **changes}


# Reading


def test_intent_holds_what_the_buyer_stated():
    intent = read_intent({**INTENT, "B21": {"until": "2027-06-30"}}, today=date(2026, 11, 30))
    assert intent.outcome == "O3"
    assert intent.wanted == Point("TR-10", "main", "step", Decimal(10))
    assert intent.required == (Component("K1"), Component("K3"), Component("K7"))
    assert intent.needed_until == date(2027, 6, 30)
    assert intent.today == date(2026, 11, 30)


def test_unit_of_the_buyers_own_takes_its_name():
    assert read_intent({"B6": "other", "B6b": "episodes"}).wanted.scale == "episodes"
    assert read_intent({"B6": "other"}).wanted.scale == ""


def test_listed_item_is_a_component_or_a_text():
    rows = read_intent({"B19": [{"item": "K1", **point(9)}, {"item": "training logs"}]}).contents
    assert [row.component for row in rows] == [Component("K1"), None]
    assert rows[0].point == Point("TR-10", "main", "step", Decimal(9))


def test_owner_states_with_the_inquiry_what_lies_within_a_boundary():
    statement = {"boundary": "vol-1", "component": "K1", **point(9), "basis": "save log"}
    stated = read_intent(INTENT, owner={"statements": [statement]}).owner_statements
    assert [(each.boundary, each.component, each.point.value) for each in stated] == [
        ("vol-1", Component("K1"), Decimal(9))
    ]
    case = {**BASE, "owner": {"statements": [{"component": "K1", "value": "final", "when": "now"}]}}
    assert faults_of(case) == ["owner.statements[0].when", "owner.statements[0].value"]


def test_draft_may_leave_everything_out():
    intent = read_intent({})
    assert intent == Intent()
    offer = read_offer({"name": "Draft", "objects": [{}], "copies": [{}], "evidence": [{}]}, intent)
    assert [each.name for each in offer.objects] == ["object 1"]
    assert offer.copies[0].name == "copy 1"


@pytest.mark.parametrize("blank", [None, "not stated", "not_stated", ""])
def test_absent_null_and_not_stated_mean_the_same(blank: object):
    stated = read_offer(offered(), read_intent(INTENT))
    without = deepcopy(OFFERED)
    del without["objects"][0]["S11a"]
    given_blank = offered(objects=[{**PACKAGE, "S11a": blank}])
    assert read_offer(without, Intent()) == read_offer(given_blank, Intent())
    assert stated.objects[0].one_checkpoint == "yes"


def test_run_that_was_never_rolled_back_needs_no_branch():
    raw = offered(
        objects=[{**PACKAGE, "S8": {"K1": {"run": "TR-10", "scale": "step", "value": 0, "never_rolled_back": "yes"}}}]
    )
    stated = read_offer(raw, Intent()).objects[0].point_of(Component("K1"))
    assert stated.unbranched
    assert stated.value == 0
    assert not stated.has_blank


# Two parties


def test_parties_that_agree_give_one_answer():
    offer = read_offer(offered(answers={"S2": said_by("buyers", "buyers")}), Intent())
    assert offer.application == "buyers"
    assert offer.disagreements == ()


def test_not_stated_by_one_party_conflicts_with_nothing():
    offer = read_offer(offered(answers={"S4": said_by("not stated", "same")}), Intent())
    assert offer.environment == "same"
    assert offer.disagreements == ()


def test_parties_that_differ_leave_the_answer_open():
    offer = read_offer(offered(answers={"S2": said_by("buyers", "other")}), Intent())
    assert offer.application == ""
    assert offer.disagreements == (Disagreement("S2", ((BOTH[0], "buyers"), (BOTH[1], "other"))),)


def test_parties_complete_one_another_part_by_part():
    parts = said_by({"K1": "yes", "K3": "yes"}, {"K3": "no", "K7": "yes"})
    block = read_offer(offered(objects=[{**PACKAGE, "S7": parts}]), Intent()).objects[0]
    assert block.parts == ((Component("K1"), "yes"), (Component("K7"), "yes"))
    assert block.disagreements == (Disagreement("S7", ((BOTH[0], "K3 yes"), (BOTH[1], "K3 no"))),)


def test_who_answered_apart_is_kept():
    block = read_offer(offered(objects=[{**PACKAGE, "S12": said_by("not stated", "our_statement")}]), Intent()).objects[
        0
    ]
    assert block.parties("S12") == ("storage_provider",)
    assert block.parties("S7") == ()


def test_unknown_or_repeated_party_is_refused():
    twice = [
        {"party": BOTH[0], "value": "same"},
        {"party": BOTH[0], "value": "same"},
        {"party": "buyer", "value": "same"},
    ]
    document = changed(BASE, {"answers.S4": twice})
    assert faults_of(document) == ["offers[0].answers.S4[1].party", "offers[0].answers.S4[2].party"]


# Refusals


def test_unknown_keys_are_refused_with_their_path():
    document = changed(BASE, {"intent.B99": 1, "answers.S7": {}, "object.S99": 1, "object.S6a.size": 1})
    document["offers"][0]["rank"] = 1
    document["when"] = "now"
    assert faults_of(document) == [
        "when",
        "intent.B99",
        "offers[0].rank",
        "offers[0].answers.S7",
        "offers[0].objects[0].S6a.size",
        "offers[0].objects[0].S99",
    ]


def test_names_stand_for_one_block_each():
    document = changed(BASE, {"objects": [PACKAGE, PACKAGE]})
    assert faults_of(document) == ["offers[0].objects[1].name"]
    document = deepcopy(BASE)
    document["offers"] = [OFFERED, OFFERED, {"answers": {}}]
    assert faults_of(document) == ["offers[1].name", "offers[2].name"]


def test_copy_that_is_not_offered_is_refused():
    assert faults_of(changed(BASE, {"objects": [{**INSIDE, "copy": "V12"}]})) == ["offers[0].objects[0].copy"]


def test_impossible_numbers_are_refused():
    assert faults_of(changed(BASE, {"object.S14": {"saved": 7, "returned": 8}})) == [
        "offers[0].objects[0].S14.returned"
    ]
    assert faults_of(changed(BASE, {"answers.P1": 0})) == ["offers[0].answers.P1"]
    assert faults_of(changed(BASE, {"intent.B6a": [{"scale": "epoch", "factor": 0}]})) == ["intent.B6a[0].factor"]
    assert faults_of(changed(BASE, {"intent.B21": {"from": "2027-01-01", "until": "2026-01-01"}})) == [
        "intent.B21.until"
    ]


def test_row_that_the_buyers_list_has_not_is_refused():
    listed = {
        "intent.B19": [{"item": "logs"}],
        "objects": [INSIDE],
        "copies": [{**COPY_BLOCK, "S30b": {"2": "inside"}}],
    }
    assert faults_of(changed(BASE, listed)) == ["offers[0].copies[0].S30b.2"]


@pytest.mark.parametrize(("typed", "field"), [("2026-11-20", "refused_points"), ("final", "point_labels")])
def test_form_refuses_what_match_keeps_beside_a_blank_value(typed: str, field: str):
    raw = offered(objects=[{**PACKAGE, "S8": {"K1": point(typed)}}])
    with pytest.raises(AnswersRejected) as strict:
        read_offer(raw, Intent())
    assert [fault.path for fault in strict.value.faults] == ["objects[0].S8.K1.value"]
    block = read_offer(raw, Intent(), lenient=True).objects[0]
    assert getattr(block, field) == ((Component("K1"), typed),)
    assert block.point_of(Component("K1")) == Point("TR-10", "main", "step")


def test_match_answers_x_to_a_time_and_n_to_a_label():
    verdict = {}
    for typed in ("12:30", "final"):
        verdict[typed] = case_result(read_case(changed(BASE, {"object.S8.K1": point(typed)})))["offers"][0]
    assert verdict["12:30"]["verdict"] == "contradictory"
    assert verdict["12:30"]["contradictions"] == ["R9"]
    assert verdict["final"]["verdict"] == "not_comparable"
    assert {"question": "S8", "owed_by": "supplier"} in verdict["final"]["blanks"]


def test_gap_in_hours_is_not_stated_in_match_and_refused_by_the_form():
    raw = offered(objects=[{"name": "latest", "S6": "rule", "S11": "24 hours"}])
    assert read_offer(raw, Intent(), lenient=True).objects[0].largest_gap is None
    with pytest.raises(AnswersRejected):
        read_offer(raw, Intent())


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=12),
    st.sampled_from(["K1", "O3", "yes", "2026-11-20T12:00:00Z"]),
)
_KEYS = st.sampled_from(["K1", "run", "scale", "party", "value", "1", "x"])
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=6,
)


def places_of_faults(document: Any) -> list[str]:
    """Return where a case is refused, or nothing after its result was made."""
    try:
        case_result(read_case(document))
    except AnswersRejected as refused:
        return [fault.path for fault in refused.faults]
    return []


@settings(max_examples=80, deadline=None)
@given(key=st.sampled_from(sorted(BUYER)), value=_VALUES)
def test_any_value_for_a_buyer_is_read_or_refused(key: str, value: object):
    places = places_of_faults({**BASE, "intent": {**INTENT, key: value}})
    assert all(each.startswith(("intent.", "offers[0].")) for each in places)


@settings(max_examples=80, deadline=None)
@given(room=st.sampled_from(["object", "copy", "answers"]), data=st.data())
def test_any_value_for_a_supplier_is_read_or_refused(room: str, data: st.DataObject):
    key = data.draw(st.sampled_from(sorted({"object": OBJECT, "copy": COPY, "answers": OFFER}[room])))
    document = changed(BASE, {"objects": [INSIDE], "copies": [COPY_BLOCK], f"{room}.{key}": data.draw(_VALUES)})
    assert all(each.startswith("offers[0].") for each in places_of_faults(document))
