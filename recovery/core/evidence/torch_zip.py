"""Files of torch.save since 1.6: a zip with one data.pkl and one entry per storage; TorchScript archives likewise."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.correspondence import settle
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Correspondence, Finding, Inspection, Place, State
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_record import Record, inspection_of, names_after, run_pickle
from recovery.core.evidence.pickle_values import Global, Persistent
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.source import Slice, Source, Stretch, read_exactly
from recovery.core.evidence.tensors import Storage
from recovery.core.evidence.writers import custom_of
from recovery.core.evidence.zip_directory import STORED, ZipDirectory, ZipEntry, read_directory

STORAGE_TYPES = {
    "FloatStorage": "float32", "DoubleStorage": "float64", "HalfStorage": "float16", "BFloat16Storage": "bfloat16",
    "LongStorage": "int64", "IntStorage": "int32", "ShortStorage": "int16", "CharStorage": "int8",
    "ByteStorage": "uint8", "BoolStorage": "bool", "ComplexFloatStorage": "complex64",
    "ComplexDoubleStorage": "complex128",
    "QInt8Storage": "qint8", "QUInt8Storage": "quint8", "QInt32Storage": "qint32", "QUInt4x2Storage": "quint4x2",
    "QUInt2x4Storage": "quint2x4", "UntypedStorage": "bytes", "Float8_e4m3fnStorage": "float8_e4m3fn",
    "Float8_e5m2Storage": "float8_e5m2",
}  # fmt: skip
FORM = "torch file"
LARGEST_PICKLE = 64 << 20


@dataclass
class Storages:
    """The storages of one file: what the pickle says of each, and where its bytes lie."""

    locate: Callable[[str], Stretch]
    order: str = "little"
    said: dict[str, Storage] = field(default_factory=dict)
    end: "int | None" = None

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return a few bytes of the storage ``key``. Raises Damaged where they are not there."""
        return read_exactly(self.locate(key), offset, length)

    def persistent(self, identity: Any) -> Any:
        """Return the storage that a persistent id names: ('storage', type, key, location, count, ...)."""
        if not isinstance(identity, tuple) or len(identity) < 5 or identity[0] != "storage":
            return Persistent(identity)
        kind, key, count = identity[1], identity[2], identity[4]
        if not isinstance(key, str) or type(count) is not int or not 0 <= count < 1 << 60 or len(key) > 200:
            raise Refused("A storage is described in a way that torch does not write.")
        name = kind.name if isinstance(kind, Global) else ""
        known = self.said.get(key)
        if known is None:
            known = self.said[key] = Storage(STORAGE_TYPES.get(name, "bytes"), key, count, self)
        return known


def is_torch_zip(directory: ZipDirectory) -> bool:
    """Return whether the entries are those that torch.save writes."""
    return bool(_pickles(directory)) and any(
        name.endswith(("/version", "/.format_version", "/byteorder")) or "/data/" in name for name in directory.entries
    )


def recognises(probe: Probe) -> bool:
    """Return whether the file is one of torch.save, whole or cut."""
    return is_torch_zip(probe.directory) if probe.directory is not None else b"data.pkl" in probe.head[:400]


def _pickles(directory: ZipDirectory) -> list[ZipEntry]:
    return [each for name, each in directory.entries.items() if name.endswith("/data.pkl") and name.count("/") == 1]


def read(source: Source) -> Inspection:
    """Read one file. Damage and ambiguity are named and what can be read is listed beside them."""
    file = source.only
    try:
        directory = read_directory(file.data, source.budget)
    except Damaged as error:
        return _read_without_directory(source, error)
    record, storages, refusals, damage = _open(directory, file.path)
    result = inspection_of(record, file.path, FORM, _writer(directory))
    result = replace(result, refusals=result.refusals + tuple(refusals))
    damage = [*damage, *_check_storages(directory, storages, file.path), *_check_sums(directory, file.path)]
    return finish(result, damage)


def value(source: Source) -> Any:
    """Return the bare value of one small torch zip, for formats that keep each item in one."""
    directory = read_directory(source.only.data, source.budget)
    record, _, refusals, damage = _open(directory, source.only.path)
    if refusals or damage or record.unsafe:
        raise Refused("An item is damaged or ambiguous.")
    return record.value


def finish(result: Inspection, damage: "list[Finding]") -> Inspection:
    """Return the inspection of one file with its damage in it and its parts compared."""
    if not result.checkpoints:
        return replace(result, damage=result.damage + tuple(damage))
    (checkpoint,) = result.checkpoints
    if damage:
        checkpoint = damaged(checkpoint, damage)
    checkpoint = settle(checkpoint, custom_of(checkpoint.writer))
    if any(each.code == "unsafe-name" for each in result.refusals):
        checkpoint = replace(checkpoint, correspondence=Correspondence.NONE)
    return replace(result, checkpoints=(checkpoint,))


def damaged(checkpoint: Checkpoint, damage: "list[Finding]") -> Checkpoint:
    """Return ``checkpoint`` with every part marked: in a damaged file no part can be vouched for."""
    parts = tuple(
        each
        if each.state is State.EMPTY
        else replace(each, state=State.DAMAGED, notes=(*each.notes, "Its file is damaged."))
        for each in checkpoint.components
    )
    return replace(checkpoint, components=parts, damage=checkpoint.damage + tuple(damage))


