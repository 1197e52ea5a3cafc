"""What a storage record says beside what was answered about the copy: history and state, never a point."""

import json
from datetime import datetime, timezone

from recovery.core.attached.beside import Attached, beside
from recovery.core.attached.reading import Reading, What, read_attached
from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Instant
from recovery.core.evidence.records.levels import Captures
from recovery.core.intent import Intent
from recovery.core.offer import Offer, StorageCopy, Volume

SNAPSHOT = {
    "SnapshotId": "snap-0a1b2c3d4e5f60718",
    "VolumeId": "vol-0a1b2c3d4e5f60718",
    "State": "completed",
    "StartTime": "2026-11-29T22:00:00.000Z",
    "Progress": "100%",
    "OwnerId": "123456789012",
    "Tags": [{"Key": "step", "Value": "10"}],
}


def side(*copies, records=(SNAPSHOT,)):
    reading = read_attached(json.dumps({"Snapshots": list(records)}).encode())
    offer = Offer("V11", copies=copies)
    return beside(Intent(), offer, (Attached("1", "snapshots.json", "0", reading),))[0]


def at(hour):
    return datetime(2026, 11, 29, hour, tzinfo=timezone.utc)


def test_state_and_instant_that_differ_name_both_halves():
    found = side(StorageCopy("Nightly", status="failed", requested_at=at(20)))
    assert {each.question for each in found.differences} == {"S34", "S32"}
    assert all(each.answered and each.read for each in found.differences)


def test_the_same_instant_is_no_difference_and_a_stated_clock_tolerance_is_kept():
    same = StorageCopy("Nightly", status="completed", requested_at=at(22), captured_at=at(22))
    assert side(same).differences == ()


def test_blank_answers_are_offered_and_are_no_difference():
    found = side(StorageCopy("Nightly"))
    assert found.differences == ()
    assert {"S34", "S31"} <= {each.question for each in found.suggestions}


def test_a_label_is_never_offered_as_a_point():
    offered = side(StorageCopy("Nightly")).suggestions
    assert all(each.place[0] == "copies" for each in offered)
    assert all("10" not in str(each.value) for each in offered if each.question != "S32")


def test_a_volume_that_was_not_answered_is_named():
    found = side(StorageCopy("Nightly", volumes=(Volume("vol-other"),)))
    assert [each.question for each in found.differences] == ["S31"]


def test_of_several_copies_only_the_one_that_is_named_is_compared():
    other = {**SNAPSHOT, "SnapshotId": "snap-0fffffffffffffff0", "State": "error"}
    named = side(StorageCopy("snap-0a1b2c3d4e5f60718", status="failed"), records=(SNAPSHOT, other))
    assert [each.question for each in named.differences] == ["S34"]
    unnamed = side(StorageCopy("Nightly", status="failed"), records=(SNAPSHOT, other))
    assert unnamed.differences == ()
    assert "snap-0fffffffffffffff0" in unnamed.notes[0]


def test_an_instant_without_a_zone_is_not_compared_and_the_note_says_so():
    printed = Instant("start", "2026-11-29T22:00:00", None, "when the backup began")
    record = CopyRecord("Borg", "borg list", Captures.FILES, (Copy(name="nightly", requested=printed),))
    reading = Reading(What.RECORD, records=(record,))
    offer = Offer("V11", copies=(StorageCopy("nightly", requested_at=at(20)),))
    (found,) = beside(Intent(), offer, (Attached("1", "borg.json", "0", reading),))
    assert found.differences == ()
    assert found.notes == ("start reads 2026-11-29T22:00:00 and gives no zone, so it was not compared.",)
