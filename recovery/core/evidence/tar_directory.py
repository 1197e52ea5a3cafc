"""The members of a tar archive, found by walking its headers; nothing is unpacked and no link is followed."""

from dataclasses import dataclass, field

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.labels import climbs, path_label
from recovery.core.evidence.probe import TAR_BLOCK as BLOCK
from recovery.core.evidence.probe import is_tar_header
from recovery.core.evidence.source import Slice, SourceFile, Stretch

_LONGEST_NAME = 1 << 16
_KINDS = {b"1": "a hard link", b"2": "a link", b"3": "a device", b"4": "a device", b"6": "a pipe"}


@dataclass
class TarDirectory:
    """Members by printable name, remarks on what was left alone, and names that lead out of the archive."""

    files: dict[str, SourceFile] = field(default_factory=dict)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    climbing: list[str] = field(default_factory=list)
    damage: str = ""


def read_members(data: Stretch, budget: Budget, prefix: str) -> TarDirectory:
    """Walk the headers. A cut archive gives the members before the cut and says so in ``damage``."""
    directory = TarDirectory()
    try:
        _walk(data, budget, prefix, directory)
    except Damaged as error:
        directory.damage = error.reason
    return directory


def _walk(data: Stretch, budget: Budget, prefix: str, directory: TarDirectory) -> None:
    at, met, long_name, long_size = 0, 0, b"", -1
    while True:
        budget.check_time()
        block = data.read(at, BLOCK)
        if block == b"\0" * BLOCK:
            return
        if len(block) < BLOCK:
            raise Damaged("The tar ends before its end mark.")
        if not is_tar_header(block):
            raise Damaged("A header inside the tar is damaged.")
        kind = block[156:157]
        size = _size(block[124:136]) if long_size < 0 else long_size
        body = at + BLOCK
        at = body + (size + BLOCK - 1) // BLOCK * BLOCK
        met += 1
        if met > budget.limits.entries:
            raise BeyondBudget(f"It has more than {budget.limits.entries:,} entries.")
        if kind in (b"L", b"x", b"g"):
            text = _short(data, body, size)
            if kind == b"L":
                long_name = text.rstrip(b"\0")
            elif kind == b"x":
                long_name, long_size = _extended(text, long_name)
            continue
        name = long_name or _name(block)
        long_name, long_size = b"", -1
        _member(directory, prefix, name.decode("utf-8", "surrogateescape"), kind, Slice(data, body, size))


def _member(directory: TarDirectory, prefix: str, raw: str, kind: bytes, body: Slice) -> None:
    path = f"{prefix}/{path_label(raw.strip('/').removeprefix('./'))}"
    if climbs(raw):
        directory.climbing.append(path_label(raw))
        return
    if kind == b"5" or raw.endswith("/"):
        return
    if kind not in (b"0", b"\0", b"7"):
        directory.remarks.append(
            (path, f"It is {_KINDS.get(kind, 'not a plain file')} inside the tar; it is not followed.")
        )
    elif path in directory.files:
        directory.remarks.append((path, "The tar holds it twice; the later one is read, as tar does."))
        directory.files[path] = SourceFile(path, body)
    else:
        directory.files[path] = SourceFile(path, body)


def _short(data: Stretch, at: int, size: int) -> bytes:
    if size > _LONGEST_NAME:
        raise Refused("A tar header claims a name of absurd length.")
    return data.read(at, size)


def _size(raw: bytes) -> int:
    if raw[0] & 0x80:
        value = int.from_bytes(raw[1:], "big") if raw[0] == 0x80 else -1
    else:
        try:
            value = int(raw.strip(b" \0") or b"0", 8)
        except ValueError as error:
            raise Damaged("A size inside the tar is not a number.") from error
    if value < 0:
        raise Refused("A size inside the tar is negative.")
    return value


def _name(block: bytes) -> bytes:
    name = block[:100].split(b"\0", 1)[0]
    prefix = block[345:500].split(b"\0", 1)[0] if block[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _extended(text: bytes, name: bytes) -> tuple[bytes, int]:
    """Return the path and size that a pax header gives for the member after it."""
    size, at = -1, 0
    while at < len(text):
        length, _, _ = text[at : at + 12].partition(b" ")
        if not length.isdigit() or int(length) <= 0:
            break
        key, _, value = text[at + len(length) + 1 : at + int(length) - 1].partition(b"=")
        if key == b"path":
            name = value
        elif key == b"size" and value.isdigit() and len(value) < 20:
            size = int(value)
        at += int(length)
    return name, size
