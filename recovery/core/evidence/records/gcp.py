"""Google persistent disk: `gcloud compute snapshots describe` and `list`, in YAML or JSON."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_CREATED = _("when the record of the snapshot was created; it is the same while uploading and when ready")
_FLUSH = _("The output never shows whether the guest was asked to flush, or whether that worked.")
_STATES = {
    "READY": (Usability.USABLE, _("The status is printed as READY.")),
    "CREATING": (Usability.BEING_MADE, _("The snapshot is being created.")),
    "UPLOADING": (Usability.BEING_MADE, _("The snapshot is being uploaded; its time is already final.")),
    "FAILED": (Usability.FAILED, _("The status is printed as FAILED.")),
    "DELETING": (Usability.FAILED, _("The snapshot is being deleted.")),
}
_UNKNOWN = (Usability.NOT_STATED, _("The status is one that the documentation does not list."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a Compute Engine record; nothing for another document."""
    rows = document.rows("items", "creationTimestamp", "status", "sourceDisk")
    copies = tuple(_copy(row) for row in rows)
    output = "gcloud compute snapshots describe"
    return (CopyRecord("Google persistent disk snapshot", output, Captures.BLOCKS, copies),) if copies else ()


def _copy(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("status") or "", _UNKNOWN)
    return Copy(
        copy_id=row.text("id"),
        name=row.text("name"),
        ids=known(row.printed("selfLink")),
        source_id=row.text("sourceDiskId"),
        source_name=row.text("sourceDisk"),
        lineage=known(row.printed("chainName")),
        requested=row.instant("creationTimestamp", meaning=_CREATED),
        states=known(row.printed("status"), row.printed("storageBytesStatus")),
        usability=usability,
        usability_reason=reason,
        consistency_reason=_FLUSH,
        labels=labels_in_pairs("labels", row.pairs("labels"))
        + labels_in_text("name", row.text("name"))
        + labels_in_text("description", row.text("description")),
    )
