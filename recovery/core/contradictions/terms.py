"""Service terms in conflict: R41-R43. They are flags, printed beside the verdict and never part of it (4.9.6)."""

from collections.abc import Iterator

from recovery.core.contradictions.firing import flag
from recovery.core.guide.choices import TIERS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.verdict import Contradiction

_PASSING = {option.code: option.label.lower() for option in TIERS if option.code in ("memory", "node_local")}


def passing_tier_kept_beyond(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R41: memory or node-local tier only (S15b, or S15a where none is promised), kept beyond job and cluster (S41)."""
    del intent
    if offer.terms.tier_until != "beyond":
        return
    for each in offer.objects:
        tier = each.tier_promised or each.tier_reached
        if tier in _PASSING:
            yield flag(
                "R41",
                "H2",
                _("{name} is kept in the {tier} only, and is said to outlast the job and the cluster.").format(
                    name=each.name, tier=_PASSING[tier]
                ),
                _("Name a tier that outlasts them, or say until when this one exists."),
                ("S15a", "S15b", "S41"),
                about=each.name,
            )


def kept_too_short(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R42: kept until an earlier day than the buyer needs it."""
    until, needed = offer.terms.kept_until, intent.needed_until
    if until is not None and needed is not None and until < needed:
        yield flag(
            "R42",
            "H5",
            _("It is kept until {until}, and needed until {needed}.").format(
                until=until.isoformat(), needed=needed.isoformat()
            ),
            _("Keep it until the day the buyer names."),
            ("S40", "B21"),
        )


def exit_without_keys(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R43: the supplier holds the keys, and the exit copy comes without them."""
    del intent
    if offer.terms.keys == "supplier" and offer.terms.exit_with_keys == "no":
        yield flag(
            "R43",
            "H5",
            _("The supplier holds the keys, and the exit copy comes without them."),
            _("Give the keys with the exit copy, or let the buyer hold them."),
            ("S42", "S45"),
        )
