"""NetApp ONTAP: `GET /storage/volumes/{uuid}/snapshots`, one or a list."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_PLACE = re.compile(r"/api/storage/volumes/([0-9a-f-]{36})/snapshots/[0-9a-f-]{36}")
_ACCESS = _("the access time of the volume when the snapshot was made")
_TYPED = _("The consistency type is a category that the caller sets; it shows nothing about the host.")
_NO_TIMES = _("The plain listing prints no time and no state; digits in a name are no time of the record.")
_STATES = {
    "valid": (Usability.USABLE, _("The state is printed as valid.")),
    "partial": (Usability.PARTIAL, _("The state is printed as partial: not every part of the volume is inside.")),
    "invalid": (Usability.FAILED, _("The state is printed as invalid.")),
}
_NOT_SAID = (Usability.NOT_STATED, _("The record prints no state."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of an ONTAP reply; nothing for another document."""
    rows = document.rows("records", "uuid", "name", "_links")
    if not rows or not all(_volume_in(row) for row in rows):
        return ()
    copies = tuple(_copy(row) for row in rows)
    output = "GET /storage/volumes/{uuid}/snapshots"
    return (CopyRecord("NetApp ONTAP snapshot", output, Captures.FILE_SYSTEM, copies),)


def _volume_in(row: Row) -> str | None:
    found = _PLACE.search(str(row.row("_links", "self").value.get("href", "")))
    return found[1] if found else None


def _copy(row: Row) -> Copy:
    usability, reason = _STATES.get(row.text("state") or "", _NOT_SAID)
    machine, volume = row.text("svm", "name"), row.text("volume", "name")
    created = row.instant("create_time", meaning=_ACCESS)
    return Copy(
        copy_id=row.text("uuid"),
        name=row.text("name"),
        source_id=row.text("volume", "uuid") or _volume_in(row),
        source_name=f"{machine}/{volume}" if machine and volume else volume,
        lineage=known(row.printed("provenance_volume", "uuid")),
        captured=created,
        states=known(row.printed("state"), row.printed("consistency_type")),
        usability=usability,
        usability_reason=reason,
        consistency_reason=_TYPED,
        labels=labels_in_text("name", row.text("name"))
        + labels_in_text("comment", row.text("comment"))
        + labels_in_text("snapmirror_label", row.text("snapmirror_label")),
        notes=() if created else (_NO_TIMES,),
    )
