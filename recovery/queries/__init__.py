"""Reads that span tables, and the one gate that decides what may be read when."""

from recovery.queries.comparison import (
    Compared,
    compared,
    compared_now,
    comparison_of,
    fingerprint_of,
    opened_of,
    reports_of,
    versions_of,
)
from recovery.queries.gate import (
    OffersSealed,
    file_for,
    may_read_offers,
    offer_opened,
    opened_inquiry,
    opened_offers,
    reading_roles,
    roles_in,
    roles_or_sealed,
)
from recovery.queries.listing import (
    inquiries_for,
    invitations_of,
    members_of,
    offers_for,
    owners_of,
)
from recovery.queries.score import may_export, own_scores_of, scores_of, sees_all_scores

__all__ = [
    "Compared",
    "OffersSealed",
    "compared",
    "compared_now",
    "comparison_of",
    "file_for",
    "fingerprint_of",
    "inquiries_for",
    "invitations_of",
    "may_export",
    "may_read_offers",
    "members_of",
    "offer_opened",
    "offers_for",
    "opened_inquiry",
    "opened_of",
    "opened_offers",
    "own_scores_of",
    "owners_of",
    "reading_roles",
    "reports_of",
    "roles_in",
    "roles_or_sealed",
    "scores_of",
    "sees_all_scores",
    "versions_of",
]
