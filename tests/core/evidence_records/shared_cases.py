"""The recorded cases beside the repository, with what is known of each; absent on most machines."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CASES_AT = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "snapshots"


@dataclass(frozen=True)
class Case:
    """One recorded case: its folder and its truth."""

    name: str
    truth: dict[str, Any]

    @property
    def files(self) -> list[bytes]:
        """The bytes of the attached outputs, in the order that the truth names them."""
        return [(CASES_AT / self.name / each).read_bytes() for each in self.truth["files"]]


def all_cases() -> tuple[Case, ...]:
    """Every case that the index lists."""
    index = json.loads((CASES_AT / "index.json").read_text(encoding="utf-8"))
    names = [each["path"] for each in index["cases"]]
    return tuple(Case(name, json.loads((CASES_AT / name / "truth.json").read_text(encoding="utf-8"))) for name in names)
