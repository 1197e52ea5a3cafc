"""The directory of a zip file, read strictly: what two readers could understand differently is named."""

import struct
import zlib
from dataclasses import dataclass, field

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.inflate import Inflated
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.source import Slice, Stretch, read_exactly

STORED, DEFLATED = 0, 8
_END = b"PK\x05\x06"
_LONGEST_TAIL = 65_557
_LARGEST_DIRECTORY = 64 << 20
_FULL = 0xFFFFFFFF


@dataclass(frozen=True)
class ZipEntry:
    """One entry as the central directory describes it."""

    name: str
    method: int
    crc: int
    packed: int
    size: int
    header: int
    flags: int

    @property
    def is_folder(self) -> bool:
        """Return whether the entry only names a folder."""
        return self.name.endswith("/")


@dataclass
class ZipDirectory:
    """The entries of a zip file and what is ambiguous about it."""

    data: Stretch
    budget: Budget
    entries: dict[str, ZipEntry] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    climbing: list[str] = field(default_factory=list)

    def open(self, entry: ZipEntry) -> Stretch:
        """Return the entry's contents as bytes read by range. Raises Refused for encryption and unknown packing."""
        if entry.flags & 1:
            raise Refused(f"The entry {label(entry.name)} is encrypted.")
        start = self.start_of(entry)
        if entry.method == STORED:
            return Slice(self.data, start, entry.size)
        if entry.method == DEFLATED:
            return Inflated(Slice(self.data, start, entry.packed), self.budget, -15, entry.size)
        raise Refused(f"The entry {label(entry.name)} is packed in a way that is not read (method {entry.method}).")

    def start_of(self, entry: ZipEntry) -> int:
        """Return where the entry's bytes begin. Raises Refused where its own header disagrees with the directory."""
        raw = self.data.read(entry.header, 30)
        if len(raw) < 30 or raw[:4] != b"PK\x03\x04":
            raise Damaged(f"The entry {label(entry.name)} does not begin where the directory says.")
        name_length, extra_length = struct.unpack("<HH", raw[26:30])
        name = self.data.read(entry.header + 30, name_length)
        if name.decode("utf-8", "surrogateescape") != entry.name:
            raise Refused(f"The entry {label(entry.name)} has another name in its own header.")
        start = entry.header + 30 + int(name_length) + int(extra_length)
        if start + entry.packed > self.data.size:
            raise Damaged(f"The entry {label(entry.name)} ends after the file.")
        return start

    def has_right_crc(self, entry: ZipEntry) -> bool:
        """Return whether the entry's bytes give the checksum that the directory states."""
        data, crc, offset = self.open(entry), 0, 0
        while offset < entry.size:
            part = data.read(offset, 1 << 20)
            if not part:
                return False
            crc = zlib.crc32(part, crc)
            offset += len(part)
            self.budget.check_time()
        return crc == entry.crc


def read_directory(data: Stretch, budget: Budget) -> ZipDirectory:
    """Read the central directory. Raises Damaged where the end of the zip is missing, Refused where it lies."""
    if isinstance(budget.directory, ZipDirectory) and budget.directory.data is data:
        return budget.directory
    at, tail_start, tail = _find_end(data)
    directory = ZipDirectory(data, budget)
    if _ends(tail) > 1:
        directory.doubts.append("It has more than one end record.")
    total, size, offset, end = _end_record(data, at, tail[at - tail_start :])
    if size > min(_LARGEST_DIRECTORY, budget.limits.bytes):
        raise BeyondBudget("Its directory of files is larger than is read.")
    start = end - size
    if start < 0:
        raise Refused("Its directory of files is larger than the file.")
    if start != offset:
        directory.doubts.append("Its directory does not lie where its end record says: bytes stand before it.")
    _read_entries(directory, read_exactly(data, start, size), total)
    _check_layout(directory, start)
    budget.directory = directory
    return directory


def _find_end(data: Stretch) -> tuple[int, int, bytes]:
    start = max(0, data.size - _LONGEST_TAIL)
    tail = data.read(start, _LONGEST_TAIL)
    at = tail.rfind(_END)
    while at >= 0:
        comment = int.from_bytes(tail[at + 20 : at + 22], "little")
        if at + 22 + comment == len(tail):
            return start + at, start, tail
        at = tail.rfind(_END, 0, at)
    raise Damaged("The end of the zip is missing: the file was cut or is not whole.")


