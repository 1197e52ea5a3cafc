"""LevelDB's tables, as TensorFlow's index files use them: prefix-compressed keys in blocks, a footer at the end."""

from collections.abc import Iterator

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.source import Stretch, read_exactly

MAGIC = bytes.fromhex("57fb808b247547db")
FOOTER = 48
LARGEST_BLOCK = 16 << 20
LONGEST_KEY = 1 << 16


def is_table(data: Stretch) -> bool:
    """Return whether the file ends with the table's magic number."""
    return data.size >= FOOTER and data.read(data.size - 8, 8) == MAGIC


def varint(raw: bytes, at: int) -> tuple[int, int]:
    """Return the number of 7-bit groups at ``at`` and the place after it. Raises Damaged where it does not end."""
    value = shift = 0
    while at < len(raw) and shift < 70:
        value |= (raw[at] & 0x7F) << shift
        if raw[at] < 0x80:
            return value, at + 1
        shift += 7
        at += 1
    raise Damaged("A number in the table does not end.")


def entries(data: Stretch, budget: Budget) -> Iterator[tuple[bytes, bytes]]:
    """Yield key and value of every entry. Raises Damaged and Refused for a table that is cut or lies."""
    footer = read_exactly(data, data.size - FOOTER, FOOTER)
    _, at = varint(footer, 0)
    _, at = varint(footer, at)
    offset, at = varint(footer, at)
    size, _ = varint(footer, at)
    for _, handle in _block(data, offset, size, budget):
        start, at = varint(handle, 0)
        length, _ = varint(handle, at)
        yield from _block(data, start, length, budget)


def _block(data: Stretch, offset: int, size: int, budget: Budget) -> Iterator[tuple[bytes, bytes]]:
    if size > LARGEST_BLOCK:
        raise BeyondBudget("A block of the table is larger than is read.")
    if offset + size + 5 > data.size:
        raise Damaged("A block of the table ends after the file.")
    raw = read_exactly(data, offset, size + 1)
    if raw[-1] != 0:
        raise Refused("A block of the table is compressed, which is not read.")
    restarts = int.from_bytes(raw[size - 4 : size], "little")
    end = size - 4 - 4 * restarts
    if end < 0:
        raise Refused("A block of the table counts more restarts than it has.")
    return _pairs(raw, end, budget)


def _pairs(raw: bytes, end: int, budget: Budget) -> Iterator[tuple[bytes, bytes]]:
    at, key = 0, b""
    while at < end:
        budget.pay_nodes()
        shared, at = varint(raw, at)
        fresh, at = varint(raw, at)
        length, at = varint(raw, at)
        if shared > len(key) or at + fresh + length > end or shared + fresh > LONGEST_KEY:
            raise Damaged("An entry of the table does not fit its block.")
        key = key[:shared] + raw[at : at + fresh]
        yield key, raw[at + fresh : at + fresh + length]
        at += fresh + length
