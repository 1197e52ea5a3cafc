"""A storage copy as its record prints it, beside the copy that was answered: state, consistency, volumes, instants.

A label or name that claims a progress point is shown elsewhere as a claim; it never enters here (guide H3).
"""

from datetime import datetime, timedelta, timezone
from typing import Any

from recovery.core.attached.found import Difference, Found, Suggestion
from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Instant
from recovery.core.evidence.records.levels import Consistency
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.supplier import COPY
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.matching.wording import listed
from recovery.core.offer import StorageCopy
from recovery.core.summary.naming import label_of, lowered

_INSTANTS = (
    ("requested", "requested_at", _("requested")),
    ("captured", "captured_at", _("captured as of")),
    ("captured_until", "captured_until", _("captured until")),
    ("completed", "completed_at", _("completed")),
)


def beside_copy(copy: StorageCopy, record: CopyRecord, read: Copy, *, at: int, file: str = "") -> Found:
    """Set the copy ``read`` in ``record`` beside block ``at`` of the answers about copies."""
    sides = _Sides(copy, read, at, file)
    return _product(sides, record) + _status(sides) + _consistency(sides) + _volumes(sides) + _instants(sides)


class _Sides:
    """The two sides of one comparison."""

    def __init__(self, copy: StorageCopy, read: Copy, at: int, file: str) -> None:
        self.copy, self.read, self.at, self.file = copy, read, at, file

    def differs(self, question: str, answered: str, read: str, heading: str = "H2") -> Difference:
        return Difference(question, self.copy.name, answered, read, self.file, heading)

    def offers(self, question: str, says: str, value: Any) -> Suggestion:
        return Suggestion(question, self.copy.name, says, ("copies", self.at, question), value, self.file)


def _product(sides: _Sides, record: CopyRecord) -> Found:
    if sides.copy.product:
        return Found()
    says = say(_("copy product: {product}"), product=record.product)
    return Found((), (sides.offers("S30", says, {"product": record.product}),))


def _status(sides: _Sides) -> Found:
    read = sides.read.status_answer
    if not read or read == sides.copy.status:
        return Found()
    options = COPY["S34"].options
    printed = ", ".join(f"{each.field}: {each.value}" for each in sides.read.states)
    told = lowered(label_of(options, read))
    words = say(_("the status is {status} ({printed})"), status=told, printed=printed) if printed else told
    return _either(sides, "S34", sides.copy.status, lowered(label_of(options, sides.copy.status)), words, value=read)


def _consistency(sides: _Sides) -> Found:
    read = sides.read.consistency
    if read is Consistency.UNKNOWN or read.value == sides.copy.consistency:
        return Found()
    options = COPY["S33"].options
    words = lowered(label_of(options, read.value))
    if sides.read.consistency_reason:
        words = f"{words} ({sides.read.consistency_reason.rstrip('.')})"
    answered = lowered(label_of(options, sides.copy.consistency))
    return _either(sides, "S33", sides.copy.consistency, answered, words, value=read.value)


def _either(sides: _Sides, question: str, stated: str, answered: str, read: str, *, value: Any) -> Found:
    """Return what was read as an offer, and as a difference too where something else was answered."""
    offered = (sides.offers(question, read, value),)
    return Found((sides.differs(question, answered, read),), offered) if stated else Found((), offered)


def _volumes(sides: _Sides) -> Found:
    read = _sources(sides.read)
    if not read:
        return Found()
    answered = [each.name for each in sides.copy.volumes]
    missing = [names for names in read if not any(name in answered for name in names)]
    if not missing:
        return Found()
    words = say(_("volumes or buckets: {names}"), names=listed([names[0] for names in read]))
    told = say(_("volumes or buckets: {names}"), names=listed(answered)) if answered else ""
    return _either(sides, "S31", told, told, words, value=[{"volume": names[0]} for names in read])


def _sources(read: Copy) -> list[list[str]]:
    """Return the names of each source of the copy: its members, or the one source of the copy itself."""
    pairs = [(each.source_id, each.source_name) for each in read.members] or [(read.source_id, read.source_name)]
    return [names for pair in pairs if (names := [name for name in pair if name])]


# --- Instants: history, compared because they were answered; never a point ------------


def _instants(sides: _Sides) -> Found:
    found = Found()
    for key, field, words in _INSTANTS:
        instant: Instant | None = getattr(sides.read, key)
        if instant is not None:
            found += _instant(sides, key, say(words), getattr(sides.copy, field), instant)
    return found


def _instant(sides: _Sides, key: str, words: str, stated: "datetime | None", instant: Instant) -> Found:
    read = _utc(instant)
    if read is None:
        note = _("{field} reads {printed} and gives no zone, so it was not compared.")
        return Found(notes=(say(note, field=instant.field, printed=instant.printed),))
    printed = say(_("{words} {printed} ({field})"), words=words, printed=instant.printed, field=instant.field)
    offered = (sides.offers("S32", printed, {key: read.isoformat()}),)
    if stated is None:
        return Found((), offered)
    if abs(stated - read) <= timedelta(seconds=max(1, int(sides.copy.tolerance))):
        return Found()
    answered = say(_("{words} {instant}"), words=words, instant=stated.isoformat(sep=" "))
    return Found((sides.differs("S32", answered, printed, "H4"),), offered)


def _utc(instant: Instant) -> "datetime | None":
    """Return the instant of ``instant``; None where the record gives no zone, which nothing fills in."""
    if not instant.utc:
        return None
    try:
        read = datetime.fromisoformat(instant.utc.replace("Z", "+00:00"))
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=timezone.utc)


def not_named(record: CopyRecord) -> str:
    """Return the sentence for a copy of a record that no block of the answers can be told to be."""
    ids = [each.copy_id or each.name or say(NOT_STATED) for each in record.copies]
    told = listed(ids) if len(ids) <= 5 else say(_("{ids} and {more} more"), ids=", ".join(ids[:5]), more=len(ids) - 5)
    return say(
        _("{product}: {ids}. Give a copy of this offer one of these names, so that the two can be compared."),
        product=record.product,
        ids=told,
    )
