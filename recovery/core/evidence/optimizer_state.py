"""Optimizer states: their kind, whether they hold anything, and the step that they keep."""

from typing import Any

from recovery.core.evidence.inspection import Component, Finding, Place, State, Stated, Trace
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_values import Array, Call
from recovery.core.evidence.progress_keys import OPTIMIZER_STEPS, plain_number, stated_at
from recovery.core.evidence.tensors import Tensor

MOST_STEPS_READ = 4_096
_SLOTS = {
    "exp_avg",
    "momentum_buffer",
    "square_avg",
    "sum",
    "prev",
    "ax",
    "exp_avg_sq",
    "variance",
    "acc_delta",
    "exp_inf",
}
_KINDS = (
    ({"exp_avg_sq_row"}, "Adafactor"),
    ({"row_var"}, "Adafactor"),
    ({"acc_delta", "square_avg"}, "Adadelta"),
    ({"square_avg"}, "RMSprop"),
    ({"exp_avg", "exp_inf"}, "Adamax"),
    ({"exp_avg", "exp_avg_sq", "mu_product"}, "NAdam"),
    ({"exp_avg", "exp_avg_sq"}, "Adam"),
    ({"sum"}, "Adagrad"),
    ({"prev", "step_size"}, "Rprop"),
    ({"eta", "mu", "ax"}, "ASGD"),
    ({"n_iter", "func_evals"}, "LBFGS"),
    ({"exp_avg"}, "Lion or another one-moment kind"),
    ({"momentum_buffer"}, "SGD"),
)
_GROUP_KINDS = (
    ({"rho", "eps"}, "Adadelta"),
    ({"alpha", "centered"}, "RMSprop"),
    ({"betas", "momentum_decay"}, "NAdam"),
    ({"betas"}, "Adam"),
    ({"lr_decay", "initial_accumulator_value"}, "Adagrad"),
    ({"etas", "step_sizes"}, "Rprop"),
    ({"lambd", "alpha", "t0"}, "ASGD"),
    ({"history_size"}, "LBFGS"),
    ({"momentum", "dampening"}, "SGD"),
)


