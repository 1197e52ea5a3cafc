"""The messages in HDF5 object headers: shape, type, layout, links, names of attributes."""

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from recovery.core.evidence.labels import label
from recovery.core.evidence.tensors import checked_shape

NOWHERE = (1 << 64) - 1
_INTEGERS = {(1, True): "int8", (2, True): "int16", (4, True): "int32", (8, True): "int64",
             (1, False): "uint8", (2, False): "uint16", (4, False): "uint32", (8, False): "uint64"}  # fmt: skip
_FLOATS = {2: "float16", 4: "float32", 8: "float64"}


@dataclass
class Node:
    """What one object's header says."""

    shape: "tuple[int, ...] | None" = None
    dtype: str = "bytes"
    order: str = "little"
    start: int = NOWHERE
    size: int = 0
    table: "tuple[int, int] | None" = None
    dense: "tuple[int, int] | None" = None
    links: list[tuple[str, int]] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    is_external: bool = False
    has_layout: bool = False


def _shape(raw: bytes) -> "tuple[int, ...] | None":
    """Return the shape of a dataspace message, None for one without extent."""
    version, rank = raw[0], raw[1]
    start = 8 if version == 1 else 4
    if version == 2 and raw[3] == 2:
        return None
    return checked_shape(
        [int.from_bytes(raw[start + 8 * i : start + 8 * i + 8], "little") for i in range(min(rank, 33))]
    )


def _type(raw: bytes) -> tuple[str, str]:
    """Return item type and byte order of a datatype message; "bytes" for what is no plain number."""
    kind, bits, size = raw[0] & 0x0F, raw[1], struct.unpack("<I", raw[4:8])[0]
    order = "big" if bits & 1 else "little"
    if kind == 0:
        return _INTEGERS.get((size, bool(bits & 8)), "bytes"), order
    return (_FLOATS.get(size, "bytes") if kind == 1 else "bytes"), order


def _put_layout(node: Node, raw: bytes) -> None:
    """Take in where a contiguous array lies."""
    node.has_layout = True
    version = raw[0]
    if version >= 3 and raw[1] == 1:
        node.start, node.size = struct.unpack("<QQ", raw[2:18])
    elif version < 3 and raw[2] == 1:
        node.start = struct.unpack("<Q", raw[8:16])[0]


def _put_link_info(node: Node, raw: bytes) -> None:
    """Take in where the links of a large group lie."""
    at = 2 + (8 if raw[1] & 1 else 0)
    heap, index = struct.unpack("<QQ", raw[at : at + 16])
    if NOWHERE not in (heap, index):
        node.dense = heap, index


def link_of(raw: bytes) -> tuple[str, int]:
    """Return name and address of a link message; a link by name has no address."""
    flags, at = raw[1], 2
    kind = 0
    if flags & 8:
        kind, at = raw[at], at + 1
    at += (8 if flags & 4 else 0) + (1 if flags & 0x10 else 0)
    width = 1 << (flags & 3)
    length = int.from_bytes(raw[at : at + width], "little")
    at += width
    name = label(raw[at : at + min(length, 4_096)].decode("utf-8", "surrogateescape"))
    at += length
    return name, struct.unpack("<Q", raw[at : at + 8])[0] if kind == 0 else NOWHERE


def _attribute(raw: bytes) -> str:
    """Return the name of an attribute."""
    version, length = raw[0], int.from_bytes(raw[2:4], "little")
    start = 9 if version == 3 else 8
    return label(raw[start : start + min(length, 256)].split(b"\0", 1)[0].decode("utf-8", "surrogateescape"))


def _put_shape(node: Node, raw: bytes) -> None:
    node.shape = _shape(raw)


def _put_type(node: Node, raw: bytes) -> None:
    node.dtype, node.order = _type(raw)


def _put_link(node: Node, raw: bytes) -> None:
    node.links.append(link_of(raw))


def _put_attribute(node: Node, raw: bytes) -> None:
    node.attributes.append(_attribute(raw))


def _put_external(node: Node, _: bytes) -> None:
    node.is_external = True


def _put_table(node: Node, raw: bytes) -> None:
    tree, heap = struct.unpack("<QQ", raw[:16])
    node.table = tree, heap


MESSAGES: dict[int, Callable[[Node, bytes], None]] = {
    0x01: _put_shape,
    0x02: _put_link_info,
    0x03: _put_type,
    0x06: _put_link,
    0x07: _put_external,
    0x08: _put_layout,
    0x0C: _put_attribute,
    0x11: _put_table,
}
