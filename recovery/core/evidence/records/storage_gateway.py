"""AWS Storage Gateway: `list-volume-recovery-points`."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.levels import Captures, Consistency
from recovery.core.evidence.records.printed import Row
from recovery.core.guide.marking import gettext_noop as _

_NO_ID = _("A recovery point has a time and no identifier of its own.")
_LEVEL = _("All data of the volume is consistent at that time, as after a power loss.")
_NO_STATE = _("The record prints no state.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the recovery points of a Storage Gateway record; nothing for another document."""
    rows = document.rows("VolumeRecoveryPointInfos", "VolumeARN", "VolumeRecoveryPointTime")
    copies = tuple(_copy(row) for row in rows)
    output = "aws storagegateway list-volume-recovery-points"
    return (CopyRecord("AWS Storage Gateway recovery point", output, Captures.BLOCKS, copies),) if copies else ()


def _copy(row: Row) -> Copy:
    return Copy(
        source_id=row.text("VolumeARN"),
        captured=row.instant("VolumeRecoveryPointTime", meaning=_("when all data of the volume was consistent")),
        usability_reason=_NO_STATE,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_LEVEL,
        notes=(_NO_ID,),
    )
