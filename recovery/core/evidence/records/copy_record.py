"""What a storage record says about its copies, as values; nothing here is a point of progress."""

from dataclasses import dataclass
from typing import Any

from recovery.core.evidence.records.levels import STATUS_ANSWERS, Captures, Consistency, Usability


@dataclass(frozen=True)
class Printed:
    """One value as the record prints it, with the name of its field."""

    field: str
    value: str


@dataclass(frozen=True)
class Label:
    """A text that claims a progress point: shown as "claimed by label KEY", never as a point (snapshots.md 4, c)."""

    field: str
    value: str


@dataclass(frozen=True)
class Instant:
    """A time as printed, with its field's name and its meaning; ``utc`` is None where the record gives no zone."""

    field: str
    printed: str
    utc: str | None
    meaning: str


@dataclass(frozen=True)
class Member:
    """One volume, disk or claim inside a copy of several."""

    source_name: str | None = None
    source_id: str | None = None
    copy_id: str | None = None


@dataclass(frozen=True)
class Copy:
    """One copy of a record. None and the empty tuple mean that the record does not state it.

    ``requested``, ``captured`` (with ``captured_until`` for files read over a period) and ``completed`` are the three
    instants of question S32. ``other_times`` holds times of which the record's documentation names none of the three.
    """

    copy_id: str | None = None
    name: str | None = None
    ids: tuple[Printed, ...] = ()
    source_id: str | None = None
    source_name: str | None = None
    held_in: str | None = None
    lineage: tuple[Printed, ...] = ()
    is_copy_of_copy: bool = False
    requested: Instant | None = None
    captured: Instant | None = None
    captured_until: Instant | None = None
    completed: Instant | None = None
    other_times: tuple[Instant, ...] = ()
    states: tuple[Printed, ...] = ()
    usability: Usability = Usability.NOT_STATED
    usability_reason: str = ""
    consistency: Consistency = Consistency.UNKNOWN
    consistency_reason: str = ""
    set_id: str | None = None
    members: tuple[Member, ...] = ()
    left_out: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def status_answer(self) -> str:
        """The code of question S34 that the record supports; empty where the record states no status."""
        return STATUS_ANSWERS.get(self.usability, "")

    @property
    def dated(self) -> Instant | None:
        """The time by which the record dates the copy event: never a point, never a sort key."""
        return next((each for each in (self.captured, self.requested, *self.other_times) if each is not None), None)


@dataclass(frozen=True)
class CopyRecord:
    """One output of one product: ``output`` names the command whose shape it has."""

    product: str
    output: str
    captures: Captures
    copies: tuple[Copy, ...] = ()
    facts: tuple[Printed, ...] = ()
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain JSON values, in a fixed order."""
        values: dict[str, Any] = plain(self)
        return values


def plain(value: Any) -> Any:
    """Return a value of this module as plain JSON values."""
    if isinstance(value, (Captures, Consistency, Usability)):
        return value.value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
