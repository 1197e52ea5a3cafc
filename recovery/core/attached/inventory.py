"""What an attached manifest is evidence of: an inventory (E3) with digests for a later comparison, never more."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from recovery.core.attached.beside import Attached, Beside, beside
from recovery.core.attached.reading import What
from recovery.core.intent import Intent
from recovery.core.offer import EvidenceItem, Offer

INVENTORY = "E3"  # never E4: it is made by the supplier and can be edited (product.md 6)
_CONTENTS = ("S7", "S8")


def with_inventories(intent: Intent, offer: Offer, attached: Sequence[Attached]) -> Offer:
    """Return ``offer`` with each attached manifest as an item of evidence, for its standing and for nothing else.

    Where a manifest names other components or points than the answers do, it is no inventory of the object that was
    answered: it counts as representative.
    """
    items = tuple(_item(offer, each) for each in beside(intent, offer, attached) if is_manifest(each.attached))
    return replace(offer, evidence=(*offer.evidence, *items)) if items else offer


def is_manifest(attached: Attached) -> bool:
    """Say whether a manifest of checkpoint files was read in the file."""
    return attached.reading is not None and attached.reading.what is What.MANIFEST


def _item(offer: Offer, read: Beside) -> EvidenceItem:
    differs = any(each.question in _CONTENTS for each in read.differences)
    only = offer.objects[0].name if len(offer.objects) == 1 else ""
    return EvidenceItem(
        INVENTORY,
        id=read.attached.name,
        object=only,
        same="representative" if differs else "same",
        on=_day(read.attached),
        by=offer.supplier,
        claim="contents",
    )


def _day(attached: Attached) -> "date | None":
    """Return the day that the manifest itself states; None where it states none."""
    try:
        return date.fromisoformat(attached.reading.made[:10]) if attached.reading else None
    except ValueError:
        return None
