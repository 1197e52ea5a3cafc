"""C5: the environment is stated and the same, or different with a stated basis (domain.md 4.5, 4.9.3, 4.9.17)."""

from recovery.core.checks.finding import MET, NOT_APPLICABLE, Finding, lacking, waiting
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.verdict import Missing


def environment_compatible(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C5. A version difference is not nothing, and not automatically a gap: the written basis (S5) decides."""
    if intent.outcome == "O4":
        return NOT_APPLICABLE
    if offer.environment == "same":
        return MET
    if offer.environment == "different":
        return MET if offer.compatible_because else lacking("H5", Missing("environment"))
    if intent.outcome == "O3":
        return waiting("H5", "S4")
    return _provided(intent, offer, returned)


def _provided(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """For O1 and O2 the buyer's own environment is enough where framework and format are named."""
    if offer.environment == "not_included" and intent.environment_by == "supplier":
        return lacking("H3", Missing("environment"))
    if intent.environment_by != "buyer":
        return waiting("H3", "S4") if not offer.environment else waiting("H3", "B4", "buyer")
    if offer.environment == "not_included":
        return MET
    return MET if returned.format else waiting("H3", "S6a")
