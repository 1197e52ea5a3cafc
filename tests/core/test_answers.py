"""What may stand as an answer, and the sentence that says what to do where it may not."""

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from recovery.core.answers import READERS, blank_of, read_answer
from recovery.core.errors import AnswerRejected, AnswersRejected
from recovery.core.guide.buyer import BUYER, BUYER_QUESTIONS
from recovery.core.guide.question import Kind
from recovery.core.guide.supplier import COPY, EVIDENCE, OBJECT, OFFER, SUPPLIER_QUESTIONS
from recovery.core.intent import Component

QUESTIONS = {**EVIDENCE, **OFFER, **OBJECT, **COPY, **BUYER}


def refused(key: str, raw: Any) -> list[AnswerRejected]:
    with pytest.raises(AnswersRejected) as found:
        read_answer(QUESTIONS[key], raw)
    return list(found.value.faults)


def test_every_kind_has_a_reader():
    assert set(READERS) == set(Kind)


@pytest.mark.parametrize("raw", [None, "", "not stated", "not_stated", "Not stated"])
def test_not_stated_is_the_blank_of_every_question(raw: object):
    for question in (*BUYER_QUESTIONS, *SUPPLIER_QUESTIONS):
        assert read_answer(question, raw) == blank_of(question)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (10, "10"),
        ("10", "10"),
        (0, "0"),
        ("0", "0"),
        ("10.5", "10.5"),
        (10.5, "10.5"),
        (" 7 ", "7"),
        ("9" * 30, "9" * 30),
    ],
)
def test_number_is_plain_digits(raw: object, value: str):
    assert read_answer(QUESTIONS["B8"], raw) == Decimal(value)
    assert read_answer(QUESTIONS["B9"], raw) == Decimal(value)


@pytest.mark.parametrize(
    "raw",
    [
        "1_000",
        "1e3",
        "1E3",
        "+1",
        "-1",
        "1,000",
        "١٠",
        "１０",
        "0x10",
        "10.",
        ".5",
        "1.2.3",
        "9" * 31,
        True,
        -1,
        1e30,
        [1],
    ],
)
def test_anything_else_is_no_number(raw: object):
    assert refused("P1", raw)[0].key == "P1"
    assert refused("B8", raw)[0].key == "B8"


TIMES_AND_IDENTIFIERS = [
    "2026-11-20",
    "2026-11-20T12:00:00Z",
    "20.11.2026",
    "11/20/2026",
    "20 November 2026",
    "12:30",
    "20261120T120000",
    "2 hours ago",
    "yesterday",
    "snap-0123456789abcdef0",
    "vol-0abc",
    "V11",
    "arn:aws:ec2:eu-central-1:snapshot/snap-1",
    "pool/data@2026",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "deadbeef12",
    "model.pt",
    "model-final.safetensors",
    "checkpoint-10",
    "global_step10",
    "step_10",
    "/mnt/ckpt/10",
]


@pytest.mark.parametrize("raw", TIMES_AND_IDENTIFIERS)
@pytest.mark.parametrize("key", ["B8", "S10a"])
def test_time_or_identifier_is_no_point(key: str, raw: str):
    assert "A time or an identifier does not say where the application was" in refused(key, raw)[0].reason


@pytest.mark.parametrize("raw", TIMES_AND_IDENTIFIERS)
def test_point_of_a_component_refuses_them_at_its_place(raw: str):
    fault = refused("S8", {"K1": {"run": "TR-10", "scale": "step", "value": raw}})[0]
    assert fault.key == "S8"
    assert fault.path == "S8.K1.value"
    assert "A time or an identifier" in fault.reason


@pytest.mark.parametrize("raw", ["final", "Best", "production", "latest", "the newest one", "best model"])
def test_label_is_no_point(raw: str):
    assert "A label is not progress" in refused("S8", {"K1": {"value": raw}})[0].reason
    assert "A label is not progress" in refused("B8", raw)[0].reason


@pytest.mark.parametrize("raw", ["hours", "GPU-hours", "minutes", "wall clock", "seconds", "day", "h", "training time"])
def test_unit_of_the_clock_is_no_scale(raw: str):
    assert "does not count progress" in refused("B6b", raw)[0].reason
    assert "does not count progress" in refused("B6", raw)[0].reason
    assert "does not count progress" in refused("S8", {"K1": {"scale": raw}})[0].reason
    assert "does not count progress" in refused("B19", [{"item": "K1", "scale": raw}])[0].reason


@pytest.mark.parametrize("raw", ["episodes", "gradient updates", "shards", "matches played", "timesteps"])
def test_unit_that_the_application_counts_is_a_scale(raw: str):
    assert read_answer(QUESTIONS["B6b"], raw) == raw
    assert read_answer(QUESTIONS["S8"], {"K1": {"scale": raw}}) == {Component("K1"): {"scale": raw}}


