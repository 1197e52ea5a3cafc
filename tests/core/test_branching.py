"""Which questions are asked, told from raw answers."""

import pytest

from recovery.core.branching import asked, is_by_party, is_not_stated, is_stated, offered_for_matrix
from recovery.core.guide.buyer import BUYER, BUYER_QUESTIONS
from recovery.core.guide.question import Scope
from recovery.core.guide.supplier import COPY, OBJECT, OFFER, SUPPLIER_QUESTIONS

QUESTIONS = {**OFFER, **OBJECT, **COPY}

BUYER_CASES = (
    ("B17", {"B1": "O3"}, True),
    ("B17", {"B1": "O1"}, False),
    ("B17", {}, False),
    ("B3", {"B4": "buyer"}, True),
    ("B3", {"B4": "supplier"}, False),
    ("B3", {}, True),
    ("B3", {"B4": "not stated"}, True),
    ("B8", {"B7": "exactly"}, True),
    ("B8", {"B7": "any"}, False),
    ("B9", {"B7": "rule"}, True),
    ("B18", {"B1": "O4"}, True),
    ("B18", {"B1": "O3"}, False),
    ("B13a", {"B13": "adapter"}, True),
    ("B10a", {"B1": "O3", "B10": ["K1"]}, True),
    ("B10a", {"B1": "O3", "B10": ["K1/actor"]}, True),
    ("B10a", {"B1": "O3", "B10": ["K1", "K3"]}, False),
    ("B10a", {"B1": "O3"}, False),
)

OBJECT_CASES = (
    ("S7", {"S6": "model_state"}, True),
    ("S7", {"S6": "copy_unstated"}, False),
    ("S8", {"S7": {"K1": "yes"}}, True),
    ("S8", {"S7": {"K1": "no"}}, False),
    ("S18", {"S7": {"K1/actor": "yes"}}, True),
    ("S18", {"S7": {"K3": "yes"}}, False),
    ("S11a", {"S6": "package", "S7": {"K1": "yes", "K3": "yes"}}, True),
    ("S11a", {"S6": "package", "S7": {"K1": "yes", "K3": "no"}}, False),
    ("S12", {"S6": "model_state", "S7": {"K1": "yes", "K13": "yes"}}, False),
    ("S12", {"S6": "model_state", "S7": {"K1": "yes"}, "S14": {"saved": 8}}, True),
    ("S36", {"S6": "copy_named"}, True),
    ("S9", {"S6": [{"party": "training_provider", "value": "rule"}]}, True),
    ("S20a", {"S20": "no"}, True),
    ("S20", {}, True),
)


@pytest.mark.parametrize(("key", "raw", "expected"), BUYER_CASES)
def test_buyer_question_is_asked_by_earlier_answers(key: str, raw: dict[str, object], *, expected: bool):
    assert asked(BUYER[key], raw, raw, raw) is expected


@pytest.mark.parametrize(("key", "raw", "expected"), OBJECT_CASES)
def test_object_question_is_asked_by_the_object(key: str, raw: dict[str, object], *, expected: bool):
    assert asked(OBJECT[key], raw, {}, {}) is expected


def test_supplier_answers_per_component_when_the_buyers_layout_differs():
    returned = {"S6": "package"}
    assert asked(OBJECT["S16"], returned, {}, {"B16": "different"})
    assert not asked(OBJECT["S16"], returned, {}, {"B16": "same"})
    assert asked(OBJECT["S16"], {**returned, "S16a": {"save": "64", "after": ""}}, {}, {"B16": "same"})


def test_term_is_asked_only_where_the_buyer_ticked_it():
    assert asked(OFFER["S42"], {}, {}, {"B22": ["keys", "exit"]})
    assert not asked(OFFER["S42"], {}, {}, {"B22": ["exit"]})


def test_price_is_asked_only_where_it_has_a_weight():
    assert asked(OFFER["P1"], {}, {}, {"price_weight": 20})
    assert not asked(OFFER["P1"], {}, {}, {})


def test_contents_are_offered_for_the_matrix_to_a_buyer_who_wants_to_continue():
    assert offered_for_matrix(BUYER["B19"], {"B1": "O3"})
    assert not offered_for_matrix(BUYER["B19"], {"B1": "O4"})


@pytest.mark.parametrize("value", [None, "", "  ", "not stated", "not_stated", "Not stated", [], {}, [""], {"run": ""}])
def test_blank_is_not_stated(value: object):
    assert not is_stated(value)


@pytest.mark.parametrize("value", ["\u200b", " \u2060\n", "\u3164", "\u2800 ", " \r\n", {"run": "\u200b"}, ["\ufeff"]])
def test_text_of_which_a_reader_sees_nothing_is_no_answer(value: object):
    assert not is_stated(value)


@pytest.mark.parametrize("value", [0, "0", "no", ["K1"], {"value": 0}, False])
def test_zero_and_no_are_answers(value: object):
    assert is_stated(value)


def test_answer_per_party_is_told_from_a_table():
    assert is_by_party([{"party": "training_provider", "value": "same"}])
    assert not is_by_party([{"name": "PyTorch", "version": "2.6"}])
    assert is_not_stated("not stated")


def test_every_condition_looks_at_a_question_that_exists():
    known = {question.key for question in (*BUYER_QUESTIONS, *SUPPLIER_QUESTIONS)} | {"price_weight"}
    for question in (*BUYER_QUESTIONS, *SUPPLIER_QUESTIONS):
        for condition in (each for group in question.shown for each in group):
            assert condition.key in known, question.key
            expected = "own" if question.scope is Scope.INTENT else condition.side
            assert condition.side == expected, question.key
