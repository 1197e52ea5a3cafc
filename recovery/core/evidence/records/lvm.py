"""LVM: `lvs --reportformat json` with the columns of time, identity and tags."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_MADE = _("when the snapshot volume was made")
_LEVEL = _("A mounted file system is frozen by the device mapper; the record does not show whether it was mounted.")
_ACTIVE = (Usability.USABLE, _("The attributes print the snapshot as active and not as invalid."))
_INVALID = (Usability.FAILED, _("The attributes print the snapshot as invalid: its reserve was full."))
_NOT_SAID = (Usability.NOT_STATED, _("The record does not show whether the snapshot is valid: it is not active."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshot volumes of an LVM report; nothing for another document. An origin's time is no copy time."""
    reports = document.only.rows("report") if document.only.holds("report", "lv") else ()
    rows = [row for report in reports for row in report.rows("lv") if row.has("lv_name")]
    copies = tuple(_copy(row) for row in rows if row.has("origin"))
    output = "lvs -o +lv_time,lv_uuid,origin_uuid,lv_tags,snap_percent --reportformat json"
    return (CopyRecord("LVM snapshot", output, Captures.BLOCKS, copies),) if rows else ()


def _copy(row: Row) -> Copy:
    group, name, origin = row.text("vg_name"), row.text("lv_name"), row.text("origin")
    full = f"{group}/{name}" if group else name
    usability, reason = _usability(row.text("lv_attr") or "")
    tags = (row.text("lv_tags") or "").split(",")
    return Copy(
        copy_id=row.text("lv_uuid") or full,
        name=full,
        source_id=row.text("origin_uuid"),
        source_name=f"{group}/{origin}" if group else origin,
        captured=row.instant("lv_time", meaning=_MADE),
        states=known(row.printed("lv_attr"), row.printed("snap_percent"), row.printed("data_percent")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_LEVEL,
        labels=labels_in_text("lv_tags", *tags) + labels_in_text("lv_name", name),
    )


def _usability(attributes: str) -> tuple[Usability, str]:
    """The fifth attribute is the state: a is active, I and S are invalid, X is unknown (lvs(8))."""
    state = attributes[4:5]
    if state in ("I", "S"):
        return _INVALID
    return _ACTIVE if state == "a" else _NOT_SAID
