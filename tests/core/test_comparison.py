"""The comparison: one order, one source for page and paper, and nothing that a clock or a name can move."""

import csv
import io
import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recovery.core.comparison import Band, Header, Opened, Submitted, compare, csv_twin, json_twin
from recovery.core.exchange import read_case
from recovery.core.scoring import Given
from tests.core.strategies import pairs
from tests.core.tr10 import COPY, V11, A, B, W, intent, offered, returned

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "tr10"
WEIGHTS = {f"Q{number}": Decimal(20) for number in range(1, 6)}
HEADER = Header("TR-10", "Recovery of TR-10", "Harbour Models", None, None)


def opened(wanted, *offers, weights=WEIGHTS, **more):
    submitted = tuple(
        each if isinstance(each, Submitted) else Submitted(each.name, each.supplier, each) for each in offers
    )
    return Opened(HEADER, wanted, submitted, weights, **more)


def compared(wanted, *offers, **more):
    return compare(opened(wanted, *offers, **more))


def example(name):
    case = read_case(json.loads((EXAMPLES / f"{name}.json").read_text("utf-8")))
    return opened(case.intent, *case.offers)


@pytest.fixture(scope="module")
def tr10():
    return compare(example("t03"))


# --- Order and bands --------------------------------------------------------------------------------------------------


def test_offers_stand_by_supplier_name_whatever_their_case_and_whatever_they_establish():
    names = ["birch", "Alder", "Cedar"]
    offers = [replace(B, supplier=each, name=each) for each in names]
    assert [each.supplier for each in compared(intent(), *offers).offers] == ["Alder", "birch", "Cedar"]


def test_each_band_names_its_offers_in_the_same_order():
    found = compared(intent(), A, B, V11)
    assert [(each.band, each.offers) for each in found.bands] == [
        (Band.COMPARABLE, (1,)),
        (Band.DOES_NOT_ESTABLISH, (0, 2)),
    ]


def test_a_broader_offer_is_as_comparable_as_a_match_and_no_more():
    found = compared(intent("O1"), A, B)
    assert {each.band for each in found.offers} == {Band.COMPARABLE}
    narrow, broad = found.scores.offers
    assert narrow.proposed == broad.proposed


def test_the_case_is_told_in_one_sentence():
    assert compared(intent(), A, B, V11).summary == "One of three offers establishes that."
    assert compared(intent("O1"), A, B, V11).summary == "Two of three offers establish that."
    assert compared(intent("O3", "exactly", 9), A, B).summary == "None of two offers establishes that."
    assert compared(intent()).summary == "No offer was submitted."


# --- Columns ----------------------------------------------------------------------------------------------------------


def test_the_column_of_offer_a_says_what_is_missing_in_words_and_letters():
    found = compared(intent(), A).offers[0]
    assert (found.mark, found.word) == ("◇", "does not establish")
    assert found.missing == ("optimizer state at step 10", "progress record at step 10")
    assert found.missing_short == ("O10", "S10")
    assert found.heading_text == "Read model and optimizer state separately"


def test_parts_at_another_point_are_one_gap_the_point():
    assert compared(intent(), V11).offers[0].missing_short == ("point 10",)


def test_a_blank_prints_with_its_question_and_who_owes_the_answer():
    found = compared(intent(), replace(B, environment="")).offers[0]
    assert [each.says for each in found.blanks] == [
        "Which environment do you return or assume? (S4): not stated, owed by the supplier"
    ]


def test_the_column_without_a_list_says_so_and_has_no_verdict():
    found = compared(intent(boundary="", contents=()), A).matrix
    assert [(each.verdict, each.word) for each in found.rows[0]][3] == (None, "no list was given")


def test_what_was_not_asked_is_marked_so():
    columns = compared(intent(), A).matrix.columns
    assert [(each.code, each.note) for each in columns if each.asked] == [("O3", "asked")]
    assert {each.note for each in columns if not each.asked} == {"not what was asked"}


# --- Rows -------------------------------------------------------------------------------------------------------------


def rows(block):
    return {row.key: [cell.text for cell in row.cells] for row in block.rows}


def test_the_five_answers_have_the_guide_s_questions_down_and_offers_across(tr10):
    assert [each.key for each in tr10.answers] == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    assert rows(tr10.answers[0])["S3"] == ["PyTorch 2.14"] * 3
    assert rows(tr10.answers[1])["S6"] == [
        "Model state", "Training-state package", "Storage copy, contents named below",
    ]  # fmt: skip
    assert rows(tr10.answers[2])["S8"][0] == "model state: step 10 of TR-10, branch main"


