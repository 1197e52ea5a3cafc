"""Which questions are asked, given the answers so far, in the raw form of the exchange file (domain.md 4.10, 5.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from recovery.core.guide.buyer import FOR_THE_MATRIX_ONLY
from recovery.core.guide.components import COMPONENTS, MODEL, WITHOUT_POINT
from recovery.core.guide.question import Question, Shown
from recovery.core.text import is_visible

Raw = Mapping[str, Any]

NOT_STATED = "not_stated"  # the spelling that is stored; "not stated" is read as the same
_SPELLINGS = frozenset((NOT_STATED, "not stated"))


def is_not_stated(value: Any) -> bool:
    """Return whether ``value`` is the answer "not stated", in either spelling."""
    return isinstance(value, str) and value.strip().lower() in _SPELLINGS


def is_stated(value: Any) -> bool:
    """Return whether ``value`` says anything: not absent, not blank, not "not stated", not a row of blanks.

    Text of which a reader sees nothing is blank, whether it was typed or came by file.

    Zero is a value (domain.md 4.8 G30).
    """
    if value is None or is_not_stated(value):
        return False
    if isinstance(value, str):
        return is_visible(value.strip())
    if isinstance(value, Mapping):
        return any(is_stated(each) for each in value.values())
    if isinstance(value, (list, tuple)):
        return any(is_stated(each) for each in value)
    return True


def is_by_party(value: Any) -> bool:
    """Return whether ``value`` is given once per party of S1: a list of ``{"party": ..., "value": ...}``."""
    return (
        isinstance(value, (list, tuple))
        and bool(value)
        and all(isinstance(each, Mapping) and set(each) == {"party", "value"} for each in value)
    )


def values_of(value: Any) -> tuple[Any, ...]:
    """Return the answer of each party, or the one answer; what is not stated is left out."""
    given = [each["value"] for each in value] if is_by_party(value) else [value]
    return tuple(each for each in given if is_stated(each))


def _codes(value: Any, component: str) -> tuple[Any, ...]:
    """Return what a condition compares: codes of a choice, of a list, or of the components of a table."""
    if isinstance(value, Mapping):
        return tuple(code for key, code in value.items() if not component or str(key).partition("/")[0] == component)
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _holds(condition: Shown, value: Any) -> bool:
    stated = values_of(value)
    if not stated:
        return "" in condition.codes
    if "*" in condition.codes:
        return True
    return any(code in condition.codes for each in stated for code in _codes(each, condition.component))


def _looked_up(condition: Shown, raw_scope: Raw, raw_offer: Raw, raw_intent: Raw) -> Any:
    if condition.side == "buyer":
        return raw_intent.get(condition.key)
    return raw_scope.get(condition.key, raw_offer.get(condition.key))


def _has_several_parts(raw_scope: Raw, raw_intent: Raw) -> bool:
    """Whether anything could belong together: two parts with a point, shards (G7), or what one listed item names."""
    for parts in values_of(raw_scope.get("S7")):
        if isinstance(parts, Mapping):
            present = [key for key, code in parts.items() if code == "yes"]
            if len([key for key in present if str(key).partition("/")[0] not in WITHOUT_POINT]) > 1:
                return True
    return is_stated(raw_scope.get("S14")) or _lists_checkpoint(raw_intent, in_words=True)


def _lists_checkpoint(raw_intent: Raw, *, in_words: bool = False) -> bool:
    """Whether stated contents are wanted, and a row of B19 is a checkpoint: a component, or to form one checkpoint."""
    rows = raw_intent.get("B19")
    if raw_intent.get("B1") != "O4" or not isinstance(rows, (list, tuple)):
        return False
    for row in (each for each in rows if isinstance(each, Mapping)):
        code = str(row.get("item") or "").partition("/")[0].strip()
        named = code in COMPONENTS or code == "other"
        if (row.get("one_checkpoint") == "yes" and not (in_words and named)) or (
            not in_words and named and code not in WITHOUT_POINT
        ):
            return True
    return False


def _has_owner(raw_scope: Raw, raw_intent: Raw) -> bool:
    """Whether the application owner has anything to confirm: a training state, or a checkpoint in the list (B24)."""
    del raw_scope
    return raw_intent.get("B1") == "O3" or not is_stated(raw_intent.get("B19")) or _lists_checkpoint(raw_intent)


def _requires_model_alone(raw_scope: Raw, raw_intent: Raw) -> bool:
    """Whether B10 names nothing beyond model state, so that its reason is asked for (RB3)."""
    del raw_intent
    named = [each for value in values_of(raw_scope.get("B10")) for each in _codes(value, "")]
    return bool(named) and all(str(each).partition("/")[0] == MODEL for each in named)


# What the conditions of the guide cannot say: these look at how many parts an answer names.
_NARROWED: dict[str, Callable[[Raw, Raw], bool]] = {
    "B24": _has_owner,
    "S11a": _has_several_parts,
    "S12": _has_several_parts,
    "B10a": _requires_model_alone,
}


def asked(question: Question, raw_scope: Raw, raw_offer: Raw, raw_intent: Raw) -> bool:
    """Return whether ``question`` is asked.

    ``raw_scope`` holds the raw answers of the block that the question belongs to (the intent, the offer's ``answers``,
    one object, one copy, one evidence row), ``raw_offer`` the offer's own ``answers`` and ``raw_intent`` the buyer's. A
    buyer's question takes the intent for all three. The form adds ``price_weight`` to ``raw_intent`` where a price is
    scored.
    """
    met = all(
        any(_holds(each, _looked_up(each, raw_scope, raw_offer, raw_intent)) for each in group)
        for group in question.shown
    )
    narrowed = _NARROWED.get(question.key)
    return met and (narrowed is None or narrowed(raw_scope, raw_intent))


def offered_for_matrix(question: Question, raw_intent: Raw) -> bool:
    """Return whether the buyer may answer ``question`` for the outcome matrix alone (domain.md 4.9.36)."""
    return any(question.key in FOR_THE_MATRIX_ONLY.get(each, ()) for each in values_of(raw_intent.get("B1")))
