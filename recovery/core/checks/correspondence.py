"""C4: what establishes that the parts belong to one checkpoint (guide Q4; domain.md 4.9.12-15, 4.9.32)."""

from recovery.core.checks.contents import listed_row
from recovery.core.checks.finding import MET, NOT_APPLICABLE, Finding, joined, lacking, waiting
from recovery.core.checks.listed import beside, checkpoints_listed, holds
from recovery.core.checks.point import pointed_parts
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Comparison, compare
from recovery.core.verdict import Check, Missing

SUPPLIER_STATES = _("That the parts belong to one checkpoint is stated by the supplier.")


def correspondence_established(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C4. Not asked of a single whole part; for O4 only where a listed row must form one checkpoint."""
    if intent.outcome != "O4":
        return _asked(intent, offer, returned, pointed_parts(intent, returned))
    found = [_listed_checkpoint(intent, offer, returned, group) for group in checkpoints_listed(intent)]
    asked = [each for each in found if each is not NOT_APPLICABLE]
    return joined(*asked) if asked else NOT_APPLICABLE


def _asked(intent: Intent, offer: Offer, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    processes = max(returned.saved_by or 0, returned.returned_by or 0)
    if len(parts) < 2 and not (parts and processes > 1):
        return NOT_APPLICABLE
    return _basis(intent, offer, returned, parts)


def _listed_checkpoint(intent: Intent, offer: Offer, returned: ReturnedObject, group: tuple[int, ...]) -> Finding:
    """Judge rows that must form one checkpoint: by the object that holds them all, never by two objects together."""
    rows = [intent.contents[number - 1] for number in group]
    parts = tuple(row.component for row in rows if row.component)
    objects = beside(offer, returned)
    whole = [each for each in objects if all(holds(intent, each, row) for row in rows if row.component)]
    if whole:
        # A row in free text has no part to look at: what ties what it names is asked all the same.
        judge = _asked if len(parts) == len(rows) else _basis
        found = [judge(intent, offer, each, parts) for each in whole]
        return next((each for each in found if each.check in (Check.MET, Check.NOT_APPLICABLE)), found[0])
    copy = offer.copy_of(returned)
    covered = all(any(listed_row(intent, each, copy, row).check is Check.MET for each in objects) for row in group)
    # Each row is inside the copy, and no one object holds them all. A row that is not inside is a gap of C6.
    return waiting("H4", "S7") if covered else NOT_APPLICABLE


def _basis(intent: Intent, offer: Offer, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    basis = returned.basis
    if basis in ("name", "newest") or returned.one_checkpoint == "no":
        return lacking("H4", Missing("correspondence"))
    if basis == "one_save":
        return MET
    if basis == "same_id":
        return _same_id(returned, parts)
    if basis == "our_statement":
        return _supplier_states(offer, returned)
    if basis == "owner_statement":
        return MET if _owner_confirms(intent, offer, returned, parts) else waiting("H4", "S12", "owner")
    return waiting("H4", "S12")


def _supplier_states(offer: Offer, returned: ReturnedObject) -> Finding:
    """4.9.15: accepted from the training provider and printed as such; of a storage provider alone it is not."""
    parties = returned.parties("S12") or offer.answered_by
    if not parties:
        return waiting("H4", "S1")
    if "training_provider" in parties:
        return Finding(Check.MET, notes=(say(SUPPLIER_STATES),))
    return waiting("H4", "S12", "owner")


def _same_id(returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    ids = dict(returned.ids)
    stated = [ids.get(each, "") for each in parts or ids]
    if not stated or not all(stated):
        return waiting("H4", "S13")
    return MET if len(set(stated)) == 1 else lacking("H4", Missing("correspondence"))


def _owner_confirms(intent: Intent, offer: Offer, returned: ReturnedObject, parts: tuple[Component, ...]) -> bool:
    """4.9.32: only the person named in B24 counts as owner, by one statement of what lies within one boundary."""
    copy = offer.copy_of(returned)
    if not parts or (copy is not None and copy.boundary == "another"):
        return False
    boundaries = dict.fromkeys(each.boundary for each in intent.owner_statements)
    return any(all(_is_stated_within(intent, returned, part, boundary) for part in parts) for boundary in boundaries)


def _is_stated_within(intent: Intent, returned: ReturnedObject, part: Component, boundary: str) -> bool:
    return any(
        each.boundary == boundary
        and each.component == part
        and compare(each.point, returned.point_of(part)) is Comparison.SAME
        for each in intent.owner_statements
    )
