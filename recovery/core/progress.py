"""Application progress: where a component was saved, and when two places may be compared at all."""

from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum

# Values and factors have at most 30 digits each: their product is kept whole, so that no rounding makes two points one.
_EXACT = Context(prec=64)


class Comparison(Enum):
    """How one point stands to another (domain.md 4.1, 4.5, 4.9.13)."""

    SAME = "same"
    LOWER = "lower"
    HIGHER = "higher"
    OTHER_LINE = "other_line"  # another run or branch: never "more" or "less"
    OTHER_SCALE = "other_scale"  # not different, only not comparable without a mapping
    BLANK = "blank"


@dataclass(frozen=True)
class Point:
    """A place in the application's progress. Blank parts are ``""`` or ``None``; a clock time is never a point.

    ``unbranched`` says that the run was never rolled back, so that a blank branch is an answer (domain.md 4.8 G4).
    ``value`` counts units of ``scale`` from zero; zero is a value (G30).
    """

    run: str = ""
    branch: str = ""
    scale: str = ""
    value: Decimal | None = None
    unbranched: bool = False

    @property
    def has_blank(self) -> bool:
        """Whether any of run, branch, scale or value is not stated."""
        return not self.run or not self.scale or self.value is None or not (self.branch or self.unbranched)

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is stated."""
        return not (self.run or self.branch or self.scale) and self.value is None


@dataclass(frozen=True)
class Mapping:
    """One unit of ``scale`` is ``factor`` of the buyer's units (B6a)."""

    scale: str
    factor: Decimal


def converted(stated: Point, scale: str, mappings: tuple[Mapping, ...]) -> Point:
    """Return ``stated`` on ``scale`` where the buyer gave a mapping for it, else unchanged (domain.md 4.8 G5)."""
    if stated.value is None or stated.scale == scale:
        return stated
    for mapping in mappings:
        if mapping.scale == stated.scale:
            return Point(
                stated.run, stated.branch, scale, _EXACT.multiply(stated.value, mapping.factor), stated.unbranched
            )
    return stated


def same_line(wanted: Point, stated: Point) -> bool:
    """Return whether two points lie on one run and branch, as far as both sides named them."""
    if wanted.run != stated.run:
        return False
    # A buyer who names no branch says that there is one; a supplier who states "never rolled back" says so too.
    return wanted.branch == stated.branch or not wanted.branch or (stated.unbranched and not stated.branch)


def compare(wanted: Point, stated: Point) -> Comparison:
    """Say how ``stated`` stands to ``wanted``; only points of one run, branch and scale have an order."""
    if stated.has_blank or stated.value is None or not wanted.run or not wanted.scale or wanted.value is None:
        return Comparison.BLANK
    if wanted.scale != stated.scale:
        return Comparison.OTHER_SCALE
    if not same_line(wanted, stated):
        return Comparison.OTHER_LINE
    if stated.value == wanted.value:
        return Comparison.SAME
    return Comparison.HIGHER if stated.value > wanted.value else Comparison.LOWER


def number(value: Decimal) -> str:
    """Return ``value`` as people write it: no exponent, no trailing zeros."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
