"""Amazon FSx: backups, snapshots inside a file system, and exports to a bucket."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_paths, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_READY = (Usability.USABLE, _("The life cycle is printed as available."))
_MAKING = (Usability.BEING_MADE, _("The copy is being made."))
_BROKEN = (Usability.FAILED, _("The life cycle is printed as failed, or the copy is deleted."))
_PART = (Usability.PARTIAL, _("Some files were not exported, or the export was cancelled; what it exported remains."))
_UNKNOWN = (Usability.NOT_STATED, _("The life cycle is one that the documentation does not list."))
_STATES = {
    "AVAILABLE": _READY,
    "CREATING": _MAKING,
    "TRANSFERRING": _MAKING,
    "PENDING": _MAKING,
    "COPYING": _MAKING,
    "FAILED": _BROKEN,
    "DELETED": _BROKEN,
    "DELETING": _BROKEN,
}
_TASKS = {
    "SUCCEEDED": (Usability.USABLE, _("The export is printed as succeeded and no file as failed.")),
    "PENDING": _MAKING,
    "EXECUTING": _MAKING,
    "CANCELING": _PART,
    "CANCELED": _PART,
    "FAILED": _PART,
}
_CREATED = _("when the record of the copy was created; the call returns while the copy is still being made")
_QUIESCED = _("The service documents its backups as consistent for the file system, not for the application.")
_LEVEL_UNKNOWN = _("The level of this kind of FSx copy is not stated in its documentation or in the record.")
_INSIDE = _("The snapshot lives inside the file system: it is no separate copy of it.")
_ONE_BY_ONE = _("Each file was exported at some moment between start and end; writers are not kept away.")
_QUIESCED_KINDS = ("LustreConfiguration", "WindowsConfiguration")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the copies of an FSx record; nothing for another document."""
    backups = document.rows("Backups", "BackupId", "Lifecycle")
    if backups:
        copies = tuple(_backup(row) for row in backups)
        return (CopyRecord("Amazon FSx backup", "aws fsx describe-backups", Captures.FILE_SYSTEM, copies),)
    snapshots = document.rows("Snapshots", "SnapshotId", "VolumeId", "Lifecycle")
    if snapshots:
        copies = tuple(_snapshot(row) for row in snapshots)
        return (CopyRecord("Amazon FSx snapshot", "aws fsx describe-snapshots", Captures.FILE_SYSTEM, copies),)
    tasks = document.rows("DataRepositoryTasks", "TaskId", "Lifecycle", "Type")
    exports = tuple(_export(row) for row in tasks if (row.text("Type") or "").startswith("EXPORT"))
    output = "aws fsx describe-data-repository-tasks"
    return (CopyRecord("Amazon FSx for Lustre export", output, Captures.FILES, exports),) if exports else ()


def _backup(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("Lifecycle") or "", _UNKNOWN)
    system = row.row("FileSystem")
    quiesced = any(system.value.get(kind) for kind in _QUIESCED_KINDS) and not row.value.get("Volume")
    return Copy(
        copy_id=row.text("BackupId"),
        ids=known(row.printed("ResourceARN")),
        source_id=row.text("Volume", "VolumeId") or system.text("FileSystemId"),
        source_name=row.text("Volume", "Name"),
        lineage=known(row.printed("SourceBackupId"), row.printed("SourceBackupRegion")),
        is_copy_of_copy=row.text("SourceBackupId") is not None,
        requested=row.instant("CreationTime", meaning=_CREATED),
        states=known(
            row.printed("Lifecycle"), row.printed("ProgressPercent"), row.printed("FailureDetails", "Message")
        ),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.QUIESCED if quiesced else Consistency.UNKNOWN,
        consistency_reason=_QUIESCED if quiesced else _LEVEL_UNKNOWN,
        labels=labels_in_pairs("Tags[]", row.pairs("Tags")),
    )


def _snapshot(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("Lifecycle") or "", _UNKNOWN)
    return Copy(
        copy_id=row.text("SnapshotId"),
        name=row.text("Name"),
        ids=known(row.printed("ResourceARN")),
        source_id=row.text("VolumeId"),
        requested=row.instant("CreationTime", meaning=_CREATED),
        states=known(row.printed("Lifecycle"), row.printed("LifecycleTransitionReason", "Message")),
        usability=usability,
        usability_reason=reason,
        consistency_reason=_LEVEL_UNKNOWN,
        labels=labels_in_text("Name", row.text("Name")) + labels_in_pairs("Tags[]", row.pairs("Tags")),
        notes=(_INSIDE,),
    )


def _export(row: Row) -> Copy:
    usability, reason = _TASKS.get(row.text("Lifecycle") or "", _UNKNOWN)
    if usability is Usability.USABLE and row.text("Status", "FailedCount") not in (None, "0"):
        usability, reason = _PART
    paths = row.texts("Paths")
    return Copy(
        copy_id=row.text("TaskId"),
        ids=known(row.printed("ResourceARN")),
        source_id=row.text("FileSystemId"),
        source_name=", ".join(paths) or None,
        requested=row.instant("CreationTime", meaning=_("when the export was requested")),
        captured=row.instant("StartTime", meaning=_("when the first file may have been read")),
        captured_until=row.instant("EndTime", meaning=_("when the last file may have been read")),
        completed=row.instant("EndTime", meaning=_("when the export ended, well or not")),
        states=known(
            row.printed("Lifecycle"),
            *(row.printed("Status", key) for key in ("TotalCount", "SucceededCount", "FailedCount")),
        ),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_paths("Paths", paths) + labels_in_pairs("Tags[]", row.pairs("Tags")),
    )
