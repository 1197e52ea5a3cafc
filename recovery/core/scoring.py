"""Scores: what the program proposes, what evaluators gave, points, bounds and ranks (domain.md 4.9.37, 4.9.38)."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Proposal:
    """What the program proposes for one criterion, 0 to 3, and why. It is no score until an evaluator says so."""

    value: int
    reason: str


@dataclass(frozen=True)
class Given:
    """One evaluator's value for one criterion; ``value`` None means not given yet, never zero."""

    by: str
    value: int | None
    reason: str = ""


@dataclass(frozen=True)
class Bounds:
    """A number that is known where both ends agree, and otherwise lies between them (both ends included)."""

    low: Decimal
    high: Decimal

    @property
    def is_known(self) -> bool:
        return self.low == self.high

    def __add__(self, other: "Bounds") -> "Bounds":
        return Bounds(self.low + other.low, self.high + other.high)


@dataclass(frozen=True)
class CriterionScore:
    """One criterion of one offer: proposal, what was given, the agreed value (None: not agreed), and its points.

    ``points`` are value / 3 × ``weight``, never rounded; ``sum_in_words`` prints the sum ("2 / 3 × 20 = 13.33").
    ``agreed_because`` says in words why ``agreed`` is the agreed value, or what is still awaited.
    """

    criterion: str
    weight: Decimal
    proposal: Proposal
    given: tuple[Given, ...]
    agreed: int | None
    agreed_because: str
    points: Bounds
    sum_in_words: str


@dataclass(frozen=True)
class PriceScore:
    """The price line: ``price`` None is not stated; ``points`` None where price is not compared (outside the band)."""

    weight: Decimal
    price: Decimal | None
    points: Bounds | None
    sum_in_words: str


@dataclass(frozen=True)
class OfferScore:
    """The scores of one offer. ``total`` and ``rank`` exist only inside the comparable band.

    ``five`` are the points of the five questions. ``rank`` is best and worst possible place: (1, 1) is rank 1.
    """

    criteria: tuple[CriterionScore, ...]
    five: Bounds
    proposed: Decimal
    price: PriceScore | None
    total: Bounds | None
    rank: tuple[int, int] | None
    rank_in_words: str
    sum_in_words: str
