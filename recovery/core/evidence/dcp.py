"""torch.distributed.checkpoint: one ``.metadata`` that lists every item, and shards of small torch zips end to end."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from recovery.core.evidence import torch_zip
from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.dcp_tree import put, restored
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.folder_parts import Gathered
from recovery.core.evidence.inspection import Component, Correspondence, Finding, Inspection, Place, State
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.pickle_record import Record, run_pickle
from recovery.core.evidence.pickle_values import Call, Global
from recovery.core.evidence.progress_keys import unit_of
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.roles import find_parts
from recovery.core.evidence.source import Slice, Source, SourceFile
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape

FORM = "distributed checkpoint (DCP)"
METADATA = ".metadata"
SHARD = re.compile(r"^__(?P<rank>\d+)_\d+\.distcp$")
MOST_VALUES = 3_000
_WANTED = {
    "last_epoch", "_last_lr", "_step_count", "last_batch_iteration", "lr", "betas", "momentum", "params", "scale",
    "decoupled_weight_decay", "dampening", "nesterov", "_growth_tracker", "growth_factor", "num_steps", "max_lr",
}  # fmt: skip


@dataclass
class Items:
    """What ``.metadata`` lists: arrays and values by name, their paths in the saved structure, and where each lies."""

    arrays: dict[str, Tensor] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)
    paths: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    pieces: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    pieces_needed: dict[str, int] = field(default_factory=dict)


@dataclass
class Shards:
    """The shards as storages: an item of one number is read from its own small torch zip."""

    source: Source
    items: Items
    order: str = "little"

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return the bytes of an item of one element."""
        tensor = value_of(self, key)
        if not isinstance(tensor, Tensor) or tensor.storage is None or tensor.storage.home is None:
            raise Damaged(f"The item {label(key)} is not an array.")
        self.order = tensor.storage.home.order
        size = ITEM_SIZES.get(tensor.dtype, 1)
        return tensor.storage.home.read(tensor.storage.key, tensor.offset * size + offset, length)

    def piece(self, name: str) -> "Slice | None":
        """Return the bytes of the first piece of an item, or None where they are not there."""
        for path, offset, length in self.items.pieces.get(name, []):
            file = self.source.inside(path)
            if file is not None and offset + length <= file.size:
                return Slice(file.data, offset, length)
        return None


def claims(source: Source, folder: str) -> set[str]:
    """Return the files of a folder that holds ``.metadata`` beside shards, or shards alone."""
    here = source.in_folder(folder)
    if METADATA in here and here[METADATA].data.read(0, 1) != b"\x80":
        return set()
    shards = {name for name in here if SHARD.match(name)}
    if not shards and METADATA not in here:
        return set()
    return {each.path for each in here.values()}


def read(source: Source) -> Inspection:
    """Read one save. Without ``.metadata``, which is written last, it was never committed."""
    return read_as(source, FORM, "torch.distributed.checkpoint", Gathered(source.root))


def read_as(source: Source, form: str, writer: str, gathered: Gathered) -> Inspection:
    """Read one save into ``gathered``, under the name of the library that wrote it."""
    add_save(gathered, source)
    found = gathered.checkpoint(form, writer, Custom(one_record=True))
    if source.inside(METADATA) is None:
        # Not even what the shards hold can be said without the list of it.
        (checkpoint,) = found.checkpoints
        return replace(found, checkpoints=(replace(checkpoint, correspondence=Correspondence.UNKNOWN),))
    return found


def add_save(gathered: Gathered, source: Source) -> None:
    """Add the items of one save to ``gathered``, or what is wrong with it."""
    source.budget.renew(f"{source.root}/{METADATA}")
    file = source.inside(METADATA)
    here = sorted(each.path for each in source.in_folder(source.root).values())
    gathered.files.extend(path for path in here if path not in gathered.files)
    if file is None:
        text = "It has shards and no .metadata, which is written last: this save was not committed."
        gathered.damage.append(Finding("not-committed", text, Place(source.root or ".")))
        return
    try:
        items, record = _metadata(file, source)
    except (Damaged, Refused) as error:
        finding = Finding("unreadable", error.reason, Place(file.path))
        gathered.refusals.extend(unsafe_findings(list(error.names), Place(file.path)))
        (gathered.refusals if isinstance(error, Refused) else gathered.damage).append(finding)
        return
    gathered.refusals.extend(unsafe_findings(record.unsafe, Place(file.path)))
    missing = _missing(gathered, source, items)
    parts = find_parts(_unflatten(Shards(source, items)), file.path)
    gathered.doubts.extend(parts.doubts)
    gathered.components.extend(_marked(each, missing, items) for each in parts.components)
    gathered.components.extend(_lost_records(missing, items, file.path, parts.components))
    _check_ranks(gathered, source)
    _extra_shards(gathered, source, items)


