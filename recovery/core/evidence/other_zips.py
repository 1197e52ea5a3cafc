"""Zip files that torch.save did not write: NumPy archives, exported programs, office documents, plain folders."""

from dataclasses import replace

from recovery.core.evidence.correspondence import Custom, settle
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Finding, Inspection, Place
from recovery.core.evidence.labels import label, path_label
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.roles import find_parts
from recovery.core.evidence.source import Source, SourceFile, read_exactly
from recovery.core.evidence.strict_json import parse_json
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape
from recovery.core.evidence.zip_directory import ZipDirectory, read_directory

_LARGEST_RECORD = 8 << 20
_EXPORT_TYPES = {
    1: "uint8", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "float16", 7: "float32", 8: "float64", 9: "complex32",
    10: "complex64", 11: "complex128", 12: "bool", 13: "bfloat16",
}  # fmt: skip


def is_numpy(probe: Probe) -> bool:
    """Return whether every entry is a NumPy array."""
    return bool(probe.names) and all(name.endswith(".npy") for name in probe.names)


def read_numpy(source: Source) -> Inspection:
    """Name the arrays of an .npz file; arrays by themselves show no role."""
    file = source.only
    names = sorted(read_directory(file.data, source.budget).entries)
    shown = ", ".join(label(each, 40) for each in names[:8])
    text = f"{len(names):,} NumPy arrays ({shown}) without a sign of their role."
    return Inspection(file.path, "NumPy archive", others=(Finding("arrays", text, Place(file.path)),))


def is_office(probe: Probe) -> bool:
    """Return whether the zip is an office document."""
    return "[Content_Types].xml" in probe.names or ("mimetype" in probe.names and "content.xml" in probe.names)


def read_office(source: Source) -> Inspection:
    """Name an office document."""
    file = source.only
    return Inspection(
        file.path, "office document", others=(Finding("document", "An office document.", Place(file.path)),)
    )


def is_export(probe: Probe) -> bool:
    """Return whether the zip is an exported program (.pt2)."""
    return any(name.endswith("archive_format") for name in probe.names) and any(
        "models/" in name and name.endswith(".json") for name in probe.names
    )


def read_export(source: Source) -> Inspection:
    """Read an exported program: its weights by the configuration that lists them."""
    file = source.only
    directory = read_directory(file.data, source.budget)
    refusals = ambiguities(directory, file.path)
    arrays: dict[str, Tensor] = {}
    for name in sorted(directory.entries):
        if name.endswith("_weights_config.json") and "weights" in name:
            folder = name.rpartition("/")[0]
            arrays.update(_weights(_json(directory, name), directory, folder))
    parts = find_parts(arrays, file.path)
    checkpoint = Checkpoint(
        file.path,
        "exported program",
        "torch.export",
        tuple(parts.components),
        doubts=tuple(parts.doubts),
        files=(file.path,),
    )
    return Inspection(file.path, "exported program", (settle(checkpoint, Custom(same_file=True)),), refusals)


class _Entries:
    """The entries of a zip as storages."""

    order = "little"

    def __init__(self, directory: ZipDirectory) -> None:
        self.directory = directory

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return a few bytes of the entry ``key``."""
        entry = self.directory.entries.get(key)
        if entry is None:
            raise Damaged(f"The entry {label(key)} is missing.")
        return read_exactly(self.directory.open(entry), offset, length)


def _json(directory: ZipDirectory, name: str) -> object:
    entry = directory.entries[name]
    if entry.size > _LARGEST_RECORD:
        raise Refused(f"The record {label(name)} is too long.")
    return parse_json(read_exactly(directory.open(entry), 0, entry.size), _LARGEST_RECORD)


def _weights(said: object, directory: ZipDirectory, folder: str) -> dict[str, Tensor]:
    config = said.get("config") if isinstance(said, dict) else None
    found: dict[str, Tensor] = {}
    home = _Entries(directory)
    for name, each in config.items() if isinstance(config, dict) else ():
        meta = each.get("tensor_meta") if isinstance(each, dict) else None
        if not isinstance(meta, dict) or not isinstance(each.get("path_name"), str):
            continue
        sizes = [size.get("as_int") if isinstance(size, dict) else size for size in meta.get("sizes", [])]
        dtype = _EXPORT_TYPES.get(meta.get("dtype", 0), "bytes")
        key = f"{folder}/{each['path_name']}"
        count = directory.entries[key].size // ITEM_SIZES[dtype] if key in directory.entries else 0
        found[name] = Tensor(dtype, checked_shape(sizes), Storage(dtype, key, count, home))
    return found


def ambiguities(directory: ZipDirectory, path: str) -> tuple[Finding, ...]:
    """Return refusals for what two readers of the zip could understand differently, and names that climb out."""
    found = [Finding("ambiguous", text, Place(path)) for text in directory.doubts[:20]]
    found += [
        Finding("climbing-name", f"An entry is named {name}, out of its folder.", Place(path))
        for name in directory.climbing[:20]
    ]
    return tuple(found)


def expand_zip(source: Source) -> "tuple[Source, Inspection]":
    """Return the files inside a zipped folder, and what is wrong with the zip."""
    file = source.only
    directory = read_directory(file.data, source.budget)
    refusals = ambiguities(directory, file.path)
    files: dict[str, SourceFile] = {}
    if not refusals:
        for name, entry in sorted(directory.entries.items()):
            if not entry.is_folder and (entry.flags & 1 or (entry.method not in (0, 8))):
                refusals += (
                    Finding(
                        "unread", f"The entry {label(name)} is encrypted or packed in an unknown way.", Place(file.path)
                    ),
                )
            elif not entry.is_folder:
                path = f"{file.path}!/{path_label(name)}"
                files[path] = SourceFile(path, directory.open(entry))
    found = Inspection(file.path, "zip archive", refusals=refusals)
    return replace(source, files=files), found
