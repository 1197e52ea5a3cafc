"""What is to be read: a delivery's files, each in bounded ranges; nothing is unpacked and no link leads out."""

import io
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.labels import path_label

if TYPE_CHECKING:
    from recovery.core.evidence.inspection import Inspection


class Stretch(Protocol):
    """Bytes of a known size, read by range."""

    @property
    def size(self) -> int:
        """Return the number of bytes."""

    def read(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` bytes from ``offset``; fewer only at the end."""


class HeldBytes(NamedTuple):
    """Bytes that are already in memory."""

    raw: bytes

    @property
    def size(self) -> int:
        """Return the number of bytes."""
        return len(self.raw)

    def read(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` bytes from ``offset``."""
        return self.raw[offset : offset + length] if offset >= 0 and length > 0 else b""


class FileBytes(NamedTuple):
    """A regular file, opened anew for each range, for reading only and never through a link."""

    path: str
    size: int

    def read(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` bytes from ``offset``. Raises Damaged where the system refuses."""
        if offset < 0 or length <= 0 or offset >= self.size:
            return b""
        handle = self._open()
        try:
            return self._read(handle, offset, min(length, self.size - offset))
        except OSError as error:
            raise Damaged(f"It cannot be read: {error.strerror}.") from error
        finally:
            os.close(handle)

    @contextmanager
    def stream(self) -> "Iterator[io.FileIO]":
        """Give the file for reading from its beginning, unbuffered. Raises Damaged where the system refuses."""
        try:
            with io.FileIO(self._open(), "rb") as handle:
                yield handle
        except OSError as error:
            raise Damaged(f"It cannot be read: {error.strerror}.") from error

    def _open(self) -> int:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            return os.open(self.path, flags)
        except OSError as error:
            raise Damaged(f"It cannot be opened: {error.strerror}.") from error

    def _read(self, handle: int, offset: int, length: int) -> bytes:
        os.lseek(handle, offset, os.SEEK_SET)
        parts = []
        while length > 0:
            part = os.read(handle, length)
            if not part:
                break
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


class Slice(NamedTuple):
    """A range of another stretch, as a stretch of its own."""

    whole: Stretch
    start: int
    size: int

    def read(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` bytes from ``offset`` of the slice."""
        if offset < 0 or length <= 0 or offset >= self.size:
            return b""
        return self.whole.read(self.start + offset, min(length, self.size - offset))


def read_exactly(data: Stretch, offset: int, length: int) -> bytes:
    """Return exactly ``length`` bytes. Raises Damaged where there are fewer."""
    raw = data.read(offset, length)
    if len(raw) != length:
        raise Damaged("It ends before what it promises.")
    return raw


class SourceFile(NamedTuple):
    """One file of a delivery: its printable path inside it and its bytes."""

    path: str
    data: Stretch

    @property
    def size(self) -> int:
        """Return the number of bytes."""
        return self.data.size

    @property
    def name(self) -> str:
        """Return the last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def folder(self) -> str:
        """Return the path without its last part."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True)
class Source:
    """A delivery or a part of one: ``files`` by path, all of them under ``root``.

    ``remarks`` are pairs of a path and what was not read there and why; ``reader`` reads one file by its content, so
    that the reader of a folder need not know the formats of its parts.
    """

    name: str
    files: "dict[str, SourceFile]"
    budget: Budget = field(default_factory=Budget)
    remarks: tuple[tuple[str, str], ...] = ()
    root: str = ""
    reader: "Callable[[Source], Inspection] | None" = None

    @property
    def only(self) -> SourceFile:
        """Return the one file of a source that is a single file."""
        (single,) = self.files.values()
        return single

    def file(self, path: str) -> "SourceFile | None":
        """Return the file at ``path``, or None."""
        return self.files.get(path)

    def among(self, paths: Iterable[str], root: str = "") -> "Source":
        """Return the same source with only the files at ``paths``, seen from the folder ``root``."""
        wanted = set(paths)
        files = {path: each for path, each in self.files.items() if path in wanted}
        return replace(self, files=files, remarks=(), root=root)

    def inside(self, name: str) -> "SourceFile | None":
        """Return the file called ``name`` as seen from the root, or None."""
        return self.files.get(f"{self.root}/{name}" if self.root else name)

    def inspect(self, each: SourceFile) -> "Inspection":
        """Return what one file holds, read by its content; what cannot be read is said in the inspection."""
        if self.reader is None:
            raise RuntimeError("This source was made without a reader of single files.")
        return self.reader(self.single(each))

    def single(self, each: SourceFile) -> "Source":
        """Return a source of one file, on the same account."""
        return Source(each.path, {each.path: each}, self.budget, reader=self.reader)

    def in_folder(self, folder: str) -> "dict[str, SourceFile]":
        """Return the files directly in ``folder``, by name."""
        return {each.name: each for each in self.files.values() if each.folder == folder}

    def below(self, folder: str) -> "dict[str, SourceFile]":
        """Return the files in ``folder`` and under it, by path."""
        start = f"{folder}/" if folder else ""
        return {path: each for path, each in self.files.items() if path.startswith(start)}


def of_bytes(raw: bytes, name: str = "bytes", budget: "Budget | None" = None) -> Source:
    """Return a source of one file held in memory."""
    path = path_label(name)
    return Source(path, {path: SourceFile(path, HeldBytes(raw))}, budget or Budget())


def of_path(path: "str | os.PathLike[str]", budget: "Budget | None" = None) -> Source:
    """Return a source of a file or a folder and everything under it.

    Links are followed only to files inside the folder; devices, pipes and sockets are named and left alone. Raises
    Damaged where ``path`` is neither a file nor a folder.
    """
    budget = budget or Budget()
    root = os.path.realpath(path)
    try:
        status = os.lstat(root)
    except OSError as error:
        raise Damaged(f"It cannot be opened: {error.strerror}.", path_label(str(path))) from error
    given = os.path.normpath(path).rpartition(os.sep)[2]
    name = path_label((root.rpartition(os.sep)[2] if given in ("", ".", "..") else given) or "delivery")
    if stat.S_ISREG(status.st_mode):
        return Source(name, {name: SourceFile(name, FileBytes(root, status.st_size))}, budget)
    if not stat.S_ISDIR(status.st_mode):
        raise Refused("It is neither a file nor a folder.", name)
    return _of_folder(root, name, budget)


def _of_folder(root: str, name: str, budget: Budget) -> Source:
    files: dict[str, SourceFile] = {}
    links: dict[str, str] = {}
    remarks: list[tuple[str, str]] = []
    for entry, inside in _walk(root, remarks, budget):
        path = path_label(inside)
        target = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
        reason = _unreadable(target, root)
        if reason:
            remarks.append((path, reason))
        elif path in files:
            remarks.append((path, "Two names are printed alike; the second is not read."))
        else:
            files[path] = SourceFile(path, FileBytes(target, os.lstat(target).st_size))
            if target != entry.path:
                links[path] = path_label(os.path.relpath(target, root).replace(os.sep, "/"))
    kept = _without_aliases(files, links, remarks)
    return Source(name, dict(sorted(kept.items())), budget, tuple(sorted(remarks)))


def _walk(root: str, remarks: list[tuple[str, str]], budget: Budget) -> "Iterator[tuple[os.DirEntry[str], str]]":
    waiting = [(root, "")]
    met = 0
    while waiting:
        folder, inside = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda each: each.name)
        except OSError as error:
            remarks.append((path_label(inside or "."), f"The folder cannot be read: {error.strerror}."))
            continue
        for entry in entries:
            met += 1
            if met > budget.limits.entries:
                raise BeyondBudget(f"It has more than {budget.limits.entries:,} files.")
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, path))
            else:
                yield entry, path


def _unreadable(target: str, root: str) -> str:
    if not target.startswith(root.rstrip(os.sep) + os.sep):
        return "A link that leads out of the folder; it is not followed."
    try:
        mode = os.lstat(target).st_mode
    except OSError as error:
        return f"It cannot be read: {error.strerror}."
    if stat.S_ISDIR(mode):
        return "A link to a folder; it is not followed."
    return "" if stat.S_ISREG(mode) else "Not a regular file; it is not read."


def _without_aliases(
    files: "dict[str, SourceFile]", links: dict[str, str], remarks: list[tuple[str, str]]
) -> "dict[str, SourceFile]":
    """Keep one name per file: the file's own beside a link in the same folder, else the link's (a cache of blobs)."""
    dropped = set()
    for path, target in links.items():
        beside = path.rpartition("/")[0] == target.rpartition("/")[0]
        dropped.add(path if beside else target)
        remarks.append((path, f"A link to {target}; read once."))
    return {path: each for path, each in files.items() if path not in dropped}
