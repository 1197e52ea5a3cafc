"""Tar and gzip around a delivery: their members become files of the delivery; nothing is unpacked to disk."""

from dataclasses import replace

from recovery.core.evidence.inflate import Inflated
from recovery.core.evidence.inspection import Finding, Inspection, Place
from recovery.core.evidence.probe import Probe, is_tar
from recovery.core.evidence.source import Source, SourceFile, Stretch
from recovery.core.evidence.tar_directory import read_members

_UNREAD = {
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!": "RAR",
    b"\x04\x22\x4d\x18": "lz4",
}


def is_packed(probe: Probe) -> bool:
    """Return whether the file is packed in a way that is not read."""
    return bool(packed_with(probe.head))


def packed_with(head: bytes) -> str:
    """Return the name of a packing that is not read, or an empty text."""
    return next((name for mark, name in _UNREAD.items() if head.startswith(mark)), "")


def read_packed(source: Source) -> Inspection:
    """Say that the file must be unpacked first."""
    file = source.only
    name = packed_with(file.data.read(0, 16))
    text = f"It is packed with {name}, which is not read. Unpack it and read the contents."
    return Inspection(file.path, f"{name} archive", damage=(Finding("packed", text, Place(file.path)),))


def expand_gzip(source: Source) -> "tuple[Source, Inspection]":
    """Return the single file, or the members of the tar, inside gzip."""
    file = source.only
    inner = Inflated(file.data, source.budget)
    if is_tar(inner):
        return _members(source, file, inner)
    inner.measure()
    name = file.name[:-3] if file.name.lower().endswith(".gz") else file.name
    path = f"{file.path}!/{name}"
    return replace(source, files={path: SourceFile(path, inner)}), Inspection(file.path, "gzip")


def expand_tar(source: Source) -> "tuple[Source, Inspection]":
    """Return the members of a tar."""
    return _members(source, source.only, source.only.data)


def _members(source: Source, file: SourceFile, data: Stretch) -> "tuple[Source, Inspection]":
    directory = read_members(data, source.budget, f"{file.path}!")
    place = Place(file.path)
    found = Inspection(
        file.path,
        "tar archive",
        refusals=tuple(
            Finding("climbing-name", f"A member is named {each}, out of its folder.", place)
            for each in directory.climbing[:20]
        ),
        damage=(Finding("cut", directory.damage, place),) if directory.damage else (),
        remarks=tuple(Finding("not-followed", text, Place(path)) for path, text in directory.remarks[:200]),
    )
    return replace(source, files=dict(sorted(directory.files.items()))), found
