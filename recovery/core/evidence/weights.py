"""Mappings of arrays: parameters, buffers and averaged copies, told apart by shape and by keys that frameworks fix."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from recovery.core.evidence.inspection import Component, Place, State, Stated, Trace
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_values import Array
from recovery.core.evidence.progress_keys import FORWARD_PASSES, plain_number
from recovery.core.evidence.tensors import Tensor

AVERAGED = re.compile(
    r"(^|[._/\-])(\w*_)?(ema|swa|averaged|average|shadow|polyak)(_\w*|params|model)?([._/\-]|$)", re.IGNORECASE
)
BUFFER = re.compile(
    r"(^|[._/])(running_mean|running_var|num_batches_tracked|inv_freq|rotary_emb\.inv_freq|position_ids|token_type_ids|"
    r"relative_position_index|moving_mean|moving_variance|n_averaged|masked_bias|attn_mask)$"
)
_COUNTER = "num_batches_tracked"
_MEANS = "counts training-mode forward passes, not optimizer steps or epochs"
_DEEPEST = 40


def arrays_in(value: Any, before: str = "") -> Iterator[tuple[str, "Tensor | Array"]]:
    """Yield every array in nested mappings with its dotted name, in the order of the file."""
    waiting: list[tuple[str, Any, int]] = [(before, value, 0)]
    while waiting:
        name, node, depth = waiting.pop()
        if isinstance(node, (Tensor, Array)):
            yield name, node
        elif isinstance(node, dict) and depth < _DEEPEST:
            inside = [(f"{name}.{label(k)}" if name else label(k), v, depth + 1) for k, v in node.items()]
            waiting.extend(reversed(inside))


def is_weights(value: Any) -> bool:
    """Return whether ``value`` is a mapping of arrays by name, however nested, with nothing else of substance in it."""
    if not isinstance(value, dict) or not value:
        return False
    arrays = others = large = 0
    waiting: list[tuple[Any, int]] = [(value, 0)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, Tensor) or (isinstance(node, Array) and node.shape):
            arrays += 1
            large += bool(node.shape)
        elif isinstance(node, dict) and depth < _DEEPEST:
            if not all(isinstance(key, str) for key in node):
                return False
            waiting.extend((each, depth + 1) for each in node.values())
        elif node is not None and not _is_extra_state(node):
            others += 1
    return large > 0 and others <= arrays // 50


def _is_extra_state(node: Any) -> bool:
    """Modules may keep small things beside arrays: quantisation settings, versions, packed bytes."""
    return isinstance(node, (str, bytes, bool)) or type(node).__name__ == "Global"


def describe_weights(value: Any, place: Place, member: str = "", *, averaged: bool = False) -> list[Component]:
    """Return parameters (K1, or K10 for an averaged copy) and buffers (K2) of one mapping of arrays."""
    named = list(arrays_in(value))
    return weights_of(named, place, member, averaged=averaged)


def weights_of(
    named: "Sequence[tuple[str, Tensor | Array]]", place: Place, member: str = "", *, averaged: bool = False
) -> list[Component]:
    """Return the components that a list of named arrays makes."""
    buffers = [(name, each) for name, each in named if BUFFER.search(name)]
    fixed = {name for name, _ in buffers}
    parameters = [(name, each) for name, each in named if name not in fixed]
    found = []
    if parameters:
        found.append(_parameters(parameters, len(named), place, member, averaged=averaged))
    if buffers:
        counts = (("arrays", len(buffers)), ("elements", sum(_count(each) for _, each in buffers)))
        stated = _counters(buffers, place)
        found.append(Component("K2", State.PRESENT, (place,), member, counts, stated))
    return found


def _count(each: "Tensor | Array") -> int:
    total = 1
    for size in each.shape:
        total *= size
    return total


def _parameters(
    named: "list[tuple[str, Tensor | Array]]", entries: int, place: Place, member: str, *, averaged: bool
) -> Component:
    distinct: dict[Any, tuple[str, Tensor | Array]] = {}
    for name, each in named:
        distinct.setdefault(_identity(each), (name, each))
    elements = sum(_count(each) for _, each in distinct.values())
    tied = len(named) - len(distinct)
    contents: list[tuple[str, int | float | str | bool]] = [
        ("parameters", len(distinct)),
        ("arrays", len(named)),
        ("entries", entries),
        ("elements", elements),
        ("types", ", ".join(sorted({each.dtype for _, each in named}))),
    ]
    notes = [f"{tied} more names share the bytes of others (tied weights)."] if tied else []
    state = State.PRESENT
    if elements == 0:
        state = State.PLACEHOLDER
        notes.append("Every array has no elements: placeholders, not weights.")
    trace = Trace(tuple(name for name, _ in distinct.values()), tuple(each.shape for _, each in distinct.values()))
    return Component("K10" if averaged else "K1", state, (place,), member, tuple(contents), (), tuple(notes), trace)


def _identity(each: "Tensor | Array") -> Any:
    if isinstance(each, Tensor) and each.storage is not None and each.count:
        return each.storage.key, each.offset, each.shape, id(each.storage.home)
    return id(each)


def _counters(buffers: "list[tuple[str, Tensor | Array]]", place: Place) -> tuple[Stated, ...]:
    """BatchNorm counts its training passes: the one trace of progress that weights carry."""
    found: dict[int | float, Stated] = {}
    for name, each in buffers:
        value = plain_number(each) if name.endswith(_COUNTER) else None
        if isinstance(value, int) and 0 <= value < 10**15:
            key = f"{place.key}.{name}" if place.key else name
            found.setdefault(value, Stated(value, FORWARD_PASSES, Place(place.file, key), _MEANS))
    return tuple(found[value] for value in sorted(found))
