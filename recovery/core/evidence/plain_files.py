"""Files that are no checkpoint, and what stands where one should be: pointers, error pages, zeros, nothing."""

import re

from recovery.core.evidence.inspection import Checkpoint, Component, Finding, Inspection, Place, State, Stated
from recovery.core.evidence.labels import label
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.progress_keys import stated_at, unit_of
from recovery.core.evidence.source import Source, SourceFile
from recovery.core.evidence.strict_json import load_json

ARRAY_NAMES = re.compile(
    r"\.(pt|pth|ckpt|bin|safetensors|pkl|pickle|h5|hdf5|keras|msgpack|distcp|npz|npy|zip|tar|gz|tgz|pt2|onnx|gguf|index|"
    r"part\d+|\d{3}|data-\d+-of-\d+)$",
    re.IGNORECASE,
)
_CONFIG_NAMES = re.compile(r"(config|args|params|hparams|settings)[^/]*\.json$", re.IGNORECASE)
_PARTS = re.compile(r"^(?P<whole>.+)\.(?:part[_-]?(?P<part>\d+)|(?P<number>\d{3}))$", re.IGNORECASE)


def stands_for_arrays(file: SourceFile) -> bool:
    """Return whether the file's name promises array bytes; a name with hidden characters promises nothing."""
    return bool(ARRAY_NAMES.search(file.name)) and "[U+" not in file.name


def replaced_by(head: bytes, file: SourceFile) -> str:
    """Return what stands in the file instead of contents, or an empty text."""
    if not file.size:
        return "It is empty."
    if head.startswith(b"version https://git-lfs.github.com/spec/"):
        return "It is a Git LFS pointer: the contents were not fetched."
    start = head.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html", b"<?xml")) and stands_for_arrays(file):
        return "It is a web page, as servers send instead of a file."
    if not head.strip(b"\0") and not any(
        file.data.read(at, 4096).strip(b"\0") for at in range(0, file.size, max(file.size // 64, 4096))
    ):
        return "It holds only zeros where it was looked at."
    return ""


def is_replaced(probe: Probe) -> bool:
    """Return whether something else stands in the file instead of contents."""
    return bool(replaced_by(probe.head, probe.file))


def read_replaced(source: Source) -> Inspection:
    """Return the damage that a pointer, a page, zeros or an empty file is."""
    file = source.only
    reason = replaced_by(file.data.read(0, 4096), file)
    finding = Finding("no-contents", reason, Place(file.path))
    if not stands_for_arrays(file) and not file.size:
        return Inspection(file.path, "empty file", others=(finding,))
    return Inspection(file.path, "no contents", damage=(finding,))


def read_json_record(source: Source) -> Inspection:
    """Read a JSON file: a progress record where its root counts progress, else a named other file."""
    file = source.only
    value = load_json(file)
    other = Finding("json", "A JSON file without a progress record.", Place(file.path))
    if not isinstance(value, dict) or _CONFIG_NAMES.search(file.name):
        return Inspection(file.path, "JSON", others=(other,))
    components, doubts = progress_of(value, file.path)
    if not components:
        return Inspection(file.path, "JSON", doubts=tuple(doubts), others=(other,))
    checkpoint = Checkpoint(file.path, "JSON record", "", tuple(components), doubts=tuple(doubts), files=(file.path,))
    return Inspection(file.path, "JSON", (checkpoint,))


def progress_of(value: "dict[str, object]", path: str) -> "tuple[list[Component], list[Finding]]":
    """Return the progress (K7) that the root of a JSON record states."""
    components: list[Component] = []
    doubts: list[Finding] = []
    for key, each in value.items():
        unit = unit_of(key)
        if unit is None or isinstance(each, (dict, list)):
            continue
        found = stated_at(each, unit, Place(path, label(key)))
        if isinstance(found, Stated):
            components.append(Component("K7", State.PRESENT, (found.place,), stated=(found,)))
        elif found is not None:
            doubts.append(found)
    return components, doubts


def is_anything(_: object) -> bool:
    """Return that the last row of the table takes whatever is left."""
    return True


def read_other(source: Source) -> Inspection:
    """Name a file that no reader knows; under a name that promises arrays this is damage."""
    file = source.only
    head = file.data.read(0, 4096)
    part = _PARTS.match(file.name)
    if part:
        text = f"One part of a split file, {label(part['whole'])}; put the parts together first."
        return Inspection(file.path, "split file", damage=(Finding("split", text, Place(file.path)),))
    if stands_for_arrays(file):
        text = "Its contents are of no format that is read, whatever its name says."
        return Inspection(file.path, "unknown", damage=(Finding("unknown-contents", text, Place(file.path)),))
    kind = "A text file." if _is_text(head) else "A file of another kind; it was not read."
    return Inspection(file.path, "other file", others=(Finding("other", kind, Place(file.path)),))


def _is_text(head: bytes) -> bool:
    return b"\0" not in head and sum(1 for each in head if each < 32 and each not in (9, 10, 13)) == 0
