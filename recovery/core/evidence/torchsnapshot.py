"""torchsnapshot: ``.snapshot_metadata`` lists every item; small values stand in it, arrays in files by byte range."""

import base64
import struct
from dataclasses import dataclass, replace
from typing import Any

from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.folder_parts import Gathered, read_record
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.roles import find_parts
from recovery.core.evidence.source import Source, read_exactly
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape

FORM = "torchsnapshot"
METADATA = ".snapshot_metadata"
_ARRAYS = ("Tensor", "ChunkedTensor", "ShardedTensor", "DTensor")


@dataclass(frozen=True)
class _Files:
    """Arrays by location and byte range: the key is "start:location"."""

    source: Source
    order: str = "little"

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return a few bytes of an array."""
        start, _, location = key.partition(":")
        file = None if climbs(location) else self.source.inside(location)
        if file is None:
            raise Damaged(f"The file {label(location)} is missing.")
        return read_exactly(file.data, int(start) + offset, length)


def claims(source: Source, folder: str) -> set[str]:
    """Return every file under a folder that holds ``.snapshot_metadata``."""
    return set(source.below(folder)) if METADATA in source.in_folder(folder) else set()


def read(source: Source) -> Inspection:
    """Read one snapshot. The metadata is written last."""
    gathered = Gathered(source.root)
    file = source.in_folder(source.root)[METADATA]
    value = read_record(gathered, file)
    gathered.files = sorted(source.files)
    manifest = value.get("manifest") if value else None
    if not isinstance(manifest, dict):
        if value is not None:
            gathered.damage.append(Finding("damaged", "Its metadata lists nothing.", Place(file.path)))
        return gathered.checkpoint(FORM, "torchsnapshot", Custom())
    tree: dict[Any, Any] = {}
    missing: set[str] = set()
    home = _Files(source)
    for name, said in sorted(manifest.items()):
        if isinstance(said, dict):
            _place(tree, name.split("/")[1:], _leaf(gathered, source, said, home, missing))
    for location in sorted(missing)[:20]:
        gathered.damage.append(
            Finding("file-missing", f"It names {label(location)}, which is not there or not whole.", Place(file.path))
        )
    parts = find_parts(_lists(tree), file.path)
    gathered.components.extend(parts.components)
    gathered.doubts.extend(parts.doubts)
    _topology(gathered, value, file.path)
    if missing:
        gathered.components = [_lost(each) for each in gathered.components]
    return gathered.checkpoint(FORM, "torchsnapshot", Custom(one_record=True))


def _lost(component: Component) -> Component:
    if component.kind not in ("K1", "K2", "K3", "K8", "K10"):
        return component
    return replace(component, state=State.DAMAGED, notes=(*component.notes, "Files of the snapshot are missing."))


def _topology(gathered: Gathered, value: "dict[str, object] | None", path: str) -> None:
    size = value.get("world_size") if value else None
    if type(size) is int and size > 0:
        gathered.components.append(
            Component("K16", State.PRESENT, (Place(path, "world_size"),), contents=(("ranks", size),))
        )


def _place(tree: "dict[Any, Any]", path: list[str], value: Any) -> None:
    node = tree
    for step in path[:-1][:64]:
        inner = node.get(step)
        if not isinstance(inner, dict):
            inner = node[step] = {}
        node = inner
    if path and not (isinstance(node.get(path[-1]), dict) and value == {}):
        node[path[-1]] = value


def _lists(node: Any, depth: int = 0) -> Any:
    """``param_groups`` and other lists are mappings from index to item in the manifest."""
    if not isinstance(node, dict) or depth > 64:
        return node
    inside = {key: _lists(each, depth + 1) for key, each in node.items()}
    groups = inside.get("param_groups")
    if isinstance(groups, dict):
        inside["param_groups"] = [
            {**each, "params": _items(each.get("params"))} for each in groups.values() if isinstance(each, dict)
        ]
    if isinstance(inside.get("_last_lr"), dict):
        inside["_last_lr"] = list(inside["_last_lr"].values())
    return inside


def _items(value: Any) -> Any:
    return list(value.values()) if isinstance(value, dict) else value


def _leaf(gathered: Gathered, source: Source, said: "dict[str, Any]", home: _Files, missing: set[str]) -> Any:
    kind = said.get("type")
    if kind in ("dict", "OrderedDict", "list"):
        return {}
    if kind in _ARRAYS or kind == "object":
        return _array(source, said, home, missing)
    return _primitive(gathered, said)


def _array(source: Source, said: "dict[str, Any]", home: _Files, missing: set[str]) -> Any:
    pieces = [each.get("tensor") for each in said.get("chunks", said.get("shards", [])) if isinstance(each, dict)]
    for each in [piece for piece in pieces if isinstance(piece, dict)] or [said]:
        location, span = each.get("location"), each.get("byte_range")
        file = source.inside(location) if isinstance(location, str) and not climbs(location) else None
        if file is None or (isinstance(span, list) and len(span) == 2 and type(span[1]) is int and span[1] > file.size):
            missing.add(str(location))
    if said.get("type") == "object":
        return None
    dtype = str(said.get("dtype", "")).rpartition(".")[2]
    try:
        shape = checked_shape(said.get("shape", []))
    except Refused:
        return None
    span = said.get("byte_range")
    start = span[0] if isinstance(span, list) and span and type(span[0]) is int else 0
    raw = said.get("serializer") == "buffer_protocol" and isinstance(said.get("location"), str)
    storage = Storage(dtype, f"{start}:{said.get('location')}", 1, home) if raw and dtype in ITEM_SIZES else None
    return Tensor(dtype if dtype in ITEM_SIZES else "bytes", shape, storage)


def _primitive(gathered: Gathered, said: "dict[str, Any]") -> Any:
    """Return a value that stands in the metadata as text; floats are eight bytes in base64."""
    kind, text = said.get("type"), said.get("serialized_value")
    if not isinstance(text, str) or len(text) > 4_096:
        return None
    try:
        if kind == "int":
            return int(text) if len(text) < 40 else None
        if kind == "bool":
            return text == "True"
        if kind == "float":
            return float(struct.unpack("<d", base64.b64decode(text, validate=True))[0])
    except (ValueError, struct.error):
        gathered.doubts.append(
            Finding("value", f"A value of type {label(kind)} cannot be read.", Place(gathered.root or "."))
        )
        return None
    return text if kind == "str" else None
