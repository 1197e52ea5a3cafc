"""A draft taken apart into blocks of answers: the offer itself, each object, copy and evidence row; or the intent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from recovery.core.branching import asked, is_stated, offered_for_matrix
from recovery.core.guide.buyer import BUYER_QUESTIONS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Kind, Question, Scope, Shown
from recovery.core.guide.supplier import OFFER_QUESTIONS
from recovery.core.guide.supplier_copy import COPY_QUESTIONS
from recovery.core.guide.supplier_evidence import EVIDENCE_QUESTIONS
from recovery.core.guide.supplier_object import OBJECT_QUESTIONS

Raw = dict[str, Any]

_COPIES = ("copy_named", "copy_unstated", "copy_unidentifiable")
# The exchange form names these without a question of the guide (domain.md 4.10).
OFFER_NAME = Question(
    "name",
    Scope.OFFER,
    "application",
    Kind.TEXT,
    _("What do you call this offer?"),
    help=_("Left open, the name of your organisation stands for it."),
    longest=120,
)
OBJECT_NAME = Question(
    "name",
    Scope.OBJECT,
    "returned",
    Kind.TEXT,
    _("What do you call this object?"),
    help=_("A short name, so that evidence can refer to it. Left open, it is called object 1, object 2 and so on."),
    longest=120,
)
HELD_BY = Question(
    "copy",
    Scope.OBJECT,
    "returned",
    Kind.TEXT,
    _("Which storage copy holds it?"),
    help=_("The name of a copy on the page “Storage-copy history”. Leave it open where there is only one."),
    longest=120,
    shown=((Shown("S6", _COPIES),),),
)
COPY_NAME = Question(
    "name",
    Scope.COPY,
    "history",
    Kind.TEXT,
    _("What do you call this copy?"),
    help=_("Left open, it is called copy 1, copy 2 and so on."),
    longest=120,
)


@dataclass(frozen=True)
class Block:
    """One block of answers: ``kind`` is intent, offer, answers, objects, copies or evidence, ``place`` its number."""

    kind: str
    raw: Raw
    questions: tuple[Question, ...]
    place: int = -1

    @property
    def prefix(self) -> str:
        """The beginning of the names of this block's inputs; the intent's stand alone."""
        if self.kind == "intent":
            return ""
        return self.kind if self.place < 0 else f"{self.kind}-{self.place}"

    def input_name(self, key: str) -> str:
        """Return the name of the input of one question."""
        return f"{self.prefix}-{key}" if self.prefix else key


LISTS = frozenset(("answers", "objects", "copies", "evidence"))


def intent_blocks(draft: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the one block of the buyer's form."""
    return (Block("intent", dict(draft), BUYER_QUESTIONS),)


def offer_blocks(draft: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the blocks of a supplier's form in the order of the exchange form."""
    blocks = [
        Block("offer", {key: value for key, value in draft.items() if key not in LISTS}, (OFFER_NAME,)),
        Block("answers", dict(draft.get("answers") or {}), OFFER_QUESTIONS),
    ]
    for kind, questions in REPEATED.items():
        rows = draft.get(kind) or []
        blocks.extend(Block(kind, dict(row), questions, place) for place, row in enumerate(rows))
    return tuple(blocks)


REPEATED: dict[str, tuple[Question, ...]] = {
    "objects": (OBJECT_NAME, *OBJECT_QUESTIONS, HELD_BY),
    "copies": (COPY_NAME, *COPY_QUESTIONS),
    "evidence": EVIDENCE_QUESTIONS,
}


def offer_from(blocks: tuple[Block, ...]) -> Raw:
    """Return the exchange form of ``blocks``: the reverse of ``offer_blocks``."""
    draft: Raw = {"name": "", "answers": {}, "objects": [], "copies": [], "evidence": []}
    for block in blocks:
        if block.kind == "offer":
            draft |= {**block.raw, "name": block.raw.get("name") or ""}
        elif block.kind == "answers":
            draft["answers"] = block.raw
        else:
            draft[block.kind].append(block.raw)
    return draft


def is_asked(question: Question, block: Block, answers: Mapping[str, Any], intent: Mapping[str, Any]) -> bool:
    """Return whether ``question`` is asked in ``block``; S30b needs a list of the buyer to go through."""
    if question.rows_of and not is_stated(intent.get(question.rows_of)):
        return False
    return asked(question, block.raw, answers, intent)


def is_for_matrix(question: Question, intent: Mapping[str, Any]) -> bool:
    """Return whether a question of the buyer may be answered for the outcome matrix alone (domain.md 4.9.36)."""
    only_by_outcome = all(each.key == "B1" for group in question.shown for each in group)
    return only_by_outcome and offered_for_matrix(question, intent) and not asked(question, intent, intent, intent)


def answers_of(blocks: tuple[Block, ...]) -> Raw:
    """Return the answers that stand for the whole form: the offer's own, or the intent."""
    return next((block.raw for block in blocks if block.kind in {"intent", "answers"}), {})


def asked_in(blocks: tuple[Block, ...], intent: Mapping[str, Any]) -> Iterator[tuple[Block, Question]]:
    """Yield every question that is asked, with its block, in the order of the form."""
    answers = answers_of(blocks)
    for block in blocks:
        for question in block.questions:
            if is_asked(question, block, answers, intent):
                yield block, question
