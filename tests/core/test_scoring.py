"""Proposals, points, bounds, price and ranks (domain.md 4.9.37, 4.9.38; product.md 4)."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recovery.core.intent import WantedEvidence
from recovery.core.matching import match
from recovery.core.offer import EvidenceItem, ServiceTerms
from recovery.core.scoring import (
    Bounds,
    Entry,
    Given,
    Proposal,
    agree,
    points,
    price_points,
    propose,
    ranks,
    score_offers,
    two_places,
)
from recovery.core.standing import standing_of
from tests.core.strategies import cases
from tests.core.tr10 import V11, A, B, O, S, W, intent, offered, point, returned

EQUAL = {f"Q{number}": Decimal(20) for number in range(1, 6)}
THREES = tuple(Proposal(3, "") for _ in range(5))


def proposed(wanted, offer):
    return propose(wanted, offer, match(wanted, offer), standing_of(wanted, offer))


def values(wanted, offer):
    return [each.value for each in proposed(wanted, offer)]


def known(*numbers):
    return [Bounds(Fraction(number), Fraction(number)) for number in numbers]


def entry(*given_values, comparable=True, price=None):
    given_now = {f"Q{place}": (Given("E", value),) for place, value in enumerate(given_values, 1) if value is not None}
    return Entry(THREES, comparable, given_now, price)


# --- Proposals --------------------------------------------------------------------------------------------------------


def test_offer_a_reaches_full_marks_for_keeping_the_model():
    found = proposed(intent("O1"), A)
    assert [each.value for each in found] == [3, 3, 3, 3, 3]
    assert all("nothing further asked" in each.reason for each in found)


def test_a_narrow_offer_scores_what_a_broad_one_scores_when_that_is_all_that_was_asked():
    assert values(intent("O1"), A) == values(intent("O1"), B)


PROPOSALS = [
    ("Q1", "neither stated", {"application": "", "saved_with": ()}, 0),
    ("Q1", "another application", {"application": "other"}, 1),
    ("Q1", "not identified", {"application": "not_identified"}, 1),
    ("Q1", "framework blank", {"saved_with": ()}, 1),
    ("Q5", "nothing claimed, nothing shown", {}, 0),
]


@pytest.mark.parametrize(("criterion", "case", "change", "value"), PROPOSALS)
def test_what_is_proposed_follows_the_answer(criterion, case, change, value):
    offer = replace(offered("X", returned("W10", 10, W)), **change)
    assert dict(zip(EQUAL, values(intent("O1"), offer), strict=True))[criterion] == value


OBJECTS = [
    ("Q2", {"kind": ""}, 0),
    ("Q2", {"kind": "copy_unstated", "parts": (), "points": ()}, 1),
    ("Q3", {"points": ()}, 0),
    ("Q3", {"points": ((W, point(10)),)}, 1),
    ("Q4", {"basis": ""}, 0),
    ("Q4", {"basis": "unknown"}, 0),
    ("Q4", {"basis": "newest"}, 1),
    ("Q4", {"basis": "name"}, 1),
    ("Q4", {"basis": "our_statement"}, 3),
]


@pytest.mark.parametrize(("criterion", "change", "value"), OBJECTS)
def test_what_is_proposed_follows_the_object(criterion, change, value):
    offer = offered("X", returned("package", 10, W, O, S, **change), environment="same")
    assert dict(zip(EQUAL, values(intent(), offer), strict=True))[criterion] == value


def test_evidence_that_was_asked_for_and_is_outstanding_keeps_the_proposal_at_two():
    wanted = intent(wanted_evidence=(WantedEvidence("continuing", ("E7",)),))
    outstanding = proposed(wanted, B)[4]
    assert outstanding.value == 2
    assert "asked for and outstanding" in outstanding.reason


def test_the_evidence_that_was_asked_for_lifts_it_to_three():
    wanted = intent(wanted_evidence=(WantedEvidence("continuing", ("E7",)),))
    test = EvidenceItem("E7", object="package at 10", same="same", point=point(10), result="passed", claim="continuing")
    assert proposed(wanted, replace(B, evidence=(test,)))[4].value == 3


def test_one_part_has_nothing_to_correspond_with():
    assert proposed(intent("O1"), A)[3].reason.startswith("One part")


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "printed"), [(0, "0.00"), (1, "6.67"), (2, "13.33"), (3, "20.00")])
def test_points_are_value_over_three_times_weight(value, printed):
    assert points(value, Decimal(20)).in_words == printed


def test_zero_is_a_value_and_a_blank_is_not_zero():
    assert points(0, Decimal(20)) == Bounds(Fraction(0), Fraction(0))
    assert points(None, Decimal(20)) == Bounds(Fraction(0), Fraction(20))


def test_thirds_add_up_because_only_print_is_rounded():
    scored = score_offers([entry(1, 1, 1, 0, 0)], EQUAL)[0]
    assert scored.total == Bounds(Fraction(20), Fraction(20))
    assert scored.sum_in_words == "(1 × 20 + 1 × 20 + 1 × 20 + 0 × 20 + 0 × 20) / 3 = 20.00"


@pytest.mark.parametrize(
    ("exact", "printed"), [("1/3", "0.33"), ("5/1000", "0.01"), ("-1/3", "-0.33"), ("-1/9999", "0.00")]
)
def test_print_rounds_half_away_from_zero(exact, printed):
    assert two_places(Fraction(exact)) == printed


def test_one_evaluator_s_value_is_the_agreed_one():
    assert agree((Given("E", 2),)) == (2, "One evaluator; this value is the agreed one.")


def test_evaluators_who_differ_leave_the_value_open():
    assert agree((Given("E", 2), Given("F", 3)))[0] is None
    assert agree((Given("E", 2), Given("F", 2)))[0] == 2


def test_a_value_not_given_yet_is_no_value():
    assert agree((Given("E", None), Given("F", 1)))[0] == 1
    assert agree((Given("E", None),))[0] is None


# --- Price ------------------------------------------------------------------------------------------------------------


def test_the_lowest_price_of_the_band_has_the_whole_weight():
    prices = [Decimal(800), Decimal(1000)]
    assert price_points(Decimal(800), prices, Decimal(20)).in_words == "20.00"
    assert price_points(Decimal(1000), prices, Decimal(20)).in_words == "16.00"


def test_a_missing_price_leaves_bounds_for_everybody_in_the_band():
    prices = [Decimal(800), None]
    assert price_points(None, prices, Decimal(20)).in_words == "0.00 to 20.00"
    assert price_points(Decimal(800), prices, Decimal(20)).in_words == "0.00 to 20.00"


def test_a_price_outside_the_band_counts_for_nobody():
    cheap = entry(3, 3, 3, 3, 3, comparable=False, price=Decimal(1))
    dear = entry(3, 3, 3, 3, 3, price=Decimal(100))
    weights = dict.fromkeys(EQUAL, Decimal(16))
    outside, inside = score_offers([cheap, dear], weights, Decimal(20))
    assert outside.total is None
    assert outside.price.points is None
    assert inside.total.in_words == "100.00"


# --- Ranks ------------------------------------------------------------------------------------------------------------


def test_equal_totals_share_a_rank_and_the_next_counts_them_all():
    assert ranks(known(90, 90, 80)) == ((1, 1), (1, 1), (3, 3))


def test_while_something_is_unknown_the_rank_has_bounds_too():
    assert ranks([*known(50), Bounds(Fraction(40), Fraction(60))]) == ((1, 2), (1, 2))
    assert ranks([*known(70), Bounds(Fraction(40), Fraction(60))]) == ((1, 1), (2, 2))


def test_only_comparable_offers_have_a_total_and_a_rank():
    scored = score_offers([entry(0, 0, 0, 0, 0), entry(3, 3, 3, 3, 3, comparable=False)], EQUAL)
    assert [each.rank_in_words for each in scored] == ["1", "not ranked"]
    assert scored[1].total is None


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), min_size=1, max_size=6), st.randoms())
def test_the_order_of_offers_changes_no_total_and_no_rank(rows, shuffled):
    entries = [entry(first, second, 3, 3, 3, comparable=inside) for first, second, inside in rows]
    before = dict(zip(map(id, entries), score_offers(entries, EQUAL), strict=True))
    order = list(entries)
    shuffled.shuffle(order)
    after = dict(zip(map(id, order), score_offers(order, EQUAL), strict=True))
    assert before == after


@settings(deadline=None, max_examples=100)
@given(cases)
def test_a_proposal_is_between_zero_and_three_and_has_a_reason(case):
    wanted, offer = case
    found = proposed(wanted, offer)
    assert len(found) == 5
    assert all(0 <= each.value <= 3 and each.reason for each in found)


@settings(deadline=None, max_examples=100)
@given(cases)
def test_terms_and_prices_change_no_proposal(case):
    wanted, offer = case
    other = replace(offer, terms=ServiceTerms(location="elsewhere", price=Decimal(7)))
    assert proposed(wanted, other) == proposed(wanted, offer)


def test_a_storage_copy_scores_like_a_package_where_its_answers_are_as_specific():
    assert values(intent("O4"), V11)[:4] == [3, 3, 3, 3]
