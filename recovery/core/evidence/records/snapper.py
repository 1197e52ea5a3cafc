"""Snapper on Btrfs or LVM: `snapper --jsonout list`."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, kept
from recovery.core.guide.marking import gettext_noop as _

_CUT = _("when the snapshot was taken")
_WHOLE = _("A snapshot that snapper lists was taken whole.")
_NESTED = _("One subvolume as after a power loss; nested subvolumes are outside.")
_NO_ZONE = _("The date has no zone, also where UTC was asked for.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a snapper listing; nothing for another document. Number 0 is the live file system."""
    whole = document.only
    names = tuple(whole.value)
    if not names or not all(whole.holds(name, "number", "subvolume", "type") for name in names):
        return ()
    copies = tuple(
        _copy(kept(name, "configuration"), row)
        for name in names
        for row in whole.rows(name)
        if row.text("number") != "0"
    )
    return (CopyRecord("Snapper snapshot", "snapper --jsonout --utc list", Captures.FILE_SYSTEM, copies),)


def _copy(configuration: str, row: Row) -> Copy:
    return Copy(
        copy_id=f"{configuration}/{row.text('number')}",
        name=row.text("description"),
        source_name=row.text("subvolume"),
        captured=row.instant("date", meaning=_CUT),
        usability=Usability.USABLE,
        usability_reason=_WHOLE,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_NESTED,
        labels=tuple(labels_in_pairs("userdata", row.pairs("userdata")))
        + labels_in_text("description", row.text("description")),
        notes=(_NO_ZONE,),
    )
