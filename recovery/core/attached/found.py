"""What setting a reading beside the answers gives: differences in two halves, and values that a supplier may take."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say

Place = tuple["str | int", ...]


@dataclass(frozen=True)
class Difference:
    """One answer and what was read instead. ``object`` is the block of the offer, ``file`` the attachment's name."""

    question: str
    object: str
    answered: str
    read: str
    file: str = ""
    heading: str = "H1"

    @property
    def says(self) -> str:
        """Return both halves in one sentence."""
        return say(_("answered: {answered}; read: {read}"), answered=self.answered, read=self.read)


@dataclass(frozen=True)
class Suggestion:
    """One value that was read and could be an answer: ``place`` in the exchange form, ``value`` what goes there.

    Nothing takes it but a person. A record (a point) is merged into what stands there: its run and branch stay.
    """

    question: str
    object: str
    says: str
    place: Place
    value: Any
    file: str = ""

    @property
    def key(self) -> str:
        """Return a name for the suggestion that changes with its place and value."""
        return hashlib.sha256(json.dumps([self.place, self.value]).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Found:
    """What one comparison of one reading with one block gave; ``notes`` say what was not compared, and why."""

    differences: tuple[Difference, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()

    def __add__(self, other: "Found") -> "Found":
        return Found(
            self.differences + other.differences,
            self.suggestions + other.suggestions,
            tuple(dict.fromkeys(self.notes + other.notes)),
        )


def taken(draft: Mapping[str, Any], suggestion: Suggestion) -> dict[str, Any]:
    """Return ``draft`` with the one value of ``suggestion`` in it; every other answer stays as it is."""
    changed: dict[str, Any] = json.loads(json.dumps(draft))
    at: Any = changed
    for step in suggestion.place[:-1]:
        at = _below(at, step)
    last = suggestion.place[-1]
    stands = at.get(last) if isinstance(at, dict) else None
    merges = isinstance(suggestion.value, dict) and isinstance(stands, dict)
    at[last] = {**stands, **suggestion.value} if merges and stands else suggestion.value
    return changed


def _below(at: Any, step: "str | int") -> Any:
    """Return what lies below ``step``, made where nothing does yet."""
    if isinstance(step, int):
        if step == len(at):
            at.append({})
        return at[step]
    if not isinstance(at.get(step), (dict, list)):
        at[step] = {}
    return at[step]
