"""C1: the application and the framework that wrote the state are identified (guide Q1)."""

from recovery.core.checks.finding import MET, Finding, joined, lacking, waiting
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.verdict import Missing


def application_identified(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C1. Another application is a gap, one that is not identified a blank (4.9.16); O4 asks for no framework."""
    return joined(_application(offer), MET if intent.outcome == "O4" else _framework(offer))


def _application(offer: Offer) -> Finding:
    if offer.application == "buyers":
        return MET
    if offer.application == "other":
        return lacking("H5", Missing("application"))
    return waiting("H5", "S2")


def _framework(offer: Offer) -> Finding:
    return MET if any(each.name for each in offer.saved_with) else waiting("H5", "S3")
