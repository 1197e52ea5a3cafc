"""The values of scoring: proposals, what evaluators gave, points with their bounds, ranks."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say


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


def two_places(exact: Fraction) -> str:
    """Return an exact number as it is printed: two places, half away from zero. Nothing else is ever rounded."""
    hundredths = (abs(exact) * 100 + Fraction(1, 2)).__floor__()
    return f"{'-' if exact < 0 and hundredths else ''}{hundredths // 100}.{hundredths % 100:02d}"


@dataclass(frozen=True)
class Bounds:
    """A number that is known where both ends agree, and otherwise lies between them (both ends included).

    Ends are exact fractions of the decimals that were given, so that thirds add up and equal totals are equal.
    """

    low: Fraction
    high: Fraction

    @property
    def is_known(self) -> bool:
        """Whether nothing is open: one number, not a range."""
        return self.low == self.high

    @property
    def in_words(self) -> str:
        """The number as printed: "13.33", or "0.00 to 20.00" while something is unknown."""
        if self.is_known:
            return two_places(self.low)
        return say(_("{low} to {high}"), low=two_places(self.low), high=two_places(self.high))

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

    ``five`` are the points of the five questions, ``proposed`` what they would be with every proposal accepted.
    ``rank`` is the best and the worst possible place: (1, 1) is rank 1.
    """

    criteria: tuple[CriterionScore, ...]
    five: Bounds
    proposed: Bounds
    price: PriceScore | None
    total: Bounds | None
    rank: tuple[int, int] | None
    rank_in_words: str
    sum_in_words: str
