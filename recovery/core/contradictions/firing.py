"""How a rule speaks: its weight, and components and points in words."""

from collections.abc import Iterable

from recovery.core.guide.choices import SCALES
from recovery.core.guide.components import COMPONENTS
from recovery.core.intent import Component
from recovery.core.progress import Point, number
from recovery.core.verdict import Contradiction, Weight

_UNITS = {option.code: option.label for option in SCALES}


def hard(
    rule: str, heading: str, says: str, change: str, questions: tuple[str, ...], *, about: str = ""
) -> Contradiction:
    """Return a contradiction that makes the verdict contradictory."""
    return Contradiction(rule, Weight.HARD, heading, says, change, questions, about)


def claimed(
    rule: str, heading: str, says: str, change: str, questions: tuple[str, ...], *, about: str = ""
) -> Contradiction:
    """Return a claim rule: contradictory until the claim or row is withdrawn; the object keeps its verdict (4.9.1)."""
    return Contradiction(rule, Weight.CLAIM, heading, says, change, questions, about)


def ask(
    rule: str, heading: str, says: str, change: str, questions: tuple[str, ...], *, about: str = ""
) -> Contradiction:
    """Return a question to resolve; it changes no verdict, except R10 (4.9.5)."""
    return Contradiction(rule, Weight.ASK, heading, says, change, questions, about)


def flag(
    rule: str, heading: str, says: str, change: str, questions: tuple[str, ...], *, about: str = ""
) -> Contradiction:
    """Return a conflict of service terms, printed beside the verdict and never part of it (4.9.6)."""
    return Contradiction(rule, Weight.FLAG, heading, says, change, questions, about)


def refused(
    rule: str, heading: str, says: str, change: str, questions: tuple[str, ...], *, about: str = ""
) -> Contradiction:
    """Return an input error: the input is refused and no verdict is printed (4.9.22)."""
    return Contradiction(rule, Weight.INPUT, heading, says, change, questions, about)


def incomplete(rule: str, heading: str, says: str, change: str, questions: tuple[str, ...]) -> Contradiction:
    """Return what keeps a requirement from being judged."""
    return Contradiction(rule, Weight.INCOMPLETE, heading, says, change, questions)


def component_words(component: Component) -> str:
    """Return "optimizer state", "optimizer state (actor)" or the buyer's own name of another thing."""
    known = COMPONENTS.get(component.code)
    if known is None:
        return component.name or component.code
    return f"{known.name} ({component.name})" if component.name else known.name


def listed(items: Iterable[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    words = list(items)
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def components_words(components: Iterable[Component]) -> str:
    """Return several components as one list in words."""
    return listed(component_words(each) for each in components)


def point_words(point: Point) -> str:
    """Return "step 10 of run TR-10, branch main", with only what is stated."""
    unit = _UNITS[point.scale].lower() if point.scale in _UNITS and point.scale != "other" else point.scale
    unit = "step" if point.scale == "step" else unit
    value = number(point.value) if point.value is not None else "a value that is not stated"
    place = f"{unit} {value}" if unit else value
    if point.run:
        place += f" of run {point.run}"
    return f"{place}, branch {point.branch}" if point.branch else place
