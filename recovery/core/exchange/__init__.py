"""The exchange form of intents, offers and verdicts, and its schema (domain.md 4.10)."""

from recovery.core.exchange.case import CASE_FORMAT, Case, read_case
from recovery.core.exchange.completeness import missing_answers
from recovery.core.exchange.reading_intent import read_intent
from recovery.core.exchange.reading_offer import read_offer
from recovery.core.exchange.schema import schema
from recovery.core.exchange.writing import case_result, offer_result, verdict_json

__all__ = [
    "CASE_FORMAT",
    "Case",
    "case_result",
    "missing_answers",
    "offer_result",
    "read_case",
    "read_intent",
    "read_offer",
    "schema",
    "verdict_json",
]
