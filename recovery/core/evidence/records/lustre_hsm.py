"""Lustre HSM: the lines of `lfs hsm_state`."""

import re

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_paths
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import kept
from recovery.core.evidence.records.tables import MOST_ROWS
from recovery.core.guide.marking import gettext_noop as _

_LINE = re.compile(
    r"(?P<path>[^:]+): \((?P<bits>0x[0-9a-f]{8})\)(?P<flags>[ a-z]*)(?:, archive_id:(?P<archive>[0-9]+))?"
)
_ONE_BY_ONE = _("Each file is archived by itself; no time is printed.")
_STATES = (
    ("lost", (Usability.FAILED, _("The archived copy of this file is lost."))),
    ("dirty", (Usability.PARTIAL, _("The archived copy of this file is older than the file."))),
    ("released", (Usability.ARCHIVED, _("The file lies only in the archive and must be brought back first."))),
    ("archived", (Usability.USABLE, _("The file is archived and has not changed since."))),
    ("exists", (Usability.BEING_MADE, _("An archived copy exists and is not marked as finished."))),
)
_NONE = (Usability.FAILED, _("The file has no archived copy."))


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return one copy for each file of the output; nothing for another document."""
    lines = document.lines
    if not lines or len(lines) > MOST_ROWS or not _LINE.fullmatch(lines[0].strip()[:4_096]):
        return ()
    found = [_LINE.fullmatch(line.strip()) for line in lines]
    copies = tuple(_copy(each) for each in found if each)
    return (CopyRecord("Lustre HSM archive", "lfs hsm_state", Captures.FILES, copies),) if all(found) else ()


def _copy(found: "re.Match[str]") -> Copy:
    flags = found["flags"].split()
    usability, reason = next((state for flag, state in _STATES if flag in flags), _NONE)
    path = kept(found["path"], "path")
    return Copy(
        source_name=path,
        held_in=found["archive"],
        states=(Printed("flags", kept(found["flags"], "flags")),),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ONE_BY_ONE,
        labels=labels_in_paths("path", (path,)),
    )
