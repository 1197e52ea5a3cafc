"""Kopia: `kopia snapshot list --json`."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known, times
from recovery.core.guide.marking import gettext_noop as _

_STARTED = _("when the run began to read")
_ENDED = _("when the run stopped reading")
_NEWEST = _("the newest change of a file that the run saw")
_ONE_BY_ONE = _("Files are read one by one while they may change, unless an action made a snapshot first.")
_WHOLE = (Usability.USABLE, _("The run ended and counted no error."))
_INCOMPLETE = (
    Usability.PARTIAL,
    _("The snapshot is printed as incomplete; in Kopia a checkpoint is an interrupted backup."),
)
_ERRORS = (Usability.PARTIAL, _("The run counted files that it could not read."))
_NOT_SAID = (Usability.NOT_STATED, _("The record prints no end of the run."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of a Kopia listing; nothing for another document."""
    rows = document.rows("", "id", "source", "startTime")
    if not rows or not all(row.text("source", "path") and row.text("source", "host") for row in rows):
        return ()
    return (CopyRecord("Kopia snapshot", "kopia snapshot list --json", Captures.FILES, tuple(map(_copy, rows))),)


def _copy(row: Row) -> Copy:
    usability, reason = _usability(row)
    source, counts = row.row("source"), row.row("stats")
    user, place = source.text("userName"), f"{source.text('host')}:{source.text('path')}"
    ended = row.instant("endTime", meaning=_ENDED)
    return Copy(
        copy_id=row.text("id"),
        name=row.text("description"),
        source_name=f"{user}@{place}" if user else place,
        lineage=known(row.printed("rootEntry", "obj")),
        captured=row.instant("startTime", meaning=_STARTED),
        captured_until=ended,
        completed=ended,
        other_times=times(row.instant("rootEntry", "summ", "maxTime", meaning=_NEWEST)),
        states=known(row.printed("incomplete"), counts.printed("errorCount"), counts.printed("ignoredErrorCount")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_pairs("tags", row.pairs("tags")) + labels_in_text("description", row.text("description")),
    )


def _usability(row: Row) -> tuple[Usability, str]:
    if row.text("incomplete"):
        return _INCOMPLETE
    counts = (row.text("stats", "errorCount"), row.text("stats", "ignoredErrorCount"))
    failed = row.text("rootEntry", "summ", "numFailed")
    if any(each not in (None, "0") for each in (*counts, failed)):
        return _ERRORS
    return _WHOLE if row.text("endTime") else _NOT_SAID
