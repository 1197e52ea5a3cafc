"""Which parts of a checkpoint the values of one record are: found by what they hold, named by where they lie."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from recovery.core.evidence.correspondence import MASTER
from recovery.core.evidence.inspection import Component, Finding, Place, State, Stated
from recovery.core.evidence.labels import label
from recovery.core.evidence.optimizer_state import describe_optimizer, is_optimizer, is_whole_optimizer
from recovery.core.evidence.pickle_values import Array, Call, Global
from recovery.core.evidence.progress_keys import stated_at, unit_of
from recovery.core.evidence.small_parts import (
    describe_data_position,
    describe_random,
    describe_scaler,
    describe_scheduler,
    is_data_position,
    is_random,
    is_scaler,
    is_scheduler,
)
from recovery.core.evidence.tensors import Tensor
from recovery.core.evidence.weights import AVERAGED, describe_weights, is_weights, weights_of

DEEPEST = 6
MOST_MEMBERS = 2_000
OPTIMIZER_KEY = re.compile(r"(^|[_.])optim(izer|izers|izer_state|izer_states|s)?(_|$)", re.IGNORECASE)
MODEL_KEY = re.compile(r"(^|_)(model|state_dict|module|net|network|weights|params)(_|$)", re.IGNORECASE)
CONFIG_KEYS = {
    "args", "config", "cfg", "conf", "hyper_parameters", "hparams", "hyperparameters", "opt", "options", "model_args",
    "model_config", "ds_config", "training_args", "settings", "datamodule_hyper_parameters", "meta", "metadata",
}  # fmt: skip
CALLBACK_KEYS = {"callbacks", "algorithms", "early_stopping"}
SCALER_KEY = re.compile(r"(^|_)(scaler|grad_scaler|amp_scaler|loss_scaler)(_|$)", re.IGNORECASE)
_FRAMEWORK_KEYS = {"pytorch-lightning_version", "ds_version", "torch_version", "version", "checkpoint_version"}


MASTER_KEYS = {
    "fp32_flat_groups", "single_partition_of_fp32_groups", "fp32_from_fp16_params", "fp32_from_fp16", "fp32_groups",
    "shard_fp32_from_float16_groups", "fp32_params", "bf16_groups",
}  # fmt: skip
_TOPOLOGY = {
    "dp_world_size": "data-parallel ranks",
    "mp_world_size": "model-parallel ranks",
    "world_size": "ranks",
    "tensor_model_parallel_size": "tensor-parallel ranks",
    "pipeline_model_parallel_size": "pipeline-parallel ranks",
    "skipped_steps": "skipped steps",
}


@dataclass
class Parts:
    """The components found so far, in the order of the file, and findings on the way."""

    file: str
    components: list[Component] = field(default_factory=list)
    doubts: list[Finding] = field(default_factory=list)

    def place(self, key: str = "") -> Place:
        """Return a place in the file."""
        return Place(self.file, key)

    def take(self, found: "tuple[list[Component], list[Finding]]") -> None:
        """Add what a describing function returned."""
        self.components.extend(found[0])
        self.doubts.extend(found[1])


def find_parts(value: Any, file: str) -> Parts:
    """Return the components that the value of one record holds."""
    parts = Parts(file)
    if isinstance(value, Call):
        _whole_object(parts, value, "")
    elif isinstance(value, dict) and is_random(value):
        parts.components.append(describe_random(value, parts.place()))
    elif not _known(parts, value, "", "") and isinstance(value, dict):
        _mapping(parts, value, "", 0)
    _name_members(parts)
    return parts


def _known(parts: Parts, value: Any, key: str, path: str) -> bool:
    """Add ``value`` if it is a part by its own shape."""
    place = parts.place(path)
    if is_optimizer(value):
        parts.take(describe_optimizer(value, place))
    elif is_whole_optimizer(value):
        parts.take(describe_optimizer(value.state, place, kind=value.path.rsplit(".", 1)[-1]))
    elif is_scheduler(value):
        parts.take(describe_scheduler(value, place))
    elif is_scaler(value):
        parts.components.append(describe_scaler(value, place))
    elif is_random(value, key) and (key or not isinstance(value, (Tensor, Array))):
        parts.components.append(describe_random(value, place))
    elif is_data_position(value, key):
        parts.take(describe_data_position(value, place))
    elif is_weights(value) and not (path == "" and _has_empty_parts(value)):
        parts.components.extend(describe_weights(value, place, averaged=bool(AVERAGED.search(path))))
    else:
        return False
    return True


def _has_empty_parts(value: "dict[Any, Any]") -> bool:
    """A root that names parts and leaves one of them empty is a checkpoint, not the weights of one."""
    return any(each is None or (isinstance(each, (dict, list, tuple)) and not each) for each in value.values())


def _mapping(parts: Parts, value: "dict[Any, Any]", path: str, depth: int) -> None:
    """Look at each value of a mapping; arrays that lie loose in it are weights."""
    loose: list[tuple[str, Tensor | Array]] = []
    _topology(parts, value, path)
    for raw, each in list(value.items())[:MOST_MEMBERS]:
        key = label(raw)
        inside = f"{path}.{key}" if path else key
        if isinstance(each, (Tensor, Array)) and each.shape and not is_random(each, key):
            loose.append((key, each))
        elif not _progress(parts, raw, each, inside):
            _member(parts, key, each, inside, depth)
    if len(loose) >= 2 or (loose and len(loose) == len(value)):
        parts.components.extend(weights_of(loose, parts.place(path), averaged=bool(AVERAGED.search(path))))


def _topology(parts: Parts, value: "dict[Any, Any]", path: str) -> None:
    """World sizes that the writer noted: the topology of the save (K16)."""
    found = [
        (name, value[key]) for key, name in _TOPOLOGY.items() if type(value.get(key)) is int and 0 <= value[key] < 10**7
    ]
    if found and any(name != "skipped steps" for name, _ in found):
        parts.components.append(Component("K16", State.PRESENT, (parts.place(path),), contents=tuple(found)))


def _masters(parts: Parts, value: Any, path: str) -> bool:
    """The optimizer's own full-precision copies of the weights, flat or by group."""
    named: dict[str, Any] = {}
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        name, node, depth = waiting.pop()
        if isinstance(node, Tensor):
            named[name] = node
        elif isinstance(node, (list, tuple)) and depth < 4:
            waiting.extend((f"{name}[{index}]", each, depth + 1) for index, each in reversed(list(enumerate(node))))
    if not named:
        return False
    parts.components.extend(weights_of(list(named.items()), parts.place(path), MASTER))
    return True


