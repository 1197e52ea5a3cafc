"""WEKA: `weka fs snapshot -J`."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_CUT = _("when the snapshot was created")
_LEVEL = _("The whole file system while applications run; what clients held in their caches is not stated.")
_STOW = _("The state printed is that of the upload to a bucket; the snapshot itself has no state.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a WEKA listing; nothing for another document."""
    rows = document.rows("", "stowStatus", "creationTime")
    copies = tuple(_copy(row) for row in rows)
    return (CopyRecord("WEKA snapshot", "weka fs snapshot -J", Captures.FILE_SYSTEM, copies),) if copies else ()


def _copy(row: Row) -> Copy:
    return Copy(
        copy_id=row.text("uid") or row.text("uuid") or row.text("id"),
        name=row.text("name"),
        ids=known(row.printed("locator"), row.printed("objectLocator"), row.printed("accessPoint")),
        source_name=row.text("filesystem"),
        captured=row.instant("creationTime", meaning=_CUT),
        states=known(row.printed("stowStatus")),
        usability_reason=_STOW,
        consistency_reason=_LEVEL,
        labels=labels_in_text("name", row.text("name")),
    )
