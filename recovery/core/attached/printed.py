"""What was read, in lines for a page or a document: checkpoints part by part, storage copies fact by fact."""

from collections.abc import Iterable
from dataclasses import dataclass

from recovery.core.attached.checkpoints import named
from recovery.core.attached.reading import Reading, What
from recovery.core.evidence.inspection import Checkpoint, Correspondence, Finding, State, Stated
from recovery.core.evidence.inspection import Component as Part
from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Instant
from recovery.core.evidence.records.levels import CAPTURES_WORDS, CONSISTENCY_WORDS, USABILITY_WORDS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import NOT_STATED, component_letter, say
from recovery.core.intent import Component
from recovery.core.matching.wording import component_name, listed

SAME_AS_EDITED = _("A changed manifest cannot be told from an honest one.")
WHAT_IS_READ = {
    What.MANIFEST: _("Manifest of checkpoint files"),
    What.RECORD: _("Record of a storage system"),
    What.REPORT: _("Report of a comparison with a manifest"),
    What.OTHER: _("Text; the program reads nothing in it"),
}
_STATES = {
    State.PRESENT: _("present"),
    State.EMPTY: _("empty"),
    State.NEVER_STEPPED: _("never stepped"),
    State.STATELESS: _("keeps no state"),
    State.PLACEHOLDER: _("placeholders only"),
    State.PARTIAL: _("in part"),
    State.DAMAGED: _("damaged"),
}
_TIES = {
    Correspondence.SAME_FILE: _("The parts lie in one file that one save wrote."),
    Correspondence.SAME_STEP: _("The parts that state their progress agree."),
    Correspondence.MISMATCH: _("The parts contradict each other."),
    Correspondence.UNKNOWN: _("Nothing in the files ties the parts to each other."),
    Correspondence.SINGLE: _("A single part: nothing to compare."),
    Correspondence.NONE: _("No part that could be used was found."),
}
_MOST = 40


@dataclass(frozen=True)
class PartLine:
    """One part of a checkpoint: its tile's letter, its name, its state, its point as the bytes state it, and where."""

    letter: str
    name: str
    state: str
    is_present: bool
    points: tuple[str, ...]
    where: tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """One sentence of a reading; ``kind`` is ties, against, damage, doubt, claim or note."""

    kind: str
    text: str


@dataclass(frozen=True)
class CheckpointLines:
    """One checkpoint that was read."""

    name: str
    format: str
    ties: str
    parts: tuple[PartLine, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True)
class CopyLines:
    """One storage copy that was read: pairs of a label and what the record says."""

    name: str
    product: str
    facts: tuple[tuple[str, str], ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True)
class Lines:
    """Everything that was read in one file. ``source`` says who made it and that it can have been changed."""

    what: str
    source: str
    checkpoints: tuple[CheckpointLines, ...] = ()
    copies: tuple[CopyLines, ...] = ()
    remarks: tuple[Remark, ...] = ()


def lines_of(reading: Reading) -> Lines:
    """Return ``reading`` in lines."""
    inspection = reading.inspection
    return Lines(
        say(WHAT_IS_READ[reading.what]),
        source_of(reading),
        tuple(_checkpoint(each) for each in inspection.checkpoints) if inspection else (),
        tuple(_copy(record, each) for record in reading.records for each in record.copies)[:_MOST],
        (
            *_remarks("damage", (*inspection.refusals, *inspection.damage)),
            *_remarks("doubt", inspection.doubts),
            *_remarks("claim", inspection.claims),
            *_remarks("note", inspection.remarks),
        )
        if inspection
        else tuple(Remark("note", each) for record in reading.records for each in record.notes),
    )


def source_of(reading: Reading) -> str:
    """Return who read, with which tool and on which day, and what that cannot show; "" for a storage record."""
    if reading.what is not What.MANIFEST:
        return ""
    tool, day = reading.tool or say(NOT_STATED), reading.made[:10] or say(NOT_STATED)
    read = say(_("Read by the supplier with tool {tool} on {day}."), tool=tool, day=day)
    return f"{read} {say(SAME_AS_EDITED)}"


# --- Checkpoints ------------------------------------------------------------------------------------------------------


def _checkpoint(read: Checkpoint) -> CheckpointLines:
    written = say(_("{format}, written by {writer}"), format=read.format, writer=read.writer) if read.writer else ""
    return CheckpointLines(
        named(read),
        written or read.format,
        say(_TIES[read.correspondence]),
        tuple(_part(each) for each in read.components),
        (
            *_remarks("against", read.contradictions),
            *_remarks("damage", read.damage),
            *_remarks("ties", read.ties),
            *_remarks("doubt", read.doubts),
            *_remarks("claim", read.claims),
        ),
    )


def _part(part: Part) -> PartLine:
    component = Component(part.kind, part.member)
    return PartLine(
        component_letter(part.kind, part.member),
        component_name(component),
        say(_STATES[part.state]),
        part.state is State.PRESENT,
        tuple(dict.fromkeys(_stated(each) for each in part.stated)),
        tuple(dict.fromkeys(str(each) for each in part.places))[:4],
    )


def _stated(stated: Stated) -> str:
    said = f"{stated.value:,} {stated.unit}"
    return f"{said} ({stated.means})" if stated.means else said


def _remarks(kind: str, findings: Iterable[Finding]) -> tuple[Remark, ...]:
    return tuple(Remark(kind, each.text) for each in findings)[:_MOST]


# --- Storage copies ---------------------------------------------------------------------------------------------------


def _copy(record: CopyRecord, read: Copy) -> CopyLines:
    facts = [
        (say(_("Captures")), say(CAPTURES_WORDS[record.captures])),
        (say(_("Copy id")), read.copy_id or ""),
        (say(_("Source")), " · ".join(each for each in (read.source_name, read.source_id) if each)),
        (say(_("Requested")), _instant(read.requested)),
        (say(_("Captured as of")), _instant(read.captured)),
        (say(_("Captured until")), _instant(read.captured_until)),
        (say(_("Completed")), _instant(read.completed)),
        *((each.field, _instant(each)) for each in read.other_times),
        (say(_("State")), _because(say(USABILITY_WORDS[read.usability]), read.usability_reason)),
        (say(_("Consistency")), _because(say(CONSISTENCY_WORDS[read.consistency]), read.consistency_reason)),
        (say(_("Members")), listed([each.source_name or each.source_id or say(NOT_STATED) for each in read.members])),
    ]
    claims = [
        say(_("Claimed by label {key}: {value}. A label is no progress point."), key=each.field, value=each.value)
        for each in read.labels
    ]
    return CopyLines(
        read.name or read.copy_id or record.product,
        record.product,
        tuple((label, text) for label, text in facts if text),
        (*(Remark("claim", each) for each in claims), *(Remark("note", each) for each in read.notes)),
    )


def _because(word: str, reason: str) -> str:
    return f"{word}: {reason}" if reason else word


def _instant(instant: "Instant | None") -> str:
    """Return an instant as printed, its field's name, and UTC beside it; UTC is left out where no zone is given."""
    if instant is None:
        return ""
    is_as_printed = not instant.utc or instant.utc == instant.printed
    utc = "" if is_as_printed else f" = {str(instant.utc).rstrip('Z').replace('T', ' ')} UTC"
    zone = "" if instant.utc else say(_(", no zone given"))
    return f"{instant.printed}{utc} ({instant.field}{zone})"
