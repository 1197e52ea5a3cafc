"""Scores: what the program proposes, what evaluators gave, points, bounds and ranks (domain.md 4.9.37, 4.9.38)."""

from recovery.core.scoring.points import Entry, agree, points, price_points, ranks, score_offers
from recovery.core.scoring.proposal import CLAIMS_OF, deciding_place, propose
from recovery.core.scoring.values import (
    Bounds,
    CriterionScore,
    Given,
    OfferScore,
    PriceScore,
    Proposal,
    two_places,
)

__all__ = [
    "CLAIMS_OF",
    "Bounds",
    "CriterionScore",
    "Entry",
    "Given",
    "OfferScore",
    "PriceScore",
    "Proposal",
    "agree",
    "deciding_place",
    "points",
    "price_points",
    "propose",
    "ranks",
    "score_offers",
    "two_places",
]
