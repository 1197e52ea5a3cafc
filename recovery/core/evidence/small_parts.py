"""Schedulers, gradient scalers, random number states and data positions, known by the keys that their writers fix."""

import re
from typing import Any

from recovery.core.evidence.inspection import Component, Finding, Place, State, Stated, Trace
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_values import Array, Call
from recovery.core.evidence.progress_keys import BATCHES, SAMPLES, SCHEDULER_STEPS, STEPS, plain_number, stated_at
from recovery.core.evidence.tensors import Tensor

RANDOM_KEY = re.compile(
    r"(^|_)(rng|random|seed)(_|$|s$)|rng_state|random_state|manual_seed|numpy_random", re.IGNORECASE
)
DATA_KEY = re.compile(
    r"(^|_)(dataloader|data_loader|train_loader|dataset_state|sampler|data_iter|data_iterator|data_state)",
    re.IGNORECASE,
)
MOST_GENERATORS = 64
_DATA_FIELDS = {
    "_num_yielded", "_sampler_iter_state", "_sampler_iter_yielded", "_index_sampler_state", "_snapshot",
    "_iterator_finished", "_main_snapshot", "_IterableDataset_len_called", "dataset_state", "sample_in_epoch",
    "num_canonical_nodes", "shuffle_seed",
}  # fmt: skip
_SCALER_SIGNS = {
    "growth_factor",
    "backoff_factor",
    "growth_interval",
    "_growth_tracker",
    "growth_tracker",
    "hysteresis_tracker",
}
_MEGATRON_SCHEDULE = {"max_lr", "lr_decay_style", "lr_warmup_steps", "lr_decay_steps", "warmup_steps", "num_steps"}


def is_scheduler(value: Any) -> bool:
    """Return whether ``value`` is the state of a learning rate scheduler."""
    if not isinstance(value, dict):
        return False
    keys = {key for key in value if isinstance(key, str)}
    if "last_epoch" in keys and keys & {"_step_count", "_last_lr", "base_lrs", "best", "num_bad_epochs", "lr_lambdas"}:
        return True
    if "last_batch_iteration" in keys or "_schedulers" in keys:
        return True
    return (keys <= {"last_epoch"} and bool(keys)) or (len(keys & _MEGATRON_SCHEDULE) >= 2 and "num_steps" in keys)


def describe_scheduler(
    value: "dict[Any, Any]", place: Place, member: str = ""
) -> tuple[list[Component], list[Finding]]:
    """Return the scheduler (K5) with the count it states and the learning rates it last set."""
    stated: list[Stated] = []
    findings: list[Finding] = []
    for key, unit, means in (
        ("last_epoch", SCHEDULER_STEPS, "counts what the training loop calls the scheduler on"),
        ("last_batch_iteration", SCHEDULER_STEPS, "zero-based: one less than the steps taken"),
        ("num_steps", SAMPLES, "samples, in Megatron's scheduler"),
    ):
        if key in value:
            found = stated_at(value[key], unit, Place(place.file, _join(place.key, key)), means)
            if isinstance(found, Stated):
                stated.append(found)
            elif found is not None and plain_number(value[key]) != -1:
                findings.append(found)
            break
    rates = value.get("_last_lr")
    numbers = [plain_number(each) for each in rates] if isinstance(rates, (list, tuple)) else []
    trace = Trace(rates=tuple(float(each) for each in numbers if isinstance(each, (int, float))))
    contents = (("learning rates", ", ".join(f"{each:g}" for each in trace.rates[:8])),) if trace.rates else ()
    return [Component("K5", State.PRESENT, (place,), member, contents, tuple(stated), (), trace)], findings


def _join(before: str, after: str) -> str:
    return f"{before}.{after}" if before else after


def is_scaler(value: Any) -> bool:
    """Return whether ``value`` is the state of a gradient scaler."""
    if isinstance(value, Call) and value.path.endswith("LossScaler") and isinstance(value.state, dict):
        return bool(value.state.get("dynamic") is True)
    if not isinstance(value, dict):
        return False
    return "scale" in value and any(sign in value for sign in _SCALER_SIGNS)


def describe_scaler(value: Any, place: Place, member: str = "") -> Component:
    """Return the gradient scaler (K6) with its scale."""
    held = value.state if isinstance(value, Call) else value
    scale = plain_number(held.get("scale", held.get("cur_scale")))
    contents = (("scale", scale),) if isinstance(scale, (int, float)) else ()
    return Component("K6", State.PRESENT if held else State.EMPTY, (place,), member, contents)


