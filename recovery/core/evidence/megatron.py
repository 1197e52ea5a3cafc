"""Megatron-LM and megatron-core: a folder for each iteration, and a tracker that names the one that loads."""

import re
from dataclasses import replace

from recovery.core.evidence import dcp
from recovery.core.evidence.correspondence import MASTER, Custom
from recovery.core.evidence.faults import Refused
from recovery.core.evidence.folder_parts import Gathered, read_record
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State
from recovery.core.evidence.pointers import iteration_at
from recovery.core.evidence.source import Source

FORM = "Megatron-LM checkpoint"
CORE_FORM = "megatron-core distributed checkpoint"
TRACKER = "latest_checkpointed_iteration.txt"
_RANK = re.compile(
    r"(?:^|/)mp_rank_(?P<tensor>\d{2,3})(?:_(?P<pipeline>\d{3}))?(?:_\d{3})?/(?P<name>model_optim_rng|distrib_optim|model_rng|optim)\.pt$"
)
_ITERATION = re.compile(r"^(?:iter_(?P<number>\d{7,})|release)$")


def _iterations(source: Source, folder: str) -> list[str]:
    """Return the folders of iterations directly under ``folder``."""
    start = f"{folder}/" if folder else ""
    names = {path[len(start) :].partition("/")[0] for path in source.below(folder)}
    return sorted(start + each for each in names if _ITERATION.match(each) and _is_iteration(source, start + each))


def _is_iteration(source: Source, folder: str) -> bool:
    here = source.in_folder(folder)
    if "metadata.json" in here and ("common.pt" in here or dcp.METADATA in here):
        return True
    return "common.pt" in here or any(_RANK.search(path) for path in source.below(folder))


def claims(source: Source, folder: str) -> set[str]:
    """Return the files of every iteration under ``folder`` with its tracker, or of one iteration delivered alone."""
    iterations = _iterations(source, folder)
    if iterations:
        tracker = source.in_folder(folder).get(TRACKER)
        return {path for each in iterations for path in source.below(each)} | ({tracker.path} if tracker else set())
    return set(source.below(folder)) if _is_alone(source, folder) else set()


def _is_alone(source: Source, folder: str) -> bool:
    here = source.in_folder(folder)
    start = f"{folder}/" if folder else ""
    core = "metadata.json" in here and "common.pt" in here
    return core or any(
        (match := _RANK.search(path)) is not None and match.start() <= len(start) for path in source.below(folder)
    )


def read(source: Source) -> Inspection:
    """Read every iteration as a checkpoint of its own, and what the tracker says beside them."""
    iterations = _iterations(source, source.root) or [source.root]
    found = [_read_iteration(source, each) for each in iterations]
    result = Inspection(source.root or ".", FORM).joined(found)
    tracker = source.inside(TRACKER)
    if tracker is None:
        return result
    place = Place(tracker.path)
    try:
        named = iteration_at(tracker)
    except Refused as error:
        return replace(result, refusals=(*result.refusals, Finding("tracker", error.reason, place)))
    return _with_tracker(result, named, iterations, place)


def _with_tracker(result: Inspection, named: "int | None", iterations: list[str], place: Place) -> Inspection:
    name = "release" if named is None else f"iter_{named:07d}"
    if not any(each.rpartition("/")[2] == name for each in iterations):
        text = f"The tracker names {name}, which is not there."
        return replace(result, damage=(*result.damage, Finding("tracker", text, place)))
    checkpoints = []
    for each in result.checkpoints:
        if each.name.rpartition("/")[2] != name or named is None:
            checkpoints.append(each)
            continue
        stated = [one for one in each.stated if one.place.key == "iteration"]
        agrees = all(one.value == named for one in stated)
        text = f"The tracker names iteration {named:,}" + (
            ", as the file does." if agrees else f"; the file says {stated[0].value:,}."
        )
        finding = Finding("tracker", text, place)
        checkpoints.append(
            replace(each, ties=(*each.ties, finding)) if agrees else replace(each, doubts=(*each.doubts, finding))
        )
    newer = [each.rpartition("/")[2] for each in iterations if each.rpartition("/")[2] > name and named is not None]
    doubts = result.doubts
    if newer:
        text = f"{newer[-1]} lies beside it and is not named by the tracker, which is written last."
        doubts = (*doubts, Finding("tracker", text, place))
    return replace(result, checkpoints=tuple(checkpoints), doubts=doubts)


