"""MessagePack, read with limits; arrays are flax's extension type 1: a nested (shape, type name, bytes)."""

import struct
from dataclasses import dataclass
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.source import Stretch
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape

DEEPEST = 100
LONGEST_TEXT = 1 << 20


@dataclass(frozen=True)
class Chunks:
    """The bytes of the file as storages by offset; ``order`` is that of the machine that flax writes for."""

    data: Stretch
    order: str = "little"

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return ``length`` bytes from ``offset`` after the place ``key``."""
        raw = self.data.read(int(key) + offset, length)
        if len(raw) != length:
            raise Damaged("An array ends after the file.")
        return raw


@dataclass(frozen=True, eq=False)
class Blob:
    """Bytes that are not read: where they begin and how many they are."""

    start: int
    size: int


class Unpacker:
    """One pass over the file; array bytes are stepped over, not read."""

    def __init__(self, data: Stretch, budget: Budget) -> None:
        self.data, self.budget, self.at = data, budget, 0
        self.window_start, self.window = 0, b""

    def take(self, length: int) -> bytes:
        """Return the next bytes through a window of 64 KB."""
        end = self.at + length
        if self.at < self.window_start or end > self.window_start + len(self.window):
            self.window_start, self.window = self.at, self.data.read(self.at, max(length, 1 << 16))
        raw = self.window[self.at - self.window_start : end - self.window_start]
        if len(raw) != length:
            raise Damaged("It ends inside a value.")
        self.at = end
        return raw

    def number(self, layout: str) -> Any:
        """Return the next fixed-size number."""
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def text(self, length: int) -> str:
        """Return the next text."""
        if length > LONGEST_TEXT:
            raise Refused("A text in it is absurdly long.")
        return self.take(length).decode("utf-8", "surrogateescape")

    def blob(self, length: int) -> Blob:
        """Step over bytes."""
        start = self.at
        if start + length > self.data.size:
            raise Damaged("It ends inside an array.")
        self.at += length
        return Blob(start, length)

    def value(self, depth: int = 0) -> Any:
        """Return the next value."""
        self.budget.pay_nodes()
        if not self.budget.nodes & 0xFFF:
            self.budget.check_time()
        if depth > DEEPEST:
            raise Refused(f"Its values are nested more than {DEEPEST} deep.")
        code = self.take(1)[0]
        if code < 0x80 or code >= 0xE0:
            return code if code < 0x80 else code - 256
        if code < 0x90:
            return self.mapping(code & 0x0F, depth)
        if code < 0xA0:
            return self.items(code & 0x0F, depth)
        if code < 0xC0:
            return self.text(code & 0x1F)
        return self.marked(code, depth)

    def marked(self, code: int, depth: int) -> Any:
        """Return the value after a mark that says its kind and how its length is written."""
        if code in FIXED:
            return FIXED[code]
        if code in FIXED_EXTENSIONS:
            return self.extension(FIXED_EXTENSIONS[code], depth)
        for table, read in (
            (NUMBERS, self.number),
            (BLOBS, lambda layout: self.blob(self.number(layout))),
            (TEXTS, lambda layout: self.text(self.number(layout))),
            (ITEMS, lambda layout: self.items(self.number(layout), depth)),
            (MAPPINGS, lambda layout: self.mapping(self.number(layout), depth)),
            (EXTENSIONS, lambda layout: self.extension(self.number(layout), depth)),
        ):
            if code in table:
                return read(table[code])
        raise Refused(f"It holds the unknown mark 0x{code:02X}.")

    def mapping(self, count: int, depth: int) -> Any:
        """Return a mapping of ``count`` pairs, or the array that flax wrote in chunks as such a mapping."""
        found: dict[Any, Any] = {}
        for _ in range(count):
            key = self.value(depth + 1)
            if not isinstance(key, (str, int, bool)):
                raise Refused("A mapping in it has a key that is no text.")
            if key in found:
                raise Refused("A mapping in it has the same key twice.")
            found[key] = self.value(depth + 1)
        return _whole_array(found) if "__msgpack_chunked_array__" in found else found

    def items(self, count: int, depth: int) -> list[Any]:
        """Return a list of ``count`` values."""
        return [self.value(depth + 1) for _ in range(count)]

    def extension(self, length: int, depth: int) -> Any:
        """Return an array (1), a NumPy number (3), a complex number, or a blob."""
        kind = self.number("b")
        end = self.at + length
        if kind not in (1, 3):
            return self.blob(length)
        said = self.value(depth + 1)
        if self.at != end or not isinstance(said, list) or len(said) != 3 or not isinstance(said[2], Blob):
            raise Refused("An array in it is not (shape, type, bytes).")
        return self.array(said)

    def array(self, said: list[Any]) -> Tensor:
        """Return an array from its description; its bytes must be as many as shape and type need."""
        shape, name, blob = checked_shape(said[0]), said[1], said[2]
        dtype = name if isinstance(name, str) and name in ITEM_SIZES else "bytes"
        tensor = Tensor(dtype, shape, Storage(dtype, str(blob.start), 1, Chunks(self.data)))
        if dtype != "bytes" and tensor.count * ITEM_SIZES[dtype] != blob.size:
            raise Refused("An array in it has a size that is not its shape's.")
        return tensor


def _whole_array(said: dict[Any, Any]) -> Any:
    """flax splits arrays over 1 GB: ``shape`` and ``chunks`` are mappings from index to size and piece."""
    shape, chunks = said.get("shape"), said.get("chunks")
    if (
        not isinstance(shape, dict)
        or not isinstance(chunks, dict)
        or not all(isinstance(each, Tensor) for each in chunks.values())
    ):
        raise Refused("An array in chunks is not described.")
    whole = checked_shape([shape[key] for key in sorted(shape, key=str)])
    dtype = next((each.dtype for each in chunks.values()), "bytes")
    return Tensor(dtype, whole, layout="chunked")


FIXED = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
BLOBS = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I"}
TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
ITEMS = {0xDC: ">H", 0xDD: ">I"}
MAPPINGS = {0xDE: ">H", 0xDF: ">I"}
EXTENSIONS = {0xC7: ">B", 0xC8: ">H", 0xC9: ">I"}
FIXED_EXTENSIONS = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
