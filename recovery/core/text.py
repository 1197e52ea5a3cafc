"""The one door for text and JSON from outside (security.md 5.7)."""

import json
import unicodedata
from typing import Any

LONGEST_TEXT = 20_000
LARGEST_DOCUMENT = 4_000_000
DEEPEST = 40
MOST_NODES = 200_000

_KEPT_CONTROLS = "\t\n"
DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
# Categories and characters that print nothing of their own: format marks, spaces, marks upon nothing, fillers.
_WITHOUT_INK = frozenset(("Cf", "Zs", "Zl", "Zp", "Mn", "Me"))
_FILLERS = frozenset("\t\n\u115f\u1160\u3164\uffa0\u2800\ufffc")


class TextRefused(ValueError):
    """Text or JSON that no database, page or document could hold; ``str()`` says why in one sentence."""


def _is_refused(character: str) -> bool:
    code = ord(character)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return character not in _KEPT_CONTROLS
    return 0xD800 <= code <= 0xDFFF or 0xFDD0 <= code <= 0xFDEF or (code & 0xFFFE) == 0xFFFE


def clean(raw: str, longest: int = LONGEST_TEXT) -> str:
    """Return ``raw`` as it may be stored: NFC, line ends as ``\\n``, outer white space removed.

    Raises TextRefused for control characters, lone surrogates and non-characters, and for text longer than ``longest``
    characters or four times as many bytes.
    """
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    refused = next((each for each in text if _is_refused(each)), None)
    if refused is not None:
        raise TextRefused(f"It holds the character U+{ord(refused):04X}, which cannot be stored or printed. Remove it.")
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > longest:
        raise TextRefused(f"It has {len(text):,} characters; at most {longest:,} are kept. Shorten it.")
    return text


def is_visible(text: str) -> bool:
    """Say whether a reader sees anything of ``text``: more than space, marks of direction and fillers without ink."""
    return any(unicodedata.category(each) not in _WITHOUT_INK and each not in _FILLERS for each in text)


def shown(text: str) -> str:
    """Return ``text`` with direction controls and other invisible characters made visible, for a page or a terminal."""
    return "".join(f"[U+{ord(each):04X}]" if each in DIRECTION_MARKS or _is_refused(each) else each for each in text)


def look_alike(one: str, other: str) -> bool:
    """Return whether two different texts read as one: another case, width or dash, or something invisible."""
    return one != other and bool(one) and _as_seen(one) == _as_seen(other)


def _as_seen(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    kinds = ((each, unicodedata.category(each)) for each in plain)
    return "".join("-" if kind == "Pd" else each for each, kind in kinds if kind not in ("Cf", "Zs"))


def _refuse_constant(name: str) -> Any:
    raise TextRefused(f"It holds {name}, which is not a number.")


def _finite(raw: str) -> float:
    value = float(raw)
    if value in (float("inf"), float("-inf")):
        raise TextRefused(f"The number {raw[:20]} is too large.")
    from decimal import Decimal  # noqa: PLC0415  # slow import: the tool prints names through here and reads no decimals

    if Decimal(repr(value)) != Decimal(raw):
        raise TextRefused(f"The number {raw[:20]} has more digits than a number of JSON keeps. Write it as a text.")
    return value


def _whole(raw: str) -> int:
    if len(raw) > 40:
        raise TextRefused("A whole number has more than 40 digits.")
    return int(raw)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise TextRefused(f"The key {key[:60]!r} is given twice.")
        found[key] = value
    return found


def _check_nodes(document: Any) -> None:
    waiting = [(document, 0)]
    nodes = 0
    while waiting:
        node, depth = waiting.pop()
        nodes += 1
        if depth > DEEPEST or nodes > MOST_NODES:
            raise TextRefused("It is nested too deeply or holds too many values.")
        if isinstance(node, str):
            _check_string(node)
        elif isinstance(node, dict):
            for key in node:
                _check_string(key)
            waiting.extend((value, depth + 1) for value in node.values())
        elif isinstance(node, list):
            waiting.extend((value, depth + 1) for value in node)


def _check_string(text: str) -> None:
    refused = next((each for each in text if each != "\r" and _is_refused(each)), None)
    if refused is not None:
        raise TextRefused(f"It holds the character U+{ord(refused):04X}, which cannot be stored or printed.")


def read_json(raw: str | bytes, largest: int = LARGEST_DOCUMENT) -> Any:
    """Return the value of one JSON document.

    Raises TextRefused for what is not JSON, is longer than ``largest`` bytes, gives a key twice, holds NaN or
    Infinity, a number beyond reason, text that cannot be stored, or too deep a nesting.
    """
    if len(raw) > largest:
        raise TextRefused(f"It is longer than {largest:,} bytes.")
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        document = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_whole,
            object_pairs_hook=_without_duplicates,
        )
    except UnicodeDecodeError as error:
        raise TextRefused("It is not UTF-8 text.") from error
    except RecursionError as error:
        raise TextRefused("It is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise TextRefused(f"It is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from error
    _check_nodes(document)
    return document