def is_random(value: Any, key: str = "") -> bool:
    """Return whether ``value`` is the state of a random number generator, alone or by name in a mapping."""
    if _is_python_random(value) or _is_numpy_random(value):
        return True
    named = bool(RANDOM_KEY.search(key))
    if isinstance(value, Tensor):
        return value.dtype == "uint8" and len(value.shape) == 1 and (value.shape[0] in (5056, 16, 5048, 24) or named)
    if isinstance(value, Array):
        return named and value.dtype in ("uint32", "uint8", "uint64", "bytes")
    if isinstance(value, (list, tuple)) and value:
        return all(is_random(each, key) for each in value[:64] if each is not None) and any(
            each is not None for each in value
        )
    if isinstance(value, dict) and 0 < len(value) <= MOST_GENERATORS:
        return _is_random_mapping(value, named=named)
    return False


def _is_random_mapping(value: "dict[Any, Any]", *, named: bool) -> bool:
    rest = [each for key, each in value.items() if not is_random(each, label(key))]
    if len(rest) == len(value):
        return False
    return named or (len(rest) * 2 <= len(value) and not any(isinstance(each, (dict, list, tuple)) for each in rest))


def _is_python_random(value: Any) -> bool:
    return (
        isinstance(value, (tuple, list)) and len(value) == 3 and value[0] in (2, 3)
        and isinstance(value[1], (tuple, list)) and len(value[1]) == 625
    )  # fmt: skip


def _is_numpy_random(value: Any) -> bool:
    if isinstance(value, (tuple, list)) and len(value) == 5:
        return bool(value[0] == "MT19937")
    return isinstance(value, dict) and isinstance(value.get("bit_generator"), str) and "state" in value


def describe_random(value: Any, place: Place, member: str = "") -> Component:
    """Return the random number state (K8) with the generators that it covers."""
    names = _generators(value, place.key.rsplit(".", 1)[-1])
    return Component("K8", State.PRESENT, (place,), member, (("generators", ", ".join(names)),))


def _generators(value: Any, key: str) -> list[str]:
    if _is_python_random(value):
        return ["Python"]
    if _is_numpy_random(value):
        return ["NumPy"]
    if isinstance(value, Tensor):
        return ["torch CUDA" if value.shape[0] in (16, 24) or "cuda" in key else "torch CPU"]
    if isinstance(value, (list, tuple)):
        return sorted({name for each in value for name in _generators(each, key)})
    if isinstance(value, dict):
        return sorted(
            {name for k, each in value.items() if is_random(each, label(k)) for name in _generators(each, label(k))}
        )
    return [key] if key else []


def is_data_position(value: Any, key: str = "") -> bool:
    """Return whether ``value`` is the state of a data loader or sampler."""
    if not isinstance(value, dict) or not value:
        return False
    fields = {each for each in value if isinstance(each, str)}
    return bool(fields & _DATA_FIELDS) or bool(DATA_KEY.search(key)) or (fields == {"epoch", "batch"} and "load" in key)


def describe_data_position(value: Any, place: Place, member: str = "") -> tuple[list[Component], list[Finding]]:
    """Return the data position (K9) with the batches or samples that it says were given out."""
    stated: list[Stated] = []
    findings: list[Finding] = []
    waiting: list[tuple[str, Any, int]] = [(place.key, value, 0)]
    while waiting and not stated:
        key, node, depth = waiting.pop(0)
        for name, each in node.items() if isinstance(node, dict) else ():
            unit = _DATA_COUNTS.get(name) if isinstance(name, str) else None
            if unit:
                found = stated_at(each, unit, Place(place.file, _join(key, label(name))))
                if isinstance(found, Stated):
                    stated.append(found)
                elif found is not None:
                    findings.append(found)
            elif isinstance(each, dict) and depth < 4:
                waiting.append((_join(key, label(name)), each, depth + 1))
    return [Component("K9", State.PRESENT, (place,), member, (), tuple(stated[:3]))], findings


_DATA_COUNTS = {
    "_num_yielded": BATCHES,
    "_num_batches_fetched": BATCHES,
    "batches_seen": BATCHES,
    "sample_in_epoch": SAMPLES,
    "num_samples_yielded": SAMPLES,
    "_sampler_iter_yielded": BATCHES,
    "samples_seen": SAMPLES,
    "step": STEPS,
}
