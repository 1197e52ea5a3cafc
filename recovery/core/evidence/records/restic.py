"""restic: `restic snapshots --json` and the summary of `restic backup --json`."""

from dataclasses import replace

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_STARTED = _("when the run began to read; whoever ran it may have set another time")
_ENDED = _("when the run ended")
_ONE_BY_ONE = _("Files are read one by one while they may change, unless a snapshot beneath was read.")
_NO_STATE = _("The record has no state: a file that could not be read shows only in the exit status of the run.")
_UNREAD = (Usability.PARTIAL, _("The run printed an error: some files were not read."))
_ALONE = _("The summary prints neither source nor time; the listing of snapshots does.")


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a restic output; nothing for another document."""
    rows = document.rows("", "time", "tree", "paths", "id")
    if rows:
        return (_record("restic snapshots --json", tuple(_copy(row) for row in rows)),)
    messages = document.rows("", "message_type")
    summaries = [row for row in messages if row.text("message_type") == "summary" and row.has("snapshot_id")]
    failed = any(row.text("message_type") in ("error", "exit_error") for row in messages)
    copies = tuple(_summary(row, failed=failed) for row in summaries)
    return (_record("restic backup --json", copies),) if copies else ()


def _record(output: str, copies: tuple[Copy, ...]) -> CopyRecord:
    return CopyRecord("restic snapshot", output, Captures.FILES, copies)


def _copy(row: Row) -> Copy:
    host, paths = row.text("hostname"), ", ".join(row.texts("paths"))
    begun = row.instant("summary", "backup_start", meaning=_STARTED)
    return Copy(
        copy_id=row.text("id"),
        name=row.text("short_id"),
        source_name=f"{host}:{paths}" if host else paths,
        lineage=known(row.printed("tree"), row.printed("parent"), row.printed("original")),
        captured=begun or row.instant("time", meaning=_STARTED),
        captured_until=row.instant("summary", "backup_end", meaning=_ENDED),
        other_times=tuple(each for each in (row.instant("time", meaning=_STARTED),) if each and begun),
        usability_reason=_NO_STATE,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_text("tags", *row.texts("tags")),
    )


def _summary(row: Row, *, failed: bool) -> Copy:
    usability, reason = _UNREAD if failed else (Usability.NOT_STATED, _NO_STATE)
    return Copy(
        copy_id=row.text("snapshot_id"),
        captured=row.instant("backup_start", meaning=_STARTED),
        captured_until=row.instant("backup_end", meaning=_ENDED),
        states=known(row.printed("total_files_processed"), row.printed("total_bytes_processed")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        notes=(_ALONE,),
    )


def join(copies: tuple[Copy, ...]) -> tuple[Copy, ...]:
    """Return ``copies`` with each summary joined to the snapshot whose id begins with the one it prints."""
    listed = [copy for copy in copies if copy.lineage]
    joined = list(listed)
    for summary in (copy for copy in copies if not copy.lineage):
        begins = summary.copy_id or ""
        mine = [
            number for number, copy in enumerate(joined) if copy.lineage and (copy.copy_id or "").startswith(begins)
        ]
        if len(begins) < 8 or len(mine) != 1:
            joined.append(summary)
            continue
        joined[mine[0]] = _merged(joined[mine[0]], summary)
    return tuple(joined)


def _merged(listed: Copy, summary: Copy) -> Copy:
    return replace(
        listed,
        captured_until=listed.captured_until or summary.captured_until,
        states=tuple(dict.fromkeys(listed.states + summary.states)),
        usability=summary.usability,
        usability_reason=summary.usability_reason,
    )
