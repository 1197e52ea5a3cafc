"""Rows across offers: the five answers, the checks, the components, and what is printed but never matched."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from recovery.core.branching import asked
from recovery.core.checks import CHECKS as CHECKING
from recovery.core.checks.finding import answer_of, required_of
from recovery.core.comparison.columns import Judged
from recovery.core.comparison.parts import Block, Cell, ComponentCell, ComponentRow, Row
from recovery.core.comparison.printing import said, visible
from recovery.core.guide.closing import HISTORY_LEAD, INTERFACE_LEAD, TERMS_LEAD
from recovery.core.guide.components import COMPONENTS, WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Question, Scope
from recovery.core.guide.supplier import COPY, OBJECT, OFFER_QUESTIONS
from recovery.core.guide.wording import CHECK_WORDS, CHECKS, CRITERIA, NOT_STATED, component_letter, say
from recovery.core.intent import Component, Intent
from recovery.core.matching.sets import objects_of
from recovery.core.matching.wording import OWED_BY, component_name, place
from recovery.core.offer import ReturnedObject
from recovery.core.summary.naming import point_in_words
from recovery.core.verdict import Check

Raw = Mapping[str, Any]
_HISTORY = ("S35",)
_ANSWERS = {
    "yes": _("yes"),
    "no": _("no"),
    "new": _("newly initialised"),
    "not_applicable": _("not applicable"),
    "": NOT_STATED,
}


def answer_blocks(judged: Sequence[Judged], raw_intent: Raw) -> tuple[Block, ...]:
    """Return the five answers: for each of the guide's questions, the rows that anybody was asked."""
    blocks = []
    for code, title in CRITERIA.items():
        questions = [each for each in (*OFFER_QUESTIONS, *OBJECT.values()) if each.guide == code]
        rows = [row for each in questions if each.key not in _HISTORY and (row := _row(each, judged, raw_intent))]
        if code == "Q5":
            rows.append(Row("S23", say(_("Evidence given")), tuple(_evidence_cell(each) for each in judged)))
        blocks.append(Block(code, say(title), tuple(rows), heading="H5"))
    return tuple(blocks)


def check_block(intent: Intent, judged: Sequence[Judged]) -> Block:
    """Return the seven checks across the offers, as they stand for the set that decides."""
    rows = tuple(
        Row(code, say(label), tuple(_check_cell(intent, each, code) for each in judged))
        for code, label in CHECKS.items()
    )
    return Block("checks", say(_("The seven checks")), rows)


def history_block(judged: Sequence[Judged], raw_intent: Raw) -> Block:
    """Return the storage-copy history as text. Instants stand here and nowhere else."""
    questions = (*COPY.values(), *(OBJECT[key] for key in _HISTORY))
    rows = tuple(row for each in questions if (row := _row(each, judged, raw_intent)))
    return Block("history", say(_("Storage-copy history")), rows, say(HISTORY_LEAD), "H2", matched=False)


def terms_block(judged: Sequence[Judged], raw_intent: Raw, currency: str = "") -> Block:
    """Return the service terms that the buyer asked to have recorded, and the price where it counts."""
    questions = [each for each in OFFER_QUESTIONS if each.section == "terms"]
    rows = [
        row for each in questions if (row := _row(each, judged, raw_intent, unit=currency if each.key == "P1" else ""))
    ]
    return Block("terms", say(_("Service terms")), tuple(rows), say(TERMS_LEAD), "H5", matched=False)


def interface_block(judged: Sequence[Judged], raw_intent: Raw) -> Block:
    """Return what is open about physical connections; never matched or scored."""
    questions = [each for each in OFFER_QUESTIONS if each.section == "interface"]
    rows = tuple(row for each in questions if (row := _row(each, judged, raw_intent)))
    return Block("interface", say(_("Physical storage interface")), rows, say(INTERFACE_LEAD), "H6", matched=False)


def component_rows(intent: Intent, judged: Sequence[Judged]) -> tuple[ComponentRow, ...]:
    """Return a row for each component that is required or that any offer names, in the order of the catalogue."""
    required = required_of(intent)
    named = {
        part
        for each in judged
        for returned in each.submitted.offer.objects
        for part, code in returned.parts
        if code in ("yes", "new", "not_applicable")
    }
    order = {code: place for place, code in enumerate(COMPONENTS)}
    rows = sorted({*required, *named}, key=lambda each: (order.get(each.code, len(order)), each.name))
    return tuple(
        ComponentRow(
            str(each), visible(component_name(each)), component_letter(each.code, each.name), each in required,
            tuple(_component_cell(intent, one, each) for one in judged),
        )
        for each in rows
    )  # fmt: skip


# --- Checks -----------------------------------------------------------------------------------------------------------


def _check_cell(intent: Intent, judged: Judged, code: str) -> Cell:
    state = dict(judged.verdict.checks).get(code)
    if state is None:
        return Cell(say(_("not reached")))
    if state is not Check.NOT_STATED:
        return Cell(say(CHECK_WORDS[state.value]))
    offer = judged.submitted.offer
    told = (place for place, each in enumerate(judged.verdict.sets) if each.checks == judged.verdict.checks)
    returned = objects_of(offer)[next(told, 0)]
    blanks = dict(CHECKING)[code](intent, offer, returned).blanks
    parties = dict.fromkeys(each.owed_by for each in blanks)
    return Cell(say(CHECK_WORDS[state.value]), "blank", ", ".join(_owed_by(each) for each in parties))


