"""What one reading found: checkpoints, their components, what ties them together and what speaks against it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

VERSION = 1

KINDS = {
    "K1": "model parameters",
    "K2": "registered buffers",
    "K3": "optimizer state",
    "K4": "optimizer parameter groups",
    "K5": "learning rate scheduler",
    "K6": "gradient scaler",
    "K7": "progress record",
    "K8": "random number state",
    "K9": "data position",
    "K10": "averaged weights",
    "K11": "callback or algorithm state",
    "K12": "model and run configuration",
    "K13": "tokenizer or preprocessing",
    "K14": "base model reference",
    "K15": "code and library versions",
    "K16": "save topology",
    "K17": "dataset reference",
    "K18": "members of a set of models",
}


class State(str, Enum):
    """What is in a component, as far as its bytes say."""

    PRESENT = "present"
    EMPTY = "empty"
    NEVER_STEPPED = "never stepped"
    STATELESS = "stateless"
    PLACEHOLDER = "placeholder"
    PARTIAL = "partial"
    DAMAGED = "damaged"


class Correspondence(str, Enum):
    """What the files themselves say about whether the parts belong together."""

    SAME_FILE = "same file"
    SAME_STEP = "same folder, same step"
    MISMATCH = "mismatch"
    UNKNOWN = "unknown"
    SINGLE = "single component"
    NONE = "none"


class Outcome(str, Enum):
    """How the reading ended. Damage and refusal still list what could be read."""

    READABLE = "readable"
    DAMAGED = "damaged"
    REFUSED = "refused"


class Place(NamedTuple):
    """A file of the delivery and, where it matters, a key inside it. Both are printable as they stand."""

    file: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.key}" if self.key else self.file


@dataclass(frozen=True)
class Stated:
    """A progress value that the bytes state, with its unit; ``means`` says what it counts where that is not plain."""

    value: "int | float"
    unit: str
    place: Place
    means: str = ""


@dataclass(frozen=True)
class Finding:
    """One sentence about the delivery and where it was seen; ``code`` is stable for programs."""

    code: str
    text: str
    place: "Place | None" = None


class Trace(NamedTuple):
    """What comparing parts needs and a manifest does not: names and shapes in order, rates, parameters listed."""

    names: tuple[str, ...] = ()
    shapes: tuple[tuple[int, ...], ...] = ()
    rates: tuple[float, ...] = ()
    listed: int = 0
    pairs_by_order: bool = True


@dataclass(frozen=True)
class Component:
    """One part of a checkpoint: a kind of the catalogue K1-K18, a member where there are several, its contents."""

    kind: str
    state: State
    places: tuple[Place, ...]
    member: str = ""
    contents: tuple[tuple[str, "int | float | str | bool"], ...] = ()
    stated: tuple[Stated, ...] = ()
    notes: tuple[str, ...] = ()
    trace: "Trace | None" = field(default=None, compare=False, repr=False)

    @property
    def label(self) -> str:
        """Return the catalogue's name for the kind."""
        return KINDS[self.kind]

    def content(self, name: str) -> "int | float | str | bool | None":
        """Return one counted content, or None where it was not counted."""
        return dict(self.contents).get(name)


@dataclass(frozen=True)
class Checkpoint:
    """Parts that a writer delivered together, and what ties them. ``needs`` are classes that loading asks for."""

    name: str
    format: str
    writer: str = ""
    components: tuple[Component, ...] = ()
    correspondence: Correspondence = Correspondence.UNKNOWN
    ties: tuple[Finding, ...] = ()
    contradictions: tuple[Finding, ...] = ()
    damage: tuple[Finding, ...] = ()
    doubts: tuple[Finding, ...] = ()
    claims: tuple[Finding, ...] = ()
    needs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def of_kind(self, kind: str) -> tuple[Component, ...]:
        """Return the components of one kind of the catalogue."""
        return tuple(each for each in self.components if each.kind == kind)

    @property
    def stated(self) -> tuple[Stated, ...]:
        """Return every progress value stated anywhere in the checkpoint."""
        return tuple(stated for each in self.components for stated in each.stated)


@dataclass(frozen=True)
class Inspection:
    """Everything that one reading of a delivery, or of one file of it, found. Serialised by inspection_form."""

    name: str
    format: str
    checkpoints: tuple[Checkpoint, ...] = ()
    refusals: tuple[Finding, ...] = ()
    damage: tuple[Finding, ...] = ()
    doubts: tuple[Finding, ...] = ()
    claims: tuple[Finding, ...] = ()
    others: tuple[Finding, ...] = ()
    remarks: tuple[Finding, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Return the worst that was met anywhere."""
        if self.refusals:
            return Outcome.REFUSED
        if self.damage or any(each.damage for each in self.checkpoints):
            return Outcome.DAMAGED
        return Outcome.READABLE

    @property
    def correspondence(self) -> Correspondence:
        """Return what holds for every whole checkpoint of the delivery, a mismatch in any of them, or unknown."""
        whole = [each for each in self.checkpoints if not each.damage] or list(self.checkpoints)
        found = {each.correspondence for each in whole}
        if not found:
            cut = any(each.code in ("cut", "damaged", "gzip", "tar", "zip") for each in self.damage)
            return Correspondence.UNKNOWN if cut and not self.refusals else Correspondence.NONE
        if Correspondence.MISMATCH in found:
            return Correspondence.MISMATCH
        return found.pop() if len(found) == 1 else Correspondence.UNKNOWN

    def joined(self, others: "Iterable[Inspection]") -> "Inspection":
        """Return this inspection with everything that ``others`` found added to it; checkpoints stay apart."""
        result = self
        for each in others:
            result = replace(
                result,
                checkpoints=result.checkpoints + each.checkpoints,
                refusals=result.refusals + each.refusals,
                damage=result.damage + each.damage,
                doubts=result.doubts + each.doubts,
                claims=result.claims + each.claims,
                others=result.others + each.others,
                remarks=result.remarks + each.remarks,
            )
        return result


def unreadable(name: str, code: str, reason: str, *, refused: bool) -> Inspection:
    """Return the inspection of a file that could not be read, with the reason as damage or as a refusal."""
    finding = Finding(code, reason, Place(name))
    return Inspection(name, "unreadable", refusals=(finding,) if refused else (), damage=() if refused else (finding,))
