"""What the buyer wants back: one outcome, its environment, its progress rule and its list (domain.md 4.1)."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from recovery.core.progress import Mapping, Point


class Component(NamedTuple):
    """A component by its catalogue code (K1-K18, or ``other``) and, where there are several, its model or name.

    Written ``K1``, ``K1/actor`` or ``other/replay buffer``. A named tuple, since matching compares little else.
    """

    code: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.code}/{self.name}" if self.name else self.code


@dataclass(frozen=True)
class Version:
    """A framework or library by name, and its version ("" where it is not stated)."""

    name: str
    version: str = ""


@dataclass(frozen=True)
class NotApplicable:
    """A component that the application owner says does not apply, and why (B11)."""

    component: Component
    reason: str


@dataclass(frozen=True)
class ListedContent:
    """One row of B19: a component code or free text, its point, and whether the row must form one checkpoint."""

    item: str
    component: Component | None = None
    point: Point = Point()
    one_checkpoint: bool = False


@dataclass(frozen=True)
class WantedEvidence:
    """Evidence kinds (E1-E7) that the buyer wants for one claim (B20)."""

    claim: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class OwnerStatement:
    """The application owner's word, given with the inquiry: ``part`` lies within ``boundary`` at ``point`` (4.9.32)."""

    boundary: str
    component: Component
    point: Point
    basis: str = ""


@dataclass(frozen=True)
class Intent:
    """One requirement. Every field is what the buyer stated; "" , None and () mean not stated.

    ``rule`` is exactly, at_least, any or rule; ``wanted`` holds run, branch, scale and (exactly, at least) the value.
    ``largest_gap`` counts units of progress. ``today`` is passed in: the core reads no clock (4.9.22).
    """

    outcome: str = ""
    application: str = ""
    loads_with: tuple[Version, ...] = ()
    environment_by: str = ""
    rule: str = ""
    wanted: Point = Point()
    mappings: tuple[Mapping, ...] = ()
    largest_gap: Decimal | None = None
    required: tuple[Component, ...] = ()
    model_only_reason: str = ""
    not_applicable: tuple[NotApplicable, ...] = ()
    form: str = ""
    base: str = ""
    optimizer_by: str = ""
    kept: tuple[Component, ...] = ()
    layout: str = ""
    meaning: str = ""
    boundary: str = ""
    contents: tuple[ListedContent, ...] = ()
    wanted_evidence: tuple[WantedEvidence, ...] = ()
    needed_until: date | None = None
    terms: tuple[str, ...] = ()
    owner_statements: tuple[OwnerStatement, ...] = ()
    free_texts: tuple[tuple[str, str], ...] = ()
    today: date | None = None
    raw: dict[str, object] = field(default_factory=dict, compare=False, hash=False)

    @cached_property
    def asked(self) -> tuple[Component, ...]:
        """What is required: the model state for O1 and O2, with extras kept (4.9.25); less what B11 excuses for O3."""
        if self.outcome == "O4":
            return tuple(dict.fromkeys(row.component for row in self.contents if row.component))
        wanted = self.required
        if self.outcome in ("O1", "O2") and not any(each.code == "K1" for each in wanted):
            wanted = (Component("K1"), *wanted)
        if self.outcome == "O2":
            wanted = (*wanted, *self.kept)
        excused = {each.component for each in self.not_applicable} if self.outcome == "O3" else ()
        return tuple(each for each in dict.fromkeys(wanted) if each not in excused)
