"""Btrfs: `btrfs subvolume show` and `btrfs subvolume list`."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_paths
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import instant, kept
from recovery.core.evidence.records.tables import read_pairs, read_table
from recovery.core.guide.marking import gettext_noop as _

_CUT = _("when the snapshot was taken, which happens whole")
_WHOLE = _("A snapshot of this file system exists whole or not at all.")
_NESTED = _("One subvolume as after a power loss; subvolumes nested in it are empty inside, and the record lists none.")
_NO_ZONE = _("The listing prints local time without a zone.")
_RECEIVED = _("The subvolume was received from elsewhere: its own time is that of the receiving.")
_FIELDS = ("otime", "parent_uuid", "uuid")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a Btrfs output; nothing for another document."""
    lines = document.lines
    if not lines:
        return ()
    if lines[0].startswith("ID\tgen\t") and "otime" in lines[0]:
        rows = read_table([line for line in lines if set(line) - set("-\t ")])
        return _record("btrfs subvolume list -u -q -s -t", tuple(_listed(row) for row in rows))
    if all(line.startswith("ID ") and " otime " in line and " path " in line for line in lines):
        return _record("btrfs subvolume list -u -q -s", tuple(_listed(_fields(line)) for line in lines))
    if all(re.search(rf"^[ \t]+{key}:", document.text, re.MULTILINE) for key in ("Subvolume ID", "UUID")):
        return _record("btrfs subvolume show", (_shown(read_pairs(lines[1:]), lines[0]),))
    return ()


def _fields(line: str) -> dict[str, str]:
    """The words and values of one line; only the time has a space in its value."""
    head, _path, path = line.partition(" path ")
    found = {"path": path}
    for key in _FIELDS:
        value = re.search(rf" {key} (\S{{1,64}}(?: [0-9:]{{8}})?)", head)
        found[key] = value[1] if value else ""
    return found


def _record(output: str, copies: tuple[Copy, ...]) -> tuple[CopyRecord, ...]:
    return (CopyRecord("Btrfs snapshot", output, Captures.FILE_SYSTEM, copies),)


def _value(pairs: dict[str, str], key: str) -> str | None:
    value = kept(pairs.get(key, ""), key)
    return None if value in ("", "-") else value


def _listed(row: dict[str, str]) -> Copy:
    path = _value(row, "path") or ""
    return Copy(
        copy_id=_value(row, "uuid") or path,
        name=path,
        source_id=_value(row, "parent_uuid"),
        captured=instant("otime", _value(row, "otime"), _CUT),
        usability=Usability.USABLE,
        usability_reason=_WHOLE,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_NESTED,
        labels=labels_in_paths("path", (path,)),
        notes=(_NO_ZONE,),
    )


def _shown(pairs: dict[str, str], path: str) -> Copy:
    received = _value(pairs, "Received UUID")
    path = kept(path, "path")
    wanted = ("Subvolume ID", "Received UUID", "Flags")
    return Copy(
        copy_id=_value(pairs, "UUID"),
        name=path,
        ids=tuple(Printed(key, _value(pairs, key) or "") for key in wanted if _value(pairs, key)),
        source_id=_value(pairs, "Parent UUID"),
        is_copy_of_copy=received is not None,
        captured=None if received else instant("Creation time", _value(pairs, "Creation time"), _CUT),
        completed=instant("Receive time", _value(pairs, "Receive time"), _("when receiving ended")),
        usability=Usability.USABLE,
        usability_reason=_WHOLE,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_NESTED,
        labels=labels_in_paths("path", (path,)),
        notes=(_RECEIVED,) if received else (),
    )
