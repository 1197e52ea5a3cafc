"""Contents of a storage copy that the offer leaves to the application owner's statement (S36; domain.md 4.8 G18)."""

from dataclasses import replace

from recovery.core.intent import Intent, OwnerStatement
from recovery.core.offer import ReturnedObject, StorageCopy

_COPIES = ("copy_named", "copy_unstated")


def with_owners_contents(
    intent: Intent, objects: tuple[ReturnedObject, ...], copies: tuple[StorageCopy, ...]
) -> tuple[ReturnedObject, ...]:
    """Return the objects, those whose contents are the owner's to state with what the owner stated with the inquiry.

    A supplier who cannot look inside says who can (S36) and that the boundary is the buyer's (S30a); the person named
    in B24 said before publishing which checkpoint lies within it (4.9.32). What the supplier answers is left as it is.
    """
    return tuple(_filled(intent, each, copies) for each in objects)


def _filled(intent: Intent, returned: ReturnedObject, copies: tuple[StorageCopy, ...]) -> ReturnedObject:
    is_left_open = returned.kind in _COPIES and returned.identified_by == "owner" and not returned.parts
    held = [each for each in copies if each.name == returned.copy or (not returned.copy and len(copies) == 1)]
    if not is_left_open or returned.points or not held or held[0].boundary != "buyers":
        return returned
    stated = _one_checkpoint(intent)
    if not stated:
        return returned
    return replace(
        returned,
        kind="copy_named",
        parts=tuple((each.component, "yes") for each in stated),
        points=tuple((each.component, each.point) for each in stated),
        basis=returned.basis or "owner_statement",
    )


def _one_checkpoint(intent: Intent) -> tuple[OwnerStatement, ...]:
    """Return what the owner stated within the buyer's boundary; () where that is not one checkpoint in one boundary."""
    boundaries = {each.boundary for each in intent.owner_statements}
    boundary = intent.boundary or (boundaries.pop() if len(boundaries) == 1 else "")
    stated = tuple(each for each in intent.owner_statements if each.boundary == boundary)
    is_one = len({each.point for each in stated}) == 1 and len({each.component for each in stated}) == len(stated)
    return stated if is_one else ()
