"""DeepSpeed: a folder for each tag, and ``latest``, which names the tag that loads by default."""

from dataclasses import replace

from recovery.core.evidence import deepspeed_parts
from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.faults import Refused
from recovery.core.evidence.folder_parts import Gathered
from recovery.core.evidence.inspection import Finding, Inspection, Place
from recovery.core.evidence.labels import label
from recovery.core.evidence.pointers import pointed_at
from recovery.core.evidence.source import Source

FORM = "DeepSpeed checkpoint"


def claims(source: Source, folder: str) -> set[str]:
    """Return the files of every tag under ``folder`` with its pointer, or of the folder where it is a tag itself."""
    below = deepspeed_parts.paths_below(source, folder)
    if below or not deepspeed_parts.is_tag(source, folder):
        return below
    return {each.path for each in source.in_folder(folder).values()}


def read(source: Source) -> Inspection:
    """Read every tag as a checkpoint of its own, and what ``latest`` says beside them."""
    tags = deepspeed_parts.tags_below(source, source.root) or [source.root]
    found = [_read_tag(source, each) for each in tags]
    result = Inspection(source.root or ".", FORM).joined(found)
    pointer = source.inside("latest")
    if pointer is None or tags == [source.root]:
        return result
    try:
        named = pointed_at(pointer)
    except Refused as error:
        return replace(result, refusals=(*result.refusals, Finding("pointer", error.reason, Place(pointer.path))))
    names = [each.rpartition("/")[2] for each in tags]
    if named not in names:
        text = f"latest names {label(named)}, which is not there."
        return replace(result, damage=(*result.damage, Finding("pointer", text, Place(pointer.path))))
    others = [each for each in names if each != named]
    beside = f"; {', '.join(label(each) for each in others[:5])} lie beside it" if others else ""
    text = f"latest names {label(named)}: a load without a tag takes that one{beside}."
    return replace(result, doubts=(*result.doubts, Finding("pointer", text, Place(pointer.path))))


def _read_tag(source: Source, folder: str) -> Inspection:
    gathered = Gathered(folder)
    skipped = deepspeed_parts.add_tag(gathered, source, folder)
    one_file = len([each for each in gathered.files if each.endswith("_states.pt")]) == 1
    return gathered.checkpoint(
        FORM, "DeepSpeed", Custom(same_file=one_file, scheduler_offset=1, record_is_exact=True, skipped=skipped)
    )
