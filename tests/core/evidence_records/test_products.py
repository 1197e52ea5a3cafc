"""What each product's record says of identity, times, state and consistency, on small records of our own."""

import pytest

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Label
from recovery.core.evidence.records.document import open_document, open_yaml
from recovery.core.evidence.records.levels import (
    CAPTURES_WORDS,
    CONSISTENCY_WORDS,
    USABILITY_WORDS,
    Captures,
    Consistency,
    Usability,
)
from recovery.core.evidence.records.reading import READERS, join_records, read_records
from recovery.core.evidence.records.stored import record_from_dict
from recovery.core.guide.supplier_copy import COPY_QUESTIONS
from tests.core.evidence_records import records_of_our_own as ours
from tests.core.evidence_records.records_of_our_own import RECORDS, as_json


def copies_of(raw: bytes) -> tuple[Copy, ...]:
    return tuple(copy for record in read_records(raw) for copy in record.copies)


def copy_of(name: str) -> Copy:
    return copies_of(RECORDS[name][0])[0]


@pytest.mark.parametrize("name", RECORDS)
def test_the_product_is_found_by_content(name: str):
    raw, product = RECORDS[name]
    assert [record.product for record in read_records(raw)] == [product]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_stored_and_read_again_is_the_same(name: str):
    records = read_records(RECORDS[name][0])
    assert tuple(record_from_dict(each.to_dict()) for each in records) == records


def test_every_reader_has_a_record_of_our_own():
    modules = {read.__module__.rpartition(".")[2] for read in READERS}
    used = set()
    for raw, _product in RECORDS.values():
        assert read_records(raw)
        used |= {reader for reader in modules if reads(reader, raw)}
    assert used == modules


def reads(module: str, raw: bytes) -> bool:
    document = open_document(raw)
    readers = [read for read in READERS if read.__module__.endswith(f".{module}")]
    return any(read(document) or (document.text and read(open_yaml(document))) for read in readers)


def test_every_level_has_its_words_and_s33_its_codes():
    assert set(CONSISTENCY_WORDS) == set(Consistency)
    assert set(USABILITY_WORDS) == set(Usability)
    assert set(CAPTURES_WORDS) == set(Captures)
    asked = next(each for each in COPY_QUESTIONS if each.key == "S33")
    assert [option.code for option in asked.options] == [each.value for each in Consistency]


def test_the_status_answers_are_codes_of_s34():
    asked = next(each for each in COPY_QUESTIONS if each.key == "S34")
    codes = {option.code for option in asked.options}
    assert {Copy(usability=each).status_answer for each in Usability} - {""} <= codes
    assert Copy(usability=Usability.NOT_STATED).status_answer == ""


@pytest.mark.parametrize(
    ("name", "usability"),
    [
        ("ebs", Usability.USABLE),
        ("aws backup", Usability.PARTIAL),
        ("fsx export", Usability.PARTIAL),
        ("s3 head", Usability.BEING_MADE),
        ("azure", Usability.BEING_MADE),
        ("azure restore point", Usability.BEING_MADE),
        ("gcp yaml", Usability.BEING_MADE),
        ("kubernetes", Usability.BEING_MADE),
        ("kubectl describe", Usability.FAILED),
        ("velero", Usability.PARTIAL),
        ("lvm", Usability.FAILED),
        ("rbd", Usability.NOT_STATED),
        ("rbd group", Usability.PARTIAL),
        ("ontap", Usability.PARTIAL),
        ("weka", Usability.NOT_STATED),
        ("restic", Usability.NOT_STATED),
        ("restic run", Usability.PARTIAL),
        ("borg", Usability.PARTIAL),
        ("kopia", Usability.PARTIAL),
        ("rclone", Usability.NOT_STATED),
        ("rsync", Usability.NOT_STATED),
        ("lustre hsm", Usability.PARTIAL),
    ],
)
def test_a_copy_is_usable_only_where_the_whole_record_says_so(name: str, usability: Usability):
    assert copy_of(name).usability is usability


@pytest.mark.parametrize(
    ("name", "consistency"),
    [
        ("ebs", Consistency.CRASH_VOLUME),
        ("fsx backup", Consistency.QUIESCED),
        ("fsx snapshot", Consistency.UNKNOWN),
        ("fsx export", Consistency.FILE_BY_FILE),
        ("azure restore point", Consistency.QUIESCED),
        ("gcp yaml", Consistency.UNKNOWN),
        ("kubernetes", Consistency.CRASH_SET),
        ("kubectl describe", Consistency.UNKNOWN),
        ("velero", Consistency.UNKNOWN),
        ("ontap", Consistency.UNKNOWN),
        ("rbd group", Consistency.CRASH_SET),
        ("restic", Consistency.FILE_BY_FILE),
    ],
)
def test_consistency_is_that_of_the_mechanism_and_never_a_label_of_the_caller(name: str, consistency: Consistency):
    assert copy_of(name).consistency is consistency


@pytest.mark.parametrize("name", ["rbd", "snapper", "btrfs list", "borg", "zfs without -p"])
def test_a_time_without_a_zone_is_shown_as_printed_and_has_no_utc(name: str):
    captured = copy_of(name).captured
    assert captured is not None
    assert captured.printed
    assert captured.utc is None


