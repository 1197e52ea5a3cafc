"""What a supplier describes: objects, storage copies, claims and evidence, as stated and never completed by us."""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property

from recovery.core.guide.components import MODEL, TRAINING_STATE, WITHOUT_POINT
from recovery.core.intent import Component, Version
from recovery.core.progress import Point

_NOWHERE = Point()
_MODEL = Component(MODEL)


@dataclass(frozen=True)
class Disagreement:
    """Two parties of S1 gave different answers to one question (R38); ``values`` pairs party and answer as text."""

    question: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Claim:
    """One row of S22. ``claimed`` is yes, no or "" (not stated); ``one_platform``: limited to one release, tested."""

    name: str
    claimed: str = ""
    limits: str = ""
    one_platform: str = ""


@dataclass(frozen=True)
class ReturnedObject:
    """One returned object (one block of the questionnaire). Question ids stand beside each field.

    ``parts`` (S7) and ``carried`` (S16) pair a component with its code; ``points`` (S8) and ``ids`` (S13) with its
    statement. Fields that are "", None or () are not stated. ``copy`` names the storage copy that holds the object.
    """

    name: str
    kind: str = ""  # S6
    delivery: str = ""  # S6a
    format: str = ""  # S6a
    described: str = ""  # S6b
    parts: tuple[tuple[Component, str], ...] = ()  # S7
    points: tuple[tuple[Component, Point], ...] = ()  # S8
    latest_means: str = ""  # S9
    identified_how: str = ""  # S10
    smallest_promised: Decimal | None = None  # S10a
    point_is: str = ""  # S10b
    largest_gap: Decimal | None = None  # S11
    one_checkpoint: str = ""  # S11a
    basis: str = ""  # S12
    ids: tuple[tuple[Component, str], ...] = ()  # S13
    saved_by: Decimal | None = None  # S14
    returned_by: Decimal | None = None  # S14
    save_state: str = ""  # S15
    tier_reached: str = ""  # S15a
    tier_promised: str = ""  # S15b
    carried: tuple[tuple[Component, str], ...] = ()  # S16
    layout_at_save: str = ""  # S16a
    layout_after: str = ""  # S16a
    conversion_tool: str = ""  # S17
    conversion_input: str = ""  # S17
    conversion_left_out: str = ""  # S17
    form: str = ""  # S18
    base: str = ""  # S19
    self_contained: str = ""  # S20
    depends_on: tuple[str, ...] = ()  # S20a
    claimed_outcome: str = ""  # S21
    meets_request: str = ""  # S21a
    claims: tuple[Claim, ...] = ()  # S22
    saved_at: datetime | None = None  # S35
    identified_by: str = ""  # S36
    copy: str = ""
    disagreements: tuple[Disagreement, ...] = ()
    refused_points: tuple[tuple[Component, str], ...] = ()  # S8 as typed: a time, an id, a file name (R9)
    point_labels: tuple[tuple[Component, str], ...] = ()  # S8 as typed: "final", "best" (G25); never a point
    answered_by: tuple[tuple[str, tuple[str, ...]], ...] = ()  # question and the parties that answered it apart

    def answer(self, component: Component) -> str:
        """Return the S7 code for ``component``: yes, no, new, not_applicable, or "" where it is not stated."""
        return self._answers.get(component, "")

    def said_of(self, component: Component) -> str:
        """Return what S7 says of ``component`` and, where that is blank, what S6 says.

        S6 "model state" means the model state alone (4.9: extras make it "named components"), so what belongs to a
        training state is answered by it and is no blank.
        """
        stated = self._answers.get(component, "")
        if stated or self.kind != "model_state":
            return stated
        if component == _MODEL:
            return "yes"
        return "no" if component.code in TRAINING_STATE else ""

    def point_of(self, component: Component) -> Point:
        """Return the point stated for ``component``; a blank Point where none is."""
        return self._points.get(component, _NOWHERE)

    def present(self) -> tuple[Component, ...]:
        """Return the components answered yes, in the supplier's order."""
        return self._present

    @cached_property
    def _answers(self) -> dict[Component, str]:
        return dict(self.parts)

    @cached_property
    def _points(self) -> dict[Component, Point]:
        return dict(self.points)

    @cached_property
    def _present(self) -> tuple[Component, ...]:
        return tuple(each for each, code in self.parts if code == "yes")

    @cached_property
    def pointed(self) -> tuple[Component, ...]:
        """The components answered yes that carry a point of their own (domain.md 4.9.24)."""
        return tuple(each for each in self._present if each.code not in WITHOUT_POINT)

    def parties(self, question: str) -> tuple[str, ...]:
        """Return the parties of S1 that answered ``question`` each for itself; () where one answer stands for all."""
        return next((parties for key, parties in self.answered_by if key == question), ())

    def claim(self, name: str) -> Claim:
        """Return the S22 row of ``name``; a blank Claim where none is given."""
        return self._claims.get(name) or Claim(name)

    @cached_property
    def _claims(self) -> dict[str, Claim]:
        return {each.name: each for each in reversed(self.claims)}


