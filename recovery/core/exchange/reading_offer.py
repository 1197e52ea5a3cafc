"""The supplier's side of the exchange form: raw answers to one Offer."""

from collections.abc import Mapping
from typing import Any

from recovery.core.answers import Reading
from recovery.core.answers.points import point_from
from recovery.core.answers.scalars import quoted, read_text
from recovery.core.branching import is_stated
from recovery.core.contradictions.storage import impossible_dates
from recovery.core.exchange.blocks import Block, read_block, versions_from
from recovery.core.exchange.owner_words import with_owners_contents
from recovery.core.exchange.reading_blocks import copy_from, evidence_from, object_from
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Question
from recovery.core.guide.supplier import COPY, EVIDENCE, OBJECT, OFFER
from recovery.core.intent import Intent
from recovery.core.offer import EvidenceItem, Offer, ReturnedObject, ServiceTerms, StorageCopy

OFFER_KEYS = ("name", "supplier", "answers", "objects", "copies", "evidence")
MOST_BLOCKS = 100
LONGEST_NAME = 120


class _Blocks:
    """One list of blocks of the offer, read in order: raw values, blocks, names and paths stand side by side."""

    def __init__(self, raw: Any, key: str, path: str, reading: Reading) -> None:
        given = raw.get(key)
        self.path = f"{path}.{key}" if path else key
        self.reading = reading
        if given is None:
            given = []
        if not isinstance(given, (list, tuple)) or len(given) > MOST_BLOCKS:
            reading.refuse(key, _("Give a list of at most {n} blocks.").format(n=MOST_BLOCKS), self.path)
            given = []
        self.raw = tuple(given)

    def read(self, questions: Mapping[str, Question], *also: str, by_party: bool = True) -> list[Block]:
        """Return the typed answers of each block."""
        return [
            read_block(questions, each, f"{self.path}[{place}]", self.reading, also=also, by_party=by_party)
            for place, each in enumerate(self.raw)
        ]

    def word(self, key: str) -> tuple[str, ...]:
        """Return the text that each block gives for ``key``, or ""."""
        paths = (f"{self.path}[{place}].{key}" for place in range(len(self.raw)))
        return tuple(_word(each, key, path, self.reading) for each, path in zip(self.raw, paths, strict=True))

    def names(self, default: str) -> tuple[str, ...]:
        """Return the name of each block, "object 1" and so on where none is given; the same name twice is refused."""
        names = tuple(name or f"{default} {place}" for place, name in enumerate(self.word("name"), 1))
        for place, name in enumerate(names):
            if name in names[:place]:
                reason = _("The name {name} stands for two blocks. Give each its own.").format(name=quoted(name))
                self.reading.refuse("name", reason, f"{self.path}[{place}].name")
        return names


def _word(raw: Any, key: str, path: str, reading: Reading) -> str:
    given = raw.get(key) if isinstance(raw, Mapping) else None
    return (reading.attempt(read_text, given, key, path, LONGEST_NAME) or "") if is_stated(given) else ""


def _objects(raw: Any, path: str, reading: Reading, copies: tuple[StorageCopy, ...]) -> tuple[ReturnedObject, ...]:
    blocks = _Blocks(raw, "objects", path, reading)
    held_by = blocks.word("copy")
    known = {each.name for each in copies}
    for place, name in enumerate(held_by):
        if name and name not in known and not reading.draft:
            reason = _("No copy of this offer is called {name}.").format(name=quoted(name))
            reading.refuse("copy", reason, f"{blocks.path}[{place}].copy")
    read = blocks.read(OBJECT, "name", "copy")
    names = blocks.names("object")
    for place, block in enumerate(read):
        processes = block.record("S14")
        if "saved" in processes and "returned" in processes and processes["returned"] > processes["saved"]:
            reason = _("More processes are returned than saved.")
            reading.refuse("S14", reason, f"{blocks.path}[{place}].S14.returned")
    return tuple(object_from(block, name, copy) for block, name, copy in zip(read, names, held_by, strict=True))


def _copies(raw: Any, path: str, reading: Reading, intent: Intent) -> tuple[StorageCopy, ...]:
    blocks = _Blocks(raw, "copies", path, reading)
    read = blocks.read(COPY, "name")
    for place, block in enumerate(read):
        for row in (number for number, _code in block.pairs("S30b") if number > len(intent.contents)):
            reason = _("The buyer's list has no row {row}.").format(row=row)
            reading.refuse("S30b", reason, f"{blocks.path}[{place}].S30b.{row}")
    return tuple(copy_from(block, name) for block, name in zip(read, blocks.names("copy"), strict=True))