# --- Rows of questions ------------------------------------------------------------------------------------------------


def _row(question: Question, judged: Sequence[Judged], raw_intent: Raw, unit: str = "") -> Row | None:
    """Return the row of a question; None where the question arises for no offer."""
    cells = [_CELLS[question.scope](question, each, raw_intent, unit) for each in judged]
    if all(each.state == "unasked" for each in cells):
        return None
    return Row(question.key, say(question.wording), tuple(cells))


def _offer_cell(question: Question, judged: Judged, raw_intent: Raw, unit: str) -> Cell:
    answers = _answers(judged)
    text = said(question, answers.get(question.key))
    if text:
        return Cell(f"{text} {unit}".strip())
    return _blank(question, judged) if asked(question, answers, answers, raw_intent) else _UNASKED


def _block_cell(question: Question, judged: Judged, raw_intent: Raw, unit: str) -> Cell:
    """Return one cell out of every object or copy; each says its name where there are several."""
    key = "objects" if question.scope is Scope.OBJECT else "copies"
    given = judged.submitted.offer.raw.get(key)
    blocks = [each for each in given if isinstance(each, Mapping)] if isinstance(given, (list, tuple)) else []
    lines, is_open = [], False
    for block in blocks:
        text = said(question, block.get(question.key))
        if not text and not asked(question, block, _answers(judged), raw_intent):
            continue
        is_open = is_open or not text
        text = f"{text} {unit}".strip() if text else say(NOT_STATED)
        lines.append(f"{visible(str(block.get('name') or ''))}: {text}" if len(blocks) > 1 else text)
    if not lines:
        return _UNASKED
    if is_open and len(lines) == 1:
        return _blank(question, judged)
    return Cell("\n".join(lines), "blank" if is_open else "", _owed(question, judged) if is_open else "")


_CELLS: dict[Scope, Callable[[Question, Judged, Raw, str], Cell]] = {
    Scope.OFFER: _offer_cell,
    Scope.OBJECT: _block_cell,
    Scope.COPY: _block_cell,
}
_UNASKED = Cell(say(_("does not arise")), "unasked")


def _answers(judged: Judged) -> Raw:
    answers = judged.submitted.offer.raw.get("answers")
    return answers if isinstance(answers, Mapping) else {}


def _blank(question: Question, judged: Judged) -> Cell:
    return Cell(say(NOT_STATED), "blank", _owed(question, judged))


def _owed(question: Question, judged: Judged) -> str:
    """Say who owes the answer: whom the verdict waits for, else the supplier; an optional question says so."""
    party = next((each.owed_by for each in judged.verdict.blanks if each.question == question.key), "")
    if not party and not question.required:
        return say(_("optional"))
    return _owed_by(party or "supplier")


def _owed_by(party: str) -> str:
    return say(_("owed by {party}"), party=say(OWED_BY[party]))


def _evidence_cell(judged: Judged) -> Cell:
    items = [each for each in judged.submitted.offer.evidence if each.kind != "E0"]
    if not items:
        return Cell(say(_("none beyond assertion")))
    return Cell("\n".join(visible(f"{each.kind} {each.id}".strip()) for each in items))


# --- Components -------------------------------------------------------------------------------------------------------


def _component_cell(intent: Intent, judged: Judged, component: Component) -> ComponentCell:
    objects = objects_of(judged.submitted.offer)
    owes = _owed_by("supplier") if component in required_of(intent) else say(_("optional"))
    told = [(each, *_told(intent, each, component, owes)) for each in objects]
    if not told:
        return ComponentCell("not_stated", f"{say(NOT_STATED)}, {owes}")
    states = {state for _each, state, _text, _point in told}
    state = states.pop() if len(states) == 1 else "mixed"
    lines = [f"{visible(each.name)}: {text}" if len(told) > 1 else text for each, _state, text, _point in told]
    return ComponentCell(state, "\n".join(lines), tuple(point for *_rest, point in told if point))


def _told(intent: Intent, returned: ReturnedObject, component: Component, owes: str) -> tuple[str, str, str]:
    """Return state, words and point; what is not stated says who ``owes`` it."""
    if returned.kind == "copy_unidentifiable":
        return "not_stated", say(_("cannot be identified")), ""
    answer = answer_of(returned, component)
    words = say(_ANSWERS.get(answer, answer))
    if not answer:
        return "not_stated", f"{words}, {owes}", ""
    if answer != "yes" or component.code in WITHOUT_POINT:
        return answer, words, ""
    point = returned.point_of(component)
    if point.value is None:
        return "yes", say(_("{answer}, point not stated, {owes}"), answer=words, owes=owes), ""
    same_line = point.run == intent.wanted.run and point.branch == intent.wanted.branch
    at = visible(place(point) if same_line else point_in_words(point))
    return "yes", say(_("{answer}, {point}"), answer=words, point=at), at
