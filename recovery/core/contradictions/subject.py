"""What a rule looks at: parts with a point, claims of completeness, and the object that an evidence row is about."""

from recovery.core.guide.components import OPTIMIZER
from recovery.core.intent import Component, Intent
from recovery.core.offer import EvidenceItem, Offer, ReturnedObject, StorageCopy
from recovery.core.progress import Point, converted


def is_called_complete(returned: ReturnedObject) -> bool:
    """Return whether "complete" is claimed: S11a yes, or S21 = O3 (domain.md 6)."""
    return returned.one_checkpoint == "yes" or returned.claimed_outcome == "O3"


def pointed_parts(returned: ReturnedObject) -> tuple[Component, ...]:
    """Return the parts that the object holds and that carry a point of their own (4.9.24)."""
    return returned.pointed


def is_excused(component: Component, intent: Intent) -> bool:
    """Return whether the application owner says that ``component`` does not apply (B11; 4.9.11)."""
    return any(
        each.component == component or each.component == Component(component.code) for each in intent.not_applicable
    )


def is_one_of(component: Component, wanted: tuple[Component, ...]) -> bool:
    """Return whether ``wanted`` names ``component``; a code without a model's name stands for every model."""
    return any(
        each.code == component.code and (each.name == component.name or not each.name or not component.name)
        for each in wanted
    )


def optimizers(returned: ReturnedObject, code: str) -> tuple[Component, ...]:
    """Return the optimizer states that S7 answers with ``code``, one for each model."""
    return tuple(each for each, given in returned.parts if each.code == OPTIMIZER and given == code)


def lines_differ(one: Point, other: Point) -> bool:
    """Return whether two points state different runs or branches; a blank differs from nothing."""
    if one.run and other.run and one.run != other.run:
        return True
    return bool(one.branch and other.branch and one.branch != other.branch)


def values_differ(one: Point, other: Point, intent: Intent) -> bool:
    """Return whether two points state different values on one scale; different scales are not different (4.9.13).

    Two other scales meet on the buyer's where the buyer gave a mapping for both: B6a converts into that one alone.
    """
    if one.value is None or other.value is None or not one.scale or not other.scale:
        return False
    if one.scale != other.scale and intent.wanted.scale:
        one = converted(one, intent.wanted.scale, intent.mappings)
        other = converted(other, intent.wanted.scale, intent.mappings)
    return one.scale == other.scale and one.value != other.value


def points_differ(one: Point, other: Point, intent: Intent) -> bool:
    """Return whether two points cannot be the same point, as far as they are stated."""
    return lines_differ(one, other) or values_differ(one, other, intent)


def objects_within(offer: Offer, copy: StorageCopy) -> tuple[ReturnedObject, ...]:
    """Return the objects that ``copy`` holds, in the supplier's order."""
    return tuple(each for each in offer.objects if offer.copy_of(each) == copy)


def objects_of(offer: Offer, item: EvidenceItem) -> tuple[ReturnedObject, ...]:
    """Return the objects an evidence row is about: the one it names, those of the copy it names, or the only one."""
    if not item.object:
        return offer.objects if len(offer.objects) == 1 else ()
    named = tuple(each for each in offer.objects if each.name == item.object)
    inside = tuple(
        each
        for each in offer.objects
        if (held := offer.copy_of(each)) is not None and held.name == item.object and each not in named
    )
    return named + inside


def is_about_copy(offer: Offer, item: EvidenceItem, copy: StorageCopy) -> bool:
    """Return whether an evidence row is about ``copy``: it names it, an object in it, or nothing where there is one."""
    if not item.object:
        return len(offer.copies) == 1
    return item.object == copy.name or any(
        each.name == item.object and offer.copy_of(each) == copy for each in offer.objects
    )


def is_about_object(offer: Offer, item: EvidenceItem, returned: ReturnedObject) -> bool:
    """Return whether an evidence row is about ``returned``, by the object or copy that it names."""
    return any(each is returned for each in objects_of(offer, item))