def _read_iteration(source: Source, folder: str) -> Inspection:
    here = source.in_folder(folder)
    gathered = Gathered(folder)
    custom = Custom(record_is_exact=True)
    if "common.pt" in here or dcp.METADATA in here:
        return _read_core(source.among(source.below(folder), folder), gathered)
    files = source.below(folder)
    ranks = [match for path in files if (match := _RANK.search(path)) is not None]
    for path, each in sorted(files.items()):
        if _RANK.search(path):
            gathered.read(source, each)
        else:
            gathered.files.append(path)
    gathered.components = _joined(gathered.components)
    _check_ranks(gathered, ranks)
    one_file = len(ranks) == 1
    return gathered.checkpoint(FORM, "Megatron-LM", custom._replace(same_file=one_file, one_record=True))


def _joined(parts: "list[Component]") -> "list[Component]":
    """Join the ranks' shares of each kind; the masters inside the optimizer are part of it."""
    found: list[Component] = []
    for kind in dict.fromkeys(each.kind for each in parts):
        same = [each for each in parts if each.kind == kind and each.member != MASTER and each.state is not State.EMPTY]
        if kind == "K7":
            kept = {(one.place.key, one.value): replace(each, stated=(one,)) for each in same for one in each.stated}
            found.extend(kept.values())
        elif len(same) == 1:
            found.append(replace(same[0], member=""))
        elif same:
            stated = {(one.place.key, one.value): one for each in same for one in each.stated}
            places = tuple(place for each in same for place in each.places)
            worst = next((each.state for each in same if each.state is State.DAMAGED), same[0].state)
            contents = (*same[0].contents, ("shares", len(same)))
            found.append(
                replace(
                    same[0],
                    state=worst,
                    member="",
                    places=places,
                    stated=tuple(stated.values()),
                    contents=contents,
                    trace=None,
                )
            )
    return found


def _check_ranks(gathered: Gathered, ranks: "list[re.Match[str]]") -> None:
    tensor = {int(each["tensor"]) for each in ranks}
    pipeline = {int(each["pipeline"] or 0) for each in ranks}
    sizes = {name: value for each in gathered.components if each.kind == "K16" for name, value in each.contents}
    for what, seen in (("tensor-parallel ranks", tensor), ("pipeline-parallel ranks", pipeline)):
        stated = sizes.get(what)
        wanted = stated if isinstance(stated, int) else max(seen, default=0) + 1
        missing = sorted(set(range(min(wanted, 100_000))) - seen)
        if missing and seen:
            shown = ", ".join(map(str, missing[:8]))
            text = f"{what[:1].upper()}{what[1:]}: {len(seen)} of {wanted} are there; missing: {shown}."
            gathered.damage.append(Finding("rank-missing", text, Place(gathered.root or ".")))


def _read_core(source: Source, gathered: Gathered) -> Inspection:
    """megatron-core: common.pt for what all ranks share, a distributed checkpoint for the rest, metadata.json last."""
    metadata = source.inside("metadata.json")
    if metadata is None:
        text = "It has no metadata.json, which is written last: this save was not committed."
        gathered.damage.append(Finding("not-committed", text, Place(source.root or ".")))
    else:
        read_record(gathered, metadata)
    common = source.inside("common.pt")
    if common is not None:
        gathered.read(source, common)
    if source.inside(dcp.METADATA) is not None or any(dcp.SHARD.match(each.name) for each in source.files.values()):
        return dcp.read_as(source, CORE_FORM, "megatron-core", gathered)
    return gathered.checkpoint(CORE_FORM, "megatron-core", Custom(one_record=True, record_is_exact=True))
