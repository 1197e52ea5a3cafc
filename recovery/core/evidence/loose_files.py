"""Files of no known folder layout: parts that lie together are compared, several of one kind are kept apart."""

from collections import Counter
from dataclasses import replace

from recovery.core.evidence.correspondence import Custom, present, settle
from recovery.core.evidence.inspection import Checkpoint, Correspondence, Finding, Inspection, Place
from recovery.core.evidence.source import Source

_REPEATABLE = {"K7", "K8"}


def read(source: Source) -> Inspection:
    """Read every file under the root by its content and put parts of one folder beside each other."""
    found = [source.inspect(each) for each in source.files.values()]
    return join_parts(found, source.root)


def join_parts(found: "list[Inspection]", folder: str) -> Inspection:
    """Return one inspection of a folder's files: one checkpoint where every kind is there once, else several."""
    result = Inspection(folder or ".", "files").joined([replace(each, checkpoints=()) for each in found])
    checkpoints = [each for one in found for each in one.checkpoints]
    whole = [each for each in checkpoints if len(present(each) - {"K7"}) > 1]
    parts = [each for each in checkpoints if each not in whole]
    kinds = Counter(kind for each in parts for kind in present(each))
    if (
        len(parts) > 1
        and not whole
        and all(count == 1 for kind, count in kinds.items() if kind not in _REPEATABLE)
        and len(kinds) > 1
    ):
        return replace(result, checkpoints=(_joined(parts, folder, result),))
    if whole and parts and len(checkpoints) > 1 and all(present(each) <= {"K7"} for each in parts) and len(whole) == 1:
        return replace(result, checkpoints=(_joined(checkpoints, folder, result),))
    if len(kinds) > 1:
        checkpoints = [_apart(each) if each in parts else each for each in checkpoints]
    return replace(result, checkpoints=tuple(checkpoints))


def _joined(parts: "list[Checkpoint]", folder: str, around: Inspection) -> Checkpoint:
    """Put parts of one folder into one checkpoint; what one file says of itself is kept, the comparing is done anew."""
    checkpoint = Checkpoint(
        folder or ".",
        "folder of files",
        ", ".join(sorted({each.writer for each in parts if each.writer})),
        tuple(component for each in parts for component in each.components),
        damage=tuple(finding for each in parts for finding in each.damage) + around.damage,
        doubts=tuple(finding for each in parts for finding in each.doubts if finding.code != "weights-untied"),
        needs=tuple(sorted({name for each in parts for name in each.needs})),
        files=tuple(path for each in parts for path in each.files),
    )
    return settle(checkpoint, Custom())


def _apart(part: Checkpoint) -> Checkpoint:
    if part.correspondence is not Correspondence.SINGLE:
        return part
    text = "Other files here hold other parts; nothing in the bytes says which of them belongs to this one."
    doubt = Finding("not-paired", text, Place(part.name))
    return replace(part, correspondence=Correspondence.UNKNOWN, doubts=(*part.doubts, doubt))
