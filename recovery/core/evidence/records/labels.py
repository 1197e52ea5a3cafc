"""Finds texts that claim a progress point; a claim found is shown as a claim and never becomes a point."""

import re
from collections.abc import Iterable

from recovery.core.evidence.records.copy_record import Label

_COUNTS = r"global[-_ ]?steps?|steps?|iter(?:ation)?s?|epochs?|tokens?|samples?"
_WORDS = rf"(?:{_COUNTS}|checkpoint|ckpt)"
_DATE = r"20[0-9]{2}-?[01][0-9]-?[0-3][0-9](?![0-9])"
_WORD_THEN_NUMBER = re.compile(rf"(?<![a-z]){_WORDS}[-_ =:.#]{{0,3}}(?!{_DATE})[0-9]", re.IGNORECASE)
_NUMBER_THEN_WORD = re.compile(rf"(?<![0-9a-z])[0-9][0-9,._]{{0,20}}[kmb]?[-_ ]?(?:{_COUNTS})(?![a-z])", re.IGNORECASE)
_KEY = re.compile(rf"(?:^|[^a-z]){_WORDS}(?:$|[^a-z])|(?:^|[^a-z])progress(?:$|[^a-z])", re.IGNORECASE)
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def claims(text: str) -> bool:
    """Return whether ``text`` joins a word of progress with a number: "after step 12000", "ckpt_step_9"."""
    parted = _INNER_CAPITAL.sub("_", text)
    return bool(_WORD_THEN_NUMBER.search(parted) or _NUMBER_THEN_WORD.search(parted))


def labels_in_text(field: str, *texts: str | None) -> tuple[Label, ...]:
    """Return one label for each of ``texts`` that claims a point."""
    return tuple(Label(field, each) for each in dict.fromkeys(texts) if each and claims(each))


def labels_in_pairs(field: str, pairs: Iterable[tuple[str, str]]) -> tuple[Label, ...]:
    """Return the tags whose key speaks of progress and holds a number, or whose value claims a point.

    ``field`` is "Tags[]" for a list of keys and values, "labels" for a mapping, and empty where keys stand alone.
    """
    found = []
    for key, value in pairs:
        spoken = _KEY.search(_INNER_CAPITAL.sub("_", key)) and any("0" <= each <= "9" for each in value)
        if spoken or claims(value):
            found.append(Label(_under(field, key), value))
        elif claims(key):
            found.append(Label(field or "name", key))
    return tuple(found)


def _under(field: str, key: str) -> str:
    if field.endswith("[]"):
        return f"{field[:-1]}{key}]"
    return f"{field}.{key}" if field else key


def labels_in_paths(field: str, paths: Iterable[str]) -> tuple[Label, ...]:
    """Return the parts of ``paths`` that claim a point, each once."""
    parts = dict.fromkeys(part for path in paths for part in path.split("/"))
    return tuple(Label(field, part) for part in parts if claims(part))
