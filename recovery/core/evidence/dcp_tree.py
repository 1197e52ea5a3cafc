"""The structure that a distributed checkpoint saved flat, put together again from names and paths."""

from typing import Any

DEEPEST = 64


def put(tree: "dict[Any, Any]", path: tuple[Any, ...], value: Any) -> None:
    """Put ``value`` into ``tree`` at ``path``, whose inner steps are made."""
    node = tree
    for step in path[:-1][:DEEPEST]:
        inner = node.setdefault(step, {})
        if not isinstance(inner, dict):
            inner = node[step] = {}
        node = inner
    if path:
        node[path[-1]] = value


def restored(tree: "dict[Any, Any]") -> "dict[Any, Any]":
    """Return ``tree`` as it was before saving made it flat: with lists, and with optimizers in their two halves."""
    whole = _lists(_flat_optimizers(tree))
    return whole if isinstance(whole, dict) else {}


def _lists(node: Any, depth: int = 0) -> Any:
    """Turn mappings whose keys count from zero into the lists that they were."""
    if not isinstance(node, dict) or depth > DEEPEST:
        return node
    inside = {key: _lists(each, depth + 1) for key, each in node.items()}
    if inside and all(type(key) is int for key in inside):
        return [inside[key] for key in sorted(inside)]
    return inside


def _flat_optimizers(tree: "dict[Any, Any]") -> "dict[Any, Any]":
    """Rebuild optimizers saved flat: ``state.<parameter>.<slot>`` and ``param_groups.<parameter>.<key>``."""
    for key, node in list(tree.items()):
        if not isinstance(node, dict) or not node:
            continue
        names = [each for each in node if isinstance(each, str)]
        if len(names) == len(node) and all(each.startswith(("state.", "param_groups.")) for each in names):
            tree[key] = _regrouped(node)
    return tree


def _regrouped(node: "dict[str, Any]") -> "dict[str, Any]":
    state: dict[str, dict[str, Any]] = {}
    groups: dict[str, dict[str, Any]] = {}
    for name, value in node.items():
        before, _, slot = name.rpartition(".")
        kind, _, parameter = before.partition(".")
        (state if kind == "state" else groups).setdefault(parameter, {})[slot] = value
    listed = {"params": list(groups), **next(iter(groups.values()), {})}
    return {"state": state, "param_groups": [listed] if groups else []}
