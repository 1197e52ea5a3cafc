"""ZFS: `zfs list -t snapshot` with or without header, and `zfs get`."""

import re

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import instant, kept
from recovery.core.evidence.records.tables import MOST_COLUMNS, MOST_ROWS, read_table
from recovery.core.guide.marking import gettext_noop as _

_NAME = re.compile(r"[^@\t ][^@\t]*@[^@\t]+")
_CUT = _("the moment of the snapshot, which is taken whole")
_WHOLE = _("A snapshot of this file system exists whole or not at all.")
_LEVEL = _("Every finished system call is inside; what programs still held in their own buffers is outside.")
_SAME_SECOND = _("Snapshots of one name and one second may be one recursive snapshot; the record names no set.")
_NO_HEADER = _("The listing has no header: its columns are read as name, creation, used and guid.")
_UNREAD = _("The listing has no header and other columns than the documented four: no time is read from it.")
_SET_LATER = _("A property can be set long after the snapshot was taken; the record does not show when.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a ZFS listing; nothing for another document."""
    lines = document.lines
    if not lines:
        return ()
    if re.match(r"NAME\s", lines[0]) and len(lines) > 1 and "@" in lines[1]:
        return _of_rows("zfs list -t snapshot", [_upper(row) for row in read_table(lines)], ())
    first = lines[0].split("\t")
    if len(first) < 2 or not _NAME.fullmatch(first[0]):
        return ()
    if len(lines) > MOST_ROWS or len(first) > MOST_COLUMNS:
        raise EvidenceUnreadable("The table has more columns or rows than are read.")
    table = [line.split("\t") for line in lines]
    if all(len(row) == 4 and re.fullmatch(r"[a-z][a-z0-9_:.-]*", row[1]) for row in table):
        return _of_rows("zfs get -H -p all", _by_name(table), ())
    return _headless(table)


def _upper(row: dict[str, str]) -> dict[str, str]:
    return {key.lower(): value for key, value in row.items()}


def _by_name(table: list[list[str]]) -> list[dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for number, (name, key, value, _source) in enumerate(table, start=1):
        properties = found.setdefault(name, {"name": name})
        if key in properties:
            raise EvidenceUnreadable(f"The property {key[:60]!r} is given twice.", f"line {number}")
        properties[key] = value
    return list(found.values())


def _headless(table: list[list[str]]) -> tuple[CopyRecord, ...]:
    documented = all(
        len(row) == 4 and re.fullmatch(r"[0-9]{9,10}", row[1]) and re.fullmatch(r"[0-9]{10,20}", row[3])
        for row in table
    )
    names = ("name", "creation", "used", "guid") if documented else ("name",)
    rows = [dict(zip(names, row, strict=False)) for row in table]
    return _of_rows("zfs list -H -p -t snapshot", rows, (_NO_HEADER if documented else _UNREAD,))


def _of_rows(output: str, rows: list[dict[str, str]], notes: tuple[str, ...]) -> tuple[CopyRecord, ...]:
    copies = tuple(_copy(row) for row in rows if "@" in row.get("name", ""))
    events = [(copy.name, copy.captured.printed) for copy in copies if copy.captured]
    if len(events) > len(set(events)):
        notes = (*notes, _SAME_SECOND)
    record = CopyRecord("ZFS snapshot", output, Captures.FILE_SYSTEM, copies, (), notes)
    return (record,) if copies else ()


def _copy(row: dict[str, str]) -> Copy:
    full = kept(row["name"], "name")
    dataset, _at, name = full.partition("@")
    own = [(kept(key, "property"), kept(value, key)) for key, value in row.items() if ":" in key]
    labels = labels_in_pairs("", own) + labels_in_text("name", name)
    created = kept(row.get("creation", ""), "creation")
    wanted = ("guid", "createtxg", "origin")
    return Copy(
        copy_id=full,
        name=name,
        ids=tuple(Printed(key, kept(row[key], key)) for key in wanted if row.get(key, "-") not in ("-", "")),
        source_name=dataset,
        captured=instant("creation", created, _CUT),
        usability=Usability.USABLE,
        usability_reason=_WHOLE,
        consistency=Consistency.CRASH_VOLUME,
        consistency_reason=_LEVEL,
        labels=labels,
        notes=(_SET_LATER,) if own and labels else (),
    )
