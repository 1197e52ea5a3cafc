"""What came back, offer by offer, for the buying side and behind the same gate."""

from typing import Any

from django.db.models import QuerySet

from recovery.core.attached.acceptance import Returned, ReturnLines, return_lines
from recovery.core.attached.reading import reading_from
from recovery.core.errors import EvidenceUnreadable
from recovery.models import Acceptance, Inquiry, User
from recovery.queries.gate import may_read_offers


def acceptances_of(inquiry: Inquiry, user: User) -> QuerySet[Acceptance]:
    """Return the checks of returns that ``user`` may see: none before opening or without a reading role."""
    if not may_read_offers(inquiry, user):
        return Acceptance.objects.none()
    related = ("inquiry__organisation", "revision__offer__organisation", "against", "job", "by")
    return inquiry.acceptances.select_related(*related).order_by("revision__offer__organisation__name", "at", "pk")


def acceptance_of(file: Acceptance, reading: dict[str, Any] | None = None) -> Returned:
    """Return one check in lines; ``reading`` is what was just read, where it is not stored yet."""
    offer = file.revision.offer
    return Returned(
        reference=file.inquiry.reference,
        title=file.inquiry.title,
        buyer=file.inquiry.organisation.name,
        supplier=offer.organisation.name,
        offer=str(file.revision.described.get("name") or offer.organisation.name),
        revision=file.revision.number,
        file=file.shown_name,
        digest=file.digest,
        added_by=str(file.by),
        added_at=file.at.isoformat(),
        lines=_lines(file, reading or file.reading),
    )


def _lines(file: Acceptance, stored: dict[str, Any] | None) -> ReturnLines | None:
    """Return what was compared; a stored reading of an earlier version counts as none."""
    try:
        found = reading_from(stored) if stored else None
        return return_lines(found, file.against.digest if file.against else "") if found else None
    except (EvidenceUnreadable, KeyError, ValueError):
        return None