def _progress(parts: Parts, raw: Any, value: Any, path: str) -> bool:
    unit = unit_of(raw)
    if unit is None or isinstance(value, (dict, Call)):
        return False
    if isinstance(value, Tensor) and value.count != 1:
        return False
    found = stated_at(value, unit, parts.place(path))
    if isinstance(found, Stated):
        parts.components.append(Component("K7", State.PRESENT, (found.place,), stated=(found,)))
    elif found is not None:
        parts.doubts.append(found)
    return True


def _member(parts: Parts, key: str, value: Any, path: str, depth: int) -> None:
    """Add one named value of a mapping: a part by shape, a part by name, or a place to look further."""
    if key.lower() in CONFIG_KEYS and value is not None and not is_weights(value):
        parts.components.append(Component("K12", State.PRESENT, (parts.place(path),)))
    elif key in MASTER_KEYS and _masters(parts, value, path):
        return
    elif not value and not isinstance(value, (int, float)) and not isinstance(value, Call):
        _empty(parts, key, value, path)
    elif _known(parts, value, key, path):
        return
    elif key.lower() in CALLBACK_KEYS:
        parts.components.append(Component("K11", State.PRESENT, (parts.place(path),)))
    elif isinstance(value, Call):
        _whole_object(parts, value, path)
    elif isinstance(value, (list, tuple)) and depth < DEEPEST:
        for index, each in enumerate(value[:64]):
            _member_of_list(parts, key, each, f"{path}[{index}]", depth)
    elif isinstance(value, dict) and depth < DEEPEST:
        _mapping(parts, value, path, depth + 1)


