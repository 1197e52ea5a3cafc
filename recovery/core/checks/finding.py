"""What one check finds: its state, what is missing, what is not stated and who owes it."""

from dataclasses import dataclass

from recovery.core.intent import Component, Intent
from recovery.core.offer import ReturnedObject
from recovery.core.verdict import Blank, Check, Missing

MODEL = Component("K1")
OPTIMIZER = Component("K3")


@dataclass(frozen=True)
class Finding:
    """The result of one check for one object. ``heading`` is the guide's heading that its gap falls under."""

    check: Check
    missing: tuple[Missing, ...] = ()
    blanks: tuple[Blank, ...] = ()
    heading: str = ""
    notes: tuple[str, ...] = ()


MET = Finding(Check.MET)
NOT_APPLICABLE = Finding(Check.NOT_APPLICABLE)


def lacking(heading: str, *missing: Missing) -> Finding:
    """Return a finding "not met" that names what is missing."""
    return Finding(Check.NOT_MET, missing, (), heading)


def waiting(heading: str, question: str, owed_by: str = "supplier") -> Finding:
    """Return a finding "not stated" that names the question and who owes the answer."""
    return Finding(Check.NOT_STATED, (), (Blank(question, owed_by),), heading)


def joined(*findings: Finding) -> Finding:
    """Return one finding out of several: a known gap outranks a blank, a blank outranks "met" (domain.md 4.9.28)."""
    if not any(finding.missing or finding.blanks or finding.notes for finding in findings):
        return MET
    missing = tuple(dict.fromkeys(each for finding in findings for each in finding.missing))
    blanks = tuple(dict.fromkeys(each for finding in findings for each in finding.blanks))
    notes = tuple(dict.fromkeys(each for finding in findings for each in finding.notes))
    check = Check.NOT_MET if missing else Check.NOT_STATED if blanks else Check.MET
    telling = [each for each in findings if each.check is check and each.heading]
    return Finding(check, missing, blanks, telling[0].heading if telling else "", notes)


def required_of(intent: Intent) -> tuple[Component, ...]:
    """Return what the intent requires, in the buyer's order."""
    return intent.asked


# Return yes, no, new, not_applicable or "" for a component: S7, and where that is blank what S6 says.
answer_of = ReturnedObject.said_of
