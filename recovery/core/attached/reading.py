"""What was read in one attached file, as a value, and as the JSON in which it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.inspection_form import from_dict, to_dict
from recovery.core.evidence.records.copy_record import CopyRecord
from recovery.core.evidence.records.reading import read_records
from recovery.core.evidence.records.stored import record_from_dict

FORMAT = "recovery-reading/1"


class What(str, Enum):
    """What a text is, by its content."""

    MANIFEST = "manifest"
    RECORD = "record"
    REPORT = "report"
    OTHER = "other"


@dataclass(frozen=True)
class Reading:
    """One text, read. ``tool`` and ``made`` are what the manifest itself says of its making; ``files`` counts files.

    ``has_digests``: every file of the manifest carries one, so that a return can be compared with it.
    """

    what: What
    tool: str = ""
    made: str = ""
    files: int = 0
    has_digests: bool = False
    inspection: "Inspection | None" = None
    records: tuple[CopyRecord, ...] = ()
    report: "Mapping[str, Any] | None" = None


def read_attached(raw: bytes) -> Reading:
    """Return what ``raw``, a text, holds.

    Raises EvidenceUnreadable for a manifest, report or storage record that is damaged, hostile or beyond the limits.
    """
    records = read_records(raw)
    return Reading(What.RECORD, records=records) if records else Reading(What.OTHER)


def reading_form(reading: Reading) -> dict[str, Any]:
    """Return ``reading`` as plain JSON values."""
    return {
        "format": FORMAT,
        "what": reading.what.value,
        "tool": reading.tool,
        "made": reading.made,
        "files": reading.files,
        "has_digests": reading.has_digests,
        "inspection": to_dict(reading.inspection) if reading.inspection else None,
        "records": [each.to_dict() for each in reading.records],
    }


def reading_from(stored: Any) -> Reading:
    """Return the reading that ``reading_form`` wrote. Raises EvidenceUnreadable for anything else."""
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise EvidenceUnreadable("It is no stored reading of this version.")
    return Reading(
        What(stored["what"]),
        tool=str(stored["tool"]),
        made=str(stored["made"]),
        files=int(stored["files"]),
        has_digests=bool(stored["has_digests"]),
        inspection=from_dict(stored["inspection"]) if stored["inspection"] else None,
        records=tuple(record_from_dict(each) for each in stored["records"]),
    )
