"""One case of the exchange form: an intent and the offers made for it, from one file."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from recovery.core.answers import Reading
from recovery.core.answers.scalars import quoted, read_date, read_text
from recovery.core.branching import is_stated
from recovery.core.exchange.reading_intent import intent_from
from recovery.core.exchange.reading_offer import MOST_BLOCKS, offer_from
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer
from recovery.core.rules import COMPARISON_FORMAT

CASE_FORMAT = "recovery-case/1"
CASE_KEYS = ("format", "note", "today", "intent", "owner", "offers")


@dataclass(frozen=True)
class Case:
    """One case: the day on which it is judged, the intent and the offers, in the order of the file."""

    today: date | None
    intent: Intent
    offers: tuple[Offer, ...]
    note: str = ""


def _offers(given: Any, intent: Intent, reading: Reading) -> tuple[Offer, ...]:
    if given is None:
        return ()
    if not isinstance(given, list) or len(given) > MOST_BLOCKS:
        reading.refuse("offers", _("Give a list of at most {n} offers.").format(n=MOST_BLOCKS), "offers")
        return ()
    offers = tuple(offer_from(each, intent, reading, path=f"offers[{at}]") for at, each in enumerate(given))
    names: list[str] = []
    for at, offer in enumerate(offers):
        if not offer.name:
            reading.refuse("name", _("Name the offer or its supplier."), f"offers[{at}].name")
        elif offer.name in names:
            reason = _("The name {name} stands for two offers. Give each its own.").format(name=quoted(offer.name))
            reading.refuse("name", reason, f"offers[{at}].name")
        names.append(offer.name)
    return offers


def read_case(document: Any) -> Case:
    """Return the case that one exchange file states, read as ``recovery match`` reads it (4.9.21).

    The JSON twin of a comparison is taken too: then its member ``case`` is read, and its results are not.

    Raises AnswersRejected with every fault, each with its path in the file.
    """
    reading = Reading(lenient=True)
    if isinstance(document, Mapping) and document.get("format") == COMPARISON_FORMAT:
        document = document.get("case")
    if not isinstance(document, Mapping):
        reading.refuse("case", _("Give an object with the keys {keys}.").format(keys=", ".join(CASE_KEYS)), "$")
        document = {"format": CASE_FORMAT}
    for key in (each for each in document if each not in CASE_KEYS):
        known = ", ".join(CASE_KEYS)
        reading.refuse(key, _("This key is not known here. Known are: {keys}.").format(keys=known), key)
    if document.get("format") != CASE_FORMAT:
        reading.refuse("format", _("Write “{format}”.").format(format=CASE_FORMAT), "format")
    day = document.get("today")
    note = document.get("note")
    today = reading.attempt(read_date, day, "today", "today") if is_stated(day) else None
    said = reading.attempt(read_text, note, "note", "note", 2_000) if is_stated(note) else None
    stated, owner = document.get("intent"), document.get("owner")
    intent = intent_from({} if stated is None else stated, reading, path="intent", owner=owner, today=today)
    case = Case(today, intent, _offers(document.get("offers"), intent, reading), said or "")
    reading.finish()
    return case
