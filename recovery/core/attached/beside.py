"""Everything that was read in an offer's attachments, beside everything that the offer answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from recovery.core.attached.checkpoints import beside_checkpoint, named
from recovery.core.attached.copies import beside_copy, not_named
from recovery.core.attached.found import Difference, Found, Suggestion
from recovery.core.attached.reading import Reading
from recovery.core.evidence.inspection import Checkpoint
from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Intent
from recovery.core.matching.wording import listed
from recovery.core.offer import Offer, StorageCopy

_HOLDS_NOTHING_NAMED = ("copy_unstated", "copy_unidentifiable")


@dataclass(frozen=True)
class Attached:
    """One attached file: the name it is shown under, its digest, and what was read in it (None: not, or not yet)."""

    code: str
    name: str
    digest: str
    reading: "Reading | None" = None


@dataclass(frozen=True)
class Beside:
    """One attached file beside the answers. ``compared`` says which block it was set beside, in words."""

    attached: Attached
    differences: tuple[Difference, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()


def beside(intent: Intent, offer: Offer, attached: Sequence[Attached]) -> tuple[Beside, ...]:
    """Return each attached file with what differs from the answers and what could be taken from it, in their order."""
    return tuple(_one(intent, offer, each) for each in attached)


def _one(intent: Intent, offer: Offer, attached: Attached) -> Beside:
    reading = attached.reading
    if reading is None:
        return Beside(attached)
    found, compared = _checkpoints(intent, offer, attached, reading)
    for record in reading.records:
        more, told = _copies(offer, attached, record)
        found, compared = found + more, (*compared, *told)
    return Beside(attached, found.differences, found.suggestions, found.notes, compared)


def _checkpoints(intent: Intent, offer: Offer, attached: Attached, reading: Reading) -> tuple[Found, tuple[str, ...]]:
    """Set each object beside the checkpoint that agrees with it most; the others of the delivery are named."""
    read = reading.inspection.checkpoints if reading.inspection else ()
    objects = [(at, each) for at, each in enumerate(offer.objects) if each.kind not in _HOLDS_NOTHING_NAMED]
    if not read or not objects:
        return Found(), ()
    found, compared = Found(), []
    for at, returned in objects:
        tried = [(each, beside_checkpoint(intent, returned, each, at=at, file=attached.name)) for each in read]
        nearest, least = min(tried, key=lambda pair: len(pair[1].differences))
        found += least
        compared.append(_said(returned.name, nearest, read))
    return found, tuple(compared)


def _said(name: str, nearest: Checkpoint, read: Sequence[Checkpoint]) -> str:
    others = [named(each) for each in read if each is not nearest]
    if not others:
        return say(_("{object} was set beside {checkpoint}."), object=name, checkpoint=named(nearest))
    return say(
        _("{object} was set beside {checkpoint}, which differs least; the file also lists {others}."),
        object=name,
        checkpoint=named(nearest),
        others=listed(others[:5]),
    )


def _copies(offer: Offer, attached: Attached, record: CopyRecord) -> tuple[Found, tuple[str, ...]]:
    found, compared = Found(), []
    for at, copy in enumerate(offer.copies):
        read = _named(copy, record, is_only=len(offer.copies) == 1)
        if read is not None:
            found += beside_copy(copy, record, read, at=at, file=attached.name)
            words = read.copy_id or read.name or record.product
            compared.append(say(_("{copy} was set beside {read}."), copy=copy.name, read=words))
    if offer.copies and record.copies and not compared:
        found += Found(notes=(not_named(record),))
    return found, tuple(compared)


def _named(copy: StorageCopy, record: CopyRecord, *, is_only: bool) -> "Copy | None":
    """Return the copy of ``record`` that ``copy`` names by its id or name; the only one where both sides hold one."""
    texts = f"{copy.name} {copy.product} {copy.captured}"
    found = [each for each in record.copies if any(name and name in texts for name in (each.copy_id, each.name))]
    if len(found) == 1:
        return found[0]
    return record.copies[0] if is_only and len(record.copies) == 1 and not found else None
