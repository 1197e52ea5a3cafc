"""The text of `kubectl describe` to the same nested values as `kubectl get -o yaml`."""

import re
from typing import Any

from recovery.core.errors import EvidenceUnreadable

DEEPEST = 12
MOST_LINES = 5_000
_PAIR = re.compile(r"(?P<indent> *)(?P<key>[A-Z][A-Za-z0-9 ]{0,60}):(?: +(?P<value>.*))?")
_ABSENT = frozenset(("", "<none>", "<unset>"))


def is_description(text: str) -> bool:
    """Return whether ``text`` is what `kubectl describe` prints for one object or several."""
    return bool(re.search(r"^API Version: ", text, re.MULTILINE) and re.search(r"^Kind: ", text, re.MULTILINE))


def printed_name(path: str) -> str:
    """Return the name of a field as the description prints it: "status.creationTime" is "Status.Creation Time"."""
    return ".".join(_spoken(key) for key in path.split("."))


def _spoken(key: str) -> str:
    return "UID" if key == "uid" else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key[:1].upper() + key[1:])


def _key(spoken: str) -> str:
    joined = spoken.replace(" ", "")
    return {"UID": "uid", "APIVersion": "apiVersion"}.get(joined, joined[:1].lower() + joined[1:])


def read_descriptions(text: str) -> tuple[dict[str, Any], ...]:
    """Return one mapping for each object of the text.

    Raises EvidenceUnreadable for more lines or a deeper nesting than a description has, and for a key given twice.
    """
    if text.count("\n") > MOST_LINES:
        raise EvidenceUnreadable(f"It has more than {MOST_LINES:,} lines.")
    blocks = re.split(r"^(?=Name: )", text, flags=re.MULTILINE)
    return tuple(_object(block.split("\n")) for block in blocks if block.strip())


def _object(lines: list[str]) -> dict[str, Any]:
    top: dict[str, Any] = {}
    open_levels: list[tuple[int, dict[str, Any]]] = [(-1, top)]
    for line in lines:
        found = _PAIR.fullmatch(line.rstrip())
        if found is None:
            continue
        indent = len(found["indent"])
        while open_levels[-1][0] >= indent:
            open_levels.pop()
        _place(open_levels, indent, _key(found["key"]), (found["value"] or "").strip())
    return _with_metadata(top)


def _place(open_levels: list[tuple[int, dict[str, Any]]], indent: int, key: str, value: str) -> None:
    level = open_levels[-1][1]
    if key in level:
        raise EvidenceUnreadable(f"The key {key!r} is given twice.")
    if value:
        level[key] = None if value in _ABSENT else value
        return
    if len(open_levels) > DEEPEST:
        raise EvidenceUnreadable("It is nested too deeply.")
    below: dict[str, Any] = {}
    level[key] = below
    open_levels.append((indent, below))


def _with_metadata(top: dict[str, Any]) -> dict[str, Any]:
    """Name and namespace stand above the metadata in a description, and inside it everywhere else."""
    metadata = top.get("metadata")
    inner = dict(metadata) if isinstance(metadata, dict) else {}
    for key in ("name", "namespace"):
        if isinstance(top.get(key), str):
            inner.setdefault(key, top[key])
    return {**top, "metadata": inner}