def _open(directory: ZipDirectory, path: str) -> "tuple[Record, Storages, list[Finding], list[Finding]]":
    pickles = _pickles(directory)
    if len(pickles) != 1:
        raise Refused("It has more than one data.pkl: two readers could read two different checkpoints.")
    entry, prefix = pickles[0], pickles[0].name[: -len("data.pkl")]
    if entry.method != STORED:
        raise Refused("Its data.pkl is compressed, which torch never writes.")
    if entry.size > LARGEST_PICKLE:
        raise BeyondBudget(f"Its data.pkl is larger than {LARGEST_PICKLE:,} bytes.")
    refusals = [Finding("ambiguous", text, Place(path)) for text in directory.doubts[:20]]
    refusals += [
        Finding("climbing-name", f"An entry is named {name}, out of its folder.", Place(path))
        for name in directory.climbing[:20]
    ]
    storages = Storages(lambda key: directory.open(_storage_entry(directory, prefix, key)), _order(directory, prefix))
    data = read_exactly(directory.open(entry), 0, entry.size)
    damage = []
    if not directory.has_right_crc(entry):
        damage.append(Finding("wrong-crc", "Its data.pkl does not give the checksum that the zip states.", Place(path)))
    try:
        record = run_pickle(data, directory.budget, persistent=storages.persistent)
    except Damaged as error:
        raise Damaged(damage[0].text if damage else error.reason) from error
    except Refused as error:
        if damage:
            raise Damaged(damage[0].text) from error
        raise
    refusals += _after_end(data, record, directory.budget, path)
    return record, storages, refusals, damage


def _after_end(data: bytes, record: Record, budget: Budget, path: str) -> "list[Finding]":
    if record.end >= len(data):
        return []
    names = names_after(data, budget, record.end)
    text = f"{len(data) - record.end:,} bytes follow the end of its pickle."
    return [Finding("bytes-after-end", text, Place(path)), *unsafe_findings(names, Place(path))]


def _storage_entry(directory: ZipDirectory, prefix: str, key: str) -> ZipEntry:
    entry = directory.entries.get(f"{prefix}data/{key}") or directory.entries.get(f"{prefix}tensors/{key}")
    if entry is None:
        raise Damaged(f"The storage {label(key)} is missing.")
    return entry


def _order(directory: ZipDirectory, prefix: str) -> str:
    entry = directory.entries.get(f"{prefix}byteorder")
    if entry is None or entry.size > 16:
        return "little"
    return "big" if directory.open(entry).read(0, 16).strip() == b"big" else "little"


def _writer(directory: ZipDirectory) -> str:
    if any("/code/" in f"/{name}" for name in directory.entries) and any(
        n.endswith("constants.pkl") for n in directory.entries
    ):
        return "TorchScript"
    return "torch.save"


def _check_storages(directory: ZipDirectory, storages: Storages, path: str) -> "list[Finding]":
    prefix = _pickles(directory)[0].name[: -len("data.pkl")]
    found = []
    for key, storage in storages.said.items():
        place = Place(path, label(f"data/{key}"))
        entry = directory.entries.get(f"{prefix}data/{key}") or directory.entries.get(f"{prefix}tensors/{key}")
        if entry is None:
            found.append(Finding("storage-missing", f"The storage {label(key)} is missing.", place))
        elif entry.size < storage.size:
            text = f"The storage {label(key)} has {entry.size:,} bytes where {storage.size:,} are promised."
            found.append(Finding("storage-short", text, place))
    return found[:20]


def _check_sums(directory: ZipDirectory, path: str) -> "list[Finding]":
    """Check the checksums of all entries where that is cheap; larger files are checked by digests."""
    entries = [
        each for each in directory.entries.values() if not each.name.endswith("/data.pkl") and not each.is_folder
    ]
    if sum(each.size for each in entries) > directory.budget.limits.checked or directory.doubts:
        return []
    wrong = []
    for each in entries:
        try:
            right = directory.has_right_crc(each)
        except Damaged:
            right = False
        if not right:
            text = f"The entry {label(each.name)} does not give the checksum that the zip states."
            wrong.append(Finding("wrong-crc", text, Place(path, label(each.name))))
    return wrong[:20]


def _read_without_directory(source: Source, error: Damaged) -> Inspection:
    """A cut file: data.pkl stands first and ends at its own STOP, so what was in it can still be listed."""
    file = source.only
    finding = Finding("cut", error.reason, Place(file.path))
    head = file.data.read(0, 30)
    name_length, extra_length = int.from_bytes(head[26:28], "little"), int.from_bytes(head[28:30], "little")
    name = file.data.read(30, name_length)
    if not name.endswith(b"/data.pkl"):
        return Inspection(file.path, FORM, damage=(finding,))
    start = 30 + name_length + extra_length
    tail = Slice(file.data, start, max(0, min(file.size - start, LARGEST_PICKLE)))
    storages = Storages(_nowhere)
    try:
        record = run_pickle(tail.read(0, tail.size), source.budget, persistent=storages.persistent)
        result = inspection_of(record, file.path, FORM, "torch.save")
    except (Damaged, Refused) as second:
        return Inspection(
            file.path, FORM, refusals=unsafe_findings(list(second.names), Place(file.path)), damage=(finding,)
        )
    return finish(result, [finding])


def _nowhere(key: str) -> Stretch:
    raise Damaged(f"The storage {label(key)} cannot be found in a cut file.")
