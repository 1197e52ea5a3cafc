"""A label that claims a progress point is found, and is never more than a claim."""

import pytest

from recovery.core.evidence.records.copy_record import Copy, Label
from recovery.core.evidence.records.labels import claims, labels_in_pairs, labels_in_paths


@pytest.mark.parametrize(
    "text",
    [
        "after step 12000",
        "run42-step9",
        "ckpt_step_9",
        "checkpoint-step=9",
        "step_10.partial",
        "checkpoint-500",
        "globalStep: 7",
        "trainStep9",
        "epoch=3-step=9",
        "12k steps",
        "9,000 steps done",
        "global_step12000",
        "iter_0000009",
    ],
)
def test_a_word_of_progress_with_a_number_is_a_claim(text: str):
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "v11",
        "hourly.2019-03-13_1305",
        "daily-1",
        "latest-1",
        "ckpt_snap1",
        "after checkpoint",
        "footstep9",
        "run42-2026-11-30",
        "checkpoint-2026-11-30",
        "checkpoint-20261130",
        "autosnap_2023-10-19_10:00:00_hourly",
        "stepping stones",
        "steps",
    ],
)
def test_a_date_a_version_or_a_bare_word_is_no_claim(text: str):
    assert not claims(text)


def test_a_key_that_speaks_of_progress_claims_by_its_value():
    assert labels_in_pairs("Tags[]", [("train:global_step", "12000"), ("Name", "Foo"), ("step", "none")]) == (
        Label("Tags[train:global_step]", "12000"),
    )


def test_a_path_gives_the_parts_that_claim():
    assert labels_in_paths("Key", ["run/step-9/model.pt", "run/step-9/optim.pt"]) == (Label("Key", "step-9"),)


def test_a_copy_has_no_place_for_a_point():
    assert not {name for name in Copy.__dataclass_fields__ if "point" in name or "progress" in name or "step" in name}
