"""The sentences of a verdict: what is returned, what is missing, what is not stated and who owes it."""

from recovery.core.checks.finding import answer_of
from recovery.core.checks.point import stated_point
from recovery.core.guide.components import COMPONENTS, WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Comparison, Point, compare, number, same_line
from recovery.core.text import look_alike
from recovery.core.verdict import Blank, Missing

LOOK_ALIKE = _("The two names look alike, and they are not the same.")
BY_ITS_RULE = _("a point that its rule selects")
LATER_COPY = _("A later copy does not move the point.")

PARTS = {
    "point": _("the progress point"),
    "environment": _("a compatible environment"),
    "base": _("what the object builds on"),
    "copy": _("the storage copy"),
    "contents": _("the listed contents"),
    "complete_set": _("one complete set"),
    "form": _("the form of the weights that was asked for"),
    "application": _("the application that was named"),
    "correspondence": _("what ties the parts to one checkpoint"),
}

# What a blank is about, in a word or two; the question's own sentence stands in the guide as data.
BLANKS = {
    "B1": _("intended result"),
    "B5": _("whether that run or branch counts"),
    "B6a": _("how the units convert"),
    "B4": _("who provides the environment"),
    "B7": _("progress rule"),
    "B8": _("point value"),
    "B9": _("largest acceptable gap"),
    "B6": _("unit of progress"),
    "B10": _("required components"),
    "B11": _("whether the optimizer state applies"),
    "B13": _("form of the weights"),
    "B13a": _("base model of the adapter"),
    "B18": _("storage boundary"),
    "B19": _("list of contents"),
    "S1": _("who answers"),
    "S2": _("application"),
    "S3": _("framework that wrote the save"),
    "S4": _("environment"),
    "S6": _("what is returned"),
    "S6a": _("file format"),
    "S7": _("contents"),
    "S8": _("progress point"),
    "S9": _("what latest means"),
    "S10": _("how the point is identified"),
    "S10a": _("smallest point promised"),
    "S10b": _("whether that point is a promise"),
    "S11": _("largest gap from the job's progress"),
    "S12": _("what ties the parts to one checkpoint"),
    "S13": _("checkpoint ids"),
    "S14": _("number of processes saved and returned"),
    "S15a": _("storage tier reached"),
    "S15b": _("storage tier promised"),
    "S16": _("what the other layout keeps"),
    "S17": _("conversion tool"),
    "S18": _("form of the weights"),
    "S30": _("which storage copy holds it, and its boundary"),
    "S30a": _("storage boundary"),
    "S30b": _("listed contents"),
    "S31": _("volumes of the copy"),
    "S33": _("consistency of the copy"),
    "S34": _("copy still in progress"),
}
OWED_BY = {"buyer": _("the buyer"), "supplier": _("the supplier"), "owner": _("the application owner")}

_UNITS = {"step": _("step"), "epoch": _("epoch"), "samples": _("sample"), "tokens": _("token")}


def place(point: Point) -> str:
    """Return a point in words: "step 10"; what is blank is said to be not stated."""
    if point.value is None:
        return say(_("a point that is not stated"))
    unit = say(_UNITS.get(point.scale, point.scale) or _("point"))
    return say(_("{unit} {value}"), unit=unit, value=number(point.value))


def component_name(reference: Component | str) -> str:
    """Return a component's name in words: "optimizer state", "optimizer state of actor"."""
    code, _slash, name = str(reference).partition("/")
    known = COMPONENTS.get(code)
    if known is None:
        return name or code
    return say(_("{component} of {model}"), component=say(known.name), model=name) if name else say(known.name)


