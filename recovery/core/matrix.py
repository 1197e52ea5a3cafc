"""The outcome matrix: what an offer would match had O1, O2, O3 or O4 been asked, everything else equal (4.9.36)."""

from dataclasses import dataclass, replace

from recovery.core.checks.finding import MODEL
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.intent import Intent
from recovery.core.matching import match
from recovery.core.offer import Offer
from recovery.core.verdict import OfferVerdict

NO_LIST = _("no list was given")


@dataclass(frozen=True)
class Cell:
    """One outcome of the matrix. ``asked`` marks the buyer's own; without a list there is a note and no verdict."""

    outcome: str
    asked: bool
    verdict: OfferVerdict | None
    note: str = ""


def matrix_of(intent: Intent, offer: Offer) -> tuple[Cell, ...]:
    """Return one cell for each outcome, in the order O1 to O4."""
    return tuple(_cell(intent, offer, outcome) for outcome in OUTCOMES)


def _cell(intent: Intent, offer: Offer, outcome: str) -> Cell:
    if outcome == intent.outcome:
        return Cell(outcome, asked=True, verdict=match(intent, offer))
    other = _instead(intent, outcome)
    return Cell(outcome, asked=False, verdict=match(other, offer) if other else None, note="" if other else NO_LIST)


def _instead(intent: Intent, outcome: str) -> Intent | None:
    """Return the intent with another outcome, or None where the buyer gave no list or boundary for it."""
    other = replace(intent, outcome=outcome, kept=(), free_texts=(), optimizer_by=intent.optimizer_by or "buyer")
    if outcome == "O4":
        return other if intent.boundary and intent.contents else None
    if not intent.rule:
        return None
    if outcome in ("O1", "O2"):
        models = tuple(each for each in intent.required if each.code == MODEL.code)
        return replace(other, required=models or (MODEL,))
    beyond_model = any(each.code != "K1" for each in intent.required)
    return other if beyond_model else None
