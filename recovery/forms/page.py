"""One section of the guide as a page: its blocks as forms, and what is said at each question."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from recovery.core.errors import AnswerRejected
from recovery.core.guide.buyer import BUYER_SECTIONS
from recovery.core.guide.choices import COMPONENT_OPTIONS, SCALES
from recovery.core.guide.question import Section
from recovery.core.guide.supplier import SUPPLIER_QUESTIONS, SUPPLIER_SECTIONS
from recovery.core.verdict import Contradiction
from recovery.forms.answer import Posted
from recovery.forms.blocks import (
    Block,
    Raw,
    answers_of,
    intent_blocks,
    is_asked,
    is_for_matrix,
    offer_blocks,
    offer_from,
)
from recovery.forms.draft import questions_of, slice_digest
from recovery.forms.form import AnswersForm, input_of, raw_from_post, storable
from recovery.forms.surroundings import Surroundings

# Each party of S1 may answer these for itself; S1 names the parties, and the price and names are the offer's.
MAY_DIFFER = frozenset(each.key for each in SUPPLIER_QUESTIONS if each.key[:1] == "S") - {"S1"}


@dataclass
class Page:
    """What one section shows. ``intent`` is the buyer's; for the buyer's own form the draft itself."""

    section: Section
    blocks: tuple[Block, ...]
    intent: Mapping[str, Any]
    is_supplier: bool
    more: str = ""
    forms: list[AnswersForm] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = _names(self.blocks, self.intent, is_supplier=self.is_supplier)
        for block in self.blocks:
            questions = questions_of(block, self.section.key)
            if questions:
                self.forms.append(AnswersForm(block, questions, self._around(block, names)))
        self._mark_asked()

    def _around(self, block: Block, names: Mapping[str, tuple[str, ...]] | None = None) -> Surroundings:
        return Surroundings(
            intent=self.intent,
            answers=answers_of(self.blocks),
            block=block.raw,
            is_supplier=self.is_supplier,
            names=names or {},
            more=self.more,
        )

    def _mark_asked(self) -> None:
        answers = answers_of(self.blocks)
        for form in self.forms:
            for shown in form.questions:
                shown.is_asked = is_asked(shown.question, form.block, answers, self.intent)
                shown.is_for_matrix = not self.is_supplier and is_for_matrix(shown.question, self.intent)
                shown.may_differ = len(form.around.parties) > 1 and shown.question.key in MAY_DIFFER
                shown.at = form.add_prefix(shown.question.key)

    @property
    def draft(self) -> Raw:
        """The exchange form that the blocks stand for."""
        return offer_from(self.blocks) if self.is_supplier else dict(self.blocks[0].raw)

    @property
    def base(self) -> str:
        """What this page was made from, so that a save can tell whether somebody else changed the same answers."""
        return slice_digest(self.blocks, self.section.key)

    @property
    def hidden(self) -> list[str]:
        """The questions of the page that are not asked now."""
        shown = [each for form in self.forms for each in form.questions]
        return [each.at for each in shown if not each.is_asked and not each.is_for_matrix]

    @property
    def wrong(self) -> str:
        """The inputs whose text cannot be read, one a line."""
        return "\n".join(name for form in self.forms for name in form.input_faults)

    @property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Names that texts of the page may refer to, for the lists that the browser suggests."""
        return self.forms[0].around.names if self.forms else {}

    @property
    def faults(self) -> list[dict[str, str]]:
        """What cannot be read as an answer, each with the place on the page where it is said."""
        return [
            {"at": shown.at, "wording": str(shown.label), "reason": str(reason)}
            for form in self.forms
            for shown in form.questions
            for reason in form.errors.get(shown.question.key, ())
        ]

    @property
    def unstorable(self) -> bool:
        """Whether some text typed here cannot be stored at all, so that the answer stored before stays."""
        typed = [(each, form.block.raw.get(each.question.key)) for form in self.forms for each in form.questions]
        return any(shown.is_unstorable(value) for shown, value in typed)

    @property
    def is_empty(self) -> bool:
        """Whether no question of the page is asked now."""
        return not any(each.is_asked or each.is_for_matrix for form in self.forms for each in form.questions)

    @property
    def names_owner(self) -> bool:
        """Whether the page asks for the application owner (B24)."""
        return any(each.question.key == "B24" and each.is_asked for form in self.forms for each in form.questions)

    def of(self, kind: str) -> list[AnswersForm]:
        """Return the forms of one kind of block."""
        return [form for form in self.forms if form.block.kind == kind]

    def typed(self, data: Posted) -> "Page":
        """Return this page with what was typed."""
        blocks = []
        for block in self.blocks:
            questions = questions_of(block, self.section.key)
            raw = raw_from_post(data, questions, block, self._around(block)) if questions else block.raw
            blocks.append(replace(block, raw=raw))
        return replace(self, blocks=tuple(blocks), forms=[])

    def storable(self, stored: "Page") -> Raw:
        """Return the draft to keep: what was typed, but the stored answer where the text cannot be stored at all."""
        typed = {form.block.prefix: form for form in self.forms}
        before = {block.prefix: block.raw for block in stored.blocks}
        blocks = tuple(
            replace(block, raw=storable(block.raw, before.get(block.prefix, {}), typed[block.prefix]))
            if block.prefix in typed
            else block
            for block in self.blocks
        )
        return replace(self, blocks=blocks, forms=[]).draft

    def take_faults(self, faults: Iterable[AnswerRejected]) -> None:
        """Say at each question what the core refuses there."""
        faults = tuple(faults)
        for form in self.forms:
            form.take_faults(faults)

    def take_awaited(self, awaited: Iterable[AnswerRejected]) -> None:
        """Say at each question what its answer waits for; that is open, and no error."""
        waiting = {input_of(each.path): each.reason for each in awaited}
        for form in self.forms:
            for shown in form.questions:
                shown.awaits = waiting.get(shown.at, "")

    def take_contradictions(self, found: Iterable[Contradiction]) -> None:
        """Say at each question which other answers it contradicts; these never are errors and never stop anything."""
        for each in found:
            for form in self.forms:
                if not names_block(form.block, each):
                    continue
                for shown in form.questions:
                    if shown.question.key in each.questions and each not in shown.remarks:
                        shown.remarks.append(each)


