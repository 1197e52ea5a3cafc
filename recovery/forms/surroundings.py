"""What a question sees around it: the other answers, the buyer's intent, and names that it may refer to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from recovery.core.branching import values_of
from recovery.core.guide.components import COMPONENTS, WITHOUT_POINT

Raw = Mapping[str, Any]

_BY_PART = ("S7", "S8", "S13", "S16")


@dataclass(frozen=True)
class Surroundings:
    """The raw answers (domain.md 4.10) around one block of questions.

    ``block`` holds the answers of the block itself, ``answers`` those of the whole offer, ``intent`` the buyer's; in
    the buyer's form all three are the intent. ``names`` are what a text may refer to, by question or column.
    ``more`` is the field that shows one more empty row than it has answers.
    """

    intent: Raw
    answers: Raw
    block: Raw
    is_supplier: bool = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: str = ""

    @property
    def parties(self) -> tuple[str, ...]:
        """The parties that S1 names: where there are two, each may answer for itself."""
        if not self.is_supplier:
            return ()
        chosen = self.answers.get("S1")
        return tuple(str(each) for each in chosen) if isinstance(chosen, (list, tuple)) else ()

    def components(self) -> tuple[str, ...]:
        """Return the catalogue, with the components of single models (``K1/actor``) behind the one they belong to."""
        answers = [value for key in _BY_PART for value in values_of(self.block.get(key))]
        return in_catalogue_order([part for value in answers if isinstance(value, Mapping) for part in value])

    def returned(self) -> tuple[str, ...]:
        """Return the components that S7 says are in this object."""
        found = [
            key
            for value in values_of(self.block.get("S7"))
            if isinstance(value, Mapping)
            for key, code in value.items()
            if code == "yes"
        ]
        return tuple(each for each in self.components() if each in found)


def in_catalogue_order(named: list[str]) -> tuple[str, ...]:
    """Return the catalogue's codes with ``named`` further components, each behind its own code, others last."""
    known = list(COMPONENTS)
    order = {code: place for place, code in enumerate(known)}
    further = dict.fromkeys(each for each in named if each not in order)
    return tuple(
        sorted([*known, *further], key=lambda each: (order.get(each.partition("/")[0], len(order)), "/" in each))
    )


def has_point(component: str) -> bool:
    """Return whether a component carries a progress point of its own (domain.md 4.9.24)."""
    return component.partition("/")[0] not in WITHOUT_POINT
