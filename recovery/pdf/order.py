"""What is asked of the press, and what comes back: plain values that pass between the two processes."""

from dataclasses import asdict, dataclass
from typing import Any

# A comment that the templates write between parts. Text from outside is escaped, so it can never hold one.
PART_BORDER = "<!--part-->"


@dataclass(frozen=True)
class Attachment:
    """A file embedded in the document. ``made_at`` is an ISO 8601 instant that belongs to the content, not to now."""

    name: str
    description: str
    content: str
    made_at: str


@dataclass(frozen=True)
class Limits:
    """What one rendering may take: seconds of processor, seconds of waiting, bytes of address space of each process."""

    cpu_seconds: int = 240
    wall_seconds: int = 300
    memory_bytes: int = 2_000_000_000


@dataclass(frozen=True)
class PrintOrder:
    """One document: its HTML (parts parted by PART_BORDER), the files embedded in it, and its limits.

    ``made_at`` becomes the date of creation in the file, so it must belong to the content (ISO 8601, UTC).
    """

    html: str
    made_at: str
    attachments: tuple[Attachment, ...] = ()
    limits: Limits = Limits()

    def as_json(self) -> dict[str, Any]:
        """Return the order as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "PrintOrder":
        """Return the order that ``as_json`` wrote."""
        return cls(
            found["html"],
            found["made_at"],
            tuple(Attachment(**each) for each in found["attachments"]),
            Limits(**found["limits"]),
        )


@dataclass(frozen=True)
class Printed:
    """The finished file. ``refused`` addresses and ``remarks`` of the engine are empty where all is well.

    ``cpu_seconds`` is what all processes together took for this order, ``peak_bytes`` the sum of their highest memory.
    """

    pdf: bytes
    pages: int
    refused: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    peak_bytes: int = 0


class PrintingFailed(Exception):
    """No document was made. ``reason`` is one sentence for the person who ordered it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
