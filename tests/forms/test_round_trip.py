"""What stands on a page is what was stored: from the exchange form to the inputs and back, nothing changes."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from recovery.core.exchange import read_intent
from recovery.core.guide.buyer import BUYER_SECTIONS
from recovery.core.guide.supplier import SUPPLIER_SECTIONS
from recovery.forms.draft import sent_intent, sent_offer
from recovery.forms.page import intent_page, offer_page
from recovery.forms.spoken import offer_spoken
from tests.factories import _CASE, CONTINUE_AT_10
from tests.forms.filled import sent_by

POINT = {"run": "TR-10", "branch": "main", "scale": "step", "value": 10}
FULL = {
    "name": "Offer B & “partners”",
    "answers": {
        "S1": ["training_provider", "storage_provider"],
        "S2": "buyers",
        "S3": [{"name": "PyTorch", "version": "2.14"}, {"name": "Lightning"}],
        "S4": "different",
        "S4a": [{"name": "PyTorch", "version": "2.15"}],
        "S5": "A load test in the target.\nTwo lines, <b>no markup</b>.",
        "S8a": POINT,
        "S40": "2027-06-30",
        "S41": {"where": "Two sites", "tier_until": "beyond"},
        "S42": "not_stated",
        "S45": {"terms": "A copy on exit.", "with_keys": "yes"},
        "P1": "1250.50",
        "S50": "outstanding",
        "S50a": "One uplink; the cabling party.",
    },
    "objects": [
        {
            "name": "package at 10",
            "S6": "package",
            "S6a": {"delivery": "Object storage", "format": "torch.save"},
            "S6b": "The whole training state.",
            "S7": {
                "K1": "yes",
                "K3": "yes",
                "K7": "yes",
                "K5": "no",
                "K2": "not_stated",
                "K1/b": "yes",
                "K9": "yes",
            },
            "S8": {
                "K1": {**POINT, "never_rolled_back": "yes"},
                "K3": POINT,
                "K7": {"run": "TR-10", "scale": "step", "value": "10.5"},
                "K9": "not_stated",
                "K1/b": POINT,
            },
            "S11a": "yes",
            "S12": [
                {"party": "training_provider", "value": "one_save"},
                {"party": "storage_provider", "value": "not_stated"},
            ],
            "S14": {"saved": 64, "returned": 64},
            "S15": "committed",
            "S16": {"K1": "same", "K3": "converted"},
            "S16a": {"save": "64 ranks", "after": "32 ranks"},
            "S17": {"tool": "ucp", "input": "ZeRO-3", "left_out": "nothing"},
            "S18": "adapter",
            "S19": "base-7b",
            "S20": "no",
            "S20a": [{"name": "base-7b"}],
            "S21": "O3",
            "S21a": "yes",
            "S22": {
                "restore": {"claimed": "yes", "limits": "on 8 nodes"},
                "same_future": {"claimed": "no", "one_platform": "yes"},
            },
            "S35": "2026-11-30T12:00:00+01:00",
        },
        {
            "name": "latest",
            "S6": "rule",
            "S9": "progress",
            "S10": "By its record",
            "S10a": 9,
            "S10b": "example",
            "S11": 2,
        },
        {"name": "V11 held", "S6": "copy_named", "copy": "V11", "S7": {"K1": "yes"}, "S8": {"K1": POINT}, "S36": "us"},
    ],
    "copies": [
        {
            "name": "V11",
            "S30": {"product": "EBS snapshot", "captured": "The volume", "left_out": "Caches"},
            "S30a": "buyers",
            "S30b": {"1": "inside", "3": "not_stated"},
            "S31": [{"volume": "vol-1", "captured": "2026-11-30T12:00:00Z"}, {"volume": "vol-2"}],
            "S31a": [{"volume": "vol-1"}],
            "S32": {
                "requested": "2026-11-30T12:00:00.123456Z",
                "completed": "2026-11-30T12:04:00+00:00",
                "tolerance": 5,
            },
            "S33": "crash_set",
            "S34": "completed",
        }
    ],
    "evidence": [
        {
            "kind": "E7",
            "id": "run-7",
            "object": "package at 10",
            "same": "same",
            "point": POINT,
            "date": "2026-11-01",
            "environment": [{"name": "PyTorch", "version": "2.14"}],
            "for_buyer_environment": "yes",
            "by": "Us",
            "result": "passed",
            "loaded": ["K1", "K3", "K1/actor"],
            "warnings": "none",
            "physical": "no",
            "arms": ["uninterrupted", "with_optimizer"],
            "claim": "continuing",
        },
        {"kind": "E5", "manifest": "m-1", "claim": "integrity"},
    ],
}
ANY_LAYOUT = {
    **CONTINUE_AT_10,
    "B16": "different",
    "price_weight": 10,
    "B22": ["retention", "location", "keys", "exit"],
}


def printed(page):
    """The inputs of a page inside its form, each block named as the page does."""
    blocks = "".join(
        render_to_string("recovery/sheet/block.html", {"form": form, "page": page, "section": page.section})
        for form in page.forms
    )
    return f"<form data-questionnaire>{blocks}</form>"


@pytest.mark.parametrize("section", SUPPLIER_SECTIONS, ids=lambda each: each.key)
def test_a_full_offer_comes_back_as_it_was_stored(section):
    page = offer_page(section, deepcopy(FULL), ANY_LAYOUT)
    assert page.typed(sent_by(printed(page))).draft == FULL


@pytest.mark.parametrize("offer", _CASE["offers"], ids=lambda each: each["name"])
def test_each_offer_of_the_guide_comes_back_as_it_was_stored(offer):
    for section in SUPPLIER_SECTIONS:
        page = offer_page(section, deepcopy(offer), CONTINUE_AT_10)
        assert page.typed(sent_by(printed(page))).draft == offer


@pytest.mark.parametrize("section", SUPPLIER_SECTIONS, ids=lambda each: each.key)
def test_an_offer_can_be_typed_from_nothing(section):
    """The inputs of a full page, sent to an empty draft with the same blocks, give that page's answers."""
    page = offer_page(section, deepcopy(FULL), ANY_LAYOUT)
    empty = {
        "name": "",
        "answers": {"S1": FULL["answers"]["S1"]},
        "objects": [{}, {}, {}],
        "copies": [{}],
        "evidence": [{}, {}],
    }
    typed = offer_page(section, empty, ANY_LAYOUT).typed(sent_by(printed(page)))
    for form, stored in zip(typed.forms, page.forms, strict=True):
        for shown in form.questions:
            key = shown.question.key
            assert form.block.raw.get(key) == stored.block.raw.get(key)


