"""Damaged and hostile records get a named refusal, quickly; nothing in them is obeyed."""

import json

import pytest

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.copy_record import CopyRecord
from recovery.core.evidence.records.levels import Captures
from recovery.core.evidence.records.reading import read_records
from recovery.core.evidence.records.stored import record_from_dict
from recovery.core.text import shown
from tests.core.evidence_records import records_of_our_own as ours
from tests.core.evidence_records.records_of_our_own import RECORDS, as_json

YAML = b"apiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\n"


def laughs() -> bytes:
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 12)]
    return YAML + b"\n".join(lines) + b"\n"


HOSTILE = {
    "alias bomb": laughs(),
    "a value that holds itself": YAML + b"metadata: &a\n  name: *a\n",
    "a chain of aliases": YAML + b"x: &x 1\n" + b"y: [" + b", ".join([b"*x"] * 500) + b"]\n",
    "deep yaml": YAML + b"x: " + b"[" * 5_000 + b"]" * 5_000 + b"\n",
    "deep block yaml": YAML + b"".join(b" " * depth + b"k:\n" for depth in range(200)),
    "many yaml values": YAML + b"x:\n" + b"- 1\n" * 30_000,
    "long yaml": YAML + b"x: " + b"y" * 500_000,
    "a key given twice in yaml": YAML + b"kind: VolumeSnapshot\n",
    "a python object": YAML + b"metadata: !!python/object/apply:os.system ['true']\n",
    "a local tag": YAML + b"metadata: !run x\n",
    "yaml that breaks off": YAML + b"metadata: {name: [\n",
    "a merge that is a list of keys": YAML + b"? [a, b]\n: x\n",
    "deep json": b"[" * 100_000,
    "nested json": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "json that breaks off": RECORDS["ebs"][0][:-3],
    "not a number": b'{"Snapshots": [{"SnapshotId": NaN}]}',
    "infinity": b'{"Snapshots": [{"SnapshotId": -Infinity}]}',
    "a number beyond reason": b'{"SnapshotId": 1e999999}',
    "a number of many digits": b'{"SnapshotId": ' + b"9" * 5_000 + b"}",
    "a key given twice": b'{"SnapshotId": "a", "SnapshotId": "b"}',
    "a lone surrogate": b'{"SnapshotId": "\\ud800"}',
    "a control character": as_json({**ours.EBS, "Description": "a\x1b[2J"}),
    "a list where a value belongs": as_json({**ours.EBS, "StartTime": ["2026"]}),
    "a tag that is no tag": as_json({**ours.EBS, "Tags": ["x"]}),
    "a text beyond the limit": as_json({**ours.EBS, "Description": "x" * 3_000}),
    "no text": b"\x89PNG\r\n\x1a\n\xff\xfe",
    "too long": b" " * 5_000_000,
    "one bad line": b'{"message_type":"summary"}\n{"a": NaN}\n',
    "many columns": b"NAME" + b"\tC" * 100_000 + b"\n" + b"a@b" + b"\t1" * 100_000 + b"\n",
    "many short columns": b"NAME\t" + b"\t".join(b"C%d" % n for n in range(900)) + b"\na@b\t1\n",
    "many columns without a header": b"t@s" + b"\t1" * 900 + b"\n",
    "a column given twice": b"NAME\tUSED\tUSED\na@b\t1\t1\n",
    "a row with a cell too few": b"NAME  USED  CREATION\na@b  1  1\nc@d  1\n",
    "a property given twice": b"t@s\tcreation\t1697709600\t-\nt@s\tcreation\t1697709601\t-\n",
    "a described key given twice": ours.DESCRIPTION + b"Kind:         VolumeSnapshot\n",
    "a shown key given twice": ours.BTRFS_SHOW + b"\tUUID: \t\tu-2\n",
    "too many copies": as_json([{**ours.EBS, "Tags": [], "SnapshotId": f"s{n}"} for n in range(6_000)]),
    "two products at once": as_json({**ours.EBS, **ours.RECOVERY_POINT}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_record_is_refused_by_name(name: str):
    with pytest.raises(EvidenceUnreadable) as refused:
        read_records(HOSTILE[name])
    assert refused.value.reason.endswith((".", ")."))
    assert len(str(refused.value)) < 400


def test_direction_marks_are_kept_and_made_visible_where_they_are_printed():
    (record,) = read_records(as_json({**ours.EBS, "SnapshotId": "snap-\u202e1"}))
    assert shown(record.copies[0].copy_id or "") == "snap-[U+202E]1"


def test_an_impossible_time_is_shown_as_printed_without_utc():
    for printed in ("2026-13-45T99:99:99Z", "2026-01-01T00:00:00+99:99", "0000-00-00T00:00:00Z", "1" * 30):
        (record,) = read_records(as_json({**ours.EBS, "StartTime": printed}))
        assert record.copies[0].requested.printed == printed
        assert record.copies[0].requested.utc is None


STORED = CopyRecord("P", "o", Captures.UNKNOWN).to_dict()


@pytest.mark.parametrize(
    "changed",
    [
        None,
        [],
        {},
        {**STORED, "more": 1},
        {**STORED, "product": None},
        {**STORED, "product": "a\x00"},
        {**STORED, "captures": "soul"},
        {**STORED, "copies": {}},
        {**STORED, "copies": [1]},
        {**STORED, "copies": [None]},
        {**STORED, "notes": ["x"] * 6_000},
    ],
)
def test_a_stored_record_that_was_edited_is_refused(changed: object):
    with pytest.raises(EvidenceUnreadable):
        record_from_dict(changed)


def test_a_stored_record_is_plain_json_in_a_fixed_order():
    for raw, _product in RECORDS.values():
        for record in read_records(raw):
            once = json.dumps(record.to_dict())
            assert json.dumps(record_from_dict(json.loads(once)).to_dict()) == once
