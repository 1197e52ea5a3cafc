"""Whether the values of one record may be walked: nesting, values inside themselves, and shared parts that multiply."""

from collections.abc import Iterable
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import Refused
from recovery.core.evidence.pickle_values import Call

MOST_PATHS = 3_000_000
_PLAIN = (list, tuple, dict)


def children(value: Any) -> Iterable[Any]:
    """Return the values directly inside ``value``."""
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, Call):
        return [value.arguments, value.state, value.items, value.entries]
    return ()


def check_graph(root: Any, budget: Budget) -> None:
    """Walk everything once, without recursion.

    Raises Refused for values nested beyond the budget, lists or mappings that contain themselves, and shared parts that
    would be met more than three million times on a plain walk. Objects may refer back to their owners.
    """
    sizes: dict[int, int] = {}
    open_at: dict[int, int] = {}
    path: list[tuple[Any, Any, int]] = []
    _enter(root, path, open_at, budget)
    while path:
        value, waiting, size = path[-1]
        step = next((each for each in waiting if isinstance(each, (list, tuple, dict, Call))), None)
        if step is None:
            path.pop()
            del open_at[id(value)]
            sizes[id(value)] = size
            _add(path, size)
        elif id(step) in open_at:
            _check_return(path, open_at[id(step)])
        elif id(step) in sizes:
            _add(path, sizes[id(step)])
        else:
            _enter(step, path, open_at, budget)


def _enter(value: Any, path: list[tuple[Any, Any, int]], open_at: dict[int, int], budget: Budget) -> None:
    if len(path) >= budget.limits.depth:
        raise Refused(f"Its values are nested more than {budget.limits.depth} deep.")
    inside = children(value)
    open_at[id(value)] = len(path)
    path.append((value, iter(inside), 1 + (len(inside) if isinstance(inside, (list, tuple)) else 0)))


def _add(path: list[tuple[Any, Any, int]], size: int) -> None:
    if not path:
        return
    value, waiting, total = path[-1]
    if total + size > MOST_PATHS:
        raise Refused("Its values are shared so often that walking them would never end.")
    path[-1] = (value, waiting, total + size)


def _check_return(path: list[tuple[Any, Any, int]], begin: int) -> None:
    if all(isinstance(value, _PLAIN) for value, _, _ in path[begin:]):
        raise Refused("It holds a list or a mapping that contains itself.")
