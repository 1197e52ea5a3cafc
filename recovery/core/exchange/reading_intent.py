"""The buyer's side of the exchange form: raw answers to one Intent."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from recovery.core.answers import Reading
from recovery.core.answers.points import point_from, read_point, spelled_scale
from recovery.core.answers.scalars import read_component, read_text
from recovery.core.branching import is_stated
from recovery.core.errors import AnswerRejected
from recovery.core.exchange.blocks import Block, read_block, versions_from
from recovery.core.guide.buyer import BUYER, BUYER_QUESTIONS, OWNER_ROW
from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Kind
from recovery.core.intent import (
    Component,
    Intent,
    ListedContent,
    NotApplicable,
    OwnerStatement,
    WantedEvidence,
)
from recovery.core.progress import Mapping as ScaleMapping
from recovery.core.progress import Point


def _wanted(block: Block) -> Point:
    line = block.record("B5")
    scale = block.text("B6")
    return Point(
        run=line.get("run", ""),
        branch=line.get("branch", ""),
        scale=spelled_scale(block.text("B6b")) if scale == "other" else scale,
        value=block.value("B8"),
    )


def _component_of(item: str) -> Component | None:
    code, _slash, name = (part.strip() for part in item.partition("/"))
    return Component(code, name) if code in COMPONENTS or (code == "other" and name) else None


def _contents(block: Block) -> tuple[ListedContent, ...]:
    return tuple(
        ListedContent(
            item=row.get("item", ""),
            component=_component_of(row.get("item", "")),
            point=point_from(row),
            one_checkpoint=row.get("one_checkpoint") == "yes",
        )
        for row in block.rows("B19")
    )


def _free_texts(block: Block) -> tuple[tuple[str, str], ...]:
    """Return what was written in words, by question: only hints are read from it (domain.md 6)."""
    written = [
        (question.key, block.text(question.key))
        for question in BUYER_QUESTIONS
        if question.kind in (Kind.TEXT, Kind.LONG) and block.text(question.key)
    ]
    items = [("B19", row["item"]) for row in block.rows("B19") if "item" in row and _component_of(row["item"]) is None]
    return (*written, *items)


def _check(block: Block, path: str, reading: Reading) -> None:
    for place, row in enumerate(block.rows("B6a")):
        if row.get("factor") == 0:
            reason = _("One unit cannot be none of yours. Give a factor above zero.")
            reading.refuse("B6a", reason, _at(path, f"B6a[{place}].factor"))
    scales = [row.get("scale") for row in block.rows("B6a")]
    for place, scale in enumerate(scales):
        if scale is not None and scale in scales[:place]:
            reading.refuse("B6a", _("This unit is converted twice. Give one factor."), _at(path, f"B6a[{place}].scale"))
    needed = block.record("B21")
    if "from" in needed and "until" in needed and needed["until"] < needed["from"]:
        reading.refuse("B21", _("The end is earlier than the beginning."), _at(path, "B21.until"))


def _at(path: str, place: str) -> str:
    return f"{path}.{place}" if path else place


def _owner_statement(raw: Any, path: str, reading: Reading) -> OwnerStatement | None:
    if not isinstance(raw, Mapping):
        raise AnswerRejected("owner", _("Give an object: boundary, component, point and basis."), path)
    for name in (each for each in raw if each not in OWNER_ROW):
        known = ", ".join(OWNER_ROW)
        reading.refuse("owner", _("This key is not known here. Known are: {keys}.").format(keys=known), _at(path, name))
    component = reading.attempt(read_component, raw.get("component"), "owner", _at(path, "component"), ())
    texts = {
        name: reading.attempt(read_text, raw[name], "owner", _at(path, name), 500) or ""
        for name in ("boundary", "basis")
        if is_stated(raw.get(name))
    }
    point = point_from(read_point(raw, "owner", path, reading))
    if component is None:
        return None
    return OwnerStatement(texts.get("boundary", ""), component, point, texts.get("basis", ""))


def _owner_statements(owner: Any, path: str, reading: Reading) -> tuple[OwnerStatement, ...]:
    if not is_stated(owner):
        return ()
    if not isinstance(owner, Mapping) or set(owner) - {"statements"} or not isinstance(owner.get("statements"), list):
        reading.refuse("owner", _("Give an object with the key statements, a list."), path)
        return ()
    found = (
        reading.attempt(_owner_statement, each, f"{path}.statements[{place}]", reading)
        for place, each in enumerate(owner["statements"])
    )
    return tuple(each for each in found if each is not None)


def intent_from(
    raw: Any,
    reading: Reading,
    *,
    path: str = "",
    owner: Any = None,
    today: date | None = None,
) -> Intent:
    """Return the Intent that ``raw`` states; faults are noted in ``reading``."""
    block = read_block(BUYER, raw, path, reading, by_party=False)
    _check(block, path, reading)
    return Intent(
        outcome=block.text("B1"),
        application=block.text("B2"),
        loads_with=versions_from(block.rows("B3")),
        environment_by=block.text("B4"),
        rule=block.text("B7"),
        wanted=_wanted(block),
        mappings=tuple(
            ScaleMapping(row["scale"], row["factor"])
            for row in block.rows("B6a")
            if "scale" in row and row.get("factor")
        ),
        largest_gap=block.value("B9"),
        required=block.rows("B10"),
        model_only_reason=block.text("B10a"),
        not_applicable=tuple(
            NotApplicable(row["component"], row.get("reason", "")) for row in block.rows("B11") if "component" in row
        ),
        form=block.text("B13"),
        base=block.text("B13a"),
        optimizer_by=block.text("B14"),
        kept=block.rows("B15"),
        layout=block.text("B16"),
        meaning=block.text("B17"),
        boundary=block.text("B18"),
        contents=_contents(block),
        wanted_evidence=tuple(
            WantedEvidence(row["claim"], row.get("kinds", ())) for row in block.rows("B20") if "claim" in row
        ),
        needed_until=block.record("B21").get("until"),
        terms=block.rows("B22"),
        owner_statements=_owner_statements(owner, "owner", reading),
        free_texts=_free_texts(block),
        today=today,
        raw=dict(raw) if isinstance(raw, Mapping) else {},
    )


def read_intent(raw: Any, *, owner: Any = None, today: date | None = None) -> Intent:
    """Return the buyer's answers as an Intent. ``owner`` is the application owner's statement given with the inquiry.

    A draft may leave anything out. Raises AnswersRejected with every fault, each with its place in ``raw``.
    """
    reading = Reading()
    intent = intent_from(raw, reading, owner=owner, today=today)
    reading.finish()
    return intent
