"""What was read in one attached file, as a value, and as the JSON in which it is stored."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.inspection_form import from_dict, to_dict
from recovery.core.evidence.manifest import Manifest, is_manifest, read_manifest
from recovery.core.evidence.records.copy_record import CopyRecord
from recovery.core.evidence.records.reading import read_records
from recovery.core.evidence.records.stored import record_from_dict
from recovery.core.evidence.verification import Report, compare, is_report, read_report, verification_form
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.text import TextRefused, read_json

FORMAT = "recovery-reading/1"
_LARGEST = 100_000_000
_OURS = (b'"recovery-manifest"', b'"recovery-verification"')
NO_REPORT = _("It is neither a report of “recovery verify” nor a manifest of what was returned.")
_NO_MANIFEST = _("The offer has no manifest with which a return could be compared.")


class What(str, Enum):
    """What a text is, by its content."""

    MANIFEST = "manifest"
    RECORD = "record"
    REPORT = "report"
    OTHER = "other"


@dataclass(frozen=True)
class Reading:
    """One text, read. ``tool`` and ``made`` are what a manifest or report itself says of its making.

    ``files`` counts the files that it lists; ``has_digests`` says that a return can be compared with them.
    """

    what: What
    tool: str = ""
    made: str = ""
    files: int = 0
    has_digests: bool = False
    inspection: "Inspection | None" = None
    records: tuple[CopyRecord, ...] = ()
    report_form: "Mapping[str, Any] | None" = None

    @property
    def report(self) -> "Report | None":
        """The comparison of a return with a manifest; None where this is none."""
        return read_report(self.report_form) if self.report_form is not None else None


def read_attached(raw: bytes) -> Reading:
    """Return what ``raw``, a text, holds.

    Raises EvidenceUnreadable for a manifest, report or storage record that is damaged, hostile or beyond the limits.
    """
    document = _own_document(raw)
    if is_manifest(document):
        return _of_manifest(read_manifest(document))
    if is_report(document):
        return _of_report(document)
    records = read_records(raw)
    return Reading(What.RECORD, records=records) if records else Reading(What.OTHER)


def read_return(raw: bytes, manifest: bytes) -> Reading:
    """Return the comparison of a return with the offer's ``manifest``: the report in ``raw``, or one made from it.

    ``raw`` is what the buyer's run of the tool wrote: a report of verify, or a manifest of what was returned. Raises
    EvidenceUnreadable for anything else.
    """
    document = _own_document(raw)
    if is_report(document):
        return _of_report(document)
    if not is_manifest(document):
        raise EvidenceUnreadable(NO_REPORT)
    offered = _own_document(manifest)
    if not is_manifest(offered):
        raise EvidenceUnreadable(_NO_MANIFEST)
    returned = read_manifest(document)
    digest = hashlib.sha256(manifest).hexdigest()
    found = compare(
        read_manifest(offered), returned.files, returned.inspection, made_at=returned.made_at, manifest_sha256=digest
    )
    return _of_report(verification_form(found))


def _own_document(raw: bytes) -> Any:
    """Return the JSON of a text that names one of the tool's own forms; None for every other text."""
    if not any(each in raw for each in _OURS) or not raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return None
    try:
        return read_json(raw.removeprefix(b"\xef\xbb\xbf"), _LARGEST)
    except TextRefused as error:
        raise EvidenceUnreadable(str(error)) from error


def _of_manifest(manifest: Manifest) -> Reading:
    return Reading(
        What.MANIFEST,
        tool=manifest.tool_version,
        made=manifest.made_at,
        files=len(manifest.files),
        has_digests=bool(manifest.files) and all(each.sha256 for each in manifest.files),
        inspection=manifest.inspection,
    )


def _of_report(document: Mapping[str, Any]) -> Reading:
    report = read_report(document)
    return Reading(
        What.REPORT,
        tool=report.tool_version,
        made=report.made_at,
        files=len(report.files),
        inspection=report.inspection,
        report_form=document,
    )


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
        "report": dict(reading.report_form) if reading.report_form is not None else None,
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
        report_form=stored["report"],
    )
