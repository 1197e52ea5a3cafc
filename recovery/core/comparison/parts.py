"""What a comparison consists of: all that the page, the document and the twins print."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from recovery.core.chart import HistoryChart, ProgressChart
from recovery.core.comparison.offer_parts import Band, Finding, OfferColumn
from recovery.core.scoring import OfferScore
from recovery.core.verdict import Verdict


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
class AttachedLine:
    """One attached file: what was read in it and by whom, what it counts as, and each difference from the answers.

    ``counts_as``, ``source`` and ``result`` are "" where they do not arise.
    """

    offer: int
    name: str
    file: str
    digest: str
    what: str
    counts_as: str
    source: str
    result: str
    differences: tuple[str, ...]
    notes: tuple[str, ...]


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
    attached: tuple[AttachedLine, ...] = ()