def is_optimizer(value: Any) -> bool:
    """Return whether ``value`` has the shape of a torch optimizer's state_dict."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("param_groups"), list)
        and isinstance(value.get("state"), dict)
        and all(isinstance(each, dict) for each in value["param_groups"])
    )


def is_whole_optimizer(value: Any) -> bool:
    """Return whether ``value`` is an optimizer object pickled whole."""
    return isinstance(value, Call) and is_optimizer(value.state)


def describe_optimizer(
    value: "dict[Any, Any]", place: Place, member: str = "", kind: str = ""
) -> tuple[list[Component], list[Finding]]:
    """Return the optimizer state (K3), its parameter groups (K4), and findings about them."""
    groups: list[dict[Any, Any]] = value["param_groups"]
    states = [each for each in value["state"].values() if isinstance(each, dict)]
    keys = {key for each in states for key in each if isinstance(key, str)}
    listed = sum(_listed(group) for group in groups)
    kind = kind or _kind(keys, groups)
    state, notes, stated, findings = _condition(states, keys, groups, place)
    contents = _contents(kind, groups, listed, states, keys)
    trace = _trace(value["state"], groups, listed)
    parts = [Component("K3", state, (place,), member, contents, tuple(stated), tuple(notes), trace)]
    if groups:
        inside = Place(place.file, _join(place.key, "param_groups"))
        counts = (("groups", len(groups)), ("parameters listed", listed))
        parts.append(Component("K4", State.PRESENT, (inside,), member, counts, trace=Trace(rates=trace.rates)))
    return parts, findings


def _join(before: str, after: str) -> str:
    return f"{before}.{after}" if before else after


def _listed(group: "dict[Any, Any]") -> int:
    params = group.get("params")
    if isinstance(params, Call):
        params = params.arguments
    return len(params) if isinstance(params, (list, tuple)) else 0


def _kind(keys: set[str], groups: "list[dict[Any, Any]]") -> str:
    """Infer the kind from the keys: its class name is not in the file."""
    names = {key for group in groups for key in group if isinstance(key, str)}
    found = next((kind for needed, kind in _KINDS if needed <= keys), "")
    found = found or next((kind for needed, kind in _GROUP_KINDS if needed <= names), "not stated")
    if found == "Adam" and any(group.get("decoupled_weight_decay") is True for group in groups):
        return "AdamW"
    return found


def _contents(
    kind: str, groups: "list[dict[Any, Any]]", listed: int, states: "list[dict[Any, Any]]", keys: set[str]
) -> "tuple[tuple[str, int | float | str | bool], ...]":
    tensors = [each for state in states for each in state.values() if isinstance(each, Tensor)]
    return (
        ("kind", kind),
        ("groups", len(groups)),
        ("parameters listed", listed),
        ("parameters with state", len(states)),
        ("state keys", ", ".join(sorted(label(key, 40) for key in keys)[:40])),
        ("elements", sum(each.count for each in tensors)),
    )


def _condition(
    states: "list[dict[Any, Any]]", keys: set[str], groups: "list[dict[Any, Any]]", place: Place
) -> tuple[State, list[str], list[Stated], list[Finding]]:
    if not states:
        return *_without_state(groups), [], []
    stated, notes, findings = _steps(states, groups, place)
    if stated and all(each.value == 0 for each in stated):
        notes.append("Its step is 0: it was made and never stepped.")
        return State.NEVER_STEPPED, notes, stated, findings
    if not keys & _SLOTS and not any(isinstance(v, (Tensor, list)) for each in states for v in each.values()):
        return State.EMPTY, [*notes, "Its entries hold no state."], stated, findings
    if any(_is_placeholder(each) for each in states):
        return State.PLACEHOLDER, [*notes, "Its arrays have no elements."], stated, findings
    if not stated:
        notes.append(_no_step(keys))
    return State.PRESENT, notes, stated, findings


def _no_step(keys: set[str]) -> str:
    return "Its step cannot be read." if "step" in keys else "This kind keeps no step: its point is not in its bytes."


def _is_placeholder(state: "dict[Any, Any]") -> bool:
    arrays = [each for key, each in state.items() if key in _SLOTS and isinstance(each, Tensor)]
    return bool(arrays) and all(each.count == 0 for each in arrays)


def _without_state(groups: "list[dict[Any, Any]]") -> tuple[State, list[str]]:
    if not groups:
        return State.NEVER_STEPPED, ["It lists no parameters and holds no state."]
    names = {key for group in groups for key in group}
    if {"momentum", "dampening", "nesterov"} <= names and "betas" not in names:
        if all(not plain_number(group.get("momentum")) for group in groups):
            return State.STATELESS, ["SGD without momentum keeps no state: empty is complete."]
        return State.NEVER_STEPPED, ["SGD with momentum, and no momentum in it: never stepped, or reset."]
    return State.NEVER_STEPPED, ["Its state is empty: never stepped, or reset."]


def _steps(
    states: "list[dict[Any, Any]]", groups: "list[dict[Any, Any]]", place: Place
) -> tuple[list[Stated], list[str], list[Finding]]:
    if any("n_iter" in each for each in states):
        values, key = [each.get("n_iter") for each in states], "state[*].n_iter"
    else:
        values, key = [each["step"] for each in states if "step" in each], "state[*].step"
    if not values:
        values, key = [group["step"] for group in groups if "step" in group], "param_groups[*].step"
    notes = []
    if len(values) > MOST_STEPS_READ:
        notes.append(f"{MOST_STEPS_READ:,} of its {len(values):,} step values were read.")
        values = values[:: len(values) // MOST_STEPS_READ + 1]
    means = "iterations inside LBFGS, several of them in one step" if key.endswith("n_iter") else ""
    read = [stated_at(each, OPTIMIZER_STEPS, Place(place.file, _join(place.key, key)), means) for each in values]
    findings = [each for each in read if isinstance(each, Finding)][:5]
    stated = {each.value: each for each in read if isinstance(each, Stated)}
    if len(stated) > 1:
        notes.append(f"Its parameters stand at steps from {min(stated):,} to {max(stated):,}.")
    return [stated[value] for value in sorted(stated, reverse=True)][:1], notes, findings


def _trace(state: "dict[Any, Any]", groups: "list[dict[Any, Any]]", listed: int) -> Trace:
    names, shapes = [], []
    for key, each in state.items():
        if not isinstance(each, dict):
            continue
        slot = next((v for k, v in each.items() if k in _SLOTS and isinstance(v, Tensor)), None)
        if slot is not None:
            names.append(label(key))
            shapes.append(slot.shape)
    rates = [plain_number(group.get("lr")) for group in groups]
    found = tuple(float(each) for each in rates if isinstance(each, (int, float)) and not isinstance(each, Array))
    return Trace(tuple(names), tuple(shapes), found if len(found) == len(groups) else (), listed)
