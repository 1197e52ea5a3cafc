"""One reading: it collects every fault with its place, so that a person can mend all of them at once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from recovery.core.errors import AnswerRejected, AnswersRejected

Result = TypeVar("Result")


@dataclass
class Reading:
    """The faults found so far.

    ``lenient`` is the reading of ``recovery match``: a time or an identifier in a point field is kept for R9, and a
    label as not stated, instead of being refused (domain.md 4.9.21). ``draft`` is the reading while an offer is
    written: a copy may be named before it is described.
    """

    lenient: bool = False
    draft: bool = False
    faults: list[AnswerRejected] = field(default_factory=list)

    def refuse(self, key: str, reason: str, path: str) -> None:
        """Note that the answer at ``path`` cannot be read as an answer to question ``key``."""
        self.faults.append(AnswerRejected(key, reason, path))

    def attempt(self, read: Callable[..., Result], *given: Any) -> Result | None:
        """Return what ``read`` makes of ``given``; None, and the fault noted, where it refuses."""
        try:
            return read(*given)
        except AnswerRejected as error:
            self.faults.append(error)
            return None

    def finish(self) -> None:
        """Raise AnswersRejected if anything was refused."""
        if self.faults:
            raise AnswersRejected(tuple(self.faults))
