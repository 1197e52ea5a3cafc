"""Velero: Backup objects and `velero backup describe --details -o json`."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Label, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Usability
from recovery.core.evidence.records.printed import Row, kept, known
from recovery.core.guide.marking import gettext_noop as _

_STARTED = _("when the whole backup started; no time is printed for a single volume")
_ENDED = _("when the whole backup ended, also where it failed in part")
_MAKING = (Usability.BEING_MADE, _("The backup is waiting, running or finishing."))
_PART = (Usability.PARTIAL, _("The backup failed in part; it still prints a completion time."))
_FAILED = (Usability.FAILED, _("The phase is printed as failed, or the backup is being deleted."))
_UNKNOWN = (Usability.NOT_STATED, _("The phase is one that the documentation does not list."))
_STATES = {
    "Completed": (Usability.USABLE, _("The phase is printed as Completed.")),
    "PartiallyFailed": _PART,
    "FinalizingPartiallyFailed": _PART,
    "WaitingForPluginOperationsPartiallyFailed": _PART,
    "Failed": _FAILED,
    "FailedValidation": _FAILED,
    "Deleting": _FAILED,
    **dict.fromkeys(("New", "Queued", "InProgress", "WaitingForPluginOperations", "Finalizing"), _MAKING),
}
_SNAPSHOT_FAILED = (Usability.FAILED, _("The result of this volume's snapshot is not printed as succeeded."))
_HOOKS = _("Hooks ran. They freeze what their command names; nothing shows that the training application took part.")
_HOOKS_FAILED = _("Some hooks failed: nothing shows that anything was brought to rest.")
_NO_HOOKS = _("The record shows no hook: nothing shows that anything was brought to rest.")
_APART = _("The volumes were copied one after the other: this is no set at one instant.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the backups of a Velero record; nothing for another document."""
    described = document.only
    if described.has("phase") and described.text("status", "started") and described.text("metadata", "name"):
        return (_record("velero backup describe --details -o json", _described(described)),)
    rows = document.rows("items", "metadata", "status")
    if rows and all(_is_backup(row) for row in rows):
        return (_record("kubectl get backups.velero.io -o json", tuple(_backup(row) for row in rows)),)
    return ()


def _record(output: str, copies: tuple[Copy, ...]) -> CopyRecord:
    return CopyRecord("Velero backup", output, Captures.UNKNOWN, copies)


def _is_backup(row: Row) -> bool:
    velero = str(row.value.get("apiVersion", "velero.io/")).startswith("velero.io/")
    return velero and row.value.get("kind", "Backup") == "Backup" and bool(row.text("status", "phase"))


def _backup(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("status", "phase") or "", _UNKNOWN)
    spaces = row.texts("spec", "includedNamespaces")
    status = row.row("status")
    return Copy(
        copy_id=row.text("metadata", "name"),
        ids=known(row.printed("metadata", "uid")),
        source_name=f"namespace {', '.join(spaces)}" if spaces else None,
        held_in=row.text("spec", "storageLocation"),
        requested=status.instant("startTimestamp", meaning=_STARTED),
        completed=status.instant("completionTimestamp", meaning=_ENDED),
        states=known(*(status.printed(key) for key in ("phase", "errors", "warnings", "failureReason"))),
        usability=usability,
        usability_reason=reason,
        consistency_reason=_hooks(status, "hookStatus"),
        labels=_labels(row),
    )


def _described(row: Row) -> tuple[Copy, ...]:
    usability, reason = _STATES.get(row.text("phase") or "", _UNKNOWN)
    status, name = row.row("status"), row.text("metadata", "name")
    whole = Copy(
        copy_id=name,
        held_in=row.text("spec", "storageLocation"),
        requested=status.instant("started", meaning=_STARTED),
        completed=status.instant("completed", meaning=_ENDED),
        states=known(row.printed("phase"), status.printed("hooksAttempted"), status.printed("hooksFailed")),
        usability=usability,
        usability_reason=reason,
        consistency_reason=_hooks(status),
        labels=_labels(row),
    )
    snapshots = status.row("backupVolumes", "csiSnapshots")
    volumes = [(kept(each, snapshots.at), snapshots.row(each, "snapshot")) for each in snapshots.value]
    return tuple(_volume(whole, each, row) for each, row in volumes if row.value) or (whole,)


def _volume(whole: Copy, claim: str, row: Row) -> Copy:
    result = row.printed("result")
    failed = result is not None and result.value != "succeeded"
    usability, reason = _SNAPSHOT_FAILED if failed else (whole.usability, whole.usability_reason)
    return Copy(
        copy_id=f"{whole.copy_id}/{claim}",
        ids=known(*(row.printed(key) for key in ("storageSnapshotID", "snapshotContentName", "csiDriver"))),
        source_name=claim,
        held_in=whole.held_in,
        requested=whole.requested,
        completed=whole.completed,
        states=whole.states + (() if result is None else (Printed("result", result.value),)),
        usability=usability,
        usability_reason=reason,
        consistency_reason=whole.consistency_reason,
        labels=whole.labels,
        notes=(_APART,),
    )


def _hooks(status: Row, *keys: str) -> str:
    attempted = status.text(*keys, "hooksAttempted")
    if attempted in (None, "0"):
        return _NO_HOOKS
    return _HOOKS if status.text(*keys, "hooksFailed") in (None, "0") else _HOOKS_FAILED


def _labels(row: Row) -> tuple[Label, ...]:
    return (
        labels_in_text("metadata.name", row.text("metadata", "name"))
        + labels_in_pairs("metadata.labels", row.row("metadata").pairs("labels"))
        + labels_in_pairs("metadata.annotations", row.row("metadata").pairs("annotations"))
    )
