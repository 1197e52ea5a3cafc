"""The entry: a path or bytes in, one Inspection out."""

import os
import struct
from dataclasses import replace

from recovery.core.evidence import loose_files
from recovery.core.evidence.budget import Budget, Limits
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.formats import ARCHIVES, FILES, FOLDERS, ArchiveFormat, FolderFormat
from recovery.core.evidence.inspection import Finding, Inspection, Place, unreadable
from recovery.core.evidence.names import claims_of
from recovery.core.evidence.probe import Probe, is_text_transfer
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.source import Source, of_bytes, of_path

# What parsing lying bytes can raise and a reader did not foresee: one such file must not stop the rest.
UNFORESEEN = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MemoryError,
    struct.error,
)
TEXT_TRANSFER = "A carriage return stands before every line feed in it, as a transfer in text mode leaves them."


def inspect(delivery: "str | os.PathLike[str] | bytes", name: str = "", limits: "Limits | None" = None) -> Inspection:
    """Read a file, a folder, an archive or bytes and return everything that was found.

    Nothing in the delivery is executed, imported, unpacked or followed out of it. What cannot be read is said in the
    inspection; only a path that cannot be opened at all raises Damaged.
    """
    budget = Budget(limits or Limits())
    source = of_bytes(delivery, name or "bytes", budget) if isinstance(delivery, bytes) else of_path(delivery, budget)
    return inspect_source(source)


def inspect_source(source: Source) -> Inspection:
    """Return the inspection of a source that was opened before."""
    source = replace(source, reader=read_file)
    remarks = tuple(Finding("not-read", text, Place(path)) for path, text in source.remarks)
    opened, around = _open_archives(source)
    found = [*around, *_read_folders(opened)]
    formats = sorted({each.format for one in found for each in one.checkpoints} or {one.format for one in found})
    result = Inspection(source.name, ", ".join(formats), remarks=remarks).joined(found)
    return replace(result, claims=claims_of([source.name, *opened.files]))


def read_file(source: Source) -> Inspection:
    """Return what one file holds, by the first format that recognises it. Never raises for what the file is."""
    path = source.only.path
    source.budget.renew(path)
    probe = Probe(source)
    try:
        row = next(each for each in FILES if each.recognises(probe))
        return _unless_also_a_zip(row.read(source), probe)
    except Damaged as error:
        return _with_names(unreadable(path, "damaged", error.reason, refused=False), error.names)
    except Refused as error:
        beyond = isinstance(error, BeyondBudget)
        if not error.names and not beyond and is_text_transfer(source.only.data):
            return unreadable(path, "damaged", TEXT_TRANSFER, refused=False)
        return _with_names(unreadable(path, "refused", error.reason, refused=True), error.names)
    except UNFORESEEN as error:
        text = f"It breaks its format in an unforeseen way ({type(error).__name__})."
        return unreadable(path, "unforeseen", text, refused=True)


def _unless_also_a_zip(result: Inspection, probe: Probe) -> Inspection:
    """Bytes behind the end of a format may be a whole zip: two readers would then see two different files."""
    doubts = [*result.doubts, *(each for one in result.checkpoints for each in one.doubts)]
    tail = any(each.code == "bytes-after-end" for each in doubts)
    if not tail or probe.is_zip:
        return result
    from recovery.core.evidence.zip_directory import ends_as_zip  # noqa: PLC0415  # slow import: for such a tail alone

    if not ends_as_zip(probe.file.data):
        return result
    text = "It begins as one format and ends as a zip: two readers could read two different files."
    return replace(result, refusals=(*result.refusals, Finding("ambiguous", text, Place(probe.file.path))))


def _with_names(result: Inspection, names: tuple[str, ...]) -> Inspection:
    return replace(result, refusals=result.refusals + unsafe_findings(list(names), Place(result.name)))


def _open_archives(source: Source) -> "tuple[Source, list[Inspection]]":
    """Replace archives by their members, as deep as the budget allows."""
    files = dict(source.files)
    around: list[Inspection] = []
    waiting = [(each, 0) for each in source.files.values()]
    while waiting:
        each, depth = waiting.pop()
        single = source.single(each)
        row = _archive(single)
        if row is None:
            continue
        del files[each.path]
        if depth >= source.budget.limits.archives:
            around.append(unreadable(each.path, "archives", "Archives lie too deep inside each other.", refused=True))
            continue
        inner, found = _expand(row, single)
        around.append(found)
        if len(files) + len(inner.files) > source.budget.limits.entries:
            around.append(unreadable(each.path, "entries", "It holds more files than are read.", refused=True))
            continue
        files.update(inner.files)
        waiting.extend((file, depth + 1) for file in inner.files.values())
    return replace(source, files=dict(sorted(files.items()))), around


def _archive(single: Source) -> "ArchiveFormat | None":
    single.budget.renew(single.only.path)
    probe = Probe(single)
    try:
        return next((row for row in ARCHIVES if row.recognises(probe)), None)
    except (Damaged, Refused):
        return None


def _expand(row: ArchiveFormat, single: Source) -> "tuple[Source, Inspection]":
    single.budget.renew(single.only.path)
    try:
        return row.expand(single)
    except (Damaged, Refused) as error:
        found = unreadable(single.only.path, row.code, error.reason, refused=isinstance(error, Refused))
        return replace(single, files={}), found


def _read_folders(source: Source) -> "list[Inspection]":
    """Give each folder to the first layout that claims files in it; what is left is read file by file."""
    left = set(source.files)
    found: list[Inspection] = []
    names = "\n".join(source.files)
    rows = [row for row in FOLDERS if row.may(names)]
    for folder in _folders(source):
        for row in rows:
            taken = _claimed(row, source.among(left), folder) & left
            if taken:
                left -= taken
                found.append(_read_folder(row, source.among(taken, folder)))
    for folder in sorted({source.files[path].folder for path in left}):
        paths = {path for path in left if source.files[path].folder == folder}
        found.append(loose_files.read(source.among(paths, folder)))
    return found


def _claimed(row: FolderFormat, source: Source, folder: str) -> set[str]:
    source.budget.renew(f"{folder}/")
    try:
        return row.claims(source, folder)
    except (Damaged, Refused):
        return set()  # whatever cannot be looked at is said when its file is read


def _read_folder(row: FolderFormat, source: Source) -> Inspection:
    name = source.root or "."
    try:
        return row.read(source)
    except Damaged as error:
        return _with_names(unreadable(name, "damaged", error.reason, refused=False), error.names)
    except Refused as error:
        return _with_names(unreadable(name, "refused", error.reason, refused=True), error.names)
    except UNFORESEEN as error:
        text = f"It breaks its layout in an unforeseen way ({type(error).__name__})."
        return unreadable(name, "unforeseen", text, refused=True)


def _folders(source: Source) -> list[str]:
    """Return every folder that holds files, and the folders above, the outermost first."""
    found = {""}
    for each in source.files.values():
        folder = each.folder
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return sorted(found, key=lambda each: (each.count("/"), each))
