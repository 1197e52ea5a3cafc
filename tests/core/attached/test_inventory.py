"""An attached manifest is an inventory: it moves the standing of the evidence and never a verdict."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from recovery.core.attached.beside import Attached, beside
from recovery.core.attached.inventory import with_inventories
from recovery.core.attached.printed import lines_of
from recovery.core.attached.reading import Reading, What, read_attached, read_return
from recovery.core.comparison import Header, Opened, Submitted, compare
from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.digests import FileDigest
from recovery.core.evidence.inspection import Checkpoint, Component, Inspection, Place, State, Stated
from recovery.core.evidence.manifest import Manifest, manifest_form
from recovery.core.intent import WantedEvidence
from recovery.core.standing import standing_of
from tests.core.tr10 import B as OFFER_B
from tests.core.tr10 import intent as continuation

HEADER = Header("TR-10", "What comes back?", "Harbour Models", None, None)


def inspection(value=10, name="optimizer.pt"):
    optimizer = Component(
        "K3", State.PRESENT, (Place(name),), stated=(Stated(value, "optimizer steps", Place(name, "state[*].step")),)
    )
    parts = (Component("K1", State.PRESENT, (Place("model.safetensors"),)), optimizer, record(value))
    return Inspection("run", "torch files", (Checkpoint("checkpoint-10", "torch files", components=parts),))


def record(value):
    place = Place("trainer_state.json", "global_step")
    return Component("K7", State.PRESENT, (Place("trainer_state.json"),), stated=(Stated(value, "steps", place),))


def attached(value=10, name="optimizer.pt"):
    reading = Reading(What.MANIFEST, tool="0.1.0", made="2026-11-30T10:00:00Z", inspection=inspection(value, name))
    return Attached("1", "manifest.json", "0" * 64, reading)


def manifest_bytes(**changed):
    files = (FileDigest("optimizer.pt", 10, "a" * 64),)
    form = manifest_form(Manifest("run", "2026-11-30T10:00:00Z", inspection(), files))
    return json.dumps({**form, **changed}).encode()


def kinds(intent, *files):
    return [each.kind for each in with_inventories(intent, OFFER_B, files).evidence]


def test_a_manifest_counts_as_an_inventory_and_never_as_a_proof_of_the_save():
    assert kinds(continuation(), attached()) == [*(each.kind for each in OFFER_B.evidence), "E3"]
    assert "E4" not in kinds(continuation(), attached(), attached())


@pytest.mark.parametrize(("value", "code"), [(10, "covers"), (9, "representative")])
def test_an_inventory_of_another_point_is_representative(value, code):
    intent = replace(continuation(), wanted_evidence=(WantedEvidence("contents", ("E3",)),))
    standing = standing_of(intent, with_inventories(intent, OFFER_B, (attached(value),)))
    assert [each.code for each in standing] == [code]


@pytest.mark.parametrize("value", [9, 10])
def test_no_reading_changes_a_verdict(value):
    intent = continuation()
    plain = Opened(HEADER, intent, (Submitted("1", "Birch", OFFER_B),), {"Q1": Decimal(100)})
    read = replace(plain, offers=(replace(plain.offers[0], attached=(attached(value),)),))
    before, after = compare(plain), compare(read)
    assert [(each.verdict, each.reason, each.missing) for each in after.offers] == [
        (each.verdict, each.reason, each.missing) for each in before.offers
    ]
    assert (after.matrix, after.checks, after.bands) == (before.matrix, before.checks, before.bands)


def line_of(file):
    submitted = Submitted("1", "Birch", OFFER_B, attached=(file,))
    return compare(Opened(HEADER, continuation(), (submitted,), {"Q1": Decimal(100)})).attached[0]


def test_the_comparison_prints_the_digest_the_source_and_each_difference():
    line = line_of(attached(9))
    assert line.digest == "0" * 64
    assert line.counts_as == "E3 Inventory naming components and point"
    assert line.source == (
        "Read by the supplier with tool 0.1.0 on 2026-11-30. A changed manifest cannot be told from an honest one."
    )
    assert any("read: optimizer state at step 9" in each for each in line.differences)


def test_names_from_files_are_printed_visibly():
    printed = " ".join(line_of(attached(9, name="opti\u202emizer.pt")).differences)
    assert "\u202e" not in printed
    assert "[U+202E]" in printed


def test_a_file_in_which_nothing_is_read_is_listed_with_its_digest():
    line = line_of(Attached("1", "photo.png", "f" * 64))
    assert (line.digest, line.differences, line.counts_as) == ("f" * 64, (), "")


def test_a_manifest_is_recognised_by_its_form_and_read():
    reading = read_attached(manifest_bytes())
    assert (reading.what, reading.files, reading.has_digests) == (What.MANIFEST, 1, True)
    (found,) = beside(continuation(), OFFER_B, (Attached("1", "m", "0", reading),))
    assert [each.question for each in found.differences] == ["S12"]  # one save was answered; no file ties them
    assert lines_of(reading).source.endswith("A changed manifest cannot be told from an honest one.")


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 99},
        {"files": [{"path": "a", "size": -1, "sha256": None, "problem": ""}]},
        {"files": None},
        {"inspection": {}},
        {"made_at": "yesterday"},
        {"files": [{"path": "a", "size": 1, "sha256": None, "problem": ""}] * 2},
    ],
)
def test_a_manifest_that_was_edited_out_of_its_form_is_refused_with_a_sentence(changed):
    with pytest.raises(EvidenceUnreadable) as refused:
        read_attached(manifest_bytes(**changed))
    assert str(refused.value)


def test_a_return_is_compared_with_a_manifest_only():
    with pytest.raises(EvidenceUnreadable, match="neither"):
        read_return(b"all good", manifest_bytes())
    with pytest.raises(EvidenceUnreadable, match="no manifest"):
        read_return(manifest_bytes(), b"")
    assert read_return(manifest_bytes(), manifest_bytes()).report.is_unchanged
