"""What can be wrong with something that came from outside, and where."""


class AnswerRejected(ValueError):
    """An answer that cannot be read as an answer to its question.

    ``key`` is the question's id (``"S8"``), ``reason`` one sentence for the person who typed it, and ``path`` the place
    inside the answer or the file (``"offers[0].objects[1].S8.K1.value"``), empty where the whole answer is meant.
    """

    def __init__(self, key: str, reason: str, path: str = "") -> None:
        self.key = key
        self.reason = reason
        self.path = path or key
        super().__init__(f"{self.path}: {reason}")


class AnswersRejected(ValueError):
    """Several faults found in one reading, so that a person can mend all of them at once."""

    def __init__(self, faults: tuple[AnswerRejected, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class EvidenceUnreadable(ValueError):
    """A file that cannot be read as what it seems to be: damaged, hostile, or beyond the budget of a reading."""

    def __init__(self, reason: str, place: str = "") -> None:
        self.reason = reason
        self.place = place
        super().__init__(f"{place}: {reason}" if place else reason)
