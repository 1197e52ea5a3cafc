"""Files of torch.save before 1.6: five pickles, then each storage's count and raw bytes, found by arithmetic."""

from dataclasses import replace
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Finding, Inspection, Place
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_record import Record, inspection_of, run_pickle
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.source import HeldBytes, Slice, Source, Stretch
from recovery.core.evidence.tensors import ITEM_SIZES, Storage
from recovery.core.evidence.torch_zip import LARGEST_PICKLE, Storages, finish

MAGIC = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19\x2e"
FORM = "torch file, stream form"
_HEADS = (1 << 20, 1 << 23, LARGEST_PICKLE)


def recognises(probe: Probe) -> bool:
    """Return whether the file begins with torch's magic number."""
    return probe.head.startswith(MAGIC)


def read(source: Source) -> Inspection:
    """Read one file; missing bytes at its end are found without reading a storage."""
    file = source.only
    records, storages = _pickles(source)
    unsafe = sorted({name for each in records for name in each.unsafe})
    record = records[3]
    record.unsafe = []
    damage = _lay_out(records[4].value, records[4].end, storages, file.data, file.path)
    result = inspection_of(record, file.path, FORM, "torch.save")
    result = replace(result, refusals=result.refusals + unsafe_findings(unsafe, Place(file.path)))
    result = finish(result, damage)
    end = storages.end
    if end is not None and end < file.size and not damage:
        text = f"{file.size - end:,} bytes follow the last storage; torch ignores them."
        result = replace(result, doubts=(*result.doubts, Finding("bytes-after-end", text, Place(file.path))))
    return result


def storage_in(raw: bytes, budget: Budget) -> "Storage | None":
    """Return the storage that the bytes of a small torch file hold, or None where they hold something else."""
    storages = Storages(_never)
    try:
        records = _run_all(raw, budget, storages)
        damage = _lay_out(records[4].value, records[4].end, storages, HeldBytes(raw), "")
    except Damaged:
        return None
    value = records[3].value
    return value if isinstance(value, Storage) and not damage else None


def _pickles(source: Source) -> "tuple[list[Record], Storages]":
    data = source.only.data
    for size in _HEADS:
        head = data.read(0, size)
        storages = Storages(_never)
        try:
            return _run_all(head, source.budget, storages), storages
        except Damaged:
            if len(head) == data.size or size == _HEADS[-1]:
                raise
            source.budget.renew(source.only.path)
    raise Damaged("Its pickles do not end.")


def _run_all(head: bytes, budget: Budget, storages: Storages) -> "list[Record]":
    records: list[Record] = []
    position = 0
    for _ in range(5):
        try:
            record = run_pickle(head, budget, position, storages.persistent)
        except (Damaged, Refused) as error:
            error.names = tuple(name for each in records for name in each.unsafe) + error.names
            raise
        records.append(record)
        position = record.end
    info = records[2].value
    if isinstance(info, dict) and info.get("little_endian") is False:
        storages.order = "big"
    return records


def _lay_out(keys: Any, position: int, storages: Storages, data: Stretch, path: str) -> "list[Finding]":
    """Find where each storage begins; return what is missing."""
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Refused("Its list of storages is not one.")
    places: dict[str, Slice] = {}
    damage: list[Finding] = []
    for key in keys:
        storage = storages.said.get(key)
        if storage is None:
            raise Refused(f"Its list names the storage {label(key)} that nothing uses.")
        raw = data.read(position, 8)
        count = int.from_bytes(raw, "big" if storages.order == "big" else "little", signed=True)
        size = count * ITEM_SIZES.get(storage.dtype, 1)
        if len(raw) == 8 and size < storage.size:
            text = f"The storage {label(key)} has {size:,} bytes where {storage.size:,} are promised."
            damage.append(Finding("storage-short", text, Place(path, label(key))))
        if len(raw) < 8 or size < 0 or position + 8 + size > data.size:
            missing = max(position + 8 + max(size, 0) - data.size, 1)
            text = f"It ends inside the storage {label(key)}: at least {missing:,} bytes are missing."
            damage.append(Finding("cut", text, Place(path, label(key))))
            break
        places[key] = Slice(data, position + 8, size)
        position += 8 + size
    storages.locate = lambda key: _located(places, key)
    storages.end = position
    return damage


def _located(places: dict[str, Slice], key: str) -> Stretch:
    if key not in places:
        raise Damaged(f"The storage {label(key)} is missing.")
    return places[key]


def _never(key: str) -> Stretch:
    raise Damaged(f"The storage {label(key)} is not laid out yet.")
