"""DeepSpeed's files of one tag: model states and the partitions of the optimizer, by rank."""

import re
from dataclasses import replace

from recovery.core.evidence.correspondence import MASTER
from recovery.core.evidence.folder_parts import Gathered
from recovery.core.evidence.inspection import Component, Finding, Place, State, Stated, Trace
from recovery.core.evidence.source import Source, SourceFile

MODEL_FILE = re.compile(
    r"^(?:(?:bf16_|fp16_)?zero_pp_rank_(?P<rank>\d+)_)?(?:mp_rank_(?P<mp>\d+)|layer_\d+-model_\d+)[-_]model_states\.pt$"
)
EXPERT_FILE = re.compile(r"^(?:layer_\d+_)?expert_\d+_mp_rank_\d+_model_states\.pt$")
OPTIMIZER_FILE = re.compile(
    r"^(?:bf16_|fp16_)?(?:zero_pp_rank_|expp_rank_)(?P<rank>\d+)_mp_rank_(?P<mp>\d+)_optim_states\.pt$"
)
_SIDES = {"latest", "zero_to_fp32.py", "zero_to_fp32"}


def is_tag(source: Source, folder: str) -> bool:
    """Return whether ``folder`` holds DeepSpeed's files of one tag."""
    here = source.in_folder(folder)
    return any(MODEL_FILE.match(name) or OPTIMIZER_FILE.match(name) for name in here)


def tag_files(source: Source, folder: str) -> "dict[str, SourceFile]":
    """Return DeepSpeed's files in a tag's folder by name."""
    here = source.in_folder(folder)
    return {
        n: each for n, each in here.items() if MODEL_FILE.match(n) or OPTIMIZER_FILE.match(n) or EXPERT_FILE.match(n)
    }


def tags_below(source: Source, folder: str) -> list[str]:
    """Return the folders of tags directly under ``folder``."""
    start = f"{folder}/" if folder else ""
    folders = {each.folder for each in source.files.values() if each.folder.startswith(start)}
    return sorted(each for each in folders if each != folder and "/" not in each[len(start) :] and is_tag(source, each))


def paths_below(source: Source, folder: str) -> set[str]:
    """Return the paths of DeepSpeed's files in tags under ``folder`` and the pointer beside them."""
    tags = tags_below(source, folder)
    if not tags:
        return set()
    here = source.in_folder(folder)
    return {each.path for tag in tags for each in source.in_folder(tag).values()} | {
        here[n].path for n in _SIDES & here.keys()
    }


def add_below(gathered: Gathered, source: Source) -> None:
    """Add the parts of the tag inside another library's folder; several tags are said to be several."""
    tags = tags_below(source, source.root)
    if len(tags) > 1:
        text = f"{len(tags)} DeepSpeed tags lie here; the last by name was read."
        gathered.doubts.append(Finding("several-tags", text, Place(source.root)))
    if tags:
        add_tag(gathered, source, tags[-1])


def add_tag(gathered: Gathered, source: Source, folder: str) -> int:
    """Add model and optimizer of one tag; return the steps that were skipped."""
    files = tag_files(source, folder)
    inner = Gathered(folder)
    for name in sorted(files):
        inner.read(source, files[name])
    optimizers = {name: each for name, each in files.items() if OPTIMIZER_FILE.match(name)}
    gathered.files.extend(inner.files)
    gathered.damage.extend(inner.damage)
    gathered.doubts.extend(inner.doubts)
    gathered.refusals.extend(inner.refusals)
    gathered.needs.update(inner.needs)
    parts = [each for each in inner.components if each.state is not State.EMPTY]
    skipped = _skipped(parts)
    gathered.components.extend(_joined(parts, optimizers))
    _check_world(gathered, parts, optimizers)
    return skipped


def _joined(parts: "list[Component]", optimizers: "dict[str, SourceFile]") -> "list[Component]":
    """Join the ranks' shares of each kind into one component that lists every place."""
    found: list[Component] = []
    for kind in dict.fromkeys(each.kind for each in parts):
        same = [each for each in parts if each.kind == kind]
        if kind == "K7":
            found.extend(_once(same))
        elif kind == "K3" and optimizers:
            found.append(_partitions(same, optimizers))
        elif kind == "K1":
            found.extend(_weights(same))
        elif kind not in ("K11", "K18"):
            found.append(_merged(same))
    return found


def _once(parts: "list[Component]") -> "list[Component]":
    """Ranks repeat the record: keep one statement for each key and value."""
    kept: dict[tuple[str, int | float], Component] = {}
    for each in parts:
        for stated in each.stated:
            kept.setdefault(
                (stated.place.key, stated.value), replace(each, stated=(stated,), places=(stated.place,), member="")
            )
    return list(kept.values())


def _merged(parts: "list[Component]") -> Component:
    stated: dict[tuple[str, int | float], Stated] = {}
    for each in parts:
        for one in each.stated:
            stated.setdefault((one.place.key, one.value), one)
    worst = next((each.state for each in parts if each.state is State.DAMAGED), parts[0].state)
    places = tuple(place for each in parts for place in each.places)
    return replace(parts[0], state=worst, places=places, stated=tuple(stated.values()), member="")


def _partitions(parts: "list[Component]", optimizers: "dict[str, SourceFile]") -> Component:
    joined = _merged(parts)
    elements = sum(int(each.content("elements") or 0) for each in parts)
    contents = tuple((name, elements if name == "elements" else value) for name, value in joined.contents)
    note = "Partitioned by rank: one flat entry a group, not one a parameter."
    trace = Trace(rates=parts[0].trace.rates if parts[0].trace else (), pairs_by_order=False)
    return replace(
        joined, contents=(*contents, ("partitions", len(optimizers))), notes=(*joined.notes, note), trace=trace
    )


def _weights(parts: "list[Component]") -> "list[Component]":
    """Placeholders in the model states mean that the weights lie in the optimizer's partitions (ZeRO 3)."""
    module = [each for each in parts if each.member != MASTER]
    masters = [each for each in parts if each.member == MASTER]
    if module and any(each.state is not State.PLACEHOLDER for each in module):
        return [_merged(module)]
    if not masters:
        return [_merged(module)]
    note = "The model states hold placeholders; the weights lie flattened in the optimizer's partitions alone."
    joined = _merged(masters)
    elements = sum(int(each.content("elements") or 0) for each in masters)
    return [replace(joined, contents=(("elements", elements), ("partitions", len(masters))), notes=(note,), trace=None)]


def _skipped(parts: "list[Component]") -> int:
    for each in parts:
        value = each.content("skipped steps")
        if isinstance(value, int):
            return value
    return 0


def _check_world(gathered: Gathered, parts: "list[Component]", optimizers: "dict[str, SourceFile]") -> None:
    sizes = {value for each in parts if isinstance(value := each.content("data-parallel ranks"), int)}
    ranks = {
        int(match["rank"]) for name in optimizers if (match := OPTIMIZER_FILE.match(name)) and len(match["rank"]) < 7
    }
    if not ranks:
        return
    wanted = max(sizes, default=max(ranks) + 1)
    missing = sorted(set(range(min(wanted, 100_000))) - ranks)
    if missing:
        shown = ", ".join(map(str, missing[:8]))
        text = f"Optimizer partitions: {len(ranks)} of {wanted} ranks are there; missing: {shown}."
        gathered.damage.append(Finding("rank-missing", text, Place(gathered.root or ".")))
