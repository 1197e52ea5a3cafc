"""Writes what happened, acts and refusals alike."""

from datetime import datetime
from typing import Any

from recovery.models import Event, Inquiry, Organisation, User, db_clock
from recovery.models.event import Kind


def record_event(
    kind: Kind,
    /,
    *,
    actor: User | None,
    inquiry: Inquiry | None = None,
    organisation: Organisation | None = None,
    at: datetime | None = None,
    **details: Any,
) -> Event:
    """Keep one event; called inside the transaction of the act, so that neither exists without the other."""
    return Event.objects.create(
        kind=kind, at=at or db_clock(), actor=actor, inquiry=inquiry, organisation=organisation, details=details
    )
