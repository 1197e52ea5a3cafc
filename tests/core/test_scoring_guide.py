"""Holds the program to docs/guide/scoring.md: every number of the worked sheet is read from it and worked out again."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from recovery.core.comparison import Header, Opened, Submitted, compare
from recovery.core.exchange import read_case
from recovery.core.scoring import Given, two_places

DOCS = Path(__file__).parents[2] / "docs"
QUESTIONS = ("Q1", "Q2", "Q3", "Q4", "Q5")


def tables():
    """Return the tables of the page, each as its head and its rows."""
    found, table = [], []
    for line in [*(DOCS / "guide" / "scoring.md").read_text("utf-8").splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
        elif table:
            found.append((tuple(table[0]), list(table[2:])))
            table = []
    return found


def rows_of(*head, place=0):
    """Return the rows of the ``place``th table that has this head, by their first cell."""
    return {row[0]: row[1:] for row in [rows for found, rows in tables() if found == head][place]}


CASE = rows_of("Offer", "Returns", "Verdict", "Price, EUR")
PROPOSED = rows_of("Offer", *QUESTIONS, "Why Q5")
GIVEN = rows_of("Offer", *QUESTIONS, "Reason for what moved")
POINTS = rows_of("Offer", *QUESTIONS, "Five questions")
PRICES = rows_of("Offer", "Price sum", "Price points")
TOTALS = rows_of("Offer", "Total", "Rank")
OPEN_VALUE = rows_of("Offer", "Total", "Rank", place=1)
OPEN_PRICE = rows_of("Offer", "Price points", "Total", "Rank")


def weights():
    head, rows = next((head, rows) for head, rows in tables() if head == (*QUESTIONS, "Price"))
    return {
        name.lower() if name == "Price" else name: Decimal(value) for name, value in zip(head, rows[0], strict=True)
    }


def sheet(*, without_value=(), without_price=()):
    """Return the comparison of the worked case, by offer; the named value or price is left open."""
    case = json.loads((DOCS / "examples" / "tr10" / "t01.json").read_text("utf-8"))
    case["intent"]["B20"] = [{"claim": "inference", "kinds": ["E6i"]}]
    for offer in case["offers"]:
        if offer["name"] not in without_price:
            offer["answers"]["P1"] = CASE[offer["name"]][2]
    read = read_case(case)
    submitted = tuple(
        Submitted(
            each.name,
            each.supplier,
            each,
            given={
                question: (Given("evaluator", int(value)),)
                for question, value in zip(QUESTIONS, GIVEN[each.name][:5], strict=True)
                if (each.name, question) not in without_value
            },
        )
        for each in read.offers
    )
    found = compare(Opened(Header("TR-10", "", "", None, None), read.intent, submitted, weights()))
    return {column.name: (column, score) for column, score in zip(found.offers, found.scores.offers, strict=True)}


@pytest.fixture(scope="module")
def worked():
    return sheet()


def total_of(score):
    return [score.total.in_words if score.total else "none", score.rank_in_words]


def test_the_page_names_every_offer_in_every_table(worked):
    assert all(set(table) == set(worked) for table in (CASE, PROPOSED, GIVEN, POINTS, PRICES, TOTALS, OPEN_VALUE))


def test_the_weights_total_a_hundred():
    assert sum(weights().values()) == 100


@pytest.mark.parametrize("offer", list(CASE))
def test_each_number_of_the_sheet_is_the_program_s(worked, offer):
    column, score = worked[offer]
    assert CASE[offer][1] == column.word
    assert PROPOSED[offer][:5] == [str(each.proposal.value) for each in score.criteria]
    assert PROPOSED[offer][5] in score.criteria[4].proposal.reason
    assert GIVEN[offer][:5] == [str(each.agreed) for each in score.criteria]
    assert POINTS[offer] == [*(each.points.in_words for each in score.criteria), score.five.in_words]
    assert TOTALS[offer] == total_of(score)


@pytest.mark.parametrize("offer", ["Offer A", "Offer B"])
def test_each_price_of_the_sheet_is_the_program_s(worked, offer):
    price = worked[offer][1].price
    assert [*PRICES[offer]] == [price.sum_in_words.rsplit(" = ", 1)[0], price.points.in_words]


def test_a_price_outside_the_band_is_not_compared(worked):
    assert PRICES["V11"] == ["not compared", "not compared"]
    assert worked["V11"][1].price.points is None


@pytest.mark.parametrize("offer", list(CASE))
def test_the_sheet_with_an_open_value_is_the_program_s(offer):
    found = sheet(without_value=[("Offer B", "Q4")])
    assert OPEN_VALUE[offer] == total_of(found[offer][1])


@pytest.mark.parametrize("offer", ["Offer A", "Offer B"])
def test_the_sheet_with_an_open_price_is_the_program_s(offer):
    score = sheet(without_price=["Offer B"])[offer][1]
    assert OPEN_PRICE[offer] == [score.price.points.in_words, *total_of(score)]


def test_the_sum_worked_in_the_text_is_the_program_s(worked):
    text = re.sub(r"\s+", " ", (DOCS / "guide" / "scoring.md").read_text("utf-8"))
    five = worked["Offer B"][1].five.low
    assert f"= {five.numerator} / {five.denominator}." in text
    assert two_places(five) == POINTS["Offer B"][5]
