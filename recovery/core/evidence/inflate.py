"""Compressed bytes read by range, with places to resume from, so that memory stays flat."""

import zlib
from dataclasses import dataclass, field
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged
from recovery.core.evidence.source import Stretch

_STEP = 1 << 16
_SPACING = 4 << 20
MOST_PLACES = 128
_WINDOW = 2 << 20


@dataclass
class Inflated:
    """Deflated bytes (``bits`` as for zlib: -15 raw, 31 gzip). ``size`` is measured where it is not given."""

    packed: Stretch
    budget: Budget
    bits: int = 31
    claimed: "int | None" = None
    _size: "int | None" = None
    _places: list[tuple[int, int, Any]] = field(default_factory=list)
    _kept: tuple[int, bytes] = (0, b"")
    _spacing: int = _SPACING

    def __post_init__(self) -> None:
        self._places.append((0, 0, zlib.decompressobj(self.bits)))
        if self.claimed is not None and self.claimed > self.budget.limits.inflated:
            raise BeyondBudget(f"It would grow to more than {self.budget.limits.inflated:,} bytes; unpack it first.")

    @property
    def size(self) -> int:
        """Return the number of bytes after inflating."""
        return self.claimed if self.claimed is not None else self.measure()

    def measure(self) -> int:
        """Return the number of bytes by inflating once. Raises Damaged where the bytes are cut or wrong."""
        if self._size is None:
            self._size = self._run(1 << 62, 0)[0]
        return self._size

    def read(self, offset: int, length: int) -> bytes:
        """Return up to ``length`` inflated bytes from ``offset``."""
        start, held = self._kept
        if start <= offset and offset + length <= start + len(held):
            return held[offset - start : offset - start + length]
        wanted = max(length, _WINDOW)
        self._kept = (offset, self._run(offset, wanted, length)[1])
        return self._kept[1][:length]

    def _run(self, offset: int, length: int, needed: int = 1 << 62) -> tuple[int, bytes]:
        """Inflate from the nearest place up to ``offset + length``; return where it stopped and the bytes wanted.

        Damage behind the first ``needed`` bytes only ends the run.
        """
        at, packed_at, engine = max((each for each in self._places if each[0] <= offset), key=lambda each: each[0])
        engine = engine.copy()
        parts: list[bytes] = []
        fed = b""
        while at < offset + length:
            self.budget.check_time()
            if not fed:
                fed = self.packed.read(packed_at, _STEP)
                packed_at += len(fed)
            try:
                out, fed, engine, ended = self._feed(engine, fed, packed_at)
            except Damaged:
                if at >= offset + needed:
                    break
                raise
            parts.append(out[max(0, offset - at) : max(0, offset + length - at)])
            at += len(out)
            if at > self.budget.limits.inflated:
                raise BeyondBudget(f"It grows to more than {self.budget.limits.inflated:,} bytes; unpack it first.")
            if ended:
                break
            self._remember(at, packed_at - len(fed), engine)
        return at, b"".join(parts)

    def _remember(self, at: int, packed_at: int, engine: Any) -> None:
        """Keep a place to resume from, at most MOST_PLACES of them, spread ever wider over a long file."""
        if at - self._places[-1][0] < self._spacing:
            return
        self._places.append((at, packed_at, engine.copy()))
        if len(self._places) > MOST_PLACES:
            self._places = self._places[::2]
            self._spacing *= 2

    def _feed(self, engine: Any, fed: bytes, packed_at: int) -> tuple[bytes, bytes, Any, bool]:
        try:
            out = engine.decompress(fed, 1 << 20)
        except zlib.error as error:
            raise Damaged("Its compressed bytes are damaged.") from error
        if engine.eof:
            rest = engine.unused_data
            following = rest or self.packed.read(packed_at, 2)
            if self.bits == 31 and following[:2] == b"\x1f\x8b":
                return out, rest, zlib.decompressobj(self.bits), False
            return out, b"", engine, True
        rest = engine.unconsumed_tail
        if not fed and not out and packed_at >= self.packed.size:
            raise Damaged("Its compressed bytes stop before their end.")
        return out, rest, engine, False
