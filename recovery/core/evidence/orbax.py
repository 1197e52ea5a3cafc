"""Orbax: the structure stands in JSON; the values lie in compressed stores that are not read, and this is said."""

import re
from dataclasses import replace
from typing import Any

from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.flax_msgpack import describe_tree
from recovery.core.evidence.folder_parts import Gathered, read_record
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State
from recovery.core.evidence.labels import label
from recovery.core.evidence.plain_files import progress_of
from recovery.core.evidence.progress_keys import unit_of
from recovery.core.evidence.roles import find_parts
from recovery.core.evidence.small_parts import RANDOM_KEY
from recovery.core.evidence.source import Source, SourceFile
from recovery.core.evidence.strict_json import load_json
from recovery.core.evidence.tensors import Tensor, checked_shape

FORM = "Orbax checkpoint"
CHECKPOINT = "_CHECKPOINT_METADATA"
ITEM = "_METADATA"
STORE = "manifest.ocdbt"
STORE_MAGIC = bytes.fromhex("0cdb3a2a")
UNFINISHED = ".orbax-checkpoint-tmp"
_STATES = re.compile(r"opt(imizer)?_?state", re.IGNORECASE)
_UNREAD = "Its values lie in a compressed store that is not read: whether and how far it stepped is not visible."


def _is_item(source: Source, folder: str) -> bool:
    here = source.in_folder(folder)
    return ITEM in here or (STORE in here and not folder.rpartition("/")[2].startswith("ocdbt.process_"))


def claims(source: Source, folder: str) -> set[str]:
    """Return every file of a step's folder, or of an item delivered alone."""
    here = source.in_folder(folder)
    if CHECKPOINT in here or _is_item(source, folder):
        return set(source.below(folder))
    return set()


def read(source: Source) -> Inspection:
    """Read one step: its items, and whether it was committed."""
    gathered = Gathered(source.root)
    gathered.files = sorted(source.files)
    _commit(gathered, source)
    folders = sorted({each.folder for each in source.files.values() if _is_item(source, each.folder)})
    for folder in folders:
        _item(gathered, source, folder)
    _json_items(gathered, source, folders)
    return gathered.checkpoint(FORM, "Orbax", Custom(one_record=True))


def _commit(gathered: Gathered, source: Source) -> None:
    """A step is committed by renaming; an interrupted save keeps its temporary name or lacks its commit time."""
    metadata = source.in_folder(source.root).get(CHECKPOINT)
    value = read_record(gathered, metadata) if metadata else {}
    files = sorted(set(gathered.files))
    gathered.files = files
    open_names = {part for path in source.files for part in path.split("/") if UNFINISHED in part}
    if open_names:
        text = f"{label(min(open_names))} keeps its temporary name: this save was not finished."
        gathered.damage.append(Finding("not-committed", text, Place(source.root or ".")))
    elif (
        metadata is not None
        and value is not None
        and "commit_timestamp_nsecs" in value
        and value["commit_timestamp_nsecs"] is None
    ):
        text = "Its metadata has no commit time: this save was not finished."
        gathered.damage.append(Finding("not-committed", text, Place(metadata.path)))


def _item(gathered: Gathered, source: Source, folder: str) -> None:
    here = source.in_folder(folder)
    metadata = here.get(ITEM)
    item = folder[len(source.root) :].strip("/")
    _check_store(gathered, source, folder)
    if metadata is None:
        text = "It has a store and no _METADATA: what it holds is not visible."
        gathered.doubts.append(Finding("no-structure", text, Place(folder or ".")))
        return
    try:
        value = load_json(metadata)
    except (Damaged, Refused) as error:
        place = Place(metadata.path)
        (gathered.damage if isinstance(error, Damaged) else gathered.refusals).append(
            Finding("metadata", error.reason, place)
        )
        return
    tree = _tree(value.get("tree_metadata") if isinstance(value, dict) else None)
    _parts(gathered, tree, metadata, item)


