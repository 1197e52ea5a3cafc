"""The guide's case TR-10 as files: the verdicts of domain.md 4.7, read from the exchange form."""

from pathlib import Path
from typing import Any

import pytest

from recovery.core.exchange import case_result, missing_answers, read_case
from recovery.core.text import read_json

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "tr10"
M, BR, D, N, X = "matches", "broader", "does_not_establish", "not_comparable", "contradictory"

# file: the verdict of each offer, in the order of the file
VERDICTS = {
    "t01": (M, BR, D),
    "t02": (M, BR, D),
    "t03": (D, M, D),
    "t04": (D, D, M),
    "t05": (N, N, N),
    "t06": (D, M, N),
    "t07": (D, M, D),
    "t08": (D, M, N),
    "t09": (D, D, N),
    "t10": (D, D, BR),
    "t11": (M, BR, BR),
    "t12": (M, BR, D),
    "t13": (D,),
    "t13-any": (N,),
    "t14": (D,),
    "t15": (X,),
    "t16": (N,),
    "t17": (N,),
    "t18": (X,),
    "t19": (X,),
    "v10-o1": (BR, BR),
    "v10-o2": (BR, BR),
    "v10-o3": (M, M),
    "v10-o4": (N, M),
    "v10-o4-v11": (D, D),
}

W9O9S9 = {("K1", 9), ("K3", 9), ("K7", 9)}
W10O10S10 = {("K1", 10), ("K3", 10), ("K7", 10)}

# file, place of the offer, every part that is missing and at which point
MISSING = [
    ("t01", 2, {("K1", 10)}),
    ("t03", 0, {("K3", 10), ("K7", 10)}),
    ("t03", 2, W10O10S10),
    ("t04", 0, {*W9O9S9, ("copy", None)}),
    ("t04", 1, {*W9O9S9, ("copy", None)}),
    ("t06", 0, {("K3", 9), ("K7", 9)}),
    ("t07", 2, W10O10S10),
    ("t09", 1, W9O9S9),
    ("t10", 0, {("K1", 9)}),
    ("t13", 0, {("K3", 10), ("K7", 10)}),
    ("t14", 0, {("K3", 10), ("K7", 10)}),
    ("v10-o4-v11", 1, W9O9S9),
]


def document(name: str) -> dict[str, Any]:
    return read_json((EXAMPLES / f"{name}.json").read_bytes())


def result(name: str) -> dict[str, Any]:
    return case_result(read_case(document(name)))


def test_every_example_is_in_the_table():
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(VERDICTS)


@pytest.mark.parametrize("name", VERDICTS)
def test_each_offer_has_the_verdict_of_the_guide(name: str):
    found = result(name)
    assert tuple(each["verdict"] for each in found["offers"]) == VERDICTS[name]
    assert found["incomplete"] == []


@pytest.mark.parametrize(("name", "place", "missing"), MISSING)
def test_what_is_missing_is_listed_part_by_part(name: str, place: int, missing: set[tuple[str, int | None]]):
    rows = result(name)["offers"][place]["missing"]
    assert {(each["part"], each.get("point", {}).get("value")) for each in rows} == missing


def test_a_later_copy_does_not_move_the_point():
    found = result("t03")["offers"][2]
    assert found["reason"].endswith("A later copy does not move the point.")


def test_only_the_environment_of_v11_is_owed():
    for name in ("t06", "t08", "t09", "t13-any"):
        assert result(name)["offers"][-1]["blanks"] == [{"question": "S4", "owed_by": "supplier"}]


def test_undecided_buyer_owes_the_intended_result():
    for found in result("t05")["offers"]:
        assert found["blanks"] == [{"question": "B1", "owed_by": "buyer"}]


@pytest.mark.parametrize(("name", "rule"), [("t15", "R5"), ("t18", "R13"), ("t19", "R15")])
def test_contradiction_is_named_by_its_rule(name: str, rule: str):
    assert result(name)["offers"][0]["contradictions"] == [rule]


def test_claim_of_an_identical_run_leaves_the_object_its_own_verdict():
    assert result("t18")["offers"][0]["object_alone"]["verdict"] == M


def test_contents_are_owed_where_a_copy_is_only_a_name_and_a_time():
    assert {"question": "S7", "owed_by": "supplier"} in result("t16")["offers"][0]["blanks"]
    assert {"question": "S9", "owed_by": "supplier"} in result("t17")["offers"][0]["blanks"]


def test_nothing_beyond_description_supports_offer_b():
    assert [each["code"] for each in result("t03")["offers"][1]["standing"]] == ["none_beyond_assertion"]


def test_outcome_matrix_shows_what_each_offer_would_match():
    matrix = {
        each["offer"]: {code: cell["verdict"] for code, cell in each["matrix"].items()}
        for each in result("t03")["offers"]
    }
    assert matrix == {
        "Offer A": {"O1": M, "O2": M, "O3": D, "O4": D},
        "Offer B": {"O1": BR, "O2": BR, "O3": M, "O4": D},
        "V11": {"O1": D, "O2": D, "O3": D, "O4": M},
    }


def test_matrix_gives_no_verdict_where_no_list_was_given():
    assert result("t01")["offers"][0]["matrix"]["O3"] == {"asked": False, "verdict": None, "note": "no list was given"}


@pytest.mark.parametrize("name", VERDICTS)
def test_example_leaves_no_question_open(name: str):
    given = document(name)
    case = read_case(given)
    assert missing_answers(given["intent"], "buyer") == ()
    for offer in given["offers"]:
        assert missing_answers(offer, "supplier", case.intent) == ()