def _metadata(file: SourceFile, source: Source) -> "tuple[Items, Record]":
    if file.size > torch_zip.LARGEST_PICKLE:
        raise Refused("Its .metadata is larger than is read.")
    record = run_pickle(file.data.read(0, file.size), source.budget)
    state = record.value.state if isinstance(record.value, Call) else None
    if not isinstance(state, dict) or not isinstance(state.get("state_dict_metadata"), dict):
        raise Damaged("Its .metadata lists no items.")
    items = Items()
    home = Shards(source, items)
    for name, said in state["state_dict_metadata"].items():
        if isinstance(name, str) and isinstance(said, Call):
            _item(items, name, said, home)
    planned = state.get("planner_data")
    for name, path in planned.items() if isinstance(planned, dict) else ():
        if isinstance(name, str) and isinstance(path, tuple) and all(isinstance(each, (str, int)) for each in path):
            items.paths[name] = path
    stored = state.get("storage_data")
    for index, where in stored.items() if isinstance(stored, dict) else ():
        _piece(items, index, where)
    return items, record


def _item(items: Items, name: str, said: Call, home: Shards) -> None:
    """Take in one entry: an array with its shape and chunks, or a value saved as bytes."""
    state = said.state if isinstance(said.state, dict) else {}
    if "size" not in state or not said.path.endswith("TensorStorageMetadata"):
        items.values.append(name)
        return
    properties = state.get("properties")
    held = properties.state if isinstance(properties, Call) else None
    kinds = held if isinstance(held, (tuple, list)) else list(held.values()) if isinstance(held, dict) else []
    dtype = next((each.name for each in kinds if isinstance(each, Global) and each.name in ITEM_SIZES), "float32")
    shape = checked_shape(state["size"])
    chunks = state.get("chunks")
    items.pieces_needed[name] = max(len(chunks), 1) if isinstance(chunks, list) else 1
    items.arrays[name] = Tensor(dtype, shape, Storage(dtype, name, 1, home))


def _piece(items: Items, index: Any, where: Any) -> None:
    at = index.state if isinstance(index, Call) and isinstance(index.state, dict) else {}
    to = where.state if isinstance(where, Call) and isinstance(where.state, dict) else {}
    name, path, offset, length = at.get("fqn"), to.get("relative_path"), to.get("offset"), to.get("length")
    if (
        isinstance(name, str)
        and isinstance(path, str)
        and type(offset) is int
        and type(length) is int
        and offset >= 0
        and length >= 0
    ):
        items.pieces.setdefault(name, []).append((path, offset, length))


def value_of(shards: Shards, name: str) -> Any:
    """Return the value of one item from its small torch zip, or None where it cannot be read."""
    piece = shards.piece(name)
    if piece is None:
        return None
    shards.source.budget.renew(f"{shards.source.root}/{METADATA}")
    single = shards.source.single(SourceFile(f"{shards.source.root}/{METADATA}", piece))
    try:
        return torch_zip.value(single)
    except BeyondBudget:
        raise
    except (Damaged, Refused):
        return None


def _unflatten(shards: Shards) -> "dict[Any, Any]":
    """Rebuild the saved structure from names and paths; values are read as far as they can matter."""
    items = shards.items
    tree: dict[Any, Any] = {}
    wanted = sorted(
        items.values, key=lambda name: _last(items, name) not in _WANTED and unit_of(_last(items, name)) is None
    )
    chosen = set(wanted[:MOST_VALUES])
    for name in (*items.arrays, *items.values):
        value = items.arrays.get(name)
        if value is None:
            value = value_of(shards, name) if name in chosen else None
        put(tree, items.paths.get(name) or tuple(name.split(".")), value)
    return restored(tree)