def _check_store(gathered: Gathered, source: Source, folder: str) -> None:
    here = source.in_folder(folder)
    store = here.get(STORE)
    data = [
        path
        for path in source.below(folder)
        if "/d/" in f"/{path[len(folder) :]}" or path.endswith(("/.zarray", "/zarr.json"))
    ]
    if store is not None and store.data.read(0, 4) != STORE_MAGIC:
        gathered.damage.append(Finding("store", "Its manifest is not that of a store.", Place(store.path)))
    elif store is not None and not data:
        gathered.damage.append(
            Finding("data-missing", "Its store has a manifest and no data files.", Place(store.path))
        )
    elif store is None and not data:
        gathered.damage.append(Finding("data-missing", "It has a structure and no data files.", Place(folder or ".")))


def _tree(said: Any) -> "dict[Any, Any]":
    """Return the structure with shapes: ``key_metadata`` gives the path, ``write_shape`` the shape."""
    tree: dict[Any, Any] = {}
    for each in said.values() if isinstance(said, dict) else ():
        keys = each.get("key_metadata") if isinstance(each, dict) else None
        path = [str(key.get("key")) for key in keys if isinstance(key, dict)] if isinstance(keys, list) else []
        meta = each.get("value_metadata") if isinstance(each, dict) else None
        if not path or len(path) > 64 or not isinstance(meta, dict):
            continue
        node = tree
        for step in path[:-1]:
            inner = node.get(step)
            if not isinstance(inner, dict):
                inner = node[step] = {}
            node = inner
        node[path[-1]] = _leaf(meta)
    return tree


def _leaf(meta: "dict[str, Any]") -> Any:
    if meta.get("value_type") in ("None", "Dict", "List", "Tuple", "NamedTuple"):
        return {}
    try:
        shape = checked_shape(meta.get("write_shape") or [])
    except Refused:
        shape = ()
    return Tensor("float32", shape, layout="in a store")


def _parts(gathered: Gathered, tree: "dict[Any, Any]", metadata: SourceFile, item: str) -> None:
    """Sort the top of the tree: optimizer states, counters, random keys; what is left is weights."""
    member = item if item not in ("", "default", "state") else ""
    rest: dict[Any, Any] = {}
    for key, each in tree.items():
        place = Place(metadata.path, label(key))
        if _STATES.search(key) or (item and _STATES.search(item)):
            component, _ = describe_tree(each, place)
            note = (_UNREAD,) if component.state is State.PRESENT else ()
            gathered.components.append(_noted(component, note))
        elif unit_of(key) and isinstance(each, Tensor) and not each.shape:
            note = ("Its value lies in a compressed store that is not read.",)
            gathered.components.append(Component("K7", State.PRESENT, (place,), notes=note))
        elif RANDOM_KEY.search(key) or key in ("rngs", "key"):
            gathered.components.append(Component("K8", State.PRESENT, (place,)))
        else:
            rest[key] = each
    parts = find_parts(rest, metadata.path)
    gathered.components.extend(_named(each, member) for each in parts.components if each.kind in ("K1", "K2", "K10"))


def _noted(component: Component, notes: tuple[str, ...]) -> Component:
    return replace(component, notes=(*component.notes, *notes))


def _named(component: Component, member: str) -> Component:
    contents = tuple((name, value) for name, value in component.contents if name != "types")
    return replace(component, member=component.member or member, contents=contents)


def _json_items(gathered: Gathered, source: Source, items: list[str]) -> None:
    """Items of plain JSON, such as ``metadata/metadata``, state their values."""
    for path, each in sorted(source.files.items()):
        if (
            each.folder in items
            or each.name in (CHECKPOINT, ITEM, STORE, "_sharding", "commit_success.txt")
            or each.size > 1 << 20
        ):
            continue
        if (
            each.data.read(0, 1) != b"{"
            or each.folder == source.root
            or any(path.startswith(f"{item}/") for item in items if item)
        ):
            continue
        value = read_record(gathered, each)
        if value:
            components, doubts = progress_of(value, each.path)
            gathered.components.extend(components)
            gathered.doubts.extend(doubts)
    gathered.files = sorted(set(gathered.files))