def test_a_time_in_seconds_milliseconds_or_nanoseconds_is_read_by_its_digits():
    assert copy_of("fsx backup").requested.utc == "2026-11-29T22:00:00Z"
    assert copy_of("aws backup").captured.utc == "2026-11-29T22:00:00.087Z"
    assert copy_of("kubernetes").captured.utc == "2026-11-29T22:00:02.342Z"


def test_the_request_object_of_kubernetes_is_not_the_instant_of_the_contents():
    copy = copy_of("kubernetes")
    assert copy.requested.field == "metadata.creationTimestamp"
    assert copy.captured.field == "status.creationTime"
    assert [each.printed for each in copy.other_times] == ["2026-11-30T04:00:02Z"]
    assert [each.source_id for each in copy.members] == ["h1", "h2"]


def test_a_request_and_its_content_object_of_two_files_are_joined_by_uid():
    first, second = (part_of_the_list(number) for number in (0, 1))
    assert join_records((*first, *second))[0].copies[0].copy_id == "gh"
    assert join_records((*second, *first))[0].copies[0].copy_id == "gh"


def part_of_the_list(number: int) -> tuple[CopyRecord, ...]:
    parts = ours.KUBERNETES.split(b"\n- ")[1:]
    return read_records(b"apiVersion: v1\nkind: List\nitems:\n- " + parts[number])


def test_a_restic_summary_is_joined_to_the_snapshot_that_it_names():
    records = read_records(RECORDS["restic"][0]) + read_records(RECORDS["restic run"][0])
    (joined,) = join_records(records)
    assert [copy.copy_id for copy in joined.copies] == ["7ec6ebfa6c89268f"]
    assert joined.copies[0].usability is Usability.PARTIAL


def test_an_operator_set_time_of_restic_stands_beside_the_time_of_the_run():
    copy = copy_of("restic")
    assert copy.captured.field == "summary.backup_start"
    assert [each.field for each in copy.other_times] == ["time"]


def test_the_request_of_an_ebs_snapshot_is_its_cut_but_not_for_a_copy_of_a_snapshot():
    assert copy_of("ebs").captured == copy_of("ebs").requested
    placeholder = {**ours.EBS, "VolumeId": "vol-ffffffff", "Description": "[Copied snap-0fed from us-east-1]"}
    (copy,) = copies_of(as_json({"Snapshots": [placeholder]}))
    assert (copy.captured, copy.source_id, copy.is_copy_of_copy) == (None, None, True)
    assert [each.value for each in copy.lineage] == ["snap-0fed"]


def test_a_recovery_point_copied_from_another_vault_does_not_date_its_contents():
    (copy,) = copies_of(as_json({**ours.RECOVERY_POINT, "SourceBackupVaultArn": "arn:vault"}))
    assert (copy.captured, copy.is_copy_of_copy) == (None, True)
    assert [each.field for each in copy.other_times] == ["CreationDate"]


def test_an_archived_ebs_snapshot_must_be_brought_back_first():
    (copy,) = copies_of(as_json({"Snapshots": [{**ours.EBS, "StorageTier": "archive"}]}))
    assert copy.usability is Usability.ARCHIVED


def test_equal_start_times_are_no_set():
    other = {**ours.EBS, "SnapshotId": "snap-2", "VolumeId": "vol-2"}
    (record,) = read_records(as_json({"Snapshots": [ours.EBS, other]}))
    assert [copy.set_id for copy in record.copies] == [None, None]
    assert any("names no set" in note for note in record.notes)


def test_a_received_subvolume_does_not_date_its_contents():
    copy = copy_of("btrfs show")
    assert copy.captured is None
    assert copy.completed.utc == "2026-11-29T22:54:19Z"


def test_the_volume_that_a_snapshot_came_from_is_no_copy():
    assert [copy.name for copy in copies_of(RECORDS["lvm"][0])] == ["v/s", "v/t"]
    assert [copy.copy_id for copy in copies_of(RECORDS["snapper"][0])] == ["train/7"]


def test_columns_without_a_header_are_read_only_in_the_documented_order():
    first = copy_of("zfs headless")
    assert first.captured.utc == "2023-10-19T10:00:00Z"
    assert [each.value for each in first.ids] == ["13868290182305406190"]
    assert copy_of("zfs unknown columns").captured is None


def test_what_the_command_line_left_out_is_named():
    assert copy_of("azure restore point").left_out == ("/disks/left-out",)
    assert any("delete marker" in note for note in copy_of("s3 versions").notes)


def test_yaml_numbers_and_words_stay_as_printed():
    copy = copy_of("gcp yaml")
    assert copy.copy_id == "1234"
    assert copy.labels == (Label("labels.train-step", "12000"),)


def test_a_file_of_two_bytes_a_character_is_read_too():
    raw = RECORDS["ebs"][0].decode()
    assert read_records(b"\xff\xfe" + raw.encode("utf-16-le")) == read_records(raw.encode())
    assert read_records(b"\xef\xbb\xbf" + raw.encode()) == read_records(raw.encode())


def test_a_long_log_is_no_record_and_no_error():
    assert read_records(b"INFO: step 9 done\n" * 60_000) == ()


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"hello\n", b"ERROR: step 9 failed\n", b"[]", b"{}", b"null", b"a: b\n", b'{"Snapshots": []}']
)
def test_a_text_of_another_kind_is_no_record_and_no_error(raw: bytes):
    assert read_records(raw) == ()
