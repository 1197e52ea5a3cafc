"""The words that results are told in (domain.md 3.2), and the one way in which a sentence takes its values."""

from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.marking import gettext_noop as _

NOT_STATED = _("not stated")

VERDICT_WORDS = {
    "matches": _("matches"),
    "broader": _("broader than requested"),
    "does_not_establish": _("does not establish"),
    "not_comparable": _("not comparable until stated"),
    "contradictory": _("contradictory"),
}
# A verdict is told by shape and word; colour only supports them.
VERDICT_MARKS = {
    "matches": "●",
    "broader": "◉",
    "does_not_establish": "◇",
    "not_comparable": "◌",
    "contradictory": "☒",
}
CHECKS = {
    "C1": _("Application and framework identified"),
    "C2": _("Required components present"),
    "C3": _("Progress point stated and as asked"),
    "C4": _("Components correspond"),
    "C5": _("Environment stated and compatible"),
    "C6": _("Storage boundary and contents as listed"),
    "C7": _("Claim within what the object holds"),
}
CHECK_WORDS = {
    "met": _("met"),
    "not_met": _("not met"),
    "not_stated": _("not stated"),
    "not_applicable": _("does not apply"),
}
CRITERIA = {
    "Q1": _("Which application and framework version does it concern?"),
    "Q2": _("What is the returned object?"),
    "Q3": _("Which application progress point does it represent?"),
    "Q4": _("What establishes that its components correspond?"),
    "Q5": _("What evidence supports the claimed outcome?"),
}


def say(template: str, **values: object) -> str:
    """Return ``template`` with its values filled in: the one place for a translation of the core's texts."""
    return template.format(**values) if values else template


def component_letter(code: str, name: str = "") -> str:
    """Return the letter of a component's tile; of one outside the catalogue, the first letter of its name."""
    if code in COMPONENTS:
        return COMPONENTS[code].letter
    return (name or code)[:1].upper()