@dataclass(frozen=True)
class Volume:
    """A volume or bucket of a copy and, where it was stated, its own instant (S31)."""

    name: str
    captured_at: datetime | None = None


@dataclass(frozen=True)
class StorageCopy:
    """What a storage mechanism captured. Its instants are history; only impossibility rules read them."""

    name: str
    product: str = ""  # S30
    captured: str = ""  # S30
    left_out: str = ""  # S30
    boundary: str = ""  # S30a: buyers, another
    contents: tuple[tuple[int, str], ...] = ()  # S30b: row of B19, counted from 1
    volumes: tuple[Volume, ...] = ()  # S31
    spans: tuple[str, ...] = ()  # S31a
    requested_at: datetime | None = None  # S32
    captured_at: datetime | None = None  # S32
    captured_until: datetime | None = None  # S32
    completed_at: datetime | None = None  # S32
    tolerance: Decimal = Decimal(0)  # S32, seconds
    consistency: str = ""  # S33
    application_aware: str = ""  # S33a
    status: str = ""  # S34
    disagreements: tuple[Disagreement, ...] = ()


@dataclass(frozen=True)
class EvidenceItem:
    """One row of S23 (with S24 as ``arms``). ``kind`` is E0-E7 or E6i; codes as in the guide as data."""

    kind: str
    id: str = ""
    object: str = ""
    same: str = ""
    point: Point = Point()
    on: date | None = None
    environment: tuple[Version, ...] = ()
    for_buyer_environment: str = ""
    by: str = ""
    result: str = ""
    status: str = ""
    loaded: tuple[Component, ...] = ()
    warned: tuple[Component, ...] = ()
    warnings: str = ""
    manifest_made: str = ""
    manifest: str = ""
    physical: str = ""
    arms: tuple[str, ...] = ()
    claim: str = ""


@dataclass(frozen=True)
class ServiceTerms:
    """S40 to S46 and the price: printed beside the result, never part of it."""

    kept_until: date | None = None
    location: str = ""
    tier_until: str = ""
    keys: str = ""
    alterable: str = ""
    return_time: str = ""
    exit: str = ""
    exit_with_keys: str = ""
    price_basis: str = ""
    price: Decimal | None = None


@dataclass(frozen=True)
class Offer:
    """One supplier's answers to one inquiry. ``raw`` is the exchange form it was read from, for printing."""

    name: str
    supplier: str = ""
    answered_by: tuple[str, ...] = ()  # S1
    application: str = ""  # S2
    saved_with: tuple[Version, ...] = ()  # S3
    environment: str = ""  # S4
    environment_versions: tuple[Version, ...] = ()  # S4a
    compatible_because: str = ""  # S5
    stated_point: Point = Point()  # S8a
    objects: tuple[ReturnedObject, ...] = ()
    copies: tuple[StorageCopy, ...] = ()
    evidence: tuple[EvidenceItem, ...] = ()
    terms: ServiceTerms = ServiceTerms()
    interface: str = ""  # S50
    disagreements: tuple[Disagreement, ...] = ()
    raw: dict[str, object] = field(default_factory=dict, compare=False, hash=False)

    @property
    def undescribed(self) -> tuple[tuple[int, str], ...]:
        """The objects, by their place, that name a copy which is not described, with that name. A draft has them."""
        known = {each.name for each in self.copies}
        return tuple((at, each.copy) for at, each in enumerate(self.objects) if each.copy and each.copy not in known)

    def copy_of(self, returned: ReturnedObject) -> StorageCopy | None:
        """Return the storage copy that holds ``returned``: the one it names, or the only one of the offer."""
        if not self.copies:
            return None
        if returned.copy:
            return next((each for each in self.copies if each.name == returned.copy), None)
        return self.copies[0] if len(self.copies) == 1 and returned.kind.startswith("copy_") else None
