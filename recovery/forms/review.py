"""Everything that will be sent, before it is sent: the answers in words, what is open, what cannot be read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from recovery.core.branching import NOT_STATED, is_not_stated
from recovery.core.comparison.printing import said
from recovery.core.errors import AnswerRejected
from recovery.core.guide.question import Question, Section
from recovery.core.verdict import Contradiction
from recovery.forms.blocks import Block, Raw, asked_in, intent_blocks, is_for_matrix, offer_blocks, offer_from
from recovery.forms.draft import is_answered, open_in
from recovery.forms.form import input_of
from recovery.forms.page import names_block
from recovery.forms.spoken import Spoken


@dataclass(frozen=True)
class Line:
    """One question as it will be sent. Without ``lines`` nothing is stated; ``is_open`` says that nothing was said,
    ``awaits`` what else has to be answered before this answer says anything.

    ``is_said_not_stated``: the supplier said that the answer is not stated, and so owes it.
    """

    at: str
    key: str
    section: str
    wording: str
    block: str
    lines: list[str]
    is_open: bool
    is_for_matrix: bool = False
    is_said_not_stated: bool = False
    awaits: str = ""


@dataclass(frozen=True)
class Fault:
    """An answer that cannot be read, with the page and the place where it stands."""

    section: str
    at: str
    key: str
    reason: str


@dataclass(frozen=True)
class Review:
    """What is looked through before sending; ``left`` are answers that are asked no more and stay in the draft."""

    sections: list[tuple[Section, list[Line]]]
    open: list[Line]
    not_stated: list[Line]
    faults: list[Fault]
    left: list[Line]
    contradictions: tuple[Contradiction, ...]
    words: tuple[str, ...]

    @property
    def may_mark(self) -> bool:
        """Whether something is open that could be marked "not stated"; a name that waits for its copy could not."""
        return any(not line.awaits for line in self.open)


def review_of(
    draft: Mapping[str, Any], intent: Mapping[str, Any], spoken: Spoken, sections: tuple[Section, ...]
) -> Review:
    """Return what a draft says, question by question, in the order of the form."""
    is_supplier = "answers" in draft and "objects" in draft
    blocks = offer_blocks(draft) if is_supplier else intent_blocks(draft)
    shown = list(_asked(blocks, intent, is_supplier=is_supplier))
    lines = [_line(block, question, is_supplier=is_supplier, matrix=matrix) for block, question, matrix in shown]
    asked = {line.at for line in lines}
    return Review(
        sections=[(section, [each for each in lines if each.section == section.key]) for section in sections],
        open=[_line(block, question, is_supplier=is_supplier) for block, question in open_in(blocks, intent)]
        + _awaiting(lines, spoken),
        not_stated=[line for line in lines if line.is_said_not_stated],
        faults=[placed(fault, blocks) for fault in spoken.faults],
        left=[line for line in _given(blocks, is_supplier=is_supplier) if line.at not in asked],
        contradictions=spoken.contradictions,
        words=spoken.words,
    )


def marked_not_stated(draft: Mapping[str, Any], intent: Mapping[str, Any]) -> Raw:
    """Return ``draft`` with "not stated" at each question that needs an answer and has none, as its supplier asked."""
    blocks = offer_blocks(draft)
    for block, question in open_in(blocks, intent):
        block.raw[question.key] = NOT_STATED
    return offer_from(blocks)


def _asked(
    blocks: tuple[Block, ...], intent: Mapping[str, Any], *, is_supplier: bool
) -> Iterator[tuple[Block, Question, bool]]:
    for block, question in asked_in(blocks, intent):
        yield block, question, False
    for block in () if is_supplier else blocks:
        for question in block.questions:
            if question.key in block.raw and is_for_matrix(question, intent):
                yield block, question, True


def _given(blocks: tuple[Block, ...], *, is_supplier: bool) -> list[Line]:
    return [
        line
        for block in blocks
        for question in block.questions
        if question.key in block.raw and (line := _line(block, question, is_supplier=is_supplier)).lines
    ]


def _line(block: Block, question: Question, *, is_supplier: bool, matrix: bool = False) -> Line:
    value = block.raw.get(question.key)
    return Line(
        at=block.input_name(question.key),
        key=question.key if question.key[:1] in "BSP" else "",
        section=question.section,
        wording=gettext(question.wording),
        block=_title(block) if is_supplier else "",
        lines=said(question, value).splitlines(),
        is_open=question.required and not is_answered(question, value),
        is_for_matrix=matrix,
        is_said_not_stated=is_not_stated(value),
    )


def _awaiting(lines: list[Line], spoken: Spoken) -> list[Line]:
    """Return the lines whose answers wait for another answer, each with what it waits for."""
    waiting = {input_of(each.path): each.reason for each in spoken.awaited}
    return [replace(line, awaits=waiting[line.at]) for line in lines if line.at in waiting]


def _title(block: Block) -> str:
    names = {"objects": _("Object %(n)s"), "copies": _("Storage copy %(n)s"), "evidence": _("Evidence %(n)s")}
    if block.kind not in names:
        return ""
    number = names[block.kind] % {"n": block.place + 1}
    name = block.raw.get("name") or block.raw.get("id")
    return f"{number}: {name}" if name else number


def placed(fault: AnswerRejected, blocks: tuple[Block, ...]) -> Fault:
    """Return a fault of the core with the page and the question that it is about."""
    name = input_of(fault.path)
    for block in blocks:
        for question in block.questions:
            at = block.input_name(question.key)
            if name == at or name.startswith(f"{at}-"):
                return Fault(question.section, at, question.key, fault.reason)
    return Fault("evidence" if fault.path.startswith("evidence") else "", "", fault.key, fault.reason)


@dataclass(frozen=True)
class Conflict:
    """A contradiction with the addresses of the answers that take part in it: (question id, section, place)."""

    found: Contradiction
    places: tuple[tuple[str, str, str], ...]


def conflicts_of(found: tuple[Contradiction, ...], blocks: tuple[Block, ...]) -> list[Conflict]:
    """Return contradictions with the places of their questions, in the block that they name where they name one."""
    conflicts = []
    for each in found:
        places = [
            (question.key, question.section, block.input_name(question.key))
            for block in blocks
            for question in block.questions
            if question.key in each.questions and names_block(block, each)
        ]
        conflicts.append(Conflict(each, tuple(places[:6])))
    return conflicts
