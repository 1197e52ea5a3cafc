"""Refusals that several readers word alike: names that loading would call."""

from recovery.core.evidence.inspection import Finding, Place
from recovery.core.evidence.labels import label


def unsafe_findings(names: "list[str]", place: Place) -> tuple[Finding, ...]:
    """Return one refusal for each name that loading would run."""
    return tuple(
        Finding("unsafe-name", f"Loading it would call {label(each)}. It was not called.", place) for each in names
    )
