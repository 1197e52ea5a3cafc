"""AWS Backup: `describe-recovery-point` and the listings of recovery points."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known, times
from recovery.core.guide.marking import gettext_noop as _

_STATES = {
    "COMPLETED": (Usability.USABLE, _("The status of the recovery point is printed as COMPLETED.")),
    "AVAILABLE": (Usability.USABLE, _("The status of the recovery point is printed as AVAILABLE.")),
    "PARTIAL": (Usability.PARTIAL, _("The backup did not end within its window; only part of it is there.")),
    "CREATING": (Usability.BEING_MADE, _("The recovery point is being made.")),
    "STOPPED": (Usability.PARTIAL, _("The continuous backup has been stopped.")),
    "DELETING": (Usability.FAILED, _("The recovery point is being deleted.")),
    "EXPIRED": (Usability.FAILED, _("The recovery point has expired.")),
}
_UNKNOWN = (Usability.NOT_STATED, _("The status is one that the documentation does not list."))
_COLD = (Usability.ARCHIVED, _("Cold storage must be brought back first."))
_SERVICE = _("The level is that of the protected service; the backup service does not raise it.")
_CREATED = _("when the recovery point was created")
_COPIED = _("when this recovery point was created; the contents belong to the one that was copied")
_NO_SOURCE = _("This listing does not print what was protected.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the recovery points of an AWS Backup record; nothing for another document."""
    rows = document.rows("RecoveryPoints", "RecoveryPointArn", "Status")
    if not rows:
        return ()
    blocks = all(row.text("ResourceType") == "EBS" for row in rows)
    copies = tuple(_copy(row) for row in rows)
    captures = Captures.BLOCKS if blocks else Captures.UNKNOWN
    return (CopyRecord("AWS Backup recovery point", "aws backup describe-recovery-point", captures, copies),)


def _copy(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("Status") or "", _UNKNOWN)
    if usability is Usability.USABLE and row.text("StorageClass") == "COLD":
        usability, reason = _COLD
    source, copied = row.text("ResourceArn"), row.text("SourceBackupVaultArn") is not None
    created = row.instant("CreationDate", meaning=_COPIED if copied else _CREATED)
    return Copy(
        copy_id=row.text("RecoveryPointArn"),
        source_id=source,
        source_name=row.text("ResourceName"),
        held_in=row.text("BackupVaultArn") or row.text("BackupVaultName"),
        lineage=known(row.printed("ParentRecoveryPointArn"), row.printed("SourceBackupVaultArn")),
        is_copy_of_copy=copied,
        requested=row.instant("InitiationDate", meaning=_("when the backup job started")),
        captured=None if copied else created,
        completed=row.instant("CompletionDate", meaning=_("when the backup job ended")),
        other_times=times(created) if copied else (),
        states=known(row.printed("Status"), row.printed("StatusMessage"), row.printed("StorageClass")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.CRASH_VOLUME if row.text("ResourceType") == "EBS" else Consistency.UNKNOWN,
        consistency_reason=_SERVICE,
        labels=labels_in_text("ResourceName", row.text("ResourceName")),
        notes=() if source else (_NO_SOURCE,),
    )
