"""What evidence supports, beside a verdict (domain.md 4.6, 4.9.2, 4.9.4)."""

from dataclasses import replace

import pytest

from recovery.core.intent import Version, WantedEvidence
from recovery.core.matching import match
from recovery.core.offer import EvidenceItem
from recovery.core.standing import STANDINGS, standing_of
from tests.core.tr10 import B, intent, point

TEST = EvidenceItem(
    "E6", id="load test", object="package at 10", same="same", point=point(10), result="passed", claim="loading"
)
WANTED = (WantedEvidence("loading", ("E6",)),)


def standing(*items, wanted=WANTED):
    """Return the standings of offer B with these items."""
    return [each.code for each in standing_of(intent(wanted_evidence=wanted), replace(B, evidence=items))]


STANDING = [
    ("covers", {}),
    ("representative", {"same": "representative"}),
    ("representative", {"same": ""}),
    ("representative", {"point": point(9)}),
    ("representative", {"environment": (Version("PyTorch", "2.13"),)}),
    ("another_claim", {"claim": "continuing"}),
    ("outstanding", {"kind": "E5"}),
    ("outstanding", {"result": ""}),
    ("against", {"result": "failed"}),
]


@pytest.mark.parametrize(("code", "changed"), STANDING)
def test_an_item_covers_the_claim_asked_only_where_all_of_it_fits(code, changed):
    assert standing(replace(TEST, **changed))[0] == code


def test_nothing_offered_is_outstanding_where_it_was_asked_for_and_an_assertion_where_not():
    assert standing() == ["outstanding"]
    assert standing(wanted=()) == ["none_beyond_assertion"]
    assert standing(EvidenceItem("E0", claim="contents"), wanted=()) == ["none_beyond_assertion"]


def test_a_copy_completion_record_supports_no_claim_but_copying():
    record = EvidenceItem("E1", same="same", status="completed", claim="continuing")
    assert standing(record, wanted=(WantedEvidence("continuing", ("E1", "E7")),)) == ["another_claim"]


def test_a_restore_test_that_did_not_pass_speaks_against_the_claim_and_leaves_the_verdict():
    failed = replace(TEST, result="failed")
    assert standing(failed, wanted=(WantedEvidence("continuing", ("E7",)),)) == ["outstanding", "against"]
    assert match(intent(), replace(B, evidence=(failed,))).verdict is match(intent(), B).verdict


def test_every_standing_has_words():
    assert set(STANDINGS) == {
        "against",
        "covers",
        "representative",
        "another_claim",
        "outstanding",
        "none_beyond_assertion",
    }