def test_a_blank_cell_says_not_stated_and_who_owes_it(tr10):
    cell = next(row for row in tr10.answers[0].rows if row.key == "S4").cells[0]
    assert (cell.text, cell.state, cell.owed_by) == ("not stated", "blank", "owed by the supplier")


def test_a_check_that_waits_says_who_owes_the_answer(tr10):
    cells = next(row for row in tr10.checks.rows if row.key == "C5").cells
    assert (cells[0].text, cells[0].owed_by) == ("not stated", "owed by the supplier")
    assert (cells[1].text, cells[1].owed_by) == ("met", "")


def test_a_required_component_that_is_not_stated_is_owed_by_the_supplier():
    silent = replace(A, objects=(replace(A.objects[0], parts=A.objects[0].parts[:1], kind=""),))
    found = compared(intent(), silent)
    assert found.components[1].cells[0].text == "not stated, owed by the supplier"


def test_no_cell_of_any_row_is_empty(tr10):
    blocks = (*tr10.answers, tr10.checks, tr10.history, tr10.terms, tr10.interface)
    assert all(cell.text.strip() for block in blocks for row in block.rows for cell in row.cells)
    assert all(cell.text.strip() for row in tr10.components for cell in row.cells)


def test_every_row_has_a_cell_for_every_offer(tr10):
    blocks = (*tr10.answers, tr10.checks, tr10.history, tr10.terms, tr10.interface)
    assert {len(row.cells) for block in blocks for row in block.rows} == {3}


def test_a_question_that_arises_for_nobody_has_no_row(tr10):
    assert "S9" not in rows(tr10.answers[2])


def test_components_stand_with_each_offer_s_own_point(tr10):
    assert [(each.letter, each.is_required) for each in tr10.components] == [("W", True), ("O", True), ("S", True)]
    assert [cell.text for cell in tr10.components[0].cells] == ["yes, step 10", "yes, step 10", "yes, step 9"]
    assert [cell.state for cell in tr10.components[1].cells] == ["no", "yes", "yes"]


def test_instants_stand_below_the_rule_and_nowhere_above(tr10):
    above = (*tr10.answers, tr10.checks)
    assert not {"S32", "S35"} & {row.key for block in above for row in block.rows}
    assert "S32" in rows(tr10.history)


def test_what_is_never_matched_says_so(tr10):
    assert [each.matched for each in (tr10.history, tr10.terms, tr10.interface)] == [False] * 3
    assert tr10.answers[0].matched


def test_direction_controls_are_written_out():
    found = compared(intent(), replace(A, name="x\u202ey", raw={"answers": {"S5": "a\u202eb", "S4": "different"}}))
    assert found.offers[0].name == "x[U+202E]y"
    assert rows(found.answers[0])["S5"] == ["a[U+202E]b"]


def test_two_parties_answers_stand_one_below_the_other():
    answers = {"S2": [{"party": "training_provider", "value": "buyers"}, {"party": "storage_provider", "value": None}]}
    found = rows(compared(intent(), replace(A, raw={"answers": answers})).answers[0])["S2"][0]
    assert found == "Training provider: The application that the buyer named\nStorage provider: not stated"


# --- Scores -----------------------------------------------------------------------------------------------------------


def test_scores_are_ranked_inside_the_comparable_band_only():
    given_three = {each: (Given("E", 3),) for each in WEIGHTS}
    offers = [Submitted(each.name, each.supplier, each, given=given_three) for each in (A, B, V11)]
    found = compared(intent(), *offers).scores
    assert [each.rank_in_words for each in found.offers] == ["not ranked", "1", "not ranked"]
    assert found.evaluators == ("E",)
    assert "that value is the agreed one" in found.note


# --- Properties -------------------------------------------------------------------------------------------------------


def judged(comparison):
    """Return all that a clock, an order or a name must not move, by offer."""
    return {
        column.code: (column.verdict, column.reason, column.missing, column.blanks, column.evidence, score, row)
        for column, score, row in zip(comparison.offers, comparison.scores.offers, comparison.matrix.rows, strict=True)
    }


@settings(deadline=None, max_examples=60)
@given(pairs)
def test_permuting_offers_changes_no_verdict_score_or_rank(case):
    wanted, one, other = case
    both = [Submitted("one", "Alder", one), Submitted("other", "Birch", other)]
    assert compared(wanted, *both) == compared(wanted, *reversed(both))


