"""HDF5 groups with many links: a B-tree of ids into a heap of link messages."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.hdf5_messages import link_of

if TYPE_CHECKING:
    from recovery.core.evidence.hdf5 import File

MOST_LINKS = 100_000
_DEEPEST_INDEX = 6


@dataclass(frozen=True)
class Heap:
    """A fractal heap: its blocks double in size row by row."""

    id_offset: int
    id_length: int
    width: int
    first: int
    largest_direct: int
    root: int
    rows: int
    offset_size: int
    checksum: int


def links(file: "File", heap_at: int, index_at: int) -> "list[tuple[str, int]]":
    """Return names and addresses of a group's links. Raises Damaged and Refused for structures that do not fit."""
    heap = _heap(file, heap_at)
    found = []
    for identity in _ids(file, index_at):
        if len(found) >= MOST_LINKS:
            raise Refused("It has more links than are read.")
        found.append(link_of(_object(file, heap, identity)))
    return found


def _heap(file: "File", address: int) -> Heap:
    raw = file.bytes(address, 146)
    if raw[:4] != b"FRHP":
        raise Damaged("A group's heap is not where it should be.")
    if int.from_bytes(raw[7:9], "little"):
        raise Refused("A group's heap is filtered, which is not read.")
    flags, largest = raw[9], int.from_bytes(raw[10:14], "little")
    width, first, largest_direct, bits, _, root, rows = struct.unpack("<HQQHHQH", raw[110:142])
    offset_size = (bits + 7) // 8
    largest = min(largest, largest_direct)
    return Heap(
        offset_size, max(1, (largest.bit_length() + 7) // 8), width, first, largest_direct, root, rows, offset_size,
        4 if flags & 2 else 0,
    )  # fmt: skip


def _object(file: "File", heap: Heap, identity: bytes) -> bytes:
    """Return a managed object: its id holds its offset in the heap's own space, and its length."""
    if identity[0] & 0x30:
        raise Refused("A link is kept outside its group's heap, which is not read.")
    offset = int.from_bytes(identity[1 : 1 + heap.id_offset], "little")
    length = int.from_bytes(identity[1 + heap.id_offset : 1 + heap.id_offset + heap.id_length], "little")
    address, start = (heap.root, 0) if heap.rows == 0 else _block(file, heap, heap.root, heap.rows, offset)
    return file.bytes(address + offset - start, min(length, 1 << 16))


def _block(file: "File", heap: Heap, address: int, rows: int, offset: int, depth: int = 0) -> tuple[int, int]:
    """Return address and start of the direct block that holds ``offset``."""
    if depth > 8 or rows > 64 or not heap.width:
        raise Refused("A group's heap is nested too deeply.")
    head = 5 + 8 + heap.offset_size
    raw = file.bytes(address, head)
    if raw[:4] != b"FHIB":
        raise Damaged("A block of a group's heap is not where it should be.")
    start = int.from_bytes(raw[13:head], "little")
    for row in range(rows):
        size = heap.first << max(row - 1, 0)
        if offset < start + size * heap.width:
            column = (offset - start) // size
            place = address + head + 8 * (row * heap.width + column)
            child = int.from_bytes(file.bytes(place, 8), "little")
            if size <= heap.largest_direct:
                return child, start + column * size
            inner = (size // (heap.first * heap.width)).bit_length()
            return _block(file, heap, child, inner, offset, depth + 1)
        start += size * heap.width
    raise Damaged("A link lies outside its group's heap.")


def _ids(file: "File", address: int) -> Iterator[bytes]:
    raw = file.bytes(address, 38)
    if raw[:4] != b"BTHD" or raw[5] not in (5, 6):
        raise Damaged("A group's index is not where it should be.")
    node_size, record, depth = struct.unpack("<IHH", raw[6:14])
    root, count = struct.unpack("<QH", raw[16:26])
    skip = 4 if raw[5] == 5 else 8
    if depth > _DEEPEST_INDEX or record <= skip or node_size < 32:
        raise Refused("A group's index is nested too deeply.")
    for each in _records(file, root, count, depth, node_size, record):
        yield each[skip:]


def _records(file: "File", address: int, count: int, depth: int, node_size: int, record: int) -> Iterator[bytes]:
    waiting = [(address, count, depth)]
    while waiting:
        at, held, level = waiting.pop()
        raw = file.bytes(at, 6 + record * held)
        if raw[:4] != (b"BTIN" if level else b"BTLF"):
            raise Damaged("A node of a group's index is not where it should be.")
        for index in range(held):
            yield raw[6 + record * index : 6 + record * (index + 1)]
        if level:
            waiting.extend(_children(file, at + 6 + record * held, held + 1, level, node_size, record))


def _children(
    file: "File", address: int, count: int, level: int, node_size: int, record: int
) -> "list[tuple[int, int, int]]":
    """Return the nodes below: how many bytes a count takes follows from how many records a node can hold."""
    most = (node_size - 10) // record
    count_size = max(1, (most.bit_length() + 7) // 8)
    total_size = 0
    if level > 1:
        pointer = 8 + count_size
        total = most
        for _ in range(1, level):
            inner = (node_size - 10 - pointer) // (record + pointer)
            total = (inner + 1) * total + inner
            total_size = max(1, (total.bit_length() + 7) // 8)
            pointer = 8 + count_size + total_size
    step = 8 + count_size + total_size
    raw = file.bytes(address, step * count)
    return [
        (
            int.from_bytes(raw[at : at + 8], "little"),
            int.from_bytes(raw[at + 8 : at + 8 + count_size], "little"),
            level - 1,
        )
        for at in range(0, step * count, step)
    ]
