"""What a comparison consists of: all that the page, the document and the twins print."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

from recovery.core.chart import HistoryChart, ProgressChart
from recovery.core.scoring import OfferScore
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


@dataclass(frozen=True)
class BandList:
    """The offers of one band, by their place in ``Comparison.offers``; bands without offers are left out."""

    band: Band
    word: str
    lead: str
    offers: tuple[int, ...]


@dataclass(frozen=True)
class OutcomeColumn:
    """One outcome of the matrix. ``asked`` marks the buyer's; the others read "not what was asked" in ``note``."""

    code: str
    short: str
    asked: bool
    note: str


@dataclass(frozen=True)
class OutcomeCell:
    """What an offer would match. ``verdict`` None: ``word`` is "no list was given"; ``short`` is the gap in letters."""

    verdict: Verdict | None
    mark: str
    word: str
    short: str
    reason: str


@dataclass(frozen=True)
class OutcomeMatrix:
    """One row of cells an offer, one cell a column."""

    columns: tuple[OutcomeColumn, ...]
    rows: tuple[tuple[OutcomeCell, ...], ...]


@dataclass(frozen=True)
class Cell:
    """One answer of one offer. ``text`` is never empty and may hold several lines, one an object.

    ``state`` is "" (stated), "blank" (not stated; ``owed_by`` in words), or "unasked" (the question does not arise).
    """

    text: str
    state: str = ""
    owed_by: str = ""


@dataclass(frozen=True)
class Row:
    """One question down, every offer across. ``key`` is the question's id, or the check's."""

    key: str
    label: str
    cells: tuple[Cell, ...]
    is_code: bool = False


@dataclass(frozen=True)
class Block:
    """Rows under one title. ``matched`` is False for what is printed and never matched."""

    key: str
    title: str
    rows: tuple[Row, ...]
    lead: str = ""
    heading: str = "H5"
    matched: bool = True


@dataclass(frozen=True)
class ComponentCell:
    """A component in one offer. ``state``: yes, no, new, not_applicable, not_stated, mixed (objects differ).

    ``text`` says it with the point and, where there are several objects, each object's name.
    """

    state: str
    text: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True)
class ComponentRow:
    """A component that the buyer requires or any offer names."""

    code: str
    name: str
    letter: str
    is_required: bool
    cells: tuple[ComponentCell, ...]


@dataclass(frozen=True)
class EvidenceLine:
    """One row of the evidence register; texts read "not stated" where nothing was given, ``on`` None likewise."""

    offer: int
    name: str
    id: str
    kind: str
    kind_label: str
    claim: str
    object: str
    same: str
    point: str
    on: date | None
    environment: str
    by: str
    result: str
    details: tuple[str, ...]


@dataclass(frozen=True)
class CriterionLine:
    """One criterion: the guide's question, with the weight that was published."""

    code: str
    title: str
    weight: Decimal


@dataclass(frozen=True)
class ScoreSheet:
    """The scores of all offers, in their order. ``offers[i]`` belongs to ``Comparison.offers[i]``."""

    criteria: tuple[CriterionLine, ...]
    price_weight: Decimal
    price_label: str
    offers: tuple[OfferScore, ...]
    evaluators: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Fact:
    """One line of a list of facts: a label, what it says, and whether it is an identifier (set in mono)."""

    label: str
    text: str
    is_code: bool = False


@dataclass(frozen=True)
class Exclusion:
    """What this comparison does not cover, and who is responsible for it."""

    subject: str
    responsible: str
    heading: str


@dataclass(frozen=True)
class Reference:
    """One of the guide's references."""

    code: str
    title: str
    address: str


@dataclass(frozen=True)
class OfferVersion:
    """The revision of one offer that the comparison was made from."""

    name: str
    supplier: str
    code: str
    revision: int
    intent_version: int
    digest: str


@dataclass(frozen=True)
class Versions:
    """What the comparison was made from, and the rules that hold in it: the last page, "how to check this document"."""

    rule_set: str
    rule_set_date: str
    questionnaire: str
    intent_version: int
    intent_digest: str
    offers: tuple[OfferVersion, ...]
    order_rule: str
    tie_rule: str
    checks: tuple[str, ...]


@dataclass(frozen=True)
class Header:
    """Which inquiry this is. ``opened_at`` and ``deadline_at`` are instants with a zone, formatted outside."""

    reference: str
    title: str
    buyer: str
    deadline_at: datetime | None
    opened_at: datetime | None


@dataclass(frozen=True)
class IntentPart:
    """What the buyer wants: in words, as rows of questions and answers, and what is incomplete in it."""

    outcome: str
    outcome_short: str
    words: tuple[str, ...]
    facts: tuple[Fact, ...]
    incomplete: tuple[Finding, ...]
    asks: tuple[Finding, ...]


@dataclass(frozen=True)
class Comparison:
    """One comparison: questions down, offers across, by supplier name; the same rows on the page and on paper."""

    header: Header
    intent: IntentPart
    summary: str
    offers: tuple[OfferColumn, ...]
    bands: tuple[BandList, ...]
    matrix: OutcomeMatrix
    chart: ProgressChart
    answers: tuple[Block, ...]  # Q1 to Q5; Q4 is the correspondence basis
    checks: Block
    components: tuple[ComponentRow, ...]
    evidence: tuple[EvidenceLine, ...]
    scores: ScoreSheet
    history: Block
    history_chart: HistoryChart
    terms: Block
    interface: Block
    exclusions: tuple[Exclusion, ...]
    references: tuple[Reference, ...]
    footer: str
    versions: Versions
