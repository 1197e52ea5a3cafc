"""Stored JSON back to copy records: checked like anything from outside, since a manifest can be edited."""

from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.copy_record import CopyRecord
from recovery.core.evidence.records.printed import kept

MOST_COPIES = 5_000

Value = TypeVar("Value")


def record_from_dict(stored: Any) -> CopyRecord:
    """Return the record that ``CopyRecord.to_dict`` wrote.

    Raises EvidenceUnreadable, with the place, for a missing or unknown key, another type, an unknown code, text that
    cannot be kept, and more copies than a reading allows.
    """
    return _value(CopyRecord, stored, "record")


def _value(wanted: type[Value], stored: Any, place: str) -> Value:
    if not isinstance(stored, dict):
        raise EvidenceUnreadable("It is not an object of named values.", place)
    names = [each.name for each in fields(wanted)]  # type: ignore[arg-type]  # only dataclasses are passed in
    if sorted(map(str, stored)) != sorted(names):
        raise EvidenceUnreadable("It has other keys than a copy record has.", place)
    kinds = get_type_hints(wanted)
    return wanted(**{name: _one(kinds[name], stored[name], f"{place}.{name}") for name in names})


def _one(kind: Any, stored: Any, place: str) -> Any:
    if get_origin(kind) is tuple:
        return _many(get_args(kind)[0], stored, place)
    if get_origin(kind) is Union or get_args(kind):
        kind = next(each for each in get_args(kind) if each is not type(None))
        if stored is None:
            return None
    if kind is bool:
        if not isinstance(stored, bool):
            raise EvidenceUnreadable("It is neither true nor false.", place)
        return stored
    if kind is str:
        if not isinstance(stored, str):
            raise EvidenceUnreadable("It is not text.", place)
        return kept(stored, place)
    if issubclass(kind, Enum):
        return _code(kind, stored, place)
    return _value(kind, stored, place)


def _many(kind: Any, stored: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(stored, list) or len(stored) > MOST_COPIES:
        raise EvidenceUnreadable(f"It is not a list of at most {MOST_COPIES:,} values.", place)
    return tuple(_one(kind, each, f"{place}[{number}]") for number, each in enumerate(stored))


def _code(kind: type[Enum], stored: Any, place: str) -> Enum:
    found = next((each for each in kind if each.value == stored), None)
    if found is None:
        raise EvidenceUnreadable("It is a code that this program does not know.", place)
    return found