@settings(deadline=None, max_examples=60)
@given(pairs, st.text("abcdez", min_size=1, max_size=4))
def test_renaming_a_supplier_changes_no_verdict_score_or_rank(case, name):
    wanted, one, other = case
    before = compared(wanted, Submitted("one", "mmm", one), Submitted("other", "Birch", other))
    after = compared(wanted, Submitted("one", name, one), Submitted("other", "Birch", other))
    assert judged(before) == judged(after)


def moved(offer, hours):
    instants = ("requested_at", "captured_at", "completed_at")
    copies = tuple(
        replace(
            each, **{name: at + timedelta(hours=hours) for name in instants if (at := getattr(each, name)) is not None}
        )
        for each in offer.copies
    )
    return replace(offer, copies=copies)


@settings(deadline=None, max_examples=30)
@given(st.integers(-400, 0))
def test_copy_times_move_nothing_but_the_history(hours):
    before, after = compared(intent(), A, B, V11), compared(intent(), A, B, moved(V11, hours))
    assert judged(before) == judged(after)
    assert before.chart == after.chart
    assert before.bands == after.bands


# --- Twins ------------------------------------------------------------------------------------------------------------


def test_the_json_twin_holds_the_case_that_gives_the_same_verdicts():
    made_from = example("t03")
    comparison = compare(made_from)
    twin = json.loads(json_twin(made_from, comparison))
    again = read_case(twin["case"])
    assert [each.verdict for each in compare(opened(again.intent, *again.offers)).offers] == [
        each["verdict"] for each in twin["comparison"]["offers"]
    ]
    assert twin["rules"]["version"] == comparison.versions.rule_set


def test_the_same_versions_give_the_same_bytes():
    assert json_twin(example("t03"), compare(example("t03"))) == json_twin(example("t03"), compare(example("t03")))
    assert csv_twin(compare(example("t03"))) == csv_twin(compare(example("t03")))


def test_the_csv_twin_has_questions_down_and_offers_across(tr10):
    table = list(csv.reader(io.StringIO(csv_twin(tr10).decode("utf-8-sig"))))
    head = next(row for row in table if row[:1] == ["Section"])
    assert head[3:] == ["Offer A", "Offer B", "V11"]
    verdicts = next(row for row in table if row[2:3] == ["For what was asked"])
    assert verdicts[3:] == ["does not establish", "matches", "does not establish"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_v5_0_0_1_2_10_no_cell_of_the_csv_twin_is_a_formula(start):
    hostile = replace(A, name=f"{start}HYPERLINK(1)", raw={"answers": {"S5": f"{start}1+1", "S4": "different"}})
    table = list(csv.reader(io.StringIO(csv_twin(compared(intent(), hostile)).decode("utf-8-sig"), newline="")))
    cells = [cell for row in table for cell in row if "HYPERLINK" in cell or "1+1" in cell]
    assert cells
    assert all(cell.startswith("'") or not cell.startswith(start) for cell in cells)


@pytest.mark.parametrize("sign", [";", "\t", "|"])
@pytest.mark.parametrize("text", ["a{}=1+1{}b", 'a{}""=1+1{}b', "a\n=1+1{}b", "a{}\uff1d1+1{}", "a{}@SUM(1+1){}"])
def test_v5_0_0_1_2_10_no_cell_is_a_formula_where_another_sign_parts_cells(sign, text):
    hostile = replace(A, name=text.replace("{}", sign), raw={"answers": {"S5": text.replace("{}", sign)}})
    written = csv_twin(compared(intent(), hostile)).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(written, newline=""), delimiter=sign) for cell in row]
    assert [cell for cell in cells if "1+1" in cell]
    assert [cell for cell in cells if cell.lstrip('"').startswith(("=", "@", "\uff1d"))] == []


def test_many_offers_are_all_there():
    many = [
        replace(offered("X", returned("W10", 10, W)), name=f"offer {each}", supplier=f"{each:03}") for each in range(60)
    ]
    found = compared(intent("O1"), *many)
    assert len(found.offers) == 60
    assert {each.rank for each in found.scores.offers} == {(1, 60)}


def test_the_history_chart_names_copies_of_the_offers_in_their_order():
    assert [each.copy for each in compared(intent(), V11, A).history_chart.marks] == [COPY.name]
