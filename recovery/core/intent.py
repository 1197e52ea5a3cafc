"""What the buyer wants back: one outcome, its environment, its progress rule and its list (domain.md 4.1)."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from recovery.core.progress import Mapping, Point


@dataclass(frozen=True, order=True)
class Component:
    """A component by its catalogue code (K1-K18, or ``other``) and, where there are several, its model or name.

    Written ``K1``, ``K1/actor`` or ``other/replay buffer``.
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
    """One row of B19: a component code or free text, its point, and whether it must form one checkpoint with the others."""

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
