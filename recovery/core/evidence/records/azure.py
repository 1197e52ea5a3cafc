"""Azure: managed-disk snapshots and restore points of virtual machines."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Member
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known, strings, times
from recovery.core.guide.marking import gettext_noop as _

_CREATED = _("when the record of the snapshot was created, which follows the request")
_COPYING = _("when this copying was requested; the contents belong to the snapshot that was copied")
_POINT = _("when the restore point was created; the record does not say which instant the contents belong to")
_ONE_DISK = _("One disk as after a power loss; other disks of the machine are outside.")
_CLAIMED = _("The level is the platform's own word for how it made the point.")
_LEFT_OUT = _("Disks were left out of this restore point on purpose.")
_DONE = (Usability.USABLE, _("The provisioning state is printed as succeeded, and no percentage speaks against it."))
_MAKING = (Usability.BEING_MADE, _("The copying is not at 100 %; a state of succeeded does not mean that it ended."))
_FAILED = (Usability.FAILED, _("The provisioning state is printed as failed or cancelled."))
_NOT_SAID = (Usability.NOT_STATED, _("The record prints no percentage for a copying that was started, or no state."))
_LEVELS = {
    "CrashConsistent": Consistency.CRASH_SET,
    "FileSystemConsistent": Consistency.QUIESCED,
    "ApplicationConsistent": Consistency.APPLICATION,
}
_KIND = "/providers/microsoft.compute/"


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots or restore points of an Azure record; nothing for another document."""
    rows = document.rows("value", "id", "name")
    paths = [str(row.value["id"]).lower() for row in rows]
    if paths and all(f"{_KIND}restorepointcollections/" in each and "/restorepoints/" in each for each in paths):
        copies = tuple(_point(row) for row in rows)
        return (CopyRecord("Azure VM restore point", "az restore-point show", Captures.BLOCKS, copies),)
    if paths and all(f"{_KIND}snapshots/" in each for each in paths):
        copies = tuple(_snapshot(row) for row in rows)
        return (CopyRecord("Azure disk snapshot", "az snapshot show", Captures.BLOCKS, copies),)
    return ()


def _properties(row: Row) -> Row:
    """The interface nests properties; its command line tool prints them flat."""
    return row.row("properties") if isinstance(row.value.get("properties"), dict) else row


def _state(row: Row, *percents: "str | None", started: bool = False) -> tuple[Usability, str]:
    state = row.text("provisioningState")
    if state in ("Failed", "Canceled"):
        return _FAILED
    stated = strings(percents)
    if any(not each.replace(".0", "").startswith("100") for each in stated) or state in ("Creating", "Updating"):
        return _MAKING
    return _NOT_SAID if state != "Succeeded" or (started and not stated) else _DONE


def _snapshot(row: Row) -> Copy:
    inner = _properties(row)
    percent = inner.printed("completionPercent")
    source = inner.text("creationData", "sourceResourceId") or ""
    copied = f"{_KIND}snapshots/" in f"/{source.lstrip('/')}".lower()
    started = inner.text("creationData", "createOption") == "CopyStart"
    usability, reason = _state(inner, percent.value if percent else None, started=started)
    return Copy(
        copy_id=inner.text("uniqueId") or row.text("id"),
        name=row.text("name"),
        ids=known(row.printed("id")),
        source_id=inner.text("creationData", "sourceUniqueId"),
        source_name=source or None,
        lineage=known(inner.printed("incrementalSnapshotFamilyId"), inner.printed("incremental")),
        is_copy_of_copy=copied,
        requested=inner.instant("timeCreated", meaning=_COPYING if copied else _CREATED),
        states=known(inner.printed("provisioningState"), percent),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_ONE_DISK,
        labels=labels_in_pairs("tags", row.pairs("tags")) + labels_in_text("name", row.text("name")),
    )


def _point(row: Row) -> Copy:
    inner = _properties(row)
    storage = inner.row("sourceMetadata", "storageProfile")
    disks = (storage.row("osDisk"), *storage.rows("dataDisks"))
    left_out = strings(each.text("id") for each in inner.rows("excludeDisks"))
    replicas = inner.row("instanceView").rows("diskRestorePoints")
    percents = (each.text("replicationStatus", "completionPercent") for each in replicas)
    usability, reason = _state(inner, *percents)
    level = inner.text("consistencyMode") or ""
    return Copy(
        copy_id=row.text("id"),
        name=row.text("name"),
        source_id=inner.text("sourceMetadata", "vmId"),
        lineage=known(inner.printed("sourceRestorePoint", "id")),
        is_copy_of_copy=inner.text("sourceRestorePoint", "id") is not None,
        other_times=times(inner.instant("timeCreated", meaning=_POINT)),
        states=known(inner.printed("provisioningState"), inner.printed("consistencyMode")),
        usability=usability,
        usability_reason=reason,
        consistency=_LEVELS.get(level, Consistency.UNKNOWN),
        consistency_reason=_CLAIMED,
        set_id=row.text("id"),
        members=tuple(_member(disk) for disk in disks if disk.value),
        left_out=left_out,
        labels=labels_in_text("name", row.text("name")),
        notes=(_LEFT_OUT,) if left_out else (),
    )


def _member(disk: Row) -> Member:
    return Member(disk.text("name"), disk.text("managedDisk", "id"), disk.text("diskRestorePoint", "id"))
