"""The corpus of real checkpoint files beside the repository, where it exists, and one case of it as a source."""

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.inspection import Inspection, State
from recovery.core.evidence.reading import inspect_source
from recovery.core.evidence.source import Source, of_path

CORPUS = Path(__file__).resolve().parents[4] / "shared" / "data" / "checkpoints"


def case_names() -> list[str]:
    """Return every case; none where the corpus is not beside the repository."""
    return sorted(each.parent.name for each in CORPUS.glob("*/truth.json")) if CORPUS.is_dir() else []


def source_of(name: str) -> Source:
    """Return what the supplier would hand over: everything but the truth."""
    source = of_path(CORPUS / name, Budget())
    return replace(source, files={path: each for path, each in source.files.items() if path != "truth.json"})


@cache
def read_case(name: str) -> Inspection:
    """Return the reading of a case."""
    return inspect_source(source_of(name))


def truth_of(name: str) -> dict[str, Any]:
    """Return the answer that was written by the script that made the case."""
    found: dict[str, Any] = json.loads((CORPUS / name / "truth.json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Seen:
    """A reading in the words of truth.json."""

    reading: Inspection

    def states(self, kind: str) -> set[State]:
        """Return the states of every component of a kind, empty ones left out."""
        found = {each.state for one in self.reading.checkpoints for each in one.of_kind(kind)}
        return found - {State.EMPTY}

    def stated(self, *kinds: str) -> dict[str, set[int | float]]:
        """Return the values that components of these kinds state, by unit."""
        found: dict[str, set[int | float]] = {}
        for checkpoint in self.reading.checkpoints:
            for kind in kinds:
                for each in checkpoint.of_kind(kind):
                    for one in each.stated:
                        found.setdefault(one.unit, set()).add(one.value)
        return found

    @property
    def is_unusable(self) -> bool:
        """Return whether a whole file of the delivery could not be read."""
        return bool(self.reading.damage)
