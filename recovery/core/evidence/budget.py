"""What one reading may spend: bytes, entries, depth, nodes, seconds and, through these, memory."""

import time
from dataclasses import dataclass, field
from typing import NamedTuple

from recovery.core.evidence.faults import BeyondBudget

MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """The limits of one reading of one file, and of the list of files around it.

    ``bytes`` is the most of a list of files that is held, ``text`` of the texts of one record, ``inflated`` how far
    compressed data may grow, ``checked`` the size up to which checksums are compared; all four count bytes. ``nodes``
    are values in one record, ``depth`` the nesting of values, ``entries`` files in a delivery or an archive,
    ``archives`` archives inside each other, ``seconds`` the time for one file.
    """

    bytes: int = 96 * MEGABYTE
    text: int = 48 * MEGABYTE
    inflated: int = 1024 * MEGABYTE
    nodes: int = 1_500_000
    depth: int = 200
    entries: int = 200_000
    archives: int = 3
    seconds: float = 3.0
    checked: int = 16 * MEGABYTE


@dataclass
class Budget:
    """A purse filled from ``limits``; every reader pays from it before it works. Raises BeyondBudget when empty."""

    limits: Limits = field(default_factory=Limits)
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)
    owner: str = ""
    spent: dict[str, float] = field(default_factory=dict)
    directory: object = None  # the zip directory read last: recognising a file and reading it need the same one

    def renew(self, path: str) -> None:
        """Fill the purse again for the file at ``path``.

        Time is kept by owner: a file that is looked at again, and everything inside one archive, share one account.
        """
        now = time.monotonic()
        self.spent[self.owner] = now - self.started
        self.owner = path.partition("!/")[0]
        self.nodes = 0
        self.started = now - self.spent.get(self.owner, 0.0)

    def pay_nodes(self, count: int = 1) -> None:
        """Pay for ``count`` values."""
        self.nodes += count
        if self.nodes > self.limits.nodes:
            raise BeyondBudget(f"It holds more than {self.limits.nodes:,} values, the most that are read.")

    def check_time(self) -> None:
        """Refuse to work on when the seconds for one file are used up."""
        if time.monotonic() - self.started > self.limits.seconds:
            raise BeyondBudget(f"It takes longer than {self.limits.seconds:g} seconds to read.")