def _ends(tail: bytes) -> int:
    """Count the end records that reach the end of the file; those of zips stored inside do not."""
    found, at = 0, tail.find(_END)
    while at >= 0:
        found += at + 22 + int.from_bytes(tail[at + 20 : at + 22], "little") == len(tail)
        at = tail.find(_END, at + 1)
    return found


def ends_as_zip(data: Stretch) -> bool:
    """Return whether the file ends with a zip's end record, whatever it begins with."""
    return _ends(data.read(max(0, data.size - _LONGEST_TAIL), _LONGEST_TAIL)) > 0


def _end_record(data: Stretch, at: int, raw: bytes) -> tuple[int, int, int, int]:
    """Return entry count, directory size, directory offset, and where the directory must end."""
    _, total, size, offset = struct.unpack("<HHII", raw[8:20])
    locator = data.read(at - 20, 20) if at >= 20 else b""
    if locator[:4] != b"PK\x06\x07":
        return total, size, offset, at
    where = struct.unpack("<Q", locator[8:16])[0]
    record = data.read(where, 56)
    if record[:4] != b"PK\x06\x06" or len(record) < 56:
        raise Refused("Its 64-bit end record does not lie where it says.")
    total, size, offset = struct.unpack("<QQQ", record[32:56])
    return total, size, offset, where


def _read_entries(directory: ZipDirectory, raw: bytes, total: int) -> None:
    at, met = 0, 0
    while at + 46 <= len(raw) and raw[at : at + 4] == b"PK\x01\x02":
        entry, at = _read_entry(raw, at)
        met += 1
        if met > directory.budget.limits.entries:
            raise BeyondBudget(f"It has more than {directory.budget.limits.entries:,} entries.")
        if entry.name in directory.entries:
            directory.doubts.append(f"It has two entries named {label(entry.name)}.")
        if climbs(entry.name):
            directory.climbing.append(label(entry.name))
        directory.entries[entry.name] = entry
    if met != total or at != len(raw):
        directory.doubts.append(f"Its end record counts {total:,} entries, its directory {met:,}.")


def _read_entry(raw: bytes, at: int) -> tuple[ZipEntry, int]:
    flags, method = struct.unpack("<HH", raw[at + 8 : at + 12])
    crc, packed, size, name_length, extra_length, comment = struct.unpack("<IIIHHH", raw[at + 16 : at + 34])
    header = struct.unpack("<I", raw[at + 42 : at + 46])[0]
    name_end = at + 46 + name_length
    name = raw[at + 46 : name_end].decode("utf-8", "surrogateescape")
    extra = raw[name_end : name_end + extra_length]
    size, packed, header = _wide(extra, size, packed, header)
    return ZipEntry(name, method, crc, packed, size, header, flags), name_end + extra_length + comment


def _wide(extra: bytes, size: int, packed: int, header: int) -> tuple[int, int, int]:
    """Return the sizes and the offset with the 64-bit values of the extra field in place (files over 4 GB)."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack("<HH", extra[at : at + 4])
        if kind == 1:
            values = extra[at + 4 : at + 4 + length]
            wide = [int.from_bytes(values[i : i + 8], "little") for i in range(0, len(values) - 7, 8)]
            size = wide.pop(0) if size == _FULL and wide else size
            packed = wide.pop(0) if packed == _FULL and wide else packed
            header = wide.pop(0) if header == _FULL and wide else header
            break
        at += 4 + length
    return size, packed, header


def _check_layout(directory: ZipDirectory, start: int) -> None:
    """Entries must begin at the first byte, follow each other, and end before the directory."""
    entries = sorted(directory.entries.values(), key=lambda each: each.header)
    if not entries:
        return
    if entries[0].header != 0:
        directory.doubts.append("Bytes stand before the first entry.")
    for each, following in zip(entries, [*entries[1:], None], strict=True):
        limit = following.header if following else start
        if each.header + 30 + len(each.name.encode("utf-8", "surrogateescape")) + each.packed > limit:
            raise Refused("Its entries overlap: the same bytes are claimed twice.")
        if each.method == STORED and each.packed != each.size:
            raise Refused(f"The entry {label(each.name)} is stored with two different sizes.")
