"""flax: a training state or parameters as MessagePack. Optimizer states are whole from the start; only values tell."""

from typing import Any

from recovery.core.evidence.correspondence import Custom, settle
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Component, Finding, Inspection, Place, State, Stated, Trace
from recovery.core.evidence.msgpack import Unpacker
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.progress_keys import OPTIMIZER_STEPS, stated_at
from recovery.core.evidence.roles import Parts, find_parts
from recovery.core.evidence.source import Source
from recovery.core.evidence.tensors import Tensor
from recovery.core.evidence.weights import arrays_in

FORM = "flax MessagePack"
_MOMENTS = {"mu", "nu", "trace", "m", "v", "sum_of_squares", "acc", "v_row", "v_col", "count", "moments"}


def recognises(probe: Probe) -> bool:
    """Return whether the file begins as a mapping whose first key is a text."""
    head = probe.head
    if not head or not (0x81 <= head[0] <= 0x8F or head[0] in (0xDE, 0xDF)):
        return False
    at = {0xDE: 3, 0xDF: 5}.get(head[0], 1)
    key = head[at : at + 1]
    if not key or not (0xA1 <= key[0] <= 0xBF or key[0] == 0xD9):
        return False
    start, length = (at + 1, key[0] & 0x1F) if key[0] != 0xD9 else (at + 2, head[at + 1] if len(head) > at + 1 else 0)
    name = head[start : start + length]
    return len(name) == length and all(32 <= each < 127 for each in name)


def read(source: Source) -> Inspection:
    """Read one file."""
    file = source.only
    unpacker = Unpacker(file.data, source.budget)
    value = unpacker.value()
    if not isinstance(value, dict):
        raise Refused("It does not begin with a mapping.")
    if unpacker.at != file.size:
        raise Damaged(f"{file.size - unpacker.at:,} bytes follow its last value.")
    parts = parts_of(value, file.path)
    if not parts.components:
        other = Finding("no-role", "A MessagePack file in which no part of a checkpoint was found.", Place(file.path))
        return Inspection(file.path, FORM, others=(other,))
    checkpoint = Checkpoint(
        file.path, FORM, "flax", tuple(parts.components), doubts=tuple(parts.doubts), files=(file.path,)
    )
    return Inspection(file.path, FORM, (settle(checkpoint, Custom(same_file=True)),))


def parts_of(value: "dict[Any, Any]", path: str, prefix: str = "") -> Parts:
    """Return the parts of a flax training state: parameters, other collections, the optimizer's tree, the step."""
    trees = {key: each for key, each in value.items() if isinstance(key, str) and "opt_state" in key}
    rest = {key: each for key, each in value.items() if key not in trees}
    parts = find_parts(rest, path)
    for key, each in trees.items():
        component, doubts = describe_tree(each, Place(path, f"{prefix}{key}"))
        parts.components.append(component)
        parts.doubts.extend(doubts)
    return parts


def describe_tree(tree: Any, place: Place) -> tuple[Component, list[Finding]]:
    """Return an optax state (K3): its moments and the count that it keeps."""
    names = {part for name, _ in arrays_in(tree) for part in name.split(".")}
    arrays = [each for _, each in arrays_in(tree)]
    stated, doubts = _counts(tree, place)
    contents = (("arrays", len(arrays)), ("state keys", ", ".join(sorted(names & _MOMENTS))), ("kind", _kind(names)))
    if not arrays and not stated:
        note = "Its structure is there and holds nothing: a kind without state cannot be told from a missing one."
        return Component("K3", State.EMPTY, (place,), notes=(note, "its kind is not in the file")), doubts
    state = State.NEVER_STEPPED if stated and all(each.value == 0 for each in stated) else State.PRESENT
    return Component(
        "K3", state, (place,), contents=contents, stated=tuple(stated[:1]), trace=Trace(pairs_by_order=False)
    ), doubts


def _kind(names: set[str]) -> str:
    if {"mu", "nu"} <= names:
        return "Adam family (optax)"
    if "trace" in names:
        return "SGD with momentum (optax)"
    return "not stated"


def _counts(tree: Any, place: Place) -> tuple[list[Stated], list[Finding]]:
    stated: list[Stated] = []
    doubts: list[Finding] = []
    waiting: list[tuple[str, Any, int]] = [(place.key, tree, 0)]
    while waiting:
        key, node, depth = waiting.pop(0)
        for name, each in node.items() if isinstance(node, dict) else ():
            inside = f"{key}.{name}"
            if name == "count" and (isinstance(each, int) or (isinstance(each, Tensor) and each.count == 1)):
                found = stated_at(each, OPTIMIZER_STEPS, Place(place.file, inside))
                if isinstance(found, Stated):
                    stated.append(found)
                elif found is not None:
                    doubts.append(found)
            elif isinstance(each, dict) and depth < 20:
                waiting.append((inside, each, depth + 1))
    return sorted(stated, key=lambda each: -each.value), doubts
