"""A first look at one file: its beginning and, for a zip, the names inside."""

from functools import cached_property
from typing import TYPE_CHECKING

from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.source import Source, SourceFile, Stretch

if TYPE_CHECKING:
    from recovery.core.evidence.zip_directory import ZipDirectory

HEAD = 4_096
TAR_BLOCK = 512


class Probe:
    """What recognising a format may look at."""

    def __init__(self, source: Source) -> None:
        self.source = source

    @cached_property
    def file(self) -> SourceFile:
        """Return the file."""
        return self.source.only

    @cached_property
    def head(self) -> bytes:
        """Return the first bytes."""
        return self.file.data.read(0, HEAD)

    @property
    def is_zip(self) -> bool:
        """Return whether the file begins as a zip does, or ends as one."""
        return self.head[:4] in (b"PK\x03\x04", b"PK\x05\x06")

    @cached_property
    def directory(self) -> "ZipDirectory | None":
        """Return the zip's directory, or None where there is none or it cannot be read."""
        if not self.is_zip:
            return None
        from recovery.core.evidence.zip_directory import read_directory  # noqa: PLC0415  # slow import: for zips alone

        try:
            return read_directory(self.file.data, self.source.budget)
        except (Damaged, Refused):
            return None

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the names inside a zip; none for any other file."""
        return frozenset(self.directory.entries) if self.directory else frozenset()


def is_text_transfer(data: Stretch) -> bool:
    """Return whether binary bytes look as if a transfer in text mode had rewritten their line feeds."""
    head = data.read(0, 1 << 16)
    return b"\0" in head and head.count(b"\n") >= 4 and head.count(b"\r\n") == head.count(b"\n")


def is_tar(data: Stretch) -> bool:
    """Return whether the first block is a tar header with a right checksum."""
    return is_tar_header(data.read(0, TAR_BLOCK))


def is_tar_header(block: bytes) -> bool:
    """Return whether a block is a tar header with a right checksum."""
    if len(block) != TAR_BLOCK or not block[0]:
        return False
    total = sum(block[:148]) + 8 * 32 + sum(block[156:])
    try:
        return int(block[148:156].strip(b" \0") or b"-1", 8) == total
    except ValueError:
        return False