def _evidence(raw: Any, path: str, reading: Reading) -> tuple[EvidenceItem, ...]:
    read = _Blocks(raw, "evidence", path, reading).read(EVIDENCE, by_party=False)
    return tuple(evidence_from(block) for block in read)


def _terms(block: Block, path: str, reading: Reading) -> ServiceTerms:
    price = block.value("P1")
    if price == 0:
        reading.refuse("P1", _("A price is more than zero. Leave it open if it is not stated."), f"{path}.P1")
    location, leaving = block.record("S41"), block.record("S45")
    return ServiceTerms(
        kept_until=block.value("S40"),
        location=location.get("where", ""),
        tier_until=location.get("tier_until", ""),
        keys=block.text("S42"),
        alterable=block.text("S43"),
        return_time=block.text("S44"),
        exit=leaving.get("terms", ""),
        exit_with_keys=leaving.get("with_keys", ""),
        price_basis=block.text("S46"),
        price=price or None,
    )


def _refuse_impossible_dates(intent: Intent, offer: Offer, path: str, reading: Reading) -> None:
    """R45 is an input error: the input is refused, with the question named (4.9.22)."""
    copies = {each.name: f"copies[{at}]" for at, each in enumerate(offer.copies)}
    objects = {each.name: f"objects[{at}]" for at, each in enumerate(offer.objects)}
    # Rows have no name of their own; the rule speaks of those with a future date in their order.
    rows = (at for at, each in enumerate(offer.evidence) if each.on and intent.today and each.on > intent.today)
    for found in impossible_dates(intent, offer):
        key = found.questions[0]
        named = objects if key == "S35" else copies
        place = f"evidence[{next(rows)}].date" if key == "S23" else f"{named[found.object]}.{key}"
        reading.refuse(key, f"{found.says} {found.change}", f"{path}.{place}" if path else place)


def offer_from(raw: Any, intent: Intent, reading: Reading, *, path: str = "") -> Offer:
    """Return the Offer that ``raw`` states; faults are noted in ``reading``."""
    if not isinstance(raw, Mapping):
        reading.refuse("offer", _("Give an object with the keys {keys}.").format(keys=", ".join(OFFER_KEYS)), path)
        return Offer("")
    for key in (each for each in raw if each not in OFFER_KEYS):
        reading.refuse(key, _("This key is not known here."), f"{path}.{key}" if path else key)
    answers_path = f"{path}.answers" if path else "answers"
    block = read_block(OFFER, raw.get("answers") or {}, answers_path, reading)
    copies = _copies(raw, path, reading, intent)
    words = {key: _word(raw, key, f"{path}.{key}" if path else key, reading) for key in ("name", "supplier")}
    offer = Offer(
        name=words["name"] or words["supplier"],
        supplier=words["supplier"],
        answered_by=block.rows("S1"),
        application=block.text("S2"),
        saved_with=versions_from(block.rows("S3")),
        environment=block.text("S4"),
        environment_versions=versions_from(block.rows("S4a")),
        compatible_because=block.text("S5"),
        stated_point=point_from(block.record("S8a")),
        objects=with_owners_contents(intent, _objects(raw, path, reading, copies), copies),
        copies=copies,
        evidence=_evidence(raw, path, reading),
        terms=_terms(block, answers_path, reading),
        interface=block.text("S50"),
        disagreements=tuple(block.disagreements),
        raw=dict(raw),
    )
    _refuse_impossible_dates(intent, offer, path, reading)
    return offer


def read_offer(raw: Any, intent: Intent, *, lenient: bool = False, draft: bool = False) -> Offer:
    """Return a supplier's answers to ``intent`` as an Offer. A draft may leave anything out.

    ``lenient`` is the reading of ``recovery match``: a time, an identifier or a file name in S8 is kept so that R9
    fires, and a label or a gap in clock units is not stated (4.9.20, 4.9.21); a form refuses all three at the field.
    ``draft`` keeps the name of a copy that is not described yet (``Offer.undescribed``); it is refused where an offer
    is sent.
    Raises AnswersRejected with every fault, each with its place in ``raw``.
    """
    reading = Reading(lenient=lenient, draft=draft)
    offer = offer_from(raw, intent, reading)
    reading.finish()
    return offer
