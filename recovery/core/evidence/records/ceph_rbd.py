"""Ceph RBD: `rbd snap ls`, `rbd group snap ls` and `rbd info`, as JSON."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_CUT = _("when the snapshot was taken, in the zone of whoever ran the command; no zone is printed")
_FREEZE = _("As after a power loss: unless writing was stopped first, the newest data may be missing.")
_GROUP = _("The members of a group snapshot belong to one instant; nothing is asked of the application.")
_NO_IMAGE = _("The listing does not print the name of its image.")
_NO_TIME = _("The listing of group snapshots prints a state and no time.")
_NO_STATE = _("The listing prints no state of the snapshot.")
_GROUP_OK = (Usability.USABLE, _("The state of the group snapshot is printed as ok."))
_GROUP_PART = (Usability.PARTIAL, _("The state of the group snapshot is not printed as ok."))
_IMAGE = _("The image, not a copy: it names the source and its id.")
_PRODUCT = "Ceph RBD snapshot"


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of an RBD record, or the facts of an image; nothing for another document."""
    snapshots = document.rows("", "id", "name", "timestamp", "size")
    if snapshots and not any("uid" in row.value for row in snapshots):
        return (_record("rbd snap ls --all --format json", tuple(_copy(row) for row in snapshots)),)
    groups = document.rows("", "snapshot", "state")
    if groups and all(set(row.value) <= {"snapshot", "state", "id", "name"} for row in groups):
        return (_record("rbd group snap ls --format json", tuple(_group(row) for row in groups)),)
    image = document.only
    if image.has("block_name_prefix", "name", "size"):
        keys = ("name", "id", "size", "snapshot_count", "create_timestamp")
        facts = known(*(image.printed(key) for key in keys))
        return (CopyRecord(_PRODUCT, "rbd info --format json", Captures.BLOCKS, (), facts, (_IMAGE,)),)
    return ()


def _record(output: str, copies: tuple[Copy, ...]) -> CopyRecord:
    return CopyRecord(_PRODUCT, output, Captures.BLOCKS, copies)


def _copy(row: Row) -> Copy:
    space = row.row("namespace")
    number, name = row.text("id"), row.text("name")
    group = space.text("group")
    pool, snap = space.text("pool"), space.text("group snap")
    full = f"{pool}/{group}@{snap}" if group else None
    return Copy(
        copy_id=f"{full or name} (id {number})",
        name=name,
        ids=known(row.printed("id"), space.printed("type"), row.printed("protected")),
        captured=row.instant("timestamp", meaning=_CUT),
        usability_reason=_NO_STATE,
        consistency=Consistency.CRASH_SET if group else Consistency.CRASH_VOLUME,
        consistency_reason=_GROUP if group else _FREEZE,
        set_id=full,
        labels=labels_in_text("name", name) + labels_in_text("namespace.group snap", snap),
        notes=(_NO_IMAGE,),
    )


def _group(row: Row) -> Copy:
    usability, reason = _GROUP_OK if row.text("state") in ("ok", "complete") else _GROUP_PART
    return Copy(
        copy_id=row.text("snapshot"),
        states=known(row.printed("state")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.CRASH_SET,
        consistency_reason=_GROUP,
        set_id=row.text("snapshot"),
        labels=labels_in_text("snapshot", row.text("snapshot")),
        notes=(_NO_TIME,),
    )
