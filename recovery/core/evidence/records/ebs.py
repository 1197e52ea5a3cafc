"""Amazon EBS: `aws ec2 describe-snapshots`, and the reply of create-snapshot and create-snapshots."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_PLACEHOLDER = re.compile(r"vol-f+")
_SOURCE = re.compile(r"(?:SourceSnapshot |Copied )(snap-[0-9a-f]+)")
_IS_CUT = _("when the snapshot was requested, which is also the instant that its contents belong to")
_IS_COPYING = _("when this copying was requested; the contents belong to the snapshot that was copied")
_BOUNDARY = _(
    "Blocks written to the volume at the request; what applications and the system held in memory is outside."
)
_LAZY = _(
    "A new volume loads its blocks at first use, unless it is initialised or fast snapshot restore is enabled in its "
    "zone; the record does not say."
)
_EQUAL_START = _("Equal start times suggest one request for several volumes; the record names no set.")
_COPIED = _("The record describes a copy of another snapshot; only the text of its description names the original.")
_STATES = {
    "completed": (Usability.USABLE, _("The state of the snapshot is printed as completed.")),
    "pending": (Usability.BEING_MADE, _("The blocks are still being copied; the instant of the contents stands.")),
    "error": (Usability.FAILED, _("The state is an error; a progress of 100 % or a completion time does not mend it.")),
    "recoverable": (Usability.ARCHIVED, _("The snapshot lies in the recycle bin and must be brought back first.")),
    "recovering": (Usability.BEING_MADE, _("The snapshot is being brought back from the recycle bin.")),
}
_ARCHIVE = (Usability.ARCHIVED, _("The archive tier must be restored first, which can take up to 72 hours."))
_UNKNOWN = (Usability.NOT_STATED, _("The state is one that the documentation does not list."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of an EBS record; nothing for another document."""
    rows = document.rows("Snapshots", "SnapshotId", "VolumeId", "State")
    if not rows:
        return ()
    copies = tuple(_copy(row) for row in rows)
    starts = [copy.requested.printed for copy in copies if copy.requested]
    notes = (_EQUAL_START,) if len(starts) > len(set(starts)) else ()
    return (CopyRecord("Amazon EBS snapshot", "aws ec2 describe-snapshots", Captures.BLOCKS, copies, (), notes),)


def _usability(row: Row) -> tuple[Usability, str]:
    usability, reason = _STATES.get(row.text("State") or "", _UNKNOWN)
    archived = usability is Usability.USABLE and row.text("StorageTier") == "archive"
    return _ARCHIVE if archived else (usability, reason)


def _copy(row: Row) -> Copy:
    described, volume = row.text("Description") or "", row.text("VolumeId") or ""
    placeholder = bool(_PLACEHOLDER.fullmatch(volume))
    copied = placeholder or "copied" in described.lower()
    origin = _SOURCE.search(described)
    usability, reason = _usability(row)
    return Copy(
        copy_id=row.text("SnapshotId"),
        source_id=None if placeholder else volume,
        lineage=known(
            Printed(row.field("Description"), origin[1]) if origin else None, row.printed("DataEncryptionKeyId")
        ),
        is_copy_of_copy=copied,
        requested=row.instant("StartTime", meaning=_IS_COPYING if copied else _IS_CUT),
        captured=None if copied else row.instant("StartTime", meaning=_IS_CUT),
        completed=row.instant("CompletionTime", meaning=_("when the copying of the blocks ended, well or not")),
        states=known(*map(row.printed, ("State", "Progress", "StateMessage", "StorageTier", "RestoreExpiryTime"))),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.UNKNOWN if usability is Usability.FAILED else Consistency.CRASH_VOLUME,
        consistency_reason=_BOUNDARY,
        labels=labels_in_pairs("Tags[]", row.pairs("Tags")) + labels_in_text("Description", described),
        notes=((_COPIED,) if copied else ()) + ((_LAZY,) if usability is Usability.USABLE else ()),
    )
