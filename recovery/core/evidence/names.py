"""Numbers and words in file and folder names: claims of their own, shown and never read as progress."""

import re
from collections.abc import Iterable

from recovery.core.evidence.inspection import Finding, Place

_NUMBER = re.compile(
    r"(?:^|[^A-Za-z0-9])(?:v|w|o|s)?(?P<word>global_step|step|checkpoint|ckpt|epoch|ep|iter|iteration|batch|ba|model|optim|optimizer|state)?"
    r"(?:[-_=]?(?:step|iter|epoch)?)[-_=]?0*(?P<number>\d{1,12})(?=$|[^0-9A-Za-z])|(?:^|/)[A-Z](?P<short>\d{1,9})(?=[-._/]|$)",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"(?:^|[^A-Za-z])(latest|newest|last|final|best|full|complete|backup|snapshot)(?=$|[^A-Za-z])", re.IGNORECASE
)
_SHARD = re.compile(
    r"-\d{5}-of-\d{5}|data-\d{5}-of-\d{5}|mp_rank_\d+(_\d+)*|zero_pp_rank_\d+|__\d+_\d+\.distcp|rng_state_\d+|random_states_\d+"
)
MOST_CLAIMS = 40


def claims_of(paths: Iterable[str]) -> tuple[Finding, ...]:
    """Return what the names in ``paths`` claim, one finding a name."""
    found: dict[str, Finding] = {}
    for path in paths:
        at = ""
        for part in path.replace("!/", "/").split("/"):
            at = f"{at}/{part}" if at else part
            text = _claim(part)
            if text and at not in found and len(found) < MOST_CLAIMS:
                found[at] = Finding("name", text, Place(at))
    return tuple(found.values())


def _claim(name: str) -> str:
    bare = _SHARD.sub("", name)
    numbers = [match["number"] or match["short"] for match in _NUMBER.finditer(bare)]
    words = [match[1].lower() for match in _WORDS.finditer(bare)]
    said = [*(f"{int(each)}" for each in numbers[:3] if each), *(f'"{each}"' for each in words[:3])]
    return f"The name {name} says {' and '.join(said)}. A name is no progress point." if said else ""
