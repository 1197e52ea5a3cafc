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
    found: list[tuple[str, int]] = []
    for identity in _ids(file, index_at):
        if len(found) >= MOST_LINKS:
            raise Refused("It has more links than are read.")
        found.append(link_of(_object(file, heap, identity)))
    return found


def _heap(file: "File", address: int) -> Heap:
    raw = file.at(address, 146)
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


@dataclass(frozen=True)
class Index:
    """A version 2 B-tree: the size of its nodes and records."""

    node_size: int
    record: int

    @property
    def most(self) -> int:
        """Return how many records a leaf can hold."""
        return (self.node_size - 10) // self.record

    def pointer_sizes(self, level: int) -> tuple[int, int]:
        """Return how many bytes the two counts beside a child's address take, at a level above the leaves."""
        count_size, total_size, total = _bytes_for(self.most), 0, self.most
        for _ in range(1, level):
            pointer = 8 + count_size + total_size
            inner = (self.node_size - 10 - pointer) // (self.record + pointer)
            total = (inner + 1) * total + inner
            total_size = _bytes_for(total)
        return count_size, total_size


def _bytes_for(number: int) -> int:
    return max(1, (number.bit_length() + 7) // 8)


def _object(file: "File", heap: Heap, identity: bytes) -> bytes:
    """Return a managed object: its id holds its offset in the heap's own space, and its length."""
    if identity[0] & 0x30:
        raise Refused("A link is kept outside its group's heap, which is not read.")
    offset = int.from_bytes(identity[1 : 1 + heap.id_offset], "little")
    length = int.from_bytes(identity[1 + heap.id_offset : 1 + heap.id_offset + heap.id_length], "little")
    address, start = (heap.root, 0) if heap.rows == 0 else _block(file, heap, offset)
    return file.at(address + offset - start, min(length, 1 << 16))


def _block(file: "File", heap: Heap, offset: int) -> tuple[int, int]:
    """Return address and start of the direct block that holds ``offset``, descending through indirect ones."""
    address, rows = heap.root, heap.rows
    head = 5 + 8 + heap.offset_size
    for _ in range(8):
        raw = file.at(address, head)
        if raw[:4] != b"FHIB" or rows > 64 or not heap.width or not heap.first:
            raise Damaged("A block of a group's heap is not where it should be.")
        start = int.from_bytes(raw[13:head], "little")
        row, size, start = _row_of(heap, rows, start, offset)
        column = (offset - start) // size
        child = int.from_bytes(file.at(address + head + 8 * (row * heap.width + column), 8), "little")
        if size <= heap.largest_direct:
            return child, start + column * size
        address, rows = child, (size // (heap.first * heap.width)).bit_length()
    raise Refused("A group's heap is nested too deeply.")


def _row_of(heap: Heap, rows: int, start: int, offset: int) -> tuple[int, int, int]:
    """Return the row that holds ``offset``, the size of its blocks, and where the row starts."""
    for row in range(rows):
        size = heap.first << max(row - 1, 0)
        if start <= offset < start + size * heap.width:
            return row, size, start
        start += size * heap.width
    raise Damaged("A link lies outside its group's heap.")


def _ids(file: "File", address: int) -> Iterator[bytes]:
    raw = file.at(address, 38)
    if raw[:4] != b"BTHD" or raw[5] not in (5, 6):
        raise Damaged("A group's index is not where it should be.")
    node_size, record, depth = struct.unpack("<IHH", raw[6:14])
    root, count = struct.unpack("<QH", raw[16:26])
    skip = 4 if raw[5] == 5 else 8
    if depth > _DEEPEST_INDEX or record <= skip or node_size < 32 + record:
        raise Refused("A group's index is nested too deeply.")
    for each in _records(file, Index(node_size, record), [(root, count, depth)]):
        yield each[skip:]


def _records(file: "File", index: Index, waiting: "list[tuple[int, int, int]]") -> Iterator[bytes]:
    """Yield every record below the nodes (address, count, level) that are waiting."""
    met: set[int] = set()
    while waiting:
        at, held, level = waiting.pop()
        raw = file.at(at, 6 + index.record * held)
        if raw[:4] != (b"BTIN" if level else b"BTLF") or at in met:
            raise Damaged("A node of a group's index is not where it should be.")
        met.add(at)
        for place in range(6, len(raw), index.record):
            yield raw[place : place + index.record]
        if level:
            waiting.extend(_children(file, index, at + len(raw), held + 1, level))


def _children(file: "File", index: Index, address: int, count: int, level: int) -> "list[tuple[int, int, int]]":
    """Return the nodes below: how many bytes a count takes follows from how many records a node can hold."""
    count_size, total_size = index.pointer_sizes(level)
    step = 8 + count_size + total_size
    raw = file.at(address, step * count)
    found = []
    for at in range(0, step * count, step):
        held = int.from_bytes(raw[at + 8 : at + 8 + count_size], "little")
        found.append((int.from_bytes(raw[at : at + 8], "little"), held, level - 1))
    return found
