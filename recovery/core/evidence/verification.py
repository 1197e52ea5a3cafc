"""A return compared with the manifest of the offer: file by file, component by component, point by point."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from recovery.core.evidence.faults import Refused
from recovery.core.evidence.file_digest import FileDigest
from recovery.core.evidence.inspection import KINDS, Checkpoint, Component, Inspection
from recovery.core.evidence.inspection_form import from_dict, to_dict
from recovery.core.evidence.manifest import TOOL_NAME, TOOL_VERSION, Manifest

FORM = "recovery-verification"
VERSION = 1


class Status(str, Enum):
    """What a comparison says of one file or component."""

    SAME = "same"
    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"
    NOT_COMPARED = "not compared"


@dataclass(frozen=True)
class FileComparison:
    """One path: what was offered, what was returned."""

    path: str
    status: Status
    offered: "FileDigest | None" = None
    returned: "FileDigest | None" = None
    note: str = ""


@dataclass(frozen=True)
class ComponentComparison:
    """One component of the offer (or one that only the return has), its files, and the points that the bytes state."""

    checkpoint: str
    kind: str
    member: str
    status: Status
    files: tuple[str, ...]
    offered: "tuple[tuple[int | float, str], ...]" = ()
    returned: "tuple[tuple[int | float, str], ...]" = ()


@dataclass(frozen=True)
class Verification:
    """The whole comparison. ``manifest_sha256`` is the digest of the manifest file that was compared with."""

    manifest: Manifest
    manifest_sha256: str
    made_at: str
    files: tuple[FileComparison, ...]
    components: tuple[ComponentComparison, ...]
    inspection: Inspection
    tool: str = TOOL_NAME
    tool_version: str = TOOL_VERSION

    @property
    def is_unchanged(self) -> bool:
        """Return whether everything that the manifest lists is there unchanged; extra files do not count against it."""
        listed = [each for each in self.files if each.status is not Status.EXTRA]
        return bool(listed) and all(each.status is Status.SAME for each in listed)

    def count(self, status: Status) -> int:
        """Return the number of files of one status."""
        return sum(1 for each in self.files if each.status is status)


def compare(
    manifest: Manifest, files: Iterable[FileDigest], inspection: Inspection, *, made_at: str, manifest_sha256: str = ""
) -> Verification:
    """Compare what was returned with ``manifest``. Nothing is inferred: what has no digest is "not compared"."""
    compared = _compare_files(manifest, {each.path: each for each in files})
    statuses = {each.path: each.status for each in compared}
    components = _compare_components(manifest.inspection, inspection, statuses)
    return Verification(manifest, manifest_sha256, made_at, compared, components, inspection)


def _compare_files(manifest: Manifest, returned: dict[str, FileDigest]) -> tuple[FileComparison, ...]:
    offered = {each.path: each for each in manifest.files}
    elsewhere = {each.sha256: each.path for each in returned.values() if each.sha256 and each.path not in offered}
    found = []
    for path in sorted(offered.keys() | returned.keys()):
        ours, theirs = offered.get(path), returned.get(path)
        if ours is None:
            found.append(FileComparison(path, Status.EXTRA, None, theirs))
        elif theirs is None:
            at = elsewhere.get(ours.sha256, "")
            note = f"A file with its contents lies at {at}." if at else ""
            found.append(FileComparison(path, Status.MISSING, ours, None, note))
        else:
            found.append(_compare_file(ours, theirs))
    return tuple(found)


def _compare_file(ours: FileDigest, theirs: FileDigest) -> FileComparison:
    if theirs.problem:
        return FileComparison(ours.path, Status.NOT_COMPARED, ours, theirs, theirs.problem)
    if ours.size != theirs.size:
        return FileComparison(ours.path, Status.CHANGED, ours, theirs, "Its size differs.")
    if not ours.sha256 or not theirs.sha256:
        note = (
            "The manifest has no digest of it; only the size was compared."
            if not ours.sha256
            else "No digest was made."
        )
        return FileComparison(ours.path, Status.NOT_COMPARED, ours, theirs, note)
    same = ours.sha256 == theirs.sha256
    return FileComparison(
        ours.path, Status.SAME if same else Status.CHANGED, ours, theirs, "" if same else "Its contents differ."
    )


def _compare_components(
    offered: Inspection, returned: Inspection, statuses: dict[str, Status]
) -> tuple[ComponentComparison, ...]:
    theirs = {_identity(one, each): each for one in returned.checkpoints for each in one.components}
    found = []
    for checkpoint in offered.checkpoints:
        for each in checkpoint.components:
            files = files_of(checkpoint, each)
            twin = theirs.pop(_identity(checkpoint, each), None)
            status = _worst(statuses.get(path, Status.MISSING) for path in files)
            back = _points(twin) if twin is not None else ()
            found.append(
                ComponentComparison(checkpoint.name, each.kind, each.member, status, files, _points(each), back)
            )
    for (name, kind, member, _), each in theirs.items():
        places = tuple(sorted({_outer(place.file) for place in each.places}))
        found.append(ComponentComparison(name, kind, member, Status.EXTRA, places, (), _points(each)))
    return tuple(found)


def _identity(checkpoint: Checkpoint, component: Component) -> tuple[str, str, str, str]:
    key = component.places[0].key if component.kind in ("K7", "K12") and component.places else ""
    return checkpoint.name, component.kind, component.member, key


def files_of(checkpoint: Checkpoint, component: Component) -> tuple[str, ...]:
    """Return the delivered files that a component lies in: its own places, and files that all components share."""
    named = {_outer(place.file) for each in checkpoint.components for place in each.places}
    shared = {_outer(path) for path in checkpoint.files} - named
    own = {_outer(place.file) for place in component.places}
    folder_like = {path for path in own if path == checkpoint.name and path not in checkpoint.files}
    return tuple(sorted((own - folder_like) | shared))


def _outer(path: str) -> str:
    """Return the file as it lies in the delivery: an archive, for what is inside one."""
    return path.partition("!/")[0]


def _worst(statuses: Iterable[Status]) -> Status:
    order = (Status.SAME, Status.NOT_COMPARED, Status.CHANGED, Status.MISSING)
    return max(statuses, key=lambda each: order.index(each) if each in order else 0, default=Status.NOT_COMPARED)


def _points(component: Component) -> "tuple[tuple[int | float, str], ...]":
    return tuple((each.value, each.unit) for each in component.stated)


def verification_form(found: Verification) -> dict[str, Any]:
    """Return the report as plain values for JSON."""
    return {
        "form": FORM,
        "version": VERSION,
        "tool": {"name": found.tool, "version": found.tool_version},
        "made_at": found.made_at,
        "manifest": {
            "name": found.manifest.name,
            "made_at": found.manifest.made_at,
            "tool": {"name": found.manifest.tool, "version": found.manifest.tool_version},
            "sha256": found.manifest_sha256 or None,
        },
        "is_unchanged": found.is_unchanged,
        "counts": {each.value: found.count(each) for each in Status},
        "files": [
            {
                "path": each.path,
                "status": each.status.value,
                "offered": _seen(each.offered),
                "returned": _seen(each.returned),
                "note": each.note,
            }
            for each in found.files
        ],
        "components": [_component_form(each) for each in found.components],
        "inspection": to_dict(found.inspection),
    }


def _seen(file: "FileDigest | None") -> "dict[str, Any] | None":
    return None if file is None else {"size": file.size, "sha256": file.sha256 or None}


def _component_form(each: ComponentComparison) -> dict[str, Any]:
    return {
        "checkpoint": each.checkpoint,
        "kind": each.kind,
        "label": KINDS[each.kind],
        "member": each.member,
        "status": each.status.value,
        "files": list(each.files),
        "offered": [{"value": value, "unit": unit} for value, unit in each.offered],
        "returned": [{"value": value, "unit": unit} for value, unit in each.returned],
    }


def is_report(raw: Any) -> bool:
    """Return whether a JSON value says that it is a verification report, of whatever version."""
    return isinstance(raw, dict) and raw.get("form") == FORM


@dataclass(frozen=True)
class Report:
    """A verification report as it was read back: the comparison without the manifest that it was made against."""

    made_at: str
    tool_version: str
    manifest_name: str
    manifest_made_at: str
    manifest_sha256: str
    is_unchanged: bool
    files: tuple[FileComparison, ...]
    components: tuple[ComponentComparison, ...]
    inspection: Inspection


def read_report(raw: Any) -> Report:
    """Return the report that a JSON form describes. Raises Refused where it is not one that this tool understands.

    Whether everything is unchanged is worked out again from the files: a sentence in the form is not believed.
    """
    if not is_report(raw) or raw.get("version") != VERSION:
        raise Refused(f"It is not a verification report of version {VERSION}.")
    try:
        files = tuple(_read_comparison(each) for each in raw["files"])
        listed = [each for each in files if each.status is not Status.EXTRA]
        return Report(
            str(raw["made_at"]),
            str(raw["tool"]["version"]),
            str(raw["manifest"]["name"]),
            str(raw["manifest"]["made_at"]),
            str(raw["manifest"]["sha256"] or ""),
            bool(listed) and all(each.status is Status.SAME for each in listed),
            files,
            tuple(_read_component(each) for each in raw["components"]),
            from_dict(raw["inspection"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("The report is not in the form that the tool writes.") from error


def _read_comparison(raw: "dict[str, Any]") -> FileComparison:
    path = str(raw["path"])
    sides = [_read_seen(path, raw[name]) for name in ("offered", "returned")]
    return FileComparison(path, Status(raw["status"]), sides[0], sides[1], str(raw["note"]))


def _read_seen(path: str, raw: Any) -> "FileDigest | None":
    return None if raw is None else FileDigest(path, int(raw["size"]), str(raw["sha256"] or ""))


def _read_component(raw: "dict[str, Any]") -> ComponentComparison:
    if raw["kind"] not in KINDS:
        raise ValueError("an unknown kind of component")
    offered, returned = (
        tuple((each["value"], str(each["unit"])) for each in raw[name]) for name in ("offered", "returned")
    )
    files = tuple(str(each) for each in raw["files"])
    return ComponentComparison(
        str(raw["checkpoint"]), str(raw["kind"]), str(raw["member"]), Status(raw["status"]), files, offered, returned
    )
