"""Values taken from a parsed record with the names of their fields, bounded and cleaned on the way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.clock import to_utc
from recovery.core.evidence.records.copy_record import Instant, Printed
from recovery.core.text import TextRefused, clean

LONGEST_VALUE = 2_048


def kept(text: str, place: str) -> str:
    """Return ``text`` as it may be stored; raises EvidenceUnreadable for what the door for text refuses."""
    try:
        return clean(text, LONGEST_VALUE)
    except TextRefused as error:
        raise EvidenceUnreadable(str(error), place) from error


def instant(field: str, printed: str | None, meaning: str) -> Instant | None:
    """Return the time with its field and meaning; None where nothing is printed."""
    return Instant(field, printed, to_utc(printed), meaning) if printed else None


@dataclass(frozen=True)
class Row:
    """One mapping of a record; ``at`` is where it stands, and ``named`` turns a path into the name as printed."""

    value: Mapping[str, Any]
    at: str = ""
    named: Callable[[str], str] = str

    def field(self, *keys: str) -> str:
        """Return the name of a field of this row as the record prints it."""
        return self.named(".".join((self.at, *keys) if self.at else keys))

    def _raw(self, keys: tuple[str, ...]) -> Any:
        found: Any = self.value
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def text(self, *keys: str) -> str | None:
        """Return a single value as text, None where absent or empty; raises EvidenceUnreadable for a list or object."""
        raw = self._raw(keys)
        if raw is None or raw == "":
            return None
        if isinstance(raw, bool):
            return "true" if raw else "false"
        if isinstance(raw, (int, float)):
            return str(raw)
        if not isinstance(raw, str):
            raise EvidenceUnreadable("It is not a single value.", kept(self.field(*keys), "field"))
        return kept(raw, self.field(*keys)) or None

    def printed(self, *keys: str) -> Printed | None:
        """Return a single value with the name of its field."""
        value = self.text(*keys)
        return None if value is None else Printed(self.field(*keys), value)

    def instant(self, *keys: str, meaning: str) -> Instant | None:
        """Return a time with the name of its field and its meaning."""
        return instant(self.field(*keys), self.text(*keys), meaning)

    def row(self, *keys: str) -> "Row":
        """Return the mapping below ``keys``, empty where there is none."""
        found = self._raw(keys)
        return Row(found if isinstance(found, Mapping) else {}, ".".join((self.at, *keys)).strip("."), self.named)

    def rows(self, *keys: str) -> "tuple[Row, ...]":
        """Return the mappings of the list below ``keys``; raises EvidenceUnreadable where it holds something else."""
        found = self._raw(keys)
        if found is None:
            return ()
        if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
            raise EvidenceUnreadable("It is not a list of rows.", self.field(*keys))
        return tuple(Row(each, "", self.named) for each in found)

    def texts(self, *keys: str) -> tuple[str, ...]:
        """Return the single values of the list below ``keys``."""
        found = self._raw(keys)
        if not isinstance(found, list):
            only = self.text(*keys)
            return () if only is None else (only,)
        return tuple(each for each in (Row({"": item}, self.field(*keys)).text("") for item in found) if each)

    def pairs(self, *keys: str) -> tuple[tuple[str, str], ...]:
        """Return a mapping's single values, or a list of Key and Value, as pairs."""
        found = self._raw(keys)
        if isinstance(found, list):
            return tuple((each.text("Key") or "", each.text("Value") or "") for each in self.rows(*keys))
        below = self.row(*keys)
        return tuple((kept(key, below.at), below.text(key) or "") for key in below.value)

    def holds(self, key: str, *needed: str) -> bool:
        """Return whether a list of rows stands below ``key``, each with every needed field."""
        found = self.value.get(key)
        if not isinstance(found, list) or not found:
            return False
        return all(isinstance(each, Mapping) and Row(each).has(*needed) for each in found)

    def has(self, *keys: str) -> bool:
        """Return whether every one of ``keys`` stands in this row with a value."""
        return all(self.value.get(key) not in (None, "") for key in keys)


def known(*values: Printed | None) -> tuple[Printed, ...]:
    """Return the values that the record states."""
    return tuple(each for each in values if each is not None)


def times(*values: Instant | None) -> tuple[Instant, ...]:
    """Return the times that the record states."""
    return tuple(each for each in values if each is not None)


def strings(values: Iterable[str | None]) -> tuple[str, ...]:
    """Return the texts that the record states."""
    return tuple(each for each in values if each)
