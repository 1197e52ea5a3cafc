"""How points, components, gaps and versions are said, in a sentence and in a cell."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Option
from recovery.core.guide.wording import NOT_STATED, component_letter, say
from recovery.core.intent import Component, Version
from recovery.core.matching.wording import PARTS, component_name, listed, place
from recovery.core.progress import Point, number
from recovery.core.verdict import Missing


def label_of(options: Iterable[Option], code: str) -> str:
    """Return the label of a choice; the code itself where the guide has none, "not stated" where it is blank."""
    if not code:
        return say(NOT_STATED)
    return next((say(each.label) for each in options if each.code == code), code)


def point_in_words(point: Point) -> str:
    """Return a point as people say it: "step 10 of TR-10, branch main"; a value that is blank is said to be so."""
    where = place(point)
    if point.value is None and not point.run:
        return where
    if point.run:
        where = say(_("{where} of {run}"), where=where, run=point.run)
    return say(_("{where}, branch {branch}"), where=where, branch=point.branch) if point.branch else where


def short(component: Component, value: Decimal | None) -> str:
    """Return the letter with its value, as the guide writes it: "O10"; "O10 (actor)" where a model is named."""
    if component.code == "other":
        return component_name(component) if value is None else f"{component_name(component)} {number(value)}"
    tail = f" ({component.name})" if component.name else ""
    letter = component_letter(component.code, component.name)
    return f"{letter}{number(value)}{tail}" if value is not None else f"{component_name(component)}"


def component_of(part: str) -> Component | None:
    """Return the component that a ``Missing.part`` names; None where it names something else ("point")."""
    if part in PARTS:
        return None
    code, _slash, name = part.partition("/")
    return Component(code, name)


def missing_in_words(missing: Missing) -> str:
    """Return a gap in words: "optimizer state at step 10", "a compatible environment", "step 10"."""
    placed = missing.point is not None and missing.point.value is not None
    if missing.part == "point" and missing.point is not None and placed:
        return place(missing.point)
    component = component_of(missing.part)
    what = component_name(component) if component else missing.item or say(PARTS[missing.part])
    if missing.point is None or not placed:
        return what
    return say(_("{what} at {point}"), what=what, point=place(missing.point))


def missing_in_short(missing: Missing) -> str:
    """Return a gap as it fits a matrix cell: "O10", "point 10", "the storage copy"."""
    value = missing.point.value if missing.point else None
    component = component_of(missing.part)
    if component:
        return short(component, value)
    if missing.part == "point" and value is not None:
        return say(_("point {value}"), value=number(value))
    return missing.item or say(PARTS[missing.part])


def versions_in_words(versions: Sequence[Version]) -> str:
    """Return frameworks with their versions; a version that is blank is said to be not stated."""
    return listed(
        [
            f"{each.name} {each.version}" if each.version else say(_("{name} (version not stated)"), name=each.name)
            for each in versions
        ]
    )


def lowered(words: str) -> str:
    """Return a label as it stands inside a sentence; abbreviations keep their capitals."""
    return words[:1].lower() + words[1:] if words[1:2].islower() or words[1:2] == " " else words


def ended(sentence: str) -> str:
    """Return a sentence with a stop at its end."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
