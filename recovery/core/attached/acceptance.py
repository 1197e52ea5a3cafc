"""What came back beside what was offered: the report of a return, in lines for a page and its document."""

from collections.abc import Iterable
from dataclasses import dataclass

from recovery.core.attached.reading import Reading
from recovery.core.evidence.verification import ComponentComparison, FileComparison, Report, Status
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import NOT_STATED, component_letter, say
from recovery.core.intent import Component
from recovery.core.matching.wording import component_name

ESTABLISHES = _(
    "This compares files with the list that the supplier attached. It establishes which of them came back unchanged; "
    "it does not establish that the list named the right things, that the state loads, or that training goes on."
)
_STATUS = {
    Status.SAME: _("unchanged"),
    Status.CHANGED: _("changed"),
    Status.MISSING: _("missing"),
    Status.EXTRA: _("not on the list"),
    Status.NOT_COMPARED: _("not compared"),
}
# The shapes of look.md: what is there is full, what is missing is hollow; the word says the same.
_MARKS = {
    Status.SAME: "●",
    Status.CHANGED: "◇",
    Status.MISSING: "◌",
    Status.EXTRA: "◉",
    Status.NOT_COMPARED: "◌",
}
_ORDER = (Status.CHANGED, Status.MISSING, Status.NOT_COMPARED, Status.EXTRA, Status.SAME)
MOST_FILES = 500


@dataclass(frozen=True)
class ReturnedPart:
    """One component: its letter and name, what became of it, the points stated on both sides, its files."""

    checkpoint: str
    letter: str
    name: str
    mark: str
    status: str
    is_same: bool
    offered: str
    returned: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class ReturnedFile:
    """One file: what became of it, the two sizes, and a remark."""

    path: str
    mark: str
    status: str
    is_same: bool
    offered: str
    returned: str
    note: str


@dataclass(frozen=True)
class ReturnLines:
    """The report of one return. ``against`` says which manifest it was compared with, and whether it is the offer's."""

    summary: str
    is_unchanged: bool
    source: str
    against: str
    is_against_offer: bool
    parts: tuple[ReturnedPart, ...]
    files: tuple[ReturnedFile, ...]
    left_out: int
    establishes: str


@dataclass(frozen=True)
class Returned:
    """One check of a return with the names that its page and its document print. ``added_at`` is ISO 8601 in UTC.

    ``lines`` is None where nothing was compared (yet).
    """

    reference: str
    title: str
    buyer: str
    supplier: str
    offer: str
    revision: int
    file: str
    digest: str
    added_by: str
    added_at: str
    lines: "ReturnLines | None"


def return_lines(reading: Reading, manifest_digest: str) -> "ReturnLines | None":
    """Return the report in ``reading`` in lines; ``manifest_digest`` is that of the offer's manifest, "" where none is.

    None where the reading holds no report.
    """
    report = reading.report
    if report is None:
        return None
    listed = sorted(report.files, key=lambda each: (_ORDER.index(each.status), each.path))
    return ReturnLines(
        summary=_summary(report),
        is_unchanged=report.is_unchanged,
        source=say(
            _("Compared by the buyer with tool {tool} on {day}."),
            tool=report.tool_version or say(NOT_STATED),
            day=report.made_at[:10] or say(NOT_STATED),
        ),
        against=_against(report, manifest_digest),
        is_against_offer=bool(manifest_digest) and report.manifest_sha256 == manifest_digest,
        parts=tuple(_part(each) for each in report.components),
        files=tuple(_file(each) for each in listed[:MOST_FILES]),
        left_out=max(0, len(listed) - MOST_FILES),
        establishes=say(ESTABLISHES),
    )


def _summary(report: Report) -> str:
    """Return the result in one sentence; a file beyond the list counts neither way."""
    counts = {status: sum(each.status is status for each in report.files) for status in Status}
    on_list = len(report.files) - counts[Status.EXTRA]
    if report.is_unchanged:
        return say(_("All {total} files on the list came back unchanged."), total=on_list)
    told = [f"{counts[each]} {say(_STATUS[each])}" for each in _ORDER[:3] if counts[each]]
    changed = [component_name(Component(each.kind, each.member)) for each in report.components if _is_gap(each)]
    of_list = say(_("{same} of {total} files on the list came back unchanged"), same=counts[Status.SAME], total=on_list)
    sentence = f"{of_list}: {', '.join(told)}." if told else f"{of_list}."
    names = ", ".join(dict.fromkeys(changed))
    return f"{sentence} {say(_('Touched: {names}.'), names=names)}" if names else sentence


def _is_gap(each: ComponentComparison) -> bool:
    return each.status in (Status.CHANGED, Status.MISSING)


def _against(report: Report, manifest_digest: str) -> str:
    if manifest_digest and report.manifest_sha256 == manifest_digest:
        return say(_("Compared with the manifest of the offer, sha256 {digest}."), digest=manifest_digest)
    made_with = report.manifest_sha256 or say(NOT_STATED)
    if not manifest_digest:
        return say(_("The offer has no manifest. The report names one with sha256 {digest}."), digest=made_with)
    return say(
        _("Compared with another manifest than the offer's: sha256 {other}; the offer's is {digest}."),
        other=made_with,
        digest=manifest_digest,
    )


def _part(each: ComponentComparison) -> ReturnedPart:
    return ReturnedPart(
        each.checkpoint if each.checkpoint.strip("./") else "",
        component_letter(each.kind, each.member),
        component_name(Component(each.kind, each.member)),
        _MARKS[each.status],
        say(_STATUS[each.status]),
        each.status is Status.SAME,
        _points(each.offered),
        _points(each.returned),
        each.files,
    )


def _points(points: "Iterable[tuple[int | float, str]]") -> str:
    return ", ".join(dict.fromkeys(f"{value:,} {unit}" for value, unit in points)) or say(_("none stated"))


def _file(each: FileComparison) -> ReturnedFile:
    return ReturnedFile(
        each.path,
        _MARKS[each.status],
        say(_STATUS[each.status]),
        each.status is Status.SAME,
        f"{each.offered.size:,}" if each.offered else "",
        f"{each.returned.size:,}" if each.returned else "",
        each.note,
    )
