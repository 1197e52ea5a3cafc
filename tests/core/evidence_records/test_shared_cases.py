"""Every recorded storage record is read as its truth says, and no further than its file goes."""

from typing import Any

import pytest

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Instant
from recovery.core.evidence.records.levels import Consistency, Usability
from recovery.core.evidence.records.reading import join_records, read_records
from recovery.core.evidence.records.stored import record_from_dict
from tests.core.evidence_records.shared_cases import CASES_AT, Case, all_cases

CASES = all_cases()

# What the truth knows from the command that was run or from the name of a file, and what the file itself prints.
ONLY_THE_COMMAND_TELLS = {
    "rbd/ckpt-vol@daily-1 (id 4)": "daily-1 (id 4)",
    "rbd/ckpt-vol@pre-maint (id 5)": "pre-maint (id 5)",
    "rbd/ckpt-vol@step-9-claimed (id 6)": "step-9-claimed (id 6)",
    "rbd/traingrp@g1 member ckpt-vol (id 7)": "rbd/traingrp@g1 (id 7)",
    "rbd/traingrp@g1 member optim-vol (id 8)": "rbd/traingrp@g1 (id 8)",
    "rbd/ckpt-vol (image id 101c7ab51070)": None,
    "rbd/ckpt-vol": None,
    "rbd/optim-vol": None,
    "train (subvolume UUID fec12ab8-6f17-d74c-8120-3b51f50d2e39)": "fec12ab8-6f17-d74c-8120-3b51f50d2e39",
    "run42 directory": None,
}

# Copies in the files of a case that its truth mentions only in words.
BESIDE_THE_TRUTH = {"aws-s3-versions/upload-still-open": 1, "ceph-rbd/group-snapshot-two-images": 4}

# Records of these products carry no state: whether the copy ended well is known from the run, not from the file.
WITHOUT_A_STATE = ("aws-storage-gateway", "borg", "ceph-rbd", "file-copy", "lvm", "netapp-ontap", "restic")

LEVELS = {
    "file-level": {Consistency.FILE_BY_FILE},
    "crash-consistent": {Consistency.CRASH_VOLUME, Consistency.CRASH_SET},
    "application-consistent": {Consistency.APPLICATION},
    "unknown": {Consistency.UNKNOWN},
}


def pytest_generate_tests(metafunc: pytest.Metafunc):
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[each.name for each in CASES])


def read(case: Case) -> tuple[CopyRecord, ...]:
    return join_records(record for raw in case.files for record in read_records(raw))


def copies_of(case: Case) -> list[Copy]:
    return [copy for record in read(case) for copy in record.copies]


def printed(text: Any) -> Any:
    return ONLY_THE_COMMAND_TELLS.get(text, text) if isinstance(text, str) else text


def pairs_of(case: Case) -> list[tuple[dict[str, Any], Copy]]:
    """Each copy of the truth with the one copy read that carries its id, or its source where it has no id."""
    copies = copies_of(case)
    found = []
    for truth in case.truth["copies"]:
        wanted = printed(truth["copy_id"])
        if wanted is not None:
            mine = [copy for copy in copies if copy.copy_id == wanted]
        else:
            mine = [copy for copy in copies if copy.copy_id is None]
        assert len(mine) == 1, (wanted, [copy.copy_id for copy in copies])
        found.append((truth, mine[0]))
    return found


def ways_to_name_the_source(copy: Copy) -> list[Any]:
    names = [each.source_name for each in copy.members]
    return [
        copy.source_id or copy.source_name,
        copy.source_name,
        f"sourceDiskId {copy.source_id}",
        f"{copy.source_name} (volume handle {copy.source_id})",
        f"{copy.source_name} ({copy.source_id})",
        f"{copy.source_id}:{copy.source_name}",
        f"{copy.held_in} {copy.source_name}" if copy.source_name else copy.held_in,
        names,
    ]


