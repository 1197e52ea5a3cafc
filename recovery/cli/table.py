"""A case's result as lines for a reader at a terminal, in the order of the file: nothing is sorted or ranked."""

import textwrap
from typing import Any

from recovery.core.guide.choices import EVIDENCE_CLAIMS
from recovery.core.guide.headings import HEADINGS
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.text import shown

WORDS = {
    "matches": "Matches the requested object as described",
    "broader": "Broader than requested",
    "does_not_establish": "Does not establish",
    "not_comparable": "Not comparable until stated",
    "contradictory": "Contradictory",
}
_SHORT = {
    "matches": "matches",
    "broader": "broader",
    "does_not_establish": "does not establish",
    "not_comparable": "not comparable",
    "contradictory": "contradictory",
}
_CLAIMS = {each.code: each.label for each in EVIDENCE_CLAIMS}
WIDTH = 100


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(shown(" ".join(text.split())), WIDTH, initial_indent=indent, subsequent_indent=indent) + "\n"


def _matrix(result: dict[str, Any]) -> str:
    """Return the outcome matrix: offers down, outcomes across, the buyer's own outcome marked."""
    heads = [f"{code} {'(asked)' if code == result['outcome'] else ''}".strip() for code in OUTCOMES]
    names = [shown(" ".join(each["offer"].split()))[:24] for each in result["offers"]]
    cells = [
        [_SHORT[cell["verdict"]] if cell["verdict"] else cell["note"] for cell in each["matrix"].values()]
        for each in result["offers"]
    ]
    first = max([len(name) for name in names] + [5])
    widths = [max(len(row[place]) for row in [heads, *cells]) for place in range(len(heads))]
    lines = [
        "  ".join([name.ljust(first), *(word.ljust(width) for word, width in zip(row, widths, strict=True))]).rstrip()
        for name, row in zip(["Offer", *names], [heads, *cells], strict=True)
    ]
    return "".join(f"  {line}\n" for line in lines)


def _offer(offer: dict[str, Any]) -> str:
    supplier = f" ({offer['supplier']})" if offer["supplier"] and offer["supplier"] != offer["offer"] else ""
    lines = _wrapped(f"{offer['offer']}{supplier}: {WORDS[offer['verdict']]}", "  ")
    lines += _wrapped(offer["reason"], "    ")
    lines += _wrapped(f"Guide: {HEADINGS[offer['heading']]}", "    ") if offer["heading"] in HEADINGS else ""
    for said in offer["said"]:
        # The reason of a contradictory offer is what its first rule says; it is not printed twice.
        says = "" if said["says"] == offer["reason"] else f"{said['says']} "
        lines += _wrapped(f"{said['rule']} ({said['weight']}): {says}{said['change']}", "    ")
    if offer["object_alone"]:
        alone = offer["object_alone"]
        lines += _wrapped(f"The object alone: {WORDS[alone['verdict']]}. {alone['reason']}", "    ")
    standing = dict.fromkeys(
        f"{_CLAIMS.get(each['claim'], '')}: {each['says']}".removeprefix(": ") for each in offer["standing"]
    )
    return lines + "".join(_wrapped(f"Evidence: {each}", "    ") for each in standing)


def case_table(name: str, result: dict[str, Any]) -> str:
    """Return the result of one file: what was asked, each offer's verdict with its reason, and the outcome matrix."""
    outcome = (
        OUTCOMES[result["outcome"]].label if result["outcome"] in OUTCOMES else "the intended result is not stated"
    )
    text = _wrapped(f"{name}: {outcome} (rules {result['rules']})", "")
    for said in result["said"]:
        text += _wrapped(f"{said['rule']} ({said['weight']}): {said['says']} {said['change']}", "  ")
    text += "".join(_offer(each) for each in result["offers"])
    if result["offers"]:
        text += _wrapped("What each offer would match had another result been asked, everything else equal:", "  ")
        text += _matrix(result)
    return text
