"""BorgBackup: `borg info --json` and `borg list --json`."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known, strings
from recovery.core.guide.marking import gettext_noop as _

_PARTIAL_NAME = re.compile(r"\.checkpoint(\.[0-9]+)?$")
_STARTED = _("when the run began; local time without a zone, and whoever ran it may have set another")
_ENDED = _("when the run ended; local time without a zone")
_ONE_BY_ONE = _("Files are read one by one while they may change, unless a snapshot beneath was read.")
_NO_STATE = _("The record has no state: files that could not be read show only in the exit status of the run.")
_INTERRUPTED = (
    Usability.PARTIAL,
    _("In borg a checkpoint is an archive of an interrupted run, not a checkpoint of a training job."),
)


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the archives of a borg output; nothing for another document."""
    whole = document.only
    if not whole.holds("archives", "id", "name", "start") or not isinstance(whole.value.get("repository"), dict):
        return ()
    copies = tuple(_copy(row, whole) for row in whole.rows("archives"))
    facts = known(*(whole.printed("repository", key) for key in ("id", "location", "last_modified")))
    return (CopyRecord("BorgBackup archive", "borg info --json", Captures.FILES, copies, facts),)


def _copy(row: Row, whole: Row) -> Copy:
    name = row.text("name") or ""
    usability, reason = _INTERRUPTED if _PARTIAL_NAME.search(name) else (Usability.NOT_STATED, _NO_STATE)
    return Copy(
        copy_id=row.text("id"),
        name=name,
        source_name=" ".join(_paths(row.texts("command_line"))) or None,
        held_in=whole.text("repository", "location"),
        ids=known(row.printed("hostname")),
        captured=row.instant("start", meaning=_STARTED),
        captured_until=row.instant("end", meaning=_ENDED),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_text("name", _PARTIAL_NAME.sub("", name)) + labels_in_text("comment", row.text("comment")),
    )


def _paths(command: tuple[str, ...]) -> tuple[str, ...]:
    """The words after the archive's name are the paths that were read; nothing where the command names no archive."""
    place = next((number for number, word in enumerate(command) if "::" in word), len(command))
    return strings(command[place + 1 :])
