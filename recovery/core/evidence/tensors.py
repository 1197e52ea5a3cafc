"""Arrays as the files describe them: type, shape and place, and single numbers fetched on demand."""

import math
import struct
from dataclasses import dataclass
from typing import Protocol

from recovery.core.evidence.faults import Damaged, Refused

ITEM_SIZES = {
    "float64": 8, "float32": 4, "float16": 2, "bfloat16": 2,
    "int64": 8, "int32": 4, "int16": 2, "int8": 1, "uint64": 8, "uint32": 4, "uint16": 2, "uint8": 1, "bool": 1,
    "complex32": 4, "complex64": 8, "complex128": 16,
    "float8_e4m3fn": 1, "float8_e5m2": 1, "float8_e4m3fnuz": 1, "float8_e5m2fnuz": 1, "float8_e8m0fnu": 1,
    "float4_e2m1fn_x2": 1, "qint8": 1, "quint8": 1, "qint32": 4, "quint4x2": 1, "quint2x4": 1, "bytes": 1,
}  # fmt: skip
_LAYOUTS = {
    "float64": "d", "float32": "f", "float16": "e", "int64": "q", "int32": "i", "int16": "h", "int8": "b",
    "uint64": "Q", "uint32": "I", "uint16": "H", "uint8": "B",
}  # fmt: skip
MOST_DIMENSIONS = 64
LARGEST_COUNT = 1 << 62


class Home(Protocol):
    """Where the bytes of arrays lie."""

    @property
    def order(self) -> str:
        """Return "little" or "big"."""

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return ``length`` bytes of the storage ``key`` from ``offset``."""


@dataclass(frozen=True, eq=False)
class Storage:
    """One stretch of array bytes: its key in the file, item type and number of items."""

    dtype: str
    key: str
    count: int
    home: "Home | None" = None

    @property
    def size(self) -> int:
        """Return the bytes that it must have."""
        return self.count * ITEM_SIZES.get(self.dtype, 1)


@dataclass(frozen=True, eq=False)
class Tensor:
    """An array named in a file. ``offset`` counts items from the start of its storage."""

    dtype: str
    shape: tuple[int, ...]
    storage: "Storage | None" = None
    offset: int = 0
    trainable: bool = False
    layout: str = "dense"

    @property
    def count(self) -> int:
        """Return the number of elements that the shape gives."""
        return math.prod(self.shape)

    def number(self) -> "int | float | None":
        """Return the one number in it, or None where it holds several, none, or a type without plain numbers.

        Raises Damaged where the file is too short to hold it.
        """
        size = ITEM_SIZES.get(self.dtype, 0)
        home = self.storage.home if self.storage is not None else None
        if home is None or self.storage is None or not size or self.layout != "dense" or self.count != 1:
            return None
        return decode(home.read(self.storage.key, self.offset * size, size), self.dtype, home.order)


def decode(raw: bytes, dtype: str, order: str = "little") -> "int | float | None":
    """Return the number that ``raw`` holds as ``dtype``, or None for a type without plain numbers."""
    mark = "<" if order == "little" else ">"
    if len(raw) != ITEM_SIZES.get(dtype, -1):
        raise Damaged("A single number is cut short.")
    if dtype == "bfloat16":
        high = raw if order == "big" else raw[::-1]
        return float(struct.unpack(">f", high + b"\0\0")[0])
    layout = _LAYOUTS.get(dtype)
    if layout is None:
        return None
    value = struct.unpack(mark + layout, raw)[0]
    return value if isinstance(value, int) else float(value)


def checked_shape(raw: object) -> tuple[int, ...]:
    """Return ``raw`` as a shape. Raises Refused for what no array can have."""
    sizes = tuple(raw) if isinstance(raw, (list, tuple)) else None
    if sizes is None or len(sizes) > MOST_DIMENSIONS:
        raise Refused("An array's shape is not a short list of sizes.")
    total = 1
    for size in sizes:
        if type(size) is not int or size < 0:
            raise Refused("An array's shape holds something other than whole sizes.")
        total *= max(size, 1)
        if total > LARGEST_COUNT:
            raise Refused("An array's shape is larger than any storage.")
    return sizes
