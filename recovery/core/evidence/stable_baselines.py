"""stable-baselines3: a zip of torch files beside ``data``, a JSON record whose serialized fields are never decoded."""

from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.folder_parts import Gathered
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State, Stated
from recovery.core.evidence.labels import label, path_label
from recovery.core.evidence.other_zips import ambiguities
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.progress_keys import ENVIRONMENT_STEPS, stated_at
from recovery.core.evidence.source import Source, SourceFile, read_exactly
from recovery.core.evidence.strict_json import parse_json
from recovery.core.evidence.zip_directory import ZipDirectory, read_directory

FORM = "stable-baselines3 archive"
MARK = "_stable_baselines3_version"


def recognises(probe: Probe) -> bool:
    """Return whether the zip carries the library's version mark beside its record."""
    return "data" in probe.names and (
        MARK in probe.names or any(name.endswith("optimizer.pth") for name in probe.names)
    )


def read(source: Source) -> Inspection:
    """Read the record and every torch file inside."""
    file = source.only
    directory = read_directory(file.data, source.budget)
    gathered = Gathered(file.path)
    gathered.refusals.extend(ambiguities(directory, file.path))
    for name, entry in sorted(directory.entries.items()):
        if name.endswith(".pth") and not entry.is_folder:
            gathered.read(source, SourceFile(f"{file.path}!/{path_label(name)}", directory.open(entry)))
    _record(gathered, directory, file.path)
    gathered.files = [file.path]
    writer = "stable-baselines3" + _version(directory)
    return gathered.checkpoint(FORM, writer, Custom(same_file=True))


def _version(directory: ZipDirectory) -> str:
    entry = directory.entries.get(MARK)
    if entry is None or entry.size > 64:
        return ""
    return " " + label(directory.open(entry).read(0, entry.size).decode("ascii", "replace").strip(), 20)


def _record(gathered: Gathered, directory: ZipDirectory, path: str) -> None:
    entry = directory.entries["data"]
    place = Place(f"{path}!/data", "num_timesteps")
    try:
        value = parse_json(read_exactly(directory.open(entry), 0, min(entry.size, 64 << 20)), 64 << 20)
    except (Damaged, Refused) as error:
        gathered.damage.append(Finding("damaged", error.reason, Place(f"{path}!/data")))
        return
    found = stated_at(value.get("num_timesteps"), ENVIRONMENT_STEPS, place) if isinstance(value, dict) else None
    if isinstance(found, Stated):
        gathered.components.append(Component("K7", State.PRESENT, (place,), stated=(found,)))
    elif found is not None:
        gathered.doubts.append(found)
    if isinstance(value, dict) and any(isinstance(each, dict) and ":serialized:" in each for each in value.values()):
        text = "Its record holds objects pickled as text; they were not decoded."
        gathered.doubts.append(Finding("serialized", text, Place(f"{path}!/data")))
