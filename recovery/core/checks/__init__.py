"""The checks C1 to C7, one function each: intent, offer and one returned object in, a finding out (domain.md 4.2)."""

from collections.abc import Callable

from recovery.core.checks.application import application_identified
from recovery.core.checks.components import components_present
from recovery.core.checks.contents import contents_as_listed
from recovery.core.checks.correspondence import correspondence_established
from recovery.core.checks.environment import environment_compatible
from recovery.core.checks.finding import NOT_APPLICABLE, Finding
from recovery.core.checks.point import point_satisfied
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject

Checking = Callable[[Intent, Offer, ReturnedObject], Finding]


def _components(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    return NOT_APPLICABLE if intent.outcome == "O4" else components_present(intent, offer, returned)


# C7 is not here: it is "not met" exactly when a claim rule of section 6 fires (4.9.1), so matching reads it from those.
CHECKS: tuple[tuple[str, Checking], ...] = (
    ("C1", application_identified),
    ("C2", _components),
    ("C3", point_satisfied),
    ("C4", correspondence_established),
    ("C5", environment_compatible),
    ("C6", contents_as_listed),
)
