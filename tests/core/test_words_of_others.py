"""The owner's word, two parties, versions and evidence, and the words of a result (domain.md 4.9)."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest

from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_case
from recovery.core.intent import NotApplicable, OwnerStatement, Version
from recovery.core.matching import match
from recovery.core.offer import EvidenceItem, Volume
from recovery.core.standing import standing_of
from recovery.core.summary import offer_in_words
from recovery.core.verdict import Check
from tests.core.contradictions.cases import BASE, changed
from tests.core.contradictions.cases import COPY as COPY_BLOCK
from tests.core.contradictions.cases import INSIDE as INSIDE_BLOCK
from tests.core.contradictions.cases import point as raw_point
from tests.core.told import M, N, X, owed, rules_of
from tests.core.tr10 import COPY, INSIDE, V11, B, O, S, W, intent, offered, one_object, point, returned


def judged(changes):
    case = read_case(changed(BASE, changes))
    return match(case.intent, case.offers[0])


# The owner's word.


def stated_within(boundary, at, *components):
    return tuple(OwnerStatement(boundary, each, point(at)) for each in components)


def test_the_owner_ties_parts_within_one_boundary_and_never_across_two():
    offer = one_object(basis="owner_statement", one_checkpoint="")
    across = (*stated_within("vol-1", 10, W), *stated_within("vol-2", 10, O, S))
    assert owed(match(intent(owner_statements=across), offer)) == {("S12", "owner")}
    both = (*stated_within("vol-1", 10, W, O, S), *stated_within("vol-2", 9, W, O, S))
    assert match(intent(owner_statements=both), offer).verdict is M


def test_the_owner_speaks_of_the_buyers_boundary_and_of_no_other():
    held = replace(INSIDE, basis="owner_statement", one_checkpoint="")
    wanted = intent(value=9, owner_statements=stated_within("vol-1", 9, W, O, S))
    mine = replace(V11, objects=(held,), environment="same")
    assert match(wanted, mine).verdict is M
    assert match(wanted, replace(mine, copies=(replace(COPY, boundary="another"),))).verdict is N


BLIND = {
    **{key: value for key, value in INSIDE_BLOCK.items() if key not in ("S7", "S8", "S11a", "S12", "S21")},
    "S36": "owner",
}
OWNER = {
    "statements": [{"boundary": "volume vol-1", "component": code, **raw_point(10)} for code in ("K1", "K3", "K7")]
}


@pytest.mark.parametrize("kind", ["copy_named", "copy_unstated"])
def test_a_supplier_who_cannot_look_inside_leaves_the_contents_to_the_owner(kind):
    document = changed(BASE, {"objects": [{**BLIND, "S6": kind}], "copies": [COPY_BLOCK]})
    without = read_case(document)
    assert match(without.intent, without.offers[0]).verdict in (N, X)
    with_owner = read_case({**document, "owner": OWNER})
    assert match(with_owner.intent, with_owner.offers[0]).verdict is M


@pytest.mark.parametrize("changes", [{"object.S36": "us"}, {"copy.S30a": "another"}, {"copy.S30a": "not stated"}])
def test_the_owners_contents_count_only_where_the_offer_refers_to_them(changes):
    document = changed(BASE, {"objects": [{**BLIND, "S6": "copy_unstated"}], "copies": [COPY_BLOCK], **changes})
    case = read_case({**document, "owner": OWNER})
    assert match(case.intent, case.offers[0]).verdict is not M


def test_the_owner_of_two_checkpoints_does_not_say_which_one_is_meant():
    later = [{**each, "value": 11} for each in OWNER["statements"]]
    document = changed(BASE, {"objects": [{**BLIND, "S6": "copy_unstated"}], "copies": [COPY_BLOCK]})
    case = read_case({**document, "owner": {"statements": [*OWNER["statements"], *later]}})
    assert match(case.intent, case.offers[0]).verdict is N


def test_who_states_it_is_printed_and_a_blank_of_that_is_asked_for():
    stated = one_object(basis="our_statement", one_checkpoint="")
    assert "stated by the supplier" in match(intent(), stated).notes[0]
    assert owed(match(intent(), replace(stated, answered_by=()))) == {("S1", "supplier")}


def test_a_save_whose_state_is_not_known_is_noted_and_moves_no_verdict():
    found = match(intent(), one_object(save_state="unknown"))
    assert found.verdict is M
    assert "S15" in found.notes[0]


# Contradictions.


def two(value, other):
    return [{"party": "training_provider", "value": value}, {"party": "storage_provider", "value": other}]


def test_terms_and_connections_answered_in_two_ways_are_flagged_and_move_no_verdict():
    for key, one, other in (
        ("S40", "2027-01-01", "2028-01-01"),
        ("S51", "Handoff A", "Handoff B"),
        ("S50", "none", "outstanding"),
    ):
        found = judged({f"answers.{key}": two(one, other)})
        assert found.verdict is M
        assert [each.rule for each in found.flags] == ["R38"]


def test_two_wordings_are_asked_about_and_both_are_kept():
    changes = {"answers.S4": "different", "answers.S5": two("Loaded in the target.", "Loaded there in May.")}
    found = judged(changes)
    assert found.verdict is M
    assert [each.rule for each in found.asks] == ["R38"]
    offer = read_case(changed(BASE, changes)).offers[0]
    assert "Loaded in the target." in offer.compatible_because
    assert "Loaded there in May." in offer.compatible_because


def test_no_set_matches_by_an_answer_that_contradicts():
    aside = judged({"answers.S4a": [{"name": "PyTorch", "version": "1.0"}]})
    assert "R30" in rules_of(aside)
    assert [each.verdict for each in aside.sets] == [X]
    copy = replace(COPY, spans=("v1", "v2"), volumes=(Volume("v1"),))
    within = match(intent("O4"), replace(V11, copies=(copy,)))
    assert "R18" in rules_of(within)
    assert [each.verdict for each in within.sets] == [X]


VERSIONS = [("2.6", "2.6.0", "ask"), ("2.6.0", "2.6.0+cu124", "ask"), ("2.1", "2.14", "hard"), ("2.14", "2.14", "")]


@pytest.mark.parametrize(("wanted", "given", "weight"), VERSIONS)
def test_a_version_that_begins_another_is_a_question(wanted, given, weight):
    offer = replace(B, environment_versions=(Version(" pytorch", given),))
    found = match(intent(loads_with=(Version("PyTorch", wanted),)), offer)
    assert [each.weight.value for each in (*found.contradictions, *found.asks)] == ([weight] if weight else [])


def test_a_framework_named_in_two_versions_is_met_by_either():
    wanted = intent(loads_with=(Version("PyTorch", "2.13"), Version("PyTorch", "2.14")))
    for given in ("2.13", "2.14"):
        assert match(wanted, replace(B, environment_versions=(Version("PyTorch", given),))).verdict is M


def test_model_state_by_its_name_holds_a_list_of_model_state_alone():
    wanted = intent(
        required=(W,), model_only_reason="No other state is kept.", not_applicable=(NotApplicable(O, "Plain SGD."),)
    )
    alone = returned("W10", 10, W, parts=(), claimed_outcome="O3")
    assert "R1" not in rules_of(match(wanted, offered("W10", alone, environment="same")))


def test_a_test_that_names_no_object_may_be_of_any():
    changes = {
        "evidence": [{"kind": "E6", "claim": "loading", "result": "passed"}],
        "object.S22": {"restore": {"claimed": "yes"}},
    }
    document = changed(BASE, changes)
    document["offers"][0]["objects"].append(
        {**deepcopy(document["offers"][0]["objects"][0]), "name": "other", "S22": {}}
    )
    case = read_case(document)
    assert not rules_of(match(case.intent, case.offers[0]))


def test_evidence_of_an_object_that_is_not_offered_covers_nothing():
    stray = EvidenceItem("E6", object="another run's checkpoint", same="same", result="passed", claim="loading")
    assert standing_of(intent(), replace(B, evidence=(stray,)))[0].code == "representative"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("object.S7", {"K1": "no", "K1 ": "yes"}),
        ("object.S22", {"same_future": {"claimed": "yes"}, "same_future ": {"claimed": "no"}}),
        ("object.S8", {"K1": raw_point(9), " K1": raw_point(10)}),
    ],
)
def test_one_name_in_two_spellings_is_refused(key, value):
    with pytest.raises(AnswersRejected, match="twice"):
        read_case(changed(BASE, {key: value}))


HOSTILE = [-1, -0.0, "NaN", "1e3", "１０", "ten", 10**31, True, "0x10", "10,5", "∞"]


@pytest.mark.parametrize("value", HOSTILE)
def test_what_is_no_plain_number_never_becomes_a_point(value):
    with pytest.raises(AnswersRejected):
        read_case(json.loads(json.dumps(changed(BASE, {"object.S8.K1": raw_point(value)}))))


# Words.


def test_what_is_waited_for_is_said_once():
    found = match(intent(), replace(B, environment=""))
    assert "It cannot be compared yet. Not stated: environment (S4), owed by the supplier." in offer_in_words(
        intent(), B, found
    )


def test_every_check_is_met_where_an_offer_matches():
    found = match(intent(), B)
    assert {each for _name, each in found.checks} <= {Check.MET, Check.NOT_APPLICABLE}


def test_the_point_of_a_part_that_is_denied_makes_no_evidence_representative():
    first = returned("W10", 10, W, points=((O, point(9)), (W, point(10))), parts=((W, "yes"), (O, "no")))
    item = EvidenceItem("E6", object="W10", same="same", point=point(10), result="passed", claim="loading")
    assert standing_of(intent("O1"), offered("W10", first, evidence=(item,)))[0].code == "covers"


REASONS = [
    (
        {"intent.B10": ["K1", "K7"]},
        ("Continuing is wanted, and optimizer state is neither required nor explained as not applicable. "
        "Owed by the buyer: required components (B10)."),
        "H3",
    ),
    (
        {"intent.B1": "O4", "intent.B18": "vol-1", "intent.B19": [{"item": "K1"}]},
        "The list holds K1 (row 1) without a point. Owed by the buyer: list of contents (B19).",
        "H2",
    ),
    ({"intent.B1": "undecided"}, "Not stated: intended result (B1), owed by the buyer.", "H3"),
    (
        {"objects": [{"name": "copy", "S6": "copy_unidentifiable"}]},
        "Missing: contents that can be identified.",
        "H2",
    ),
    (
        {"intent.B7": "rule", "intent.B9": 2, "object.S6": "rule", "object.S8": {}, "object.S9": "progress",
         "object.S10": "Read from the record.", "object.S11": 3},
        ("Returns model state, optimizer state and progress record at a point that its rule selects. "
        "Missing: a largest gap behind the job of 2 or less."),
        "H4",
    ),
    (
        {"intent.B7": "rule", "intent.B9": 2, "object.S6": "rule", "object.S8": {}, "object.S9": "copy_event",
         "object.S10": "The newest copy.", "object.S11": 1},
        ("Returns model state, optimizer state and progress record at a point that its rule selects. "
        "Missing: a rule that selects by application progress."),
        "H4",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "reason", "heading"), REASONS)
def test_a_reason_names_what_is_lacking_and_whose_it_is(changes, reason, heading):
    found = judged(changes)
    assert (found.reason, found.heading) == (reason, heading)