def instants_of(copy: Copy) -> list[Instant]:
    stated = (copy.requested, copy.captured, copy.captured_until, copy.completed, *copy.other_times)
    return [each for each in stated if each is not None]


def test_every_case_of_the_folder_is_collected():
    folders = {str(each.parent.relative_to(CASES_AT)) for each in CASES_AT.glob("*/*/truth.json")}
    assert folders == {case.name for case in CASES}
    assert len(CASES) >= 45


def test_each_file_is_recognised_by_one_reader(case: Case):
    for raw in case.files:
        assert read_records(raw), case.name


def test_the_copies_are_those_of_the_truth(case: Case):
    assert len(copies_of(case)) == len(case.truth["copies"]) + BESIDE_THE_TRUTH.get(case.name, 0)
    for truth, copy in pairs_of(case):
        source = printed(truth["copied_volume_or_dataset"])
        if source is None:
            assert (copy.source_id, copy.source_name) == (None, None)
        else:
            assert source in ways_to_name_the_source(copy)


def test_the_copy_time_is_read_only_where_the_file_gives_its_zone(case: Case):
    for truth, copy in pairs_of(case):
        if not case.truth.get("zone_in_file", True):
            assert all(each.utc is None for each in instants_of(copy))
        elif truth["copy_time_utc"] is None:
            assert copy.captured is None
        else:
            assert copy.dated is not None
            assert copy.dated.utc == truth["copy_time_utc"]


def test_the_time_is_kept_as_printed_with_the_name_of_its_field(case: Case):
    wanted = case.truth.get("raw_time")
    if wanted is None:
        return
    instants = [each for copy in copies_of(case) for each in instants_of(copy)]
    assert any(each.printed == str(wanted["value"]) and wanted["field"].endswith(each.field) for each in instants)
    assert all(each.meaning for each in instants)


def test_a_window_has_both_its_ends(case: Case):
    wanted = case.truth.get("window_utc")
    if wanted is None:
        return
    windows = []
    for copy in copies_of(case):
        for first, last in ((copy.captured, copy.captured_until), (copy.requested, copy.completed)):
            windows.append([first.utc if first else None, last.utc if last else None])
    assert wanted in windows


def test_completeness_is_what_the_record_states(case: Case):
    for truth, copy in pairs_of(case):
        assert copy.usability_reason
        if copy.usability is Usability.NOT_STATED:
            assert case.truth["mechanism"] in WITHOUT_A_STATE
            assert truth["complete"] is True
        else:
            assert (copy.usability is Usability.USABLE) is truth["complete"]


def test_consistency_is_never_better_than_the_truth(case: Case):
    allowed = LEVELS[case.truth["consistency"]]
    if case.truth["mechanism"] == "aws-fsx-backup":  # the truth has no word for this level and says so in its notes
        assert "file-system-consistent" in case.truth["notes"] or case.name.endswith("/creating")
        allowed = {Consistency.QUIESCED}
    assert all(copy.consistency in allowed for _truth, copy in pairs_of(case))


def test_labels_that_claim_a_point_are_found_and_no_others(case: Case):
    wanted = case.truth.get("application_progress_label")
    labels = [label for _truth, copy in pairs_of(case) for label in copy.labels]
    if wanted is None:
        assert labels == []
        return
    values = wanted["value"] if isinstance(wanted["value"], list) else [wanted["value"]]
    named = {label.value for label in labels if wanted["field"].endswith(label.field)}
    assert named == set(values)


def test_what_was_left_out_is_named(case: Case):
    wanted = case.truth.get("excluded", [])
    left_out = [each for copy in copies_of(case) for each in copy.left_out]
    assert [each.rpartition("/")[2] for each in left_out] == wanted


def test_reading_twice_and_storing_gives_the_same(case: Case):
    first, second = read(case), read(case)
    assert first == second
    assert tuple(record_from_dict(record.to_dict()) for record in first) == first
