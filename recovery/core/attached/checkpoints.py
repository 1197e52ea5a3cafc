"""A checkpoint that was read beside the object that was answered: components, points, what ties them, damage."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from recovery.core.attached.found import Difference, Found, Place, Suggestion
from recovery.core.checks.finding import answer_of
from recovery.core.evidence.inspection import Checkpoint, Correspondence, State, Stated
from recovery.core.evidence.inspection import Component as Part
from recovery.core.evidence.progress_keys import EPOCHS, OPTIMIZER_STEPS, SAMPLES, STEPS, TOKENS, may_be_zero_based
from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.supplier import OBJECT
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.intent import Component, Intent
from recovery.core.matching.wording import component_name, listed, place
from recovery.core.offer import ReturnedObject
from recovery.core.progress import Point, number
from recovery.core.summary.naming import label_of, lowered

# The guide's scale that a unit of the bytes counts; scheduler steps and forward passes count none.
SCALES = {STEPS: "step", OPTIMIZER_STEPS: "step", EPOCHS: "epoch", SAMPLES: "samples", TOKENS: "tokens"}
# Kinds of which every reader would see something: only for these is "none was found" worth saying.
SEEN_WHEN_THERE = frozenset(("K1", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10"))
_TIED = {"one_save", "same_id"}
_STATES = {
    State.EMPTY: _("there, but empty"),
    State.NEVER_STEPPED: _("there, but never stepped"),
    State.STATELESS: _("there, of a kind that keeps no state"),
    State.PLACEHOLDER: _("there as placeholders without content"),
    State.PARTIAL: _("there in part"),
    State.DAMAGED: _("there, but damaged"),
}
_CODES = {
    "yes": _("{component} is in this object"),
    "no": _("{component} is not in this object"),
    "new": _("{component} is newly initialised"),
    "not_applicable": _("{component} does not apply"),
}
_MEMBER = re.compile(r"[\w .+-]{1,60}")


def beside_checkpoint(
    intent: Intent, returned: ReturnedObject, checkpoint: Checkpoint, *, at: int, file: str = ""
) -> Found:
    """Set ``checkpoint`` beside the object ``returned``, which is block ``at`` of the offer.

    Names of files and folders, and every time, are left out: they are claims, never points (guide H3, H4).
    """
    sides = _Sides(intent, returned, checkpoint, at, file)
    return _components(sides) + _points(sides) + _ties(sides) + _damage(sides)


def named(checkpoint: Checkpoint) -> str:
    """Return what a checkpoint is called; one that lies at the top of the delivery has no folder's name."""
    return checkpoint.name if checkpoint.name.strip("./") else say(_("the delivery"))


class _Sides:
    """The two sides of one comparison, with the parts that were read by component."""

    def __init__(self, intent: Intent, returned: ReturnedObject, checkpoint: Checkpoint, at: int, file: str) -> None:
        self.intent, self.returned, self.checkpoint, self.at, self.file = intent, returned, checkpoint, at, file
        self.name = named(checkpoint)
        self.parts: dict[Component, list[Part]] = {}
        for part in checkpoint.components:
            member = part.member if _MEMBER.fullmatch(part.member) else ""
            self.parts.setdefault(Component(part.kind, member), []).append(part)

    def read(self, component: Component) -> list[Part]:
        """Return what was read of ``component``; one answered without a model's name means all of its kind."""
        found = [part for each, parts in self.parts.items() if each.code == component.code for part in parts]
        return [part for part in found if part.member == component.name] if component.name else found

    def is_open(self, component: Component) -> bool:
        """Say whether the two sides name models differently, so that nothing can be set side by side."""
        return bool(component.name and not self.read(component) and self.read(Component(component.code)))

    def differs(self, question: str, answered: str, read: str, heading: str = "H1") -> Difference:
        return Difference(question, self.returned.name, answered, read, self.file, heading)

    def offers(self, question: str, says: str, value: Any, *below: str) -> Suggestion:
        where: Place = ("objects", self.at, question, *below)
        return Suggestion(question, self.returned.name, says, where, value, self.file)


# --- Components -------------------------------------------------------------------------------------------------------


def _components(sides: _Sides) -> Found:
    answered = [component for component, _code in sides.returned.parts]
    implied = [Component(code) for code in ("K1", "K3") if answer_of(sides.returned, Component(code))]
    named = dict.fromkeys([*answered, *implied])
    kinds = {each.code for each in named}
    unnamed = [each for each in sides.parts if each not in named and not (not each.name and each.code in kinds)]
    unnamed = [each for each in unnamed if Component(each.code) not in named]
    found = Found()
    for component in (*named, *unnamed):
        found += _component(sides, component)
    return found


def _component(sides: _Sides, component: Component) -> Found:
    code, parts = answer_of(sides.returned, component), sides.read(component)
    present = [part for part in parts if part.state is State.PRESENT]
    if sides.is_open(component):
        return Found(notes=(_other_names(component),))
    answered = say(_CODES[code], component=component_name(component)) if code in _CODES else say(NOT_STATED)
    offered = _has_it(sides, component, present) if present and code != "yes" else ()
    if code == "yes" and not present:
        read = _not_whole(sides, component, parts)
        return Found((sides.differs("S7", answered, read),)) if read else Found()
    if code in ("no", "not_applicable", "new") and present:
        read = say(_("{component} in {where}"), component=component_name(component), where=_where(present))
        return Found((sides.differs("S7", answered, read),), offered)
    return Found((), offered)


