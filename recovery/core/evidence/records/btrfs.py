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
_LINE = re.compile(
    r"ID (?P<id>[0-9]+) .*?(?:otime (?P<otime>[0-9-]{10} [0-9:]{8}) )(?:.*?parent_uuid (?P<parent_uuid>\S+) )?"
    r"(?:.*?uuid (?P<uuid>\S+) )?path (?P<path>.+)"
)


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a Btrfs output; nothing for another document."""
    lines = document.lines
    if not lines or len(lines[0]) > 4_096:
        return ()
    if re.match(r"ID\tgen\t", lines[0]) and "otime" in lines[0]:
        rows = read_table([line for line in lines if set(line) - set("-\t ")])
        return _record("btrfs subvolume list -u -q -s -t", tuple(_listed(row) for row in rows))
    if all(_LINE.fullmatch(line) for line in lines):
        found = (_LINE.fullmatch(line) for line in lines)
        rows = tuple({key: value or "" for key, value in each.groupdict().items()} for each in found if each)
        return _record("btrfs subvolume list -u -q -s", tuple(_listed(row) for row in rows))
    if re.search(r"^\s+Subvolume ID:", document.text, re.MULTILINE) and re.search(
        r"^\s+UUID:", document.text, re.MULTILINE
    ):
        return _record("btrfs subvolume show", (_shown(read_pairs(lines[1:]), lines[0]),))
    return ()


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
