"""Keys under which writers state progress, and the unit that each counts."""

import math
import re
from typing import Any

from recovery.core.evidence.faults import Damaged
from recovery.core.evidence.inspection import Finding, Place, Stated
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_values import Array, HugeNumber
from recovery.core.evidence.tensors import Tensor, decode

STEPS = "steps"
OPTIMIZER_STEPS = "optimizer steps"
SCHEDULER_STEPS = "scheduler steps"
EPOCHS = "epochs"
SAMPLES = "samples"
TOKENS = "tokens"
BATCHES = "batches"
ENVIRONMENT_STEPS = "environment steps"
FORWARD_PASSES = "training forward passes"

LARGEST_VALUE = 10**15
UNITS = {
    **dict.fromkeys(
        ("step", "steps", "global_step", "global_steps", "iteration", "iterations", "iter", "iter_num", "it", "n_iter",
         "global_iter", "global_iteration", "num_updates", "num_steps", "completed_steps", "current_step", "train_step",
         "train_steps", "trained_steps", "steps_taken", "current_iteration", "cur_iter", "n_steps", "update", "updates",
         "ss_steps"), STEPS),
    **dict.fromkeys(
        ("epoch", "epochs", "current_epoch", "epochs_trained", "cur_epoch", "epoch_num", "completed_epochs",
         "global_epoch", "ss_epoch"), EPOCHS),
    **dict.fromkeys(
        ("sample", "samples", "samples_seen", "consumed_samples", "consumed_train_samples", "global_samples",
         "num_samples", "sample_in_epoch", "n_samples", "images_seen", "num_samples_yielded"), SAMPLES),
    **dict.fromkeys(("tokens", "token", "tokens_seen", "consumed_tokens", "num_input_tokens_seen", "ntokens_seen",
                     "n_tokens", "num_tokens"), TOKENS),
    **dict.fromkeys(("batch", "batches", "batch_idx", "n_batches", "batches_seen", "num_batches"), BATCHES),
    "num_timesteps": ENVIRONMENT_STEPS,
}  # fmt: skip
_BY_ENDING = re.compile(r"^(?P<before>[a-z0-9_]*)_(?P<what>step|steps|iteration|iterations|epoch)$")
_PLANS = re.compile(
    r"(^|_)(max|min|total|num_train|save|eval|log|logging|warmup|per|best|every|skipped|last|accumulation|decay|stop|end|"
    r"start|first|target|planned|interval|val|valid|validation|test|print|freeze|size)(_|$)"
)
_ZERO_BASED_NAMES = {"step", "iter", "iteration", "it", "batch_idx", "epoch", "iter_num", "cur_iter", "cur_epoch"}


def unit_of(key: Any) -> "str | None":
    """Return the unit that a key counts, or None where it is not a count of progress made."""
    if not isinstance(key, str) or len(key) > 60:
        return None
    lowered = key.lower()
    if lowered in UNITS:
        return UNITS[lowered]
    match = _BY_ENDING.match(lowered)
    if match is None or _PLANS.search(match["before"]):
        return None
    return EPOCHS if match["what"] == "epoch" else STEPS


def may_be_zero_based(key: str) -> bool:
    """Return whether writers use this name for an index that begins at zero."""
    return key.rsplit(".", 1)[-1].lower() in _ZERO_BASED_NAMES


def plain_number(value: Any) -> Any:
    """Return ``value`` as a number where it is one in an array or tensor of a single element, else as it is.

    A number whose bytes are missing is None: the reader of the file names the damage.
    """
    try:
        if isinstance(value, Tensor):
            return value.number() if value.count == 1 else value
        if isinstance(value, Array) and not value.shape:
            return decode(value.data, value.dtype, value.order)
    except Damaged:
        return None
    return value


def stated_at(value: Any, unit: str, place: Place, means: str = "") -> "Stated | Finding | None":
    """Return what a progress key states: a value, a finding where it is no progress point, or None for nothing."""
    number = plain_number(value)
    if number is None:
        return None
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        if isinstance(number, float) and not math.isfinite(number):
            return _not_a_point(f"{number}", place)
        if number < 0 or number > LARGEST_VALUE:
            return _not_a_point(label(number), place)
        whole = int(number) if number == int(number) else number
        return Stated(whole, unit, place, means)
    if isinstance(number, HugeNumber):
        return _not_a_point(f"a number of {number.bits:,} bits", place)
    shown = f'"{label(number, 60)}"' if isinstance(number, str) else label(number)
    return _not_a_point(shown, place)


def _not_a_point(shown: str, place: Place) -> Finding:
    return Finding("not-a-point", f"{place.key} holds {shown}, which is not a progress point.", place)
