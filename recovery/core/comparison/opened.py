"""What a comparison is made from: the frozen intent, the offers as opened, the weights, and what evaluators gave."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from recovery.core.attached.beside import Attached
from recovery.core.comparison.parts import Header
from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.scoring import Given


@dataclass(frozen=True)
class Submitted:
    """One opened offer: the revision that counts, its digest, what evaluators gave, and what was read in its files."""

    code: str
    supplier: str
    offer: Offer
    revision: int = 1
    intent_version: int = 1
    digest: str = ""
    given: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    attached: tuple[Attached, ...] = ()


@dataclass(frozen=True)
class Opened:
    """One inquiry after opening. ``weights`` hold Q1 to Q5 and, where price counts, ``price``; they total 100."""

    header: Header
    intent: Intent
    offers: tuple[Submitted, ...]
    weights: Mapping[str, Decimal]
    intent_version: int = 1
    intent_digest: str = ""
    price_currency: str = ""
    price_basis: str = ""

    @property
    def price_weight(self) -> Decimal:
        """The published weight of the price; zero where price does not count."""
        return self.weights.get("price", Decimal(0))

    @property
    def in_order(self) -> tuple[Submitted, ...]:
        """The offers by supplier name, then by the offer's own name; never by a time, a verdict or a total."""
        return tuple(
            sorted(self.offers, key=lambda each: (each.supplier.casefold(), each.supplier, each.offer.name, each.code))
        )
