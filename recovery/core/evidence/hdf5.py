"""HDF5 by its structures: groups, links, datasets with their shapes; no filter, plug-in or link is followed."""

import struct
from dataclasses import dataclass, field

from recovery.core.evidence import hdf5_dense
from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.hdf5_messages import MESSAGES, NOWHERE, Node
from recovery.core.evidence.labels import label
from recovery.core.evidence.source import Stretch, read_exactly
from recovery.core.evidence.tensors import Storage, Tensor

SIGNATURE = b"\x89HDF\r\n\x1a\n"
MOST_MESSAGES = 4_000
MOST_OBJECTS = 200_000
DEEPEST = 40


@dataclass
class Listing:
    """Every dataset by path, names of the root's attributes, and links that were not followed."""

    arrays: dict[str, Tensor] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Bytes:
    """The file as storages: the key is where an array begins."""

    data: Stretch
    order: str

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return a few bytes of an array."""
        return read_exactly(self.data, int(key) + offset, length)


def starts_at(data: Stretch) -> "int | None":
    """Return where the signature lies: at 0, 512, 1024 and so on; None where it does not."""
    at = 0
    while at < min(data.size, 1 << 22):
        if data.read(at, 8) == SIGNATURE:
            return at
        at = 512 if at == 0 else at * 2
    return None


class File:
    """One pass over a file's structures."""

    def __init__(self, data: Stretch, budget: Budget) -> None:
        self.data, self.budget = data, budget
        self.base = starts_at(data) or 0
        self.listing = Listing()
        self.root, self.end = self._superblock()

    def at(self, address: int, length: int) -> bytes:
        """Return bytes at an address of the file's own numbering."""
        self.budget.pay_nodes()
        return read_exactly(self.data, self.base + address, length)

    def _superblock(self) -> tuple[int, int]:
        head = self.data.read(self.base, 128)
        version = head[8] if len(head) > 8 else 255
        sizes = head[13:15] if version < 2 else head[9:11]
        if version > 3 or len(head) < 96 or bytes(sizes) != b"\x08\x08":
            raise Refused("Its HDF5 version or address size is not one that is read.")
        if version >= 2:
            end, root = struct.unpack("<QQ", head[28:44])
            return root, end
        at = 24 + (4 if version == 1 else 0)
        end = struct.unpack("<Q", head[at + 16 : at + 24])[0]
        return int(struct.unpack("<Q", head[at + 40 : at + 48])[0]), int(end)

    def walk(self) -> Listing:
        """Return every dataset under the root. Objects met twice are listed once."""
        if self.base + self.end > self.data.size:
            raise Damaged(f"It should end at byte {self.base + self.end:,}; it has {self.data.size:,}.")
        waiting = [("", self.root, 0)]
        met: set[int] = set()
        while waiting:
            self.budget.check_time()
            path, address, depth = waiting.pop()
            if address in met or depth > DEEPEST or len(met) > MOST_OBJECTS:
                continue
            met.add(address)
            node = self.node(address)
            if not path:
                self.listing.attributes = set(node.attributes)
            if node.shape is not None and node.has_layout:
                self._dataset(path, node)
                continue
            self.listing.groups.add(path)
            inside = sorted(self._members(path, node), reverse=True)
            waiting.extend((f"{path}/{name}" if path else name, to, depth + 1) for name, to in inside)
        return self.listing

    def _dataset(self, path: str, node: Node) -> None:
        if node.is_external:
            self.listing.links.append(f"{path} keeps its bytes in another file; it was not followed.")
        known = node.start != NOWHERE and not node.is_external
        if known and self.base + node.start + node.size > self.data.size:
            raise Damaged(f"The array {label(path)} ends after the file.")
        storage = Storage(node.dtype, str(self.base + node.start), 1, Bytes(self.data, node.order)) if known else None
        self.listing.arrays[path] = Tensor(node.dtype, node.shape or (), storage)

    def _members(self, path: str, node: Node) -> list[tuple[str, int]]:
        found = list(node.links)
        if node.table is not None:
            found.extend(self._table(path, *node.table))
        if node.dense is not None:
            try:
                found.extend(hdf5_dense.links(self, *node.dense))
            except (Damaged, Refused) as error:
                self.listing.unread.append(f"{path or '/'}: {error.reason}")
        return [(name, to) for name, to in found if self._is_hard(path, name, to)]

    def _is_hard(self, path: str, name: str, to: int) -> bool:
        if to == NOWHERE:
            self.listing.links.append(f"{path}/{name} is a link by name; it was not followed.")
        return to != NOWHERE

    def _table(self, path: str, tree: int, heap: int) -> list[tuple[str, int]]:
        """Read a symbol table: a B-tree of nodes whose names lie in a local heap."""
        raw = self.at(heap, 32)
        if raw[:4] != b"HEAP":
            raise Damaged("The names of a group are not where they should be.")
        size, _, names_at = struct.unpack("<QQQ", raw[8:32])
        names = self.at(names_at, min(size, 1 << 24))
        found: list[tuple[str, int]] = []
        waiting, met = [tree], {tree}
        while waiting:
            address = waiting.pop()
            head = self.at(address, 8)
            count = int.from_bytes(head[6:8], "little")
            if head[:4] == b"SNOD":
                found.extend(self._symbols(address, count, names))
            elif head[:4] == b"TREE" and head[4] == 0:
                body = self.at(address + 24, 8 + 16 * count)
                children = [int.from_bytes(body[at : at + 8], "little") for at in range(8, 16 * count, 16)]
                waiting.extend(each for each in reversed(children) if each not in met)
                met.update(children)
            else:
                raise Damaged(f"The index of the group {label(path or '/')} is not where it should be.")
        return found

    def _symbols(self, address: int, count: int, names: bytes) -> list[tuple[str, int]]:
        raw = self.at(address + 8, 40 * count)
        found = []
        for at in range(0, 40 * count, 40):
            name_at, to, kind = struct.unpack("<QQI", raw[at : at + 20])
            if name_at >= len(names):
                raise Damaged("A name in a group lies outside its names.")
            name = names[name_at:].split(b"\0", 1)[0][:4_096].decode("utf-8", "surrogateescape")
            found.append((label(name), NOWHERE if kind == 2 else to))
        return found

    def node(self, address: int) -> Node:
        """Return what the object header at ``address`` says, its continuations included."""
        node = Node()
        head = self.at(address, 16)
        if head[:4] == b"OHDR":
            self._header_2(node, address)
        elif head[0] == 1:
            size = int.from_bytes(head[8:12], "little")
            self._messages_1(node, address + 16, size)
        else:
            raise Damaged("An object is not where it should be.")
        return node

    def _messages_1(self, node: Node, address: int, size: int) -> None:
        blocks, read = [(address, size)], 0
        while blocks:
            start, length = blocks.pop()
            raw = self.at(start, min(length, 1 << 24))
            at = 0
            while at + 8 <= len(raw):
                kind, body = struct.unpack("<HH", raw[at : at + 4])
                read += 1
                if read > MOST_MESSAGES:
                    raise Refused("An object's header never ends.")
                self._message(node, kind, raw[at + 8 : at + 8 + body], blocks)
                at += 8 + body

    def _header_2(self, node: Node, address: int) -> None:
        flags = self.at(address, 6)[5]
        at = address + 6 + (16 if flags & 0x20 else 0) + (4 if flags & 0x10 else 0)
        width = 1 << (flags & 3)
        size = int.from_bytes(self.at(at, width), "little")
        blocks, read = [(at + width, size)], 0
        step = 6 if flags & 4 else 4
        first = True
        while blocks:
            start, length = blocks.pop()
            raw = self.at(start, min(length, 1 << 24))
            if not first:
                raw = raw[4:-4] if raw[:4] == b"OCHK" else b""
            first = False
            at = 0
            while at + step <= len(raw):
                kind, body = raw[at], int.from_bytes(raw[at + 1 : at + 3], "little")
                read += 1
                if read > MOST_MESSAGES:
                    raise Refused("An object's header never ends.")
                self._message(node, kind, raw[at + step : at + step + body], blocks)
                at += step + body

    def _message(self, node: Node, kind: int, raw: bytes, blocks: list[tuple[int, int]]) -> None:
        try:
            if kind == 0x10:
                blocks.append(struct.unpack("<QQ", raw[:16]))
            elif kind in MESSAGES:
                MESSAGES[kind](node, raw)
        except (struct.error, IndexError) as error:
            raise Damaged("A message in an object's header is cut.") from error
