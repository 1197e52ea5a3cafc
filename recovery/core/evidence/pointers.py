"""Small text files that name the checkpoint to load: read as claims, never followed out of their folder."""

import re

from recovery.core.evidence.faults import Refused
from recovery.core.evidence.inspection import Finding, Inspection, Place
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.source import Source, SourceFile

LONGEST = 4_096
NAMES = ("latest", "latest_checkpointed_iteration.txt", "latest_universal", "last_checkpoint")


def pointed_at(file: SourceFile) -> str:
    """Return the name that a pointer holds. Raises Refused for what no writer puts there."""
    raw = file.data.read(0, LONGEST + 1)
    try:
        text = raw.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise Refused("The pointer is not text.") from error
    if len(raw) > LONGEST or not text or any(ord(each) < 32 or ord(each) == 127 for each in text):
        raise Refused("The pointer holds something other than one short name.")
    if climbs(text):
        raise Refused(f"The pointer names {label(text)}, out of its folder. It was not followed.")
    return text


def iteration_at(file: SourceFile) -> "int | None":
    """Return the iteration that Megatron's tracker names, None for "release". Raises Refused for anything else."""
    text = pointed_at(file)
    if text == "release":
        return None
    if not re.fullmatch(r"\d{1,15}", text):
        raise Refused(f"The tracker holds {label(text)}, which is no iteration.")
    return int(text)


def recognises(probe: Probe) -> bool:
    """Return whether the file's name is one that a writer gives its pointer."""
    return probe.file.name in NAMES


def read(source: Source) -> Inspection:
    """Read a pointer that lies alone: what it names is not in the delivery."""
    file = source.only
    text = str(iteration_at(file)) if file.name.endswith(".txt") else pointed_at(file)
    claim = Finding("pointer", f"It names {label(text)}, and no such checkpoint lies beside it.", Place(file.path))
    return Inspection(file.path, "pointer", damage=(claim,))