def _member_of_list(parts: Parts, key: str, value: Any, path: str, depth: int) -> None:
    if isinstance(value, dict) and not _known(parts, value, key, path):
        _mapping(parts, value, path, depth + 1)
    elif isinstance(value, Call):
        _whole_object(parts, value, path)


def _empty(parts: Parts, key: str, value: Any, path: str) -> None:
    """A key is not content: a part that is named and holds nothing is said to be empty."""
    if key.lower() in _FRAMEWORK_KEYS:
        return
    kind = ""
    if OPTIMIZER_KEY.search(key):
        kind = "K3"
    elif "sched" in key.lower():
        kind = "K5"
    elif SCALER_KEY.search(key):
        kind = "K6"
    elif AVERAGED.search(key):
        kind = "K10"
    elif MODEL_KEY.search(key) and isinstance(value, dict):
        kind = "K1"
    if kind and isinstance(value, (dict, list, tuple, type(None))):
        note = "The key is there and nothing is in it."
        parts.components.append(Component(kind, State.EMPTY, (parts.place(path),), notes=(note,)))


def _whole_object(parts: Parts, value: Call, path: str) -> None:
    """An object pickled whole: an optimizer, a scheduler, or a model with its arrays in nested attributes."""
    name = value.path
    if is_whole_optimizer(value):
        parts.take(describe_optimizer(value.state, parts.place(path), kind=name.rsplit(".", 1)[-1]))
        return
    state = value.state if isinstance(value.state, dict) else value.entries
    if is_scheduler(state):
        parts.take(describe_scheduler(state, parts.place(path)))
    elif "ampler" in name or "DataLoader" in name:
        note = f"The object {label(name)} pickled whole."
        parts.components.append(Component("K9", State.PRESENT, (parts.place(path),), notes=(note,)))
    elif "TrainingArguments" in name or name.endswith(("Namespace", "Config", "DictConfig")):
        note = f"The object {label(name)} pickled whole."
        parts.components.append(Component("K12", State.PRESENT, (parts.place(path),), notes=(note,)))
    else:
        _whole_model(parts, value, path)


def _whole_model(parts: Parts, value: Call, path: str) -> None:
    named: list[tuple[str, Tensor | Array]] = []
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    met: set[int] = set()
    while waiting:
        name, node, depth = waiting.pop()
        if isinstance(node, Tensor):
            named.append((name, node))
        elif isinstance(node, (Call, dict)) and id(node) not in met and depth < 60:
            met.add(id(node))
            waiting.extend(reversed(_attributes(name, node, depth)))
    if not named:
        return
    note = f"The object {label(value.path or 'of an unnamed class')} pickled whole; loading needs its class."
    for each in weights_of(named, parts.place(path), averaged=bool(AVERAGED.search(path))):
        parts.components.append(_with_note(each, note))


def _attributes(name: str, node: "Call | dict[Any, Any]", depth: int) -> list[tuple[str, Any, int]]:
    if isinstance(node, Call):
        return [(name, each, depth + 1) for each in (node.state, node.entries) if isinstance(each, (dict, tuple))]
    found = []
    for raw, each in node.items():
        key = label(raw)
        own = key in ("_parameters", "_buffers", "_modules", "state")
        inside = name if own else f"{name}.{key}" if name else key
        if key not in ("_non_persistent_buffers_set", "_optimizer_step_pre_hooks") and not isinstance(each, Global):
            found.append((inside, each, depth + 1))
    return found


def _with_note(component: Component, note: str) -> Component:
    return replace(component, notes=(*component.notes, note))


def _name_members(parts: Parts) -> None:
    """Give each of several components of one kind the key where it lies as its member name."""
    counts: dict[str, int] = {}
    for each in parts.components:
        counts[each.kind] = counts.get(each.kind, 0) + 1
    for index, each in enumerate(parts.components):
        if (
            counts[each.kind] > 1
            and each.kind in ("K1", "K2", "K3", "K4", "K5", "K6", "K8", "K9", "K10")
            and not each.member
        ):
            parts.components[index] = replace(each, member=each.places[0].key or "root")