def _not_whole(sides: _Sides, component: Component, parts: list[Part]) -> str:
    """Return what was read of a component that is answered yes and not simply there; "" where that says nothing."""
    name = component_name(component)
    if not parts:
        if component.code not in SEEN_WHEN_THERE:
            return ""
        return say(_("no {component} in {checkpoint}"), component=name, checkpoint=sides.name)
    told = dict.fromkeys(say(_STATES[part.state]) for part in parts)
    return say(_("{component} is {state}, in {where}"), component=name, state=listed(list(told)), where=_where(parts))


def _has_it(sides: _Sides, component: Component, present: list[Part]) -> tuple[Suggestion, ...]:
    says = say(_("{component} is in this object: yes"), component=component_name(component))
    return (sides.offers("S7", f"{says} ({_where(present)})", "yes", str(component)),)


def _other_names(component: Component) -> str:
    return say(
        _("{component}: the files name their models otherwise, so this was not compared."),
        component=component_name(component),
    )


def _where(parts: Iterable[Part]) -> str:
    """Return the files of ``parts``, the first three by name."""
    files = list(dict.fromkeys(each.file for part in parts for each in part.places))
    return listed(files) if len(files) <= 3 else say(_("{files} and others"), files=", ".join(files[:3]))


# --- Points -----------------------------------------------------------------------------------------------------------


def _points(sides: _Sides) -> Found:
    """Compare like units only. A component whose bytes state no point gives nothing: no point is ever inferred."""
    found = Found()
    for component in dict.fromkeys([*(each for each, _point in sides.returned.points), *sides.parts]):
        if COMPONENTS.get(component.code) and not sides.is_open(component):
            found += _point(sides, component)
    return found


def _point(sides: _Sides, component: Component) -> Found:
    answered = sides.returned.point_of(component)
    scale = answered.scale or sides.intent.wanted.scale
    stated = [each for part in sides.read(component) for each in part.stated if SCALES.get(each.unit) == scale]
    values = list(dict.fromkeys(Decimal(str(each.value)) for each in stated))
    if not values or answered.value in values:
        return Found()
    offered = _has_point(sides, component, scale, values[0], stated[0]) if len(values) == 1 else ()
    if answered.value is None:
        return Found((), offered)
    name = component_name(component)
    told = say(_("{component} at {point}"), component=name, point=place(answered))
    points = [_seen(each, answered.value) for each in _each(stated)]
    read = say(_("{component} at {points}"), component=name, points=listed(points))
    return Found((sides.differs("S8", told, read, "H4"),), offered)


def _each(stated: list[Stated]) -> list[Stated]:
    """Return one statement for each value, the first of each."""
    return list({each.value: each for each in reversed(stated)}.values())[::-1]


def _seen(stated: Stated, answered: "Decimal | None" = None) -> str:
    """Return a stated point with its place; one below the answer, under a name that may count from zero, says so."""
    value = Decimal(str(stated.value))
    where = say(
        _("{point} in {place}"), point=place(Point(scale=SCALES[stated.unit], value=value)), place=str(stated.place)
    )
    is_one_below = answered is not None and value + 1 == answered
    if is_one_below and stated.unit != OPTIMIZER_STEPS and may_be_zero_based(stated.place.key):
        return say(_("{where} (this name may count from zero)"), where=where)
    return where


def _has_point(
    sides: _Sides, component: Component, scale: str, value: Decimal, stated: Stated
) -> tuple[Suggestion, ...]:
    name = component_name(component)
    says = say(_("{component} at {point}"), component=name, point=_seen(stated))
    raw = int(value) if value == value.to_integral_value() else number(value)
    return (sides.offers("S8", says, {"scale": scale, "value": raw}, str(component)),)


# --- What ties the parts, and damage ----------------------------------------------------------------------------------


def _ties(sides: _Sides) -> Found:
    returned, read = sides.returned, sides.checkpoint.correspondence
    basis = say(
        _("these parts belong together: {basis}"), basis=lowered(label_of(OBJECT["S12"].options, returned.basis))
    )
    if read is Correspondence.MISMATCH:
        return _mismatch(sides, basis)
    if read is Correspondence.UNKNOWN and returned.basis in _TIED:
        read_words = say(_("nothing in the files ties the parts of {checkpoint} to each other"), checkpoint=sides.name)
        return Found((sides.differs("S12", basis, read_words, "H4"),))
    if read is Correspondence.SAME_FILE and returned.basis not in _TIED:
        says = say(_("the parts belong together: one save operation wrote {file}"), file=sides.name)
        return Found((), (sides.offers("S12", says, "one_save"),))
    return Found()


def _mismatch(sides: _Sides, basis: str) -> Found:
    against = " ".join(each.text for each in sides.checkpoint.contradictions)
    found = Found()
    if sides.returned.one_checkpoint == "yes":
        answered = say(_("these parts are one checkpoint"))
        offered = sides.offers("S11a", say(_("these parts are one checkpoint: no")), "no")
        found += Found((sides.differs("S11a", answered, against, "H4"),), (offered,))
    elif sides.returned.basis in _TIED:
        found += Found((sides.differs("S12", basis, against, "H4"),))
    return found


def _damage(sides: _Sides) -> Found:
    damage = " ".join(each.text for each in sides.checkpoint.damage)
    if not damage or sides.returned.save_state != "committed":
        return Found()
    state = lowered(label_of(OBJECT["S15"].options, sides.returned.save_state))
    return Found((sides.differs("S15", say(_("the save is {state}"), state=state), damage, "H2"),))
