"""C4: what establishes that the parts belong to one checkpoint (guide Q4; domain.md 4.9.12-15, 4.9.32)."""

from recovery.core.checks.finding import MET, NOT_APPLICABLE, Finding, answer_of, joined, lacking, waiting
from recovery.core.checks.point import pointed_parts
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Comparison, compare
from recovery.core.verdict import Missing


def correspondence_established(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C4. Not asked of a single whole part; for O4 only where a listed row must form one checkpoint."""
    if intent.outcome == "O4":
        found = [_asked(intent, offer, each, _listed(intent, each)) for each in beside(offer, returned)]
    else:
        found = [_asked(intent, offer, returned, pointed_parts(intent, returned))]
    asked = [each for each in found if each is not NOT_APPLICABLE]
    return joined(*asked) if asked else NOT_APPLICABLE


def beside(offer: Offer, returned: ReturnedObject) -> tuple[ReturnedObject, ...]:
    """Return the objects in the same storage copy as ``returned``, itself included; that makes them no checkpoint."""
    copy = offer.copy_of(returned)
    if copy is None:
        return (returned,)
    return tuple(each for each in offer.objects if offer.copy_of(each) is copy) or (returned,)


def _asked(intent: Intent, offer: Offer, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    sharded = returned.saved_by is not None and returned.saved_by > 1
    if len(parts) < 2 and not (parts and sharded):
        return NOT_APPLICABLE
    return _basis(intent, offer, returned, parts)


def _listed(intent: Intent, returned: ReturnedObject) -> tuple[Component, ...]:
    rows = ((row.component, row.point) for row in intent.contents if row.component and row.one_checkpoint)
    return tuple(
        component
        for component, point in rows
        if component.code not in WITHOUT_POINT
        and answer_of(returned, component) == "yes"
        and compare(point, returned.point_of(component)) is Comparison.SAME
    )


def _basis(intent: Intent, offer: Offer, returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    basis = returned.basis
    if basis in ("name", "newest") or returned.one_checkpoint == "no":
        return lacking("H4", Missing("correspondence"))
    if basis == "one_save":
        return MET
    if basis == "same_id":
        return _same_id(returned, parts)
    if basis == "our_statement":  # accepted from the training provider; a storage provider alone owes the owner's word
        parties = returned.parties("S12") or offer.answered_by
        return MET if "training_provider" in parties else waiting("H4", "S12", "owner")
    if basis == "owner_statement":
        return MET if _owner_confirms(intent, returned, parts) else waiting("H4", "S12", "owner")
    return waiting("H4", "S12")


def _same_id(returned: ReturnedObject, parts: tuple[Component, ...]) -> Finding:
    ids = dict(returned.ids)
    stated = [ids.get(each, "") for each in parts]
    if not all(stated):
        return waiting("H4", "S13")
    return MET if len(set(stated)) == 1 else lacking("H4", Missing("correspondence"))


def _owner_confirms(intent: Intent, returned: ReturnedObject, parts: tuple[Component, ...]) -> bool:
    """4.9.32: only the person named in B24 counts as owner, and only by the statement given with the inquiry."""
    stated = {each.component: each.point for each in intent.owner_statements}
    return all(part in stated and compare(stated[part], returned.point_of(part)) is Comparison.SAME for part in parts)
