"""What a comparison says of one offer: its verdict, its sets, its findings, and what its evidence supports."""

from dataclasses import dataclass
from enum import Enum

from recovery.core.verdict import Verdict


class Band(str, Enum):
    """Offers of one band stand together; only the comparable ones are ranked (product.md 4)."""

    COMPARABLE = "comparable"
    NOT_COMPARABLE = "not_comparable"
    DOES_NOT_ESTABLISH = "does_not_establish"
    CONTRADICTORY = "contradictory"


@dataclass(frozen=True)
class Owed:
    """A question without an answer: its id, its wording, and who owes the answer, as a code and in words."""

    question: str
    wording: str
    owed_by: str  # buyer, supplier, owner
    says: str  # "Which environment do you return or assume? (S4): not stated, owed by the supplier"


@dataclass(frozen=True)
class Finding:
    """A contradiction, an ask or a flag: the rule, what it says, what would resolve it, the guide's heading."""

    rule: str
    says: str
    change: str
    heading: str
    heading_text: str
    questions: tuple[str, ...]
    object: str = ""


@dataclass(frozen=True)
class CheckLine:
    """One check of C1 to C7: ``state`` is met, not_met, not_stated or not_applicable, ``word`` says it."""

    code: str
    label: str
    state: str
    word: str


@dataclass(frozen=True)
class SetLine:
    """One coherent set (one returned object) with its own verdict; every set is printed, also where another decides."""

    object: str
    verdict: Verdict
    mark: str
    word: str
    reason: str
    heading: str
    heading_text: str
    missing: tuple[str, ...]
    blanks: tuple[Owed, ...]
    point: str
    components: tuple[str, ...]
    beyond: tuple[str, ...]
    checks: tuple[CheckLine, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class StandingLine:
    """What the evidence supports for one claim. ``is_strong`` ones print in bold: outstanding, or against the claim."""

    claim: str
    claim_label: str
    code: str
    word: str
    kinds: tuple[str, ...]
    items: tuple[str, ...]
    says: str
    is_strong: bool


@dataclass(frozen=True)
class OfferColumn:
    """One offer of the comparison, in the order of supplier name. Every tuple of cells elsewhere follows that order.

    ``code`` is public and stable; ``missing`` are full words, ``missing_short`` the letters with points ("O10").
    ``evidence`` is one line on what the evidence supports, printed beside the verdict, never part of it.
    """

    code: str
    name: str
    supplier: str
    revision: int
    intent_version: int
    digest: str
    verdict: Verdict
    mark: str
    word: str
    band: Band
    band_word: str
    reason: str
    heading: str
    heading_text: str
    missing: tuple[str, ...]
    missing_short: tuple[str, ...]
    blanks: tuple[Owed, ...]
    words: tuple[str, ...]
    evidence: str
    object_alone: SetLine | None
    sets: tuple[SetLine, ...]
    checks: tuple[CheckLine, ...]
    contradictions: tuple[Finding, ...]
    asks: tuple[Finding, ...]
    flags: tuple[Finding, ...]
    standing: tuple[StandingLine, ...]
    notes: tuple[str, ...]
