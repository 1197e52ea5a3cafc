"""What a question is: its kind, its choices, and when it is asked."""

from dataclasses import dataclass, field
from enum import Enum


class Kind(str, Enum):
    """How an answer is given. The value of each kind in the exchange form (domain.md 4.10) stands behind it."""

    TEXT = "text"  # "..."
    LONG = "long"  # "...", several lines
    ONE = "one"  # "code"
    MANY = "many"  # ["code", ...]
    NUMBER = "number"  # 10 or "10.5": a decimal >= 0
    DATE = "date"  # "2026-11-30"
    INSTANT = "instant"  # "2026-11-30T12:00:00+01:00", zone required
    TABLE = "table"  # [{column: value, ...}, ...]
    RECORD = "record"  # {column: value, ...}: one row
    BY_COMPONENT = "by_component"  # {"K1": code, "K3/actor": code}: one choice a component
    POINTS = "points"  # {"K1": {"run", "branch", "scale", "value"}, ...}
    IDS = "ids"  # {"K1": "text", ...}
    BY_ROW = "by_row"  # {"1": code, ...}: one choice for each row of another table, counted from 1
    CLAIMS = "claims"  # {"restore": {"claimed": "yes" | "no", "limits": "..."}, ...}


class Scope(str, Enum):
    """Where an answer lives in the exchange form."""

    INTENT = "intent"
    OFFER = "answers"
    OBJECT = "objects"
    COPY = "copies"
    EVIDENCE = "evidence"


@dataclass(frozen=True)
class Option:
    """One choice: ``code`` in files and rules, ``label`` on the screen, ``help`` one more sentence where it is needed."""

    code: str
    label: str
    help: str = ""


@dataclass(frozen=True)
class Column:
    """One column of a table or record. ``kind`` is TEXT, LONG, ONE, MANY, NUMBER, DATE, INSTANT or POINTS (one point)."""

    key: str
    label: str
    kind: Kind = Kind.TEXT
    options: tuple[Option, ...] = ()
    required: bool = False
    longest: int = 500


@dataclass(frozen=True)
class Shown:
    """A condition under which a question is asked: the answer to ``key`` is, or contains, one of ``codes``.

    ``"*"`` stands for any answer at all. For BY_COMPONENT answers ``component`` narrows the look to one component.
    ``scope`` is where the other question lives; a question of an object looks at its own object, else at the offer or intent.
    """

    key: str
    codes: tuple[str, ...] = ("*",)
    component: str = ""
    side: str = "own"  # "own": the same form; "buyer": the inquiry's intent, read by the supplier's form


@dataclass(frozen=True)
class Question:
    """One question of the guide. ``why`` is shown by "why this is asked", ``heading`` (H1-H6) tells whose reason it is.

    ``shown``: a tuple of groups; a group is met when any of its conditions is, the question is asked when every group is.
    ``guide`` is the guide's own question, Q1-Q5, or "" for the blocks that are printed and never matched.
    """

    key: str
    scope: Scope
    section: str
    kind: Kind
    wording: str
    help: str = ""
    why: str = ""
    heading: str = "H5"
    guide: str = ""
    options: tuple[Option, ...] = ()
    columns: tuple[Column, ...] = ()
    shown: tuple[tuple[Shown, ...], ...] = ()
    required: bool = False
    longest: int = 2_000
    shortest: int = 0
    rows_of: str = ""
    matched: bool = True
    preset: tuple[tuple[str, str], ...] = field(default=())

    def codes(self) -> tuple[str, ...]:
        """Return the codes of the question's choices, in the order of the form."""
        return tuple(option.code for option in self.options)


def is_prose(question: Question) -> bool:
    """Return whether an answer is a description in a person's own words, which two people word in two ways."""
    return question.kind is Kind.LONG or any(column.kind is Kind.LONG for column in question.columns)


@dataclass(frozen=True)
class Section:
    """One page of a form: its title is a question in the person's words."""

    key: str
    title: str
    lead: str = ""
    heading: str = "H5"
    matched: bool = True
