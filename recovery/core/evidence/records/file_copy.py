"""Listings of copied files: `rclone lsjson` and the itemized lines of rsync."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_paths
from recovery.core.evidence.records.levels import Captures, Consistency
from recovery.core.evidence.records.printed import Row, kept
from recovery.core.evidence.records.tables import MOST_ROWS
from recovery.core.guide.marking import gettext_noop as _

_ITEM = re.compile(r"(?:[<>ch.][fdLDS][.+?cstTpoguaxn]{7,9}|\*deleting {0,3}) ?")
_NO_TIME = _("Nothing says when the copy was made: the times are those of the files' own last change.")
_NO_ID = _("The record gives the copy no identifier and does not name its source.")
_NO_STATE = _("An interrupted run would leave the same lines; only its exit status tells.")
_ONE_BY_ONE = _("Files are read one by one; a change during the run mixes old and new.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return one copy for a listing of files; nothing for another document."""
    listed = document.rows("", "Path", "Name", "ModTime")
    if listed and all("IsDir" in row.value for row in listed):
        return (_record("rclone lsjson --hash", _copy("Path", listed)),)
    events = document.rows("", "item", "name", "mtime")
    if events and all(_ITEM.fullmatch(row.text("item") or "") for row in events):
        return (_record("rsync --itemize-changes --out-format", _copy("name", events)),)
    lines = document.lines
    if lines and len(lines) <= MOST_ROWS and all(_is_item(line) for line in lines):
        return (_record("rsync --itemize-changes", _of_names([line[12:] for line in lines])),)
    return ()


def _is_item(line: str) -> bool:
    return bool(_ITEM.fullmatch(line[:12])) and len(line) > 12


def _record(output: str, copy: Copy) -> CopyRecord:
    return CopyRecord("Copy of files", output, Captures.FILES, (copy,))


def _copy(field: str, rows: tuple[Row, ...]) -> Copy:
    return _of_names([row.text(field) or "" for row in rows], field)


def _of_names(names: list[str], field: str = "name") -> Copy:
    return Copy(
        ids=(Printed("entries", str(len(names))),),
        usability_reason=_NO_STATE,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_paths(field, (kept(each, field) for each in names)),
        notes=(_NO_TIME, _NO_ID),
    )
