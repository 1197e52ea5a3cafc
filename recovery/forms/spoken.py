"""What a draft says so far: read as far as it can be read, in words, with its contradictions and its faults."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from recovery.core.contradictions import contradictions_in, incomplete_in
from recovery.core.errors import AnswerRejected, AnswersRejected
from recovery.core.exchange import read_intent, read_offer
from recovery.core.intent import Intent
from recovery.core.matching import match
from recovery.core.offer import Offer
from recovery.core.summary import intent_in_words, offer_in_words
from recovery.core.verdict import Contradiction, OfferVerdict
from recovery.forms.draft import sent_intent, sent_offer

_Read = TypeVar("_Read")
_MOST_PASSES = 4


@dataclass(frozen=True)
class Spoken:
    """``words`` is the plain-language summary, ``contradictions`` say what to change, ``faults`` what is unreadable.

    ``awaited`` are answers that wait for another one: copies that are named and not described yet. They stop
    nobody from writing on, and are open until then.
    """

    words: tuple[str, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    faults: tuple[AnswerRejected, ...] = ()
    verdict: OfferVerdict | None = None
    awaited: tuple[AnswerRejected, ...] = ()


def offer_spoken(draft: Mapping[str, Any], raw_intent: Mapping[str, Any], intent: Intent) -> Spoken:
    """Say what an offer states so far, for the intent that it answers."""
    sent = sent_offer(draft, raw_intent)
    offer, faults = _as_far_as_possible(lambda raw: read_offer(raw, intent, draft=True), sent)
    if offer is None:
        return Spoken(faults=faults)
    verdict, found = match(intent, offer), contradictions_in(intent, offer)
    apart = {each.says for each in found}  # said once, beside what would change it
    words = tuple(each for each in offer_in_words(intent, offer, verdict) if each not in apart)
    return Spoken(words, found, faults, verdict, _awaited(offer))


def _awaited(offer: Offer) -> tuple[AnswerRejected, ...]:
    reason = _("No copy called “%(name)s” is described yet. Describe it on the page “Storage-copy history”.")
    return tuple(
        AnswerRejected("copy", reason % {"name": name}, f"objects[{at}].copy") for at, name in offer.undescribed
    )


def intent_spoken(draft: Mapping[str, Any], today: date | None) -> Spoken:
    """Say what the buyer wants so far, and what the requirement lacks (RB rules)."""
    intent, faults = _as_far_as_possible(lambda raw: read_intent(raw, today=today), sent_intent(draft))
    if intent is None:
        return Spoken(faults=faults)
    found = incomplete_in(intent)
    return Spoken(intent_in_words(intent), (*found.incomplete, *found.asks), faults)


def _as_far_as_possible(
    read: Callable[[Any], _Read], raw: Mapping[str, Any]
) -> tuple[_Read | None, tuple[AnswerRejected, ...]]:
    """Read ``raw`` without what the core refuses in it; return the faults of the first reading beside the value."""
    first: tuple[AnswerRejected, ...] = ()
    left: Any = raw
    for _pass in range(_MOST_PASSES):
        value, faults = _tried(read, left)
        if value is not None:
            return value, first
        first = first or faults
        left = deepcopy(left)
        for fault in faults:
            _drop(left, fault)
    return None, first


def _tried(read: Callable[[Any], _Read], raw: Any) -> tuple[_Read | None, tuple[AnswerRejected, ...]]:
    try:
        return read(raw), ()
    except AnswersRejected as rejected:
        return None, rejected.faults


def _drop(raw: Any, fault: AnswerRejected) -> None:
    """Take the refused answer out of ``raw``: the whole question, since part of an answer may say something else."""
    place = raw
    for step in _steps(fault.path):
        if isinstance(place, list):
            place = place[step] if isinstance(step, int) and step < len(place) else None
        elif isinstance(place, dict) and (step == fault.key or step not in place):
            place.pop(step, None)
            return
        elif isinstance(place, dict):
            place = place[step]


def _steps(path: str) -> list[Any]:
    found: list[Any] = []
    for part in path.replace("]", "").split("."):
        head, *places = part.split("[")
        found += [head, *(int(each) for each in places if each.isascii() and each.isdigit())]
    return found