def offer_page(section: Section, draft: Mapping[str, Any], intent: Mapping[str, Any], more: str = "") -> Page:
    """Return a page of the supplier's questionnaire."""
    return Page(section, offer_blocks(draft), intent, is_supplier=True, more=more)


def intent_page(section: Section, draft: Mapping[str, Any], more: str = "") -> Page:
    """Return a page of the buyer's form."""
    return Page(section, intent_blocks(draft), dict(draft), is_supplier=False, more=more)


def section_of(key: str, *, is_supplier: bool) -> Section | None:
    """Return a section of one side by its key, or None."""
    sections = SUPPLIER_SECTIONS if is_supplier else BUYER_SECTIONS
    return next((section for section in sections if section.key == key), None)


def _names(blocks: tuple[Block, ...], intent: Mapping[str, Any], *, is_supplier: bool) -> dict[str, tuple[str, ...]]:
    """Return what the browser suggests for texts that name something: units, runs, objects, manifests, components."""
    place = intent.get("B5")
    run = place if isinstance(place, Mapping) else {}
    names: dict[str, tuple[str, ...]] = {
        "scale": (*_text(intent.get("B6b")), *(each.code for each in SCALES if each.code != "other")),
        "run": _text(run.get("run")),
        "branch": _text(run.get("branch")),
        "B19.item": tuple(each.code for each in COMPONENT_OPTIONS),
    }
    if is_supplier:
        named = {
            kind: tuple(_called(block) for block in blocks if block.kind == kind) for kind in ("objects", "copies")
        }
        manifests = tuple(name for each in blocks if each.kind == "evidence" for name in _text(each.raw.get("id")))
        held = named["objects"] + named["copies"]
        names |= {"object": held, "copy": named["copies"], "manifest": manifests, "S20a.name": held}
    return {key: values for key, values in names.items() if values}


def names_block(block: Block, found: Contradiction) -> bool:
    """Return whether a contradiction is about ``block``: it names one object or copy, or the whole offer."""
    if block.kind not in {"objects", "copies"} or not found.object:
        return True
    return found.object == _called(block)


def _called(block: Block) -> str:
    """Return what an object or a copy is called: its name, or its number where it has none."""
    default = "object" if block.kind == "objects" else "copy"
    return next(iter(_text(block.raw.get("name"))), f"{default} {block.place + 1}")


def _text(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) and value.strip() else ()