def listed(words: list[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return say(_("{first} and {last}"), first=", ".join(words[:-1]), last=words[-1])


def returned_parts(intent: Intent, returned: ReturnedObject) -> str:
    """Return what the object holds, grouped by point: "model state at step 9 and optimizer state at step 8"."""
    groups: dict[str, list[str]] = {}
    for component, code in returned.parts or ((Component("K1"), answer_of(returned, Component("K1"))),):
        if code == "yes":
            point = stated_point(intent, returned, component)
            at = (
                "" if component.code in WITHOUT_POINT else _place_in(returned, point) + _line_where_other(intent, point)
            )
            groups.setdefault(at, []).append(component_name(component))
    return listed([_at(listed(names), at) if at else listed(names) for at, names in groups.items()])


def _at(what: str, where: str) -> str:
    return say(_("{what} at {where}"), what=what, where=where)


def _place_in(returned: ReturnedObject, point: Point) -> str:
    return say(BY_ITS_RULE) if returned.kind == "rule" and point.value is None else place(point)


def _wanted_line(intent: Intent) -> Point:
    if intent.outcome != "O4":
        return intent.wanted
    return next((each.point for each in intent.contents if each.point.run), intent.wanted)


def _line_where_other(intent: Intent, point: Point) -> str:
    """Return " of RUN, branch BRANCH" where that is not the line asked for: there the same number is another state."""
    wanted = _wanted_line(intent)
    return line_words(point) if point.run and wanted.run and not same_line(wanted, point) else ""


def line_words(point: Point) -> str:
    """Return " of RUN, branch BRANCH", as far as the line is stated."""
    run = say(_(" of {run}"), run=point.run) if point.run else ""
    return run + (say(_(", branch {branch}"), branch=point.branch) if point.branch else "")


def missing_words(intent: Intent, returned: ReturnedObject | None, missing: tuple[Missing, ...]) -> str:
    """Return the sentence that names each gap; parts that are there at another point are one gap, the point."""
    elsewhere = [each for each in missing if returned and each.point and _is_returned(returned, each.part)]
    words = []
    if elsewhere and intent.outcome != "O4":
        wanted = elsewhere[0].point
        other = any(_line_where_other(intent, point) for _part, point in (returned.points if returned else ()))
        words.append(_point_words(intent, wanted) + (line_words(wanted) if wanted and other else ""))
    for each in missing:
        if each in elsewhere and intent.outcome != "O4":
            continue
        words.append(_gap_words(intent, each))
    sentence = say(_("Missing: {parts}."), parts=", ".join(dict.fromkeys(words)))
    wanted, stated = _wanted_line(intent), returned.points if returned and elsewhere else ()
    alike = any(look_alike(wanted.run, point.run) or look_alike(wanted.branch, point.branch) for _part, point in stated)
    return f"{sentence} {say(LOOK_ALIKE)}" if alike else sentence


def _is_returned(returned: ReturnedObject, part: str) -> bool:
    if part in PARTS:
        return False
    code, _slash, name = part.partition("/")
    component = Component(code, name)
    return answer_of(returned, component) == "yes" and returned.point_of(component).value is not None


def _point_words(intent: Intent, point: Point | None) -> str:
    if point is None or point.value is None:
        return say(PARTS["point"])
    return _or_later(say(_("point {value}"), value=number(point.value)), is_least=intent.rule == "at_least")


def _or_later(what: str, *, is_least: bool) -> str:
    return say(_("{what} or later"), what=what) if is_least else what


def _gap_words(intent: Intent, gap: Missing) -> str:
    if gap.part == "point" and gap.point is not None and not gap.item:
        return _point_words(intent, gap.point)
    if gap.part in PARTS:
        return gap.item or say(PARTS[gap.part])
    name = component_name(gap.part)
    if gap.point is None or gap.point.value is None:
        return name
    return _or_later(_at(name, place(gap.point)), is_least=intent.rule == "at_least" and intent.outcome != "O4")


def blank_words(blanks: tuple[Blank, ...]) -> str:
    """Return the sentence that names each open question and who owes its answer."""
    return _by_party(_("Not stated: {answers}, owed by {party}."), blanks)


def owed_words(blanks: tuple[Blank, ...]) -> str:
    """Return the sentence that names each answer to complete and who owes it, where what is lacking is said already."""
    return _by_party(_("Owed by {party}: {answers}."), blanks)


def _by_party(template: str, blanks: tuple[Blank, ...]) -> str:
    by_party: dict[str, list[str]] = {}
    for each in blanks:
        about = say(BLANKS.get(each.question, each.question))
        by_party.setdefault(each.owed_by, []).append(f"{about} ({each.question})")
    return " ".join(
        say(template, answers=", ".join(dict.fromkeys(words)), party=say(OWED_BY[party]))
        for party, words in by_party.items()
    )


def later_copy(intent: Intent, offer: Offer, returned: ReturnedObject) -> str:
    """Return the fixed sentence where a storage copy holds an earlier state than was asked for, else "".

    No instant is read: whatever the copy's time, it does not move the point (guide H3, H4).
    """
    if offer.copy_of(returned) is None or intent.rule not in ("exactly", "at_least") or intent.outcome == "O4":
        return ""
    stated = (stated_point(intent, returned, each) for each in returned.present() if each.code not in WITHOUT_POINT)
    return say(LATER_COPY) if any(compare(intent.wanted, each) is Comparison.LOWER for each in stated) else ""
