"""What happens to a draft as it is written, what of it is sent, and how far it is."""

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from recovery.core.branching import is_by_party, is_not_stated, is_stated
from recovery.core.guide.question import Kind, Question, Section
from recovery.forms.blocks import (
    REPEATED,
    Block,
    Raw,
    answers_of,
    asked_in,
    intent_blocks,
    is_asked,
    is_for_matrix,
    offer_blocks,
    offer_from,
)

MOST_BLOCKS = 60
_BY_PART = ("S8", "S13", "S16")


def with_block(draft: Mapping[str, Any], kind: str) -> Raw:
    """Return ``draft`` with one more object, copy or evidence row; presets of the guide are filled in, openly."""
    changed = deepcopy(dict(draft))
    if kind in REPEATED and len(changed.setdefault(kind, [])) < MOST_BLOCKS:
        changed[kind].append(_preset(REPEATED[kind]))
    return changed


def without_block(draft: Mapping[str, Any], kind: str, place: int) -> Raw:
    """Return ``draft`` without one of its blocks; unchanged where there is none at ``place``."""
    changed = deepcopy(dict(draft))
    rows = changed.get(kind, [])
    if kind in REPEATED and 0 <= place < len(rows):
        del rows[place]
    return changed


def with_point_everywhere(draft: Mapping[str, Any], place: int, point: Mapping[str, Any], parts: list[str]) -> Raw:
    """Return ``draft`` with ``point`` written to each of ``parts`` of one object, as its supplier asked by a click."""
    changed = deepcopy(dict(draft))
    if point and 0 <= place < len(changed.get("objects", [])):
        stated = changed["objects"][place].setdefault("S8", {})
        stated.update({part: dict(point) for part in parts})
    return changed


def by_party(value: Any, parties: tuple[str, ...]) -> list[Raw]:
    """Return an answer that each of two parties gives: the first keeps what was there, the next begins with a blank."""
    given = [dict(each) for each in value] if is_by_party(value) else [{"party": parties[0], "value": value}]
    taken = {each["party"] for each in given}
    following = next((each for each in parties if each not in taken), None)
    return [*given, {"party": following, "value": None}] if following else given


def by_one(value: Any) -> Any:
    """Return the first party's answer as the answer of all."""
    return value[0]["value"] if is_by_party(value) else value


def _preset(questions: tuple[Question, ...]) -> Raw:
    return {
        question.key: {code: {"claimed": said} for code, said in question.preset}
        for question in questions
        if question.preset and question.kind is Kind.CLAIMS
    }


# --- What is sent ---------------------------------------------------------------------------------------------------


def sent_offer(draft: Mapping[str, Any], intent: Mapping[str, Any]) -> Raw:
    """Return the offer as it is sent: answers to questions that are not asked stay behind in the draft."""
    return offer_from(tuple(_only_asked(offer_blocks(draft), intent)))


def sent_intent(draft: Mapping[str, Any]) -> Raw:
    """Return the intent as it is published, with what was given for the outcome matrix alone."""
    intent = dict(draft)
    while True:
        blocks = intent_blocks(intent)
        kept = {
            question.key: intent[question.key]
            for question in blocks[0].questions
            if question.key in intent
            and (is_asked(question, blocks[0], intent, intent) or is_for_matrix(question, intent))
        }
        if kept == intent:
            return kept
        intent = kept


def _only_asked(blocks: tuple[Block, ...], intent: Mapping[str, Any]) -> tuple[Block, ...]:
    while True:
        answers = answers_of(blocks)
        kept = tuple(
            replace(
                block,
                raw=_of_returned_parts(
                    {
                        question.key: block.raw[question.key]
                        for question in block.questions
                        if question.key in block.raw and is_asked(question, block, answers, intent)
                    }
                ),
            )
            for block in blocks
        )
        if kept == blocks:
            return kept
        blocks = kept


def _of_returned_parts(raw: Raw) -> Raw:
    """Leave out points, ids and layouts of components that S7 does not say are in the object."""
    parts = raw.get("S7")
    if not isinstance(parts, Mapping):
        return raw
    trimmed = dict(raw)
    for key in _BY_PART:
        if isinstance(raw.get(key), Mapping):
            trimmed[key] = {part: value for part, value in raw[key].items() if parts.get(part) == "yes"}
    return {key: value for key, value in trimmed.items() if value != {} or key not in _BY_PART}


# --- How far it is --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Completion:
    """How many of the questions that need an answer have one, in one section or in all of them."""

    section: Section | None
    answered: int
    open: int

    @property
    def total(self) -> int:
        """How many questions need an answer."""
        return self.answered + self.open


def is_answered(question: Question, value: Any) -> bool:
    """Return whether a question has an answer; "not stated" is one (domain.md 4.9.34), also of every part of it."""
    if is_stated(value) or is_not_stated(value):
        return True
    if question.kind is Kind.BY_COMPONENT and isinstance(value, Mapping):
        return bool(value)
    return is_by_party(value) and all(is_not_stated(each["value"]) or is_stated(each["value"]) for each in value)


def open_in(blocks: tuple[Block, ...], intent: Mapping[str, Any]) -> list[tuple[Block, Question]]:
    """Return the questions that need an answer and have none."""
    return [
        (block, question)
        for block, question in asked_in(blocks, intent)
        if question.required and not is_answered(question, block.raw.get(question.key))
    ]


def completion_of(
    blocks: tuple[Block, ...], intent: Mapping[str, Any], sections: tuple[Section, ...]
) -> tuple[Completion, ...]:
    """Return how far each section is."""
    needed: dict[str, list[bool]] = {section.key: [] for section in sections}
    for block, question in asked_in(blocks, intent):
        if question.required:
            needed[question.section].append(is_answered(question, block.raw.get(question.key)))
    return tuple(
        Completion(section, sum(needed[section.key]), len(needed[section.key]) - sum(needed[section.key]))
        for section in sections
    )


def slice_digest(blocks: tuple[Block, ...], section: str) -> str:
    """Return a short digest of the answers of one page, so that two people on different pages do not collide."""
    shown = [
        [
            block.prefix,
            {question.key: _stored(block.raw.get(question.key)) for question in questions_of(block, section)},
        ]
        for block in blocks
        if questions_of(block, section)
    ]
    return hashlib.sha256(json.dumps(shown, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _stored(value: Any) -> Any:
    """Return a blank as None: whether it was typed or read back, nothing was answered; zero is an answer."""
    return None if value in ("", [], {}) else value


def questions_of(block: Block, section: str) -> tuple[Question, ...]:
    """Return the questions of ``block`` on the page of ``section``; components are shown with their points."""
    keys = {"S8"} if section == "returned" and block.kind == "objects" else set()
    return tuple(each for each in block.questions if each.section == section or each.key in keys)
