"""An inspection as lines for a reader at a terminal: what is there, at which point, what ties it, what does not."""

import textwrap
from collections.abc import Iterable

from recovery.cli.terminal import width
from recovery.core.evidence.inspection import Checkpoint, Component, Correspondence, Finding, Inspection, Outcome, State
from recovery.core.text import shown

WORDS = {
    Correspondence.SAME_FILE: "the parts lie in one file",
    Correspondence.SAME_STEP: "the records in one folder agree",
    Correspondence.MISMATCH: "the parts do not belong together as they stand",
    Correspondence.UNKNOWN: "nothing in the bytes establishes that the parts belong together",
    Correspondence.SINGLE: "one component; there is nothing to compare",
    Correspondence.NONE: "nothing that could be used",
}
OUTCOMES = {
    Outcome.READABLE: "Everything could be read.",
    Outcome.DAMAGED: "Something is damaged or not whole; what could be read is listed.",
    Outcome.REFUSED: "Something was refused as malformed, ambiguous or harmful; what could be read is listed.",
}
_SIZES = ("parameters", "arrays", "kind", "generators", "base model", "files")
_HEADS = (
    ("contradictions", "Speaks against"),
    ("ties", "Ties together"),
    ("damage", "Damage"),
    ("doubts", "Not established"),
)


def inspection_table(inspection: Inspection) -> str:
    """Return the table of one reading."""
    lines = [f"{shown(inspection.name)}: {OUTCOMES[inspection.outcome]}", ""]
    for each in inspection.checkpoints:
        lines.extend(_checkpoint(each, inspection.name))
    if not inspection.checkpoints:
        lines.extend(["No part of a checkpoint was found.", ""])
    around = (
        ("Refused", inspection.refusals),
        ("Damage", inspection.damage),
        ("Noted", inspection.doubts),
        ("Claimed by names", inspection.claims),
        ("Other files", inspection.others),
        ("Not read", inspection.remarks),
    )
    for head, findings in around:
        lines.extend(findings_lines(head, findings, with_place=head != "Claimed by names"))
    return "\n".join(lines).rstrip() + "\n"


def _checkpoint(checkpoint: Checkpoint, delivery: str) -> list[str]:
    name = delivery if checkpoint.name == "." else checkpoint.name
    writer = f", written by {checkpoint.writer}" if checkpoint.writer else ""
    lines = [f"{shown(name)}  ({checkpoint.format}{writer})"]
    rows = [_row(each) for each in checkpoint.components]
    if rows:
        first = max(len(row[0]) for row in rows)
        second = max(len(row[1]) for row in rows)
        lines.append(f"  {'Component':<{first}}  {'Point':<{second}}  Where")
        lines.extend(f"  {row[0]:<{first}}  {row[1]:<{second}}  {row[2]}".rstrip() for row in rows)
    lines.append(f"  Correspondence: {checkpoint.correspondence.value}: {WORDS[checkpoint.correspondence]}.")
    for name, head in _HEADS:
        lines.extend(findings_lines(f"  {head}", getattr(checkpoint, name), with_place=False))
    if checkpoint.needs:
        lines.extend(_wrapped(f"  Loading needs: {', '.join(checkpoint.needs)}", "    "))
    return [*lines, ""]


def _row(component: Component) -> tuple[str, str, str]:
    state = "" if component.state is State.PRESENT else f" [{component.state.value}]"
    member = f" ({shown(component.member)})" if component.member else ""
    points = ", ".join(spelled_point(each.value, each.unit) for each in component.stated) or "not stated"
    point = points if has_point(component.kind) else "-"
    counted = [
        f"{value:,} {name}" if isinstance(value, int) else str(value)
        for name, value in component.contents
        if name in _SIZES
    ]
    places = ", ".join(str(each) for each in component.places[:2])
    more = f" and {len(component.places) - 2} more" if len(component.places) > 2 else ""
    what = f"  ({', '.join(counted)})" if counted else ""
    return f"{component.label}{member}{state}", point, f"{places}{more}{what}"


def spelled_point(value: "int | float", unit: str) -> str:
    """Return a value with its unit, in the singular for one."""
    return f"{value:,} {unit.removesuffix('s') if value == 1 else unit}"


def has_point(kind: str) -> bool:
    """Return whether components of this kind stand at a point of the application's progress."""
    return kind not in ("K4", "K12", "K13", "K14", "K15", "K16", "K17")


def findings_lines(head: str, findings: Iterable[Finding], *, with_place: bool) -> list[str]:
    """Return a heading and one wrapped line a finding; nothing where there are none."""
    listed = list(dict.fromkeys((each.text, str(each.place or "")) for each in findings))
    if not listed:
        return []
    lines = [f"{head}:"]
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    for text, place in listed[:40]:
        where = f"{place}: " if with_place and place else ""
        lines.extend(_wrapped(f"{indent}- {where}{text}", f"{indent}  "))
    if len(listed) > 40:
        lines.append(f"{indent}- and {len(listed) - 40} more; the JSON form lists them all")
    return lines


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(shown(text), width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
