"""The words of a result: checks, gaps, blanks, contradictions, and the verdicts they lead to (domain.md 4.2, 4.3)."""

from dataclasses import dataclass
from enum import Enum

from recovery.core.intent import Component
from recovery.core.progress import Point


class Check(str, Enum):
    """The state of one of the checks C1 to C7."""

    MET = "met"
    NOT_MET = "not_met"
    NOT_STATED = "not_stated"
    NOT_APPLICABLE = "not_applicable"


class Verdict(str, Enum):
    """What an offer establishes for one intent. MATCHES and BROADER are equal in rank."""

    MATCHES = "matches"
    BROADER = "broader"
    DOES_NOT_ESTABLISH = "does_not_establish"
    NOT_COMPARABLE = "not_comparable"
    CONTRADICTORY = "contradictory"


class Weight(str, Enum):
    """What a contradiction rule does: HARD and CLAIM make the verdict contradictory, ASK and FLAG change none."""

    HARD = "hard"
    CLAIM = "claim"
    ASK = "ask"
    FLAG = "flag"
    INPUT = "input"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True)
class Missing:
    """One thing that is asked for and not returned.

    ``part`` is a component ("K3", "K3/actor"), or point, environment, base, copy, contents, complete_set, form,
    application, correspondence; ``point`` is the point at which it is missing, where there is one.
    """

    part: str
    point: Point | None = None
    item: str = ""


@dataclass(frozen=True)
class Blank:
    """A question without an answer that the result waits for. ``owed_by``: buyer, supplier or owner."""

    question: str
    owed_by: str


@dataclass(frozen=True)
class Contradiction:
    """A rule of section 6 that fires: ``rule`` ("R15"), what it says about this offer, and what would resolve it.

    ``questions`` are the ids of the answers that conflict, ``object`` the name of the object or copy, or "".
    """

    rule: str
    weight: Weight
    heading: str
    says: str
    change: str
    questions: tuple[str, ...]
    object: str = ""


@dataclass(frozen=True)
class SetVerdict:
    """The verdict of one coherent set (one object), with the state of every check."""

    object: str
    verdict: Verdict
    reason: str
    heading: str
    checks: tuple[tuple[str, Check], ...] = ()
    missing: tuple[Missing, ...] = ()
    blanks: tuple[Blank, ...] = ()
    point: Point | None = None
    components: tuple[Component, ...] = ()
    beyond: tuple[Component, ...] = ()
    contradictions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class OfferVerdict:
    """The verdict of an offer: its best set's, or contradictory; ``object_alone`` prints beside a claim rule."""

    offer: str
    verdict: Verdict
    reason: str
    heading: str
    missing: tuple[Missing, ...] = ()
    blanks: tuple[Blank, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    asks: tuple[Contradiction, ...] = ()
    flags: tuple[Contradiction, ...] = ()
    checks: tuple[tuple[str, Check], ...] = ()
    object_alone: SetVerdict | None = None
    sets: tuple[SetVerdict, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing:
    """What the evidence supports for one wanted claim; it never changes a verdict (domain.md 4.6).

    ``code``: none_beyond_assertion, another_claim, representative, covers, outstanding, against.
    """

    claim: str
    code: str
    kinds: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    says: str = ""


@dataclass(frozen=True)
class IntentVerdict:
    """What is incomplete (RB rules) in the requirement itself, and what should be asked of the buyer."""

    incomplete: tuple[Contradiction, ...] = ()
    asks: tuple[Contradiction, ...] = ()
    notes: tuple[str, ...] = ()
