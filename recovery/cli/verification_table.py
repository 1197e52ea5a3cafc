"""A comparison with a manifest as lines for a reader at a terminal."""

from recovery.cli.inspection_table import findings_lines, has_point, spelled_point
from recovery.cli.progress_bar import spelled_size
from recovery.core.evidence.inspection import KINDS
from recovery.core.evidence.verification import ComponentComparison, FileComparison, Status, Verification
from recovery.core.text import shown

MOST_FILES = 200


def verification_table(found: Verification) -> str:
    """Return the comparison: the answer first, then components, then every file that is not the same."""
    manifest = found.manifest
    answer = (
        "Everything that the manifest lists is there unchanged."
        if found.is_unchanged
        else "What was returned is not what the manifest lists."
    )
    counts = ", ".join(f"{found.count(each)} {each.value}" for each in Status if found.count(each)) or "none"
    lines = [
        answer,
        f"Manifest: {shown(manifest.name)}, {len(manifest.files):,} files, {spelled_size(manifest.size)}",
        f"  made {manifest.made_at} by {shown(manifest.tool)} {shown(manifest.tool_version)}",
        f"  SHA-256 {found.manifest_sha256 or 'not stated'}",
        f"Files: {counts}.",
        "",
    ]
    lines.extend(_components(found.components))
    against = [each for one in found.inspection.checkpoints for each in one.contradictions]
    lines.extend(findings_lines("Speaks against the return", against, with_place=False))
    others = [each for each in found.files if each.status is not Status.SAME]
    if others:
        lines.append("Files that are not the same:")
        lines.extend(_file(each) for each in others[:MOST_FILES])
        if len(others) > MOST_FILES:
            lines.append(f"  and {len(others) - MOST_FILES:,} more; the report lists them all")
    return "\n".join(lines).rstrip() + "\n"


def _components(components: tuple[ComponentComparison, ...]) -> list[str]:
    if not components:
        return []
    rows = [
        (
            each.status.value,
            KINDS[each.kind] + (f" ({shown(each.member)})" if each.member else ""),
            _points(each),
            shown(each.checkpoint),
        )
        for each in components
    ]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    lines = [
        "  ".join(["", *(f"{cell:<{size}}" for cell, size in zip(row[:3], widths, strict=True)), row[3]])
        for row in rows
    ]
    return ["Components:", *lines, ""]


def _points(each: ComponentComparison) -> str:
    if not has_point(each.kind):
        return "-"
    offered = ", ".join(spelled_point(*point) for point in each.offered) or "not stated"
    returned = ", ".join(spelled_point(*point) for point in each.returned) or "not stated"
    if each.status is Status.EXTRA:
        return f"returned {returned}"
    if each.status is Status.MISSING:
        return f"offered {offered}"
    return f"at {offered}" if offered == returned else f"offered {offered}, returned {returned}"


def _file(each: FileComparison) -> str:
    size = each.returned or each.offered
    note = f"  {each.note}" if each.note else ""
    return f"  {each.status.value:<12}  {shown(each.path)}  ({spelled_size(size.size) if size else ''}){note}"