@pytest.mark.parametrize(
    ("raw", "code"), [("Steps", "step"), ("step", "step"), ("Epochs", "epoch"), ("token", "tokens")]
)
def test_known_unit_has_one_code(raw: str, code: str):
    assert read_answer(QUESTIONS["S8"], {"K1": {"scale": raw}}) == {Component("K1"): {"scale": code}}


@pytest.mark.parametrize("raw", ["24 hours", "15 min", "2h"])
def test_gap_in_hours_is_asked_for_in_progress(raw: str):
    assert "in units of progress" in refused("S11", raw)[0].reason
    assert "in units of progress" in refused("B9", raw)[0].reason


@pytest.mark.parametrize(
    ("raw", "component"),
    [
        ("K1", Component("K1")),
        ("K1/actor", Component("K1", "actor")),
        ("K18/critic", Component("K18", "critic")),
        ("other/replay buffer", Component("other", "replay buffer")),
    ],
)
def test_component_may_carry_a_name(raw: str, component: Component):
    assert read_answer(QUESTIONS["B10"], [raw, raw]) == (component,)
    assert read_answer(QUESTIONS["S7"], {raw: "yes"}) == {component: "yes"}


@pytest.mark.parametrize("raw", ["K0", "K19", "k1", "K1/", "other", "other/", "model", ""])
def test_unknown_component_is_refused_at_its_place(raw: str):
    assert refused("B10", ["K1", raw])[0].path == "B10[1]"
    assert refused("S7", {raw: "yes"})[0].path == f"S7.{raw}"


def test_only_the_extras_of_a_new_optimizer_may_be_kept():
    assert read_answer(QUESTIONS["B15"], ["K5"]) == (Component("K5"),)
    assert refused("B15", ["K3"])[0].path == "B15[0]"


def test_unknown_code_names_the_choices():
    fault = refused("B7", "before")[0]
    assert fault.reason == "“before” is no choice here. Choose one of: exactly, at_least, any, rule."


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2026-11-30T12:00:00+01:00", datetime(2026, 11, 30, 12, tzinfo=timezone(timedelta(hours=1)))),
        ("2026-11-30T12:00Z", datetime(2026, 11, 30, 12, tzinfo=timezone.utc)),
        ("2026-11-30 12:00:00.5Z", datetime(2026, 11, 30, 12, 0, 0, 500_000, tzinfo=timezone.utc)),
        ("not known", None),
    ],
)
def test_instant_carries_its_zone(raw: str, value: datetime | None):
    assert read_answer(QUESTIONS["S35"], raw) == value


@pytest.mark.parametrize(
    "raw",
    ["2026-11-30T12:00:00", "2026-11-30", "noon", "2026-13-30T12:00Z", "0001-01-01T00:00Z", "9999-12-31T23:59-14:00"],
)
def test_instant_without_a_zone_or_out_of_the_calendar_is_refused(raw: str):
    assert "date, time and zone" in refused("S35", raw)[0].reason


def test_date_is_year_month_day():
    assert read_answer(QUESTIONS["S40"], "2026-11-30") == date(2026, 11, 30)
    for raw in ("30.11.2026", "2026-02-30", "20261130", "2026-W01-1", 20261130):
        assert refused("S40", raw)[0].key == "S40"


def test_table_keeps_stated_cells_of_stated_rows():
    raw = [{"name": "PyTorch", "version": "not stated"}, {"name": "", "version": None}]
    assert read_answer(QUESTIONS["B3"], raw) == ({"name": "PyTorch"},)


def test_blank_row_of_the_listed_contents_keeps_its_number():
    assert len(read_answer(QUESTIONS["B19"], [{"item": ""}, {"item": "logs"}])) == 2


def test_every_fault_is_found_in_one_reading():
    raw = {"K1": {"value": "final", "scale": "hours", "branches": "main"}, "K99": {"value": 1}}
    assert [fault.path for fault in refused("S8", raw)] == ["S8.K1.branches", "S8.K1.scale", "S8.K1.value", "S8.K99"]


def test_claim_is_claimed_or_not_with_limits():
    raw = {"same_future": {"claimed": "yes", "limits": "one release"}, "restore": "not stated"}
    assert read_answer(QUESTIONS["S22"], raw) == {"same_future": {"claimed": "yes", "limits": "one release"}}
    assert refused("S22", {"magic": {"claimed": "yes"}})[0].path == "S22.magic"


def test_rows_are_counted_from_one():
    assert read_answer(QUESTIONS["S30b"], {"1": "inside", "2": "not_stated"}) == {1: "inside"}
    assert refused("S30b", {"0": "inside"})[0].path == "S30b.0"


def test_text_that_cannot_be_stored_is_refused():
    assert "U+0007" in refused("B2", "a\x07b")[0].reason
    assert "Shorten it" in refused("B2", "x" * 121)[0].reason
    assert refused("B2", 7)[0].reason == "Give a text."
