"""The buttons of a questionnaire: one more block, row, component or party, and one point copied to all parts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from recovery.core.branching import NOT_STATED, is_by_party
from recovery.core.guide.choices import STATED_POINT_COLUMNS
from recovery.forms.answer import Posted, text_of
from recovery.forms.blocks import Block, Raw
from recovery.forms.draft import by_one, by_party, with_block, with_point_everywhere, without_block
from recovery.forms.page import Page
from recovery.forms.surroundings import has_point
from recovery.forms.tabular import read_row


@dataclass(frozen=True)
class Step:
    """What a button did: the draft after it, the place of the page to look at, the field that shows an empty row."""

    draft: Raw
    at: str = ""
    more: str = ""


def take_step(do: str, page: Page, data: Posted) -> Step | None:
    """Return what the button ``do`` ("row:answers-S3") makes of the page, or None where there is no such button."""
    verb, _colon, name = do.partition(":")
    return _STEPS[verb](page, name, data) if verb in _STEPS else None


def _add(page: Page, kind: str, _data: Posted) -> Step:
    draft = with_block(page.draft, kind)
    return Step(draft, f"{kind}-{len(draft.get(kind, [])) - 1}")


def _remove(page: Page, name: str, _data: Posted) -> Step:
    kind, _dash, place = name.rpartition("-")
    found = next((block for block in page.blocks if block.kind == kind and str(block.place) == place), None)
    return Step(without_block(page.draft, kind, found.place) if found else page.draft, f"{kind}-list")


def _row(page: Page, name: str, _data: Posted) -> Step:
    return Step(page.draft, name, more=name)


def _party(page: Page, name: str, _data: Posted) -> Step:
    parties = next((form.around.parties for form in page.forms if _holds(form.block, name)), ())
    if len(parties) < 2:
        return Step(page.draft, name)
    return _changed(page, name, lambda value: by_party(value, parties))


def _one(page: Page, name: str, _data: Posted) -> Step:
    return _changed(page, name, by_one)


def _part(page: Page, name: str, data: Posted) -> Step:
    part = text_of(data, f"{name}--new").strip()[:120]
    if not part:
        return Step(page.draft, name)
    step = _changed(page, name, lambda value: value if is_by_party(value) else {part: NOT_STATED, **(value or {})})
    return replace(step, at=f"{name}-{part}")


def _spread(page: Page, name: str, data: Posted) -> Step:
    form = next((form for form in page.forms if _holds(form.block, name)), None)
    if form is None:
        return Step(page.draft, name)
    point = read_row(STATED_POINT_COLUMNS, data, f"{name}--spread")
    parts = [part for part in form.around.returned() if has_point(part)]
    shown_at = name if page.section.key == "progress" else name.replace("S8", "S7")
    return Step(with_point_everywhere(page.draft, form.block.place, point, parts), shown_at)


def _holds(block: Block, name: str) -> bool:
    return bool(block.prefix) and name.startswith(f"{block.prefix}-")


def _changed(page: Page, name: str, change: Callable[[Any], Any]) -> Step:
    """Return the draft with the answer of one input name changed."""
    blocks = []
    for block in page.blocks:
        key = name[len(block.prefix) + 1 :] if _holds(block, name) else ""
        is_it = key in {each.key for each in block.questions}
        blocks.append(replace(block, raw={**block.raw, key: change(block.raw.get(key))}) if is_it else block)
    return Step(replace(page, blocks=tuple(blocks), forms=[]).draft, name)


_STEPS: dict[str, Callable[[Page, str, Posted], Step]] = {
    "add": _add,
    "remove": _remove,
    "row": _row,
    "party": _party,
    "one": _one,
    "part": _part,
    "spread": _spread,
}
