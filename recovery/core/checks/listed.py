"""The rows of B19: which of them must form one checkpoint, and which object of a copy holds them."""

from recovery.core.checks.finding import answer_of
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.intent import Intent, ListedContent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Comparison, Point, compare, converted


def beside(offer: Offer, returned: ReturnedObject) -> tuple[ReturnedObject, ...]:
    """Return the objects in the same storage copy as ``returned``, itself included; that makes them no checkpoint."""
    copy = offer.copy_of(returned)
    if copy is None:
        return (returned,)
    return tuple(each for each in offer.objects if offer.copy_of(each) is copy) or (returned,)


def row_point(intent: Intent, returned: ReturnedObject, row: ListedContent) -> Point:
    """Return the point stated for the component of ``row``, on the row's scale where the buyer gave a mapping (G5)."""
    if row.component is None:
        return Point()
    stated = returned.point_of(row.component)
    return converted(stated, row.point.scale, intent.mappings) if row.point.scale == intent.wanted.scale else stated


def holds(intent: Intent, returned: ReturnedObject, row: ListedContent) -> bool:
    """Return whether S7 puts the component of ``row`` into the object, at the point of the row."""
    if row.component is None or answer_of(returned, row.component) != "yes":
        return False
    return compare(row.point, row_point(intent, returned, row)) is Comparison.SAME


def checkpoints_listed(intent: Intent) -> tuple[tuple[int, ...], ...]:
    """Return the numbers (from 1) of the rows that must form one checkpoint, those of one point together."""
    groups: dict[Point, list[int]] = {}
    for number, row in enumerate(intent.contents, 1):
        carries_point = row.component is None or row.component.code not in WITHOUT_POINT
        if row.one_checkpoint and carries_point:
            groups.setdefault(row.point, []).append(number)
    return tuple(tuple(group) for group in groups.values())