def _last(items: Items, name: str) -> str:
    path = items.paths.get(name) or (name,)
    return str(path[-1]).rpartition(".")[2]


def _missing(gathered: Gathered, source: Source, items: Items) -> "dict[str, bool]":
    """Return the items of which pieces are missing; the value is True where nothing of one is there."""
    lost: dict[str, bool] = {}
    absent: dict[str, str] = {}
    for name in (*items.arrays, *items.values):
        there = 0
        pieces = items.pieces.get(name, [])
        for path, offset, length in pieces:
            problem = _problem(source, path, offset, length)
            if problem:
                absent.setdefault(path, problem)
            else:
                there += 1
        if there < max(items.pieces_needed.get(name, 1), len(pieces)):
            lost[name] = there == 0
    for path, problem in sorted(absent.items())[:20]:
        gathered.damage.append(
            Finding("shard-missing", f".metadata names {label(path)}{problem}", Place(gathered.root or "."))
        )
    if lost and not absent:
        text = f"{len(lost):,} items have fewer pieces than .metadata describes."
        gathered.damage.append(Finding("pieces-missing", text, Place(gathered.root or ".")))
    return lost


def _problem(source: Source, path: str, offset: int, length: int) -> str:
    if climbs(path):
        return ", out of its folder. It was not followed."
    file = source.inside(path)
    if file is None:
        return ", which is not there."
    return "" if offset + length <= file.size else f", which has only {file.size:,} bytes."


def _marked(component: Component, missing: "dict[str, bool]", items: Items) -> Component:
    """Return ``component`` as partial or damaged where items under its key are missing."""
    under = [name for name in (*items.arrays, *items.values) if _is_under(name, component)]
    lost = [name for name in under if name in missing]
    if not lost:
        return component
    state = State.PARTIAL if component.kind in ("K1", "K2", "K8", "K9", "K10") else State.DAMAGED
    if all(missing[name] for name in lost) and len(lost) == len(under):
        state = State.DAMAGED
    note = f"{len(lost):,} of its {len(under):,} items are missing or not whole."
    return replace(component, state=state, notes=(*component.notes, note))


def _lost_records(missing: "dict[str, bool]", items: Items, path: str, found: "list[Component]") -> "list[Component]":
    """A progress record that is listed and whose bytes are gone: there was one, and what it said is not known."""
    keys = [each.places[0].key for each in found if each.kind != "K7" and each.places[0].key]
    lost = [
        name for name in missing if unit_of(_last(items, name)) and not any(name.startswith(f"{key}.") for key in keys)
    ]
    note = "It is listed, and its bytes are missing."
    return [Component("K7", State.DAMAGED, (Place(path, label(name)),), notes=(note,)) for name in lost[:20]]


def _is_under(name: str, component: Component) -> bool:
    key = component.places[0].key
    if not key and component.trace and component.kind in ("K1", "K2"):
        return name in component.trace.names
    return not key or name == key or name.startswith((f"{key}.", f"{key}["))


def _check_ranks(gathered: Gathered, source: Source) -> None:
    ranks = {
        int(match["rank"])
        for name in source.in_folder(source.root)
        if (match := SHARD.match(name)) and len(match["rank"]) < 7
    }
    if len(ranks) > 1:
        contents = (("ranks that wrote", len(ranks)),)
        gathered.components.append(Component("K16", State.PRESENT, (Place(gathered.root or "."),), contents=contents))


def _extra_shards(gathered: Gathered, source: Source, items: Items) -> None:
    named = {path for pieces in items.pieces.values() for path, _, _ in pieces}
    extra = sorted(name for name in source.in_folder(source.root) if SHARD.match(name) and name not in named)
    if extra:
        text = f"{label(extra[0])} is not named by .metadata" + (
            f", nor are {len(extra) - 1} more." if extra[1:] else "."
        )
        gathered.doubts.append(Finding("shard-unnamed", text, Place(gathered.root or ".")))
