"""JSON written by machines: strict about keys, numbers and nesting; texts are escaped where they are printed."""

import json
import math
from typing import Any

from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.labels import label
from recovery.core.evidence.source import SourceFile

LARGEST = 32 << 20
MOST_NODES = 1_000_000
DEEPEST = 64
LONGEST_NUMBER = 40


def load_json(file: SourceFile, largest: int = LARGEST) -> Any:
    """Return the value of a JSON file. Raises as parse_json does."""
    return parse_json(file.data.read(0, largest + 1), largest)


def parse_json(raw: bytes, largest: int = LARGEST) -> Any:
    """Return the value of JSON bytes.

    Raises Damaged for what is cut or no JSON, Refused for a key given twice, a number that is none or is absurdly long,
    and deep nesting, BeyondBudget for a record that is too long.
    """
    if len(raw) > largest:
        raise BeyondBudget(f"The record is longer than {largest:,} bytes.")
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_NODES:
        raise BeyondBudget(f"It holds more than {MOST_NODES:,} values, the most that are read.")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise Refused("It begins with a byte order mark, which JSON does not allow.")
    try:
        value = json.loads(
            raw.decode("utf-8"),
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_without_repeats,
        )
    except UnicodeDecodeError as error:
        raise Damaged("It is not UTF-8 text.") from error
    except RecursionError as error:
        raise Refused("It is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise Damaged(f"It is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from error
    _check_shape(value)
    return value


def _no_constant(name: str) -> Any:
    raise Refused(f"It holds {name}, which is not a number.")


def _whole(raw: str) -> int:
    if len(raw) > LONGEST_NUMBER:
        raise Refused(f"A whole number in it has {len(raw):,} digits.")
    return int(raw)


def _finite(raw: str) -> float:
    value = float(raw) if len(raw) < 400 else math.inf
    if not math.isfinite(value):
        raise Refused(f"The number {raw[:20]} in it is too large.")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refused(f"The key {label(key, 60)} is given twice, as {_short(found[key])} and as {_short(value)}.")
        found[key] = value
    return found


def _short(value: Any) -> str:
    return label(value, 40) if isinstance(value, (str, int, float)) else f"a {type(value).__name__}"


def _check_shape(value: Any) -> None:
    waiting = [(value, 0)]
    nodes = 0
    while waiting:
        node, depth = waiting.pop()
        nodes += 1
        if depth > DEEPEST or nodes > MOST_NODES:
            raise Refused("It is nested too deeply or holds too many values.")
        if isinstance(node, dict):
            waiting.extend((each, depth + 1) for each in node.values())
        elif isinstance(node, list):
            waiting.extend((each, depth + 1) for each in node)