@pytest.mark.parametrize("section", BUYER_SECTIONS, ids=lambda each: each.key)
def test_the_intent_of_the_guide_comes_back_as_it_was_stored(section):
    page = intent_page(section, deepcopy(CONTINUE_AT_10))
    assert page.typed(sent_by(printed(page))).draft == CONTINUE_AT_10


@pytest.mark.parametrize("path", sorted(Path("docs/examples/tr10").glob("*.json")), ids=lambda each: each.stem)
def test_every_documented_case_passes_through_the_forms(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    for offer in case["offers"]:
        for section in SUPPLIER_SECTIONS:
            page = offer_page(section, deepcopy(offer), case["intent"])
            back = page.typed(sent_by(printed(page))).draft
            assert back == {"name": "", "answers": {}, "objects": [], "copies": [], "evidence": [], **offer}


def test_what_is_asked_no_more_stays_in_the_draft_and_is_not_sent():
    draft = {"name": "A", "answers": {"S4": "same", "S5": "kept"}, "objects": [], "copies": [], "evidence": []}
    assert sent_offer(draft, {})["answers"] == {"S4": "same"}
    assert draft["answers"]["S5"] == "kept"


def test_points_of_components_that_are_not_returned_are_not_sent():
    draft = {"objects": [{"S6": "package", "S7": {"K1": "yes", "K3": "no"}, "S8": {"K1": POINT, "K3": POINT}}]}
    assert sent_offer(draft, {})["objects"][0]["S8"] == {"K1": POINT}


def test_what_was_given_for_the_matrix_alone_is_published():
    assert sent_intent(CONTINUE_AT_10) == CONTINUE_AT_10
    assert "B14" not in sent_intent({**CONTINUE_AT_10, "B14": "buyer"})


def test_the_offers_of_the_guide_are_sent_whole():
    intent = read_intent(CONTINUE_AT_10)
    for offer in _CASE["offers"]:
        without_house = {key: value for key, value in offer.items() if key != "supplier"}
        assert sent_offer(offer, CONTINUE_AT_10) == without_house
        assert offer_spoken(offer, CONTINUE_AT_10, intent).faults == ()
