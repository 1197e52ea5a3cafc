"""Keras: .keras archives, weights in HDF5 with or without the optimizer, and the older .h5 models."""

import re
from dataclasses import replace
from typing import Any

from recovery.core.evidence import hdf5
from recovery.core.evidence.correspondence import Custom, settle
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Component, Finding, Inspection, Place, State, Stated, Trace
from recovery.core.evidence.labels import label
from recovery.core.evidence.other_zips import ambiguities
from recovery.core.evidence.pickle_names import is_harmful
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.progress_keys import OPTIMIZER_STEPS, stated_at
from recovery.core.evidence.source import Source, read_exactly
from recovery.core.evidence.strict_json import parse_json
from recovery.core.evidence.tensors import Tensor
from recovery.core.evidence.weights import weights_of
from recovery.core.evidence.zip_directory import ZipDirectory, read_directory

ARCHIVE = "Keras archive"
WEIGHTS = "Keras weights in HDF5"
MODEL = "Keras model in HDF5"
PLAIN = "HDF5 file"
LARGEST_CONFIG = 32 << 20
_OPTIMIZER = re.compile(r"^(?:optimizer/vars|optimizer_weights/.+|optimizer_weights)/(?P<name>[^/]+(?:/[^/]+)?)$")
_ITERATION = re.compile(r"(^|/)(iteration|iterations|iter)(:0)?$|^optimizer/vars/0$")
_RATE = re.compile(r"(^|/)(learning_rate|current_learning_rate)(:0)?$|^optimizer/vars/1$")
_SEEDS = re.compile(r"(^|/)(seed_generator|seed_generator_state)[^/]*/")
_MOVING = re.compile(r"(^|/)[^/]*batch_normalization[^/]*/vars/[23]$|/(moving_mean|moving_variance)(:0)?$")


def is_archive(probe: Probe) -> bool:
    """Return whether the zip is a .keras archive."""
    return {"config.json", "metadata.json"} <= probe.names and any(name.endswith(".weights.h5") for name in probe.names)


def is_hdf5(probe: Probe) -> bool:
    """Return whether the file has HDF5's signature where it may lie."""
    may = probe.head[:8] == hdf5.SIGNATURE or probe.file.name.lower().endswith((".h5", ".hdf5", ".keras"))
    return may and hdf5.starts_at(probe.file.data) is not None


def read_archive(source: Source) -> Inspection:
    """Read a .keras archive: weights and optimizer by their places, the optimizer's kind by the configuration."""
    file = source.only
    directory = read_directory(file.data, source.budget)
    refusals = list(ambiguities(directory, file.path))
    config, config_refusals = _config(directory, file.path)
    refusals.extend(config_refusals)
    entry = next(each for name, each in sorted(directory.entries.items()) if name.endswith(".weights.h5"))
    try:
        listing = hdf5.File(directory.open(entry), source.budget).walk()
    except Damaged as error:
        raise Damaged(f"{label(entry.name)}: {error.reason}") from error
    kind = _optimizer_kind(config)
    parts, doubts = parts_of(listing, f"{file.path}!/{label(entry.name)}", kind)
    parts.append(Component("K12", State.PRESENT, (Place(f"{file.path}!/config.json"),)))
    checkpoint = _checkpoint(file.path, ARCHIVE, "Keras " + _version(directory), parts, doubts)
    return Inspection(file.path, ARCHIVE, (checkpoint,), tuple(refusals))


def read_hdf5(source: Source) -> Inspection:
    """Read an HDF5 file: Keras weights or models by their places, any other as arrays without a role."""
    file = source.only
    listing = hdf5.File(file.data, source.budget).walk()
    form = MODEL if listing.attributes & {"model_config", "keras_version"} else WEIGHTS
    parts, doubts = parts_of(listing, file.path, "not stated")
    if not _is_keras(listing):
        text = f"An HDF5 file with {len(listing.arrays):,} arrays without a sign of their role."
        found = tuple(Finding("link", each, Place(file.path)) for each in map(label, listing.links[:20]))
        return Inspection(file.path, PLAIN, doubts=found, others=(Finding("arrays", text, Place(file.path)),))
    if "model_config" in listing.attributes:
        parts.append(Component("K12", State.PRESENT, (Place(file.path, "model_config"),)))
    return Inspection(file.path, form, (_checkpoint(file.path, form, "Keras", parts, doubts),))


def _is_keras(listing: hdf5.Listing) -> bool:
    keras_places = (
        "layers/",
        "_layer_checkpoint_dependencies/",
        "model_weights/",
        "optimizer/vars/",
        "optimizer_weights/",
    )
    known = any(path.startswith(keras_places) or "/vars/" in path for path in listing.arrays)
    return known or bool(listing.attributes & {"keras_version", "layer_names", "model_config"})


def _checkpoint(path: str, form: str, writer: str, parts: "list[Component]", doubts: "list[Finding]") -> Checkpoint:
    checkpoint = Checkpoint(path, form, writer, tuple(parts), doubts=tuple(doubts), files=(path,))
    return settle(checkpoint, Custom(same_file=True))


def _version(directory: ZipDirectory) -> str:
    try:
        value = _json(directory, "metadata.json")
    except (Damaged, Refused):
        return ""
    return label(value.get("keras_version"), 20) if isinstance(value, dict) else ""


def _json(directory: ZipDirectory, name: str) -> Any:
    entry = directory.entries[name]
    if entry.size > LARGEST_CONFIG:
        raise Refused(f"The record {name} is too long.")
    return parse_json(read_exactly(directory.open(entry), 0, entry.size), LARGEST_CONFIG)


def _config(directory: ZipDirectory, path: str) -> "tuple[Any, list[Finding]]":
    """Return the configuration, and refusals for code in it and for classes that are no layers."""
    place = Place(f"{path}!/config.json")
    try:
        config = _json(directory, "config.json")
    except (Damaged, Refused) as error:
        return None, [Finding("config", error.reason, place)]
    found: list[Finding] = []
    waiting = [config]
    while waiting and len(found) < 20:
        node = waiting.pop()
        if isinstance(node, dict):
            module, name = node.get("module"), node.get("class_name")
            if name in ("__lambda__", "Lambda"):
                found.append(
                    Finding("unsafe-name", "Its configuration carries compiled code, which loading would run.", place)
                )
            elif isinstance(module, str) and isinstance(name, str) and is_harmful(module, name):
                found.append(
                    Finding(
                        "unsafe-name", f"Its configuration names {label(f'{module}.{name}')}. It was not called.", place
                    )
                )
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return config, found


def _optimizer_kind(config: Any) -> str:
    compiled = config.get("compile_config") if isinstance(config, dict) else None
    optimizer = compiled.get("optimizer") if isinstance(compiled, dict) else None
    if isinstance(optimizer, dict):
        momentum = optimizer.get("config", {}).get("momentum") if isinstance(optimizer.get("config"), dict) else None
        name = label(optimizer.get("class_name"), 40)
        return f"{name} without momentum" if name == "SGD" and not momentum else name
    return label(optimizer, 40) if isinstance(optimizer, str) else "not stated"


def parts_of(listing: hdf5.Listing, path: str, kind: str) -> "tuple[list[Component], list[Finding]]":
    """Return the components that the places of the arrays show."""
    optimizer = {
        name: each for name, each in listing.arrays.items() if name.startswith(("optimizer/", "optimizer_weights/"))
    }
    seeds = [name for name in listing.arrays if _SEEDS.search(name)]
    rest = [(name, each) for name, each in listing.arrays.items() if name not in optimizer and name not in seeds]
    named = [(_named(name), tensor) for name, tensor in rest if tensor.shape]
    parts = [
        replace(each, places=(Place(path, "layers" if each.kind == "K1" else "moving statistics"),))
        for each in weights_of(named, Place(path))
    ]
    if optimizer:
        parts.append(_optimizer(optimizer, path, kind))
    if seeds:
        parts.append(Component("K8", State.PRESENT, tuple(Place(path, label(each)) for each in seeds[:8])))
    doubts = [Finding("link", label(each), Place(path)) for each in listing.links[:20]]
    doubts += [Finding("unread", label(each), Place(path)) for each in listing.unread[:20]]
    return parts, doubts


def _named(name: str) -> str:
    """BatchNorm's moving statistics are variables 2 and 3 of its layer: give them the name that tells."""
    return f"{name}.moving_mean" if _MOVING.search(name) else label(name)


def _optimizer(arrays: "dict[str, Tensor]", path: str, kind: str) -> Component:
    iteration = next((name for name in arrays if _ITERATION.search(name)), None)
    slots = [name for name, each in arrays.items() if name != iteration and not _RATE.search(name)]
    found = None
    if iteration is not None:
        found = stated_at(arrays[iteration], OPTIMIZER_STEPS, Place(path, label(iteration)), "")
    stated = (found,) if isinstance(found, Stated) else ()
    state, notes = _condition(stated, slots, kind)
    contents = (("kind", kind), ("variables", len(arrays)), ("slots", len(slots)))
    place = Place(path, "optimizer" if any(name.startswith("optimizer/") for name in arrays) else "optimizer_weights")
    return Component("K3", state, (place,), "", contents, stated, notes, Trace(pairs_by_order=False))


def _condition(stated: "tuple[Stated, ...]", slots: "list[str]", kind: str) -> "tuple[State, tuple[str, ...]]":
    if stated and stated[0].value == 0:
        return State.NEVER_STEPPED, ("Its iteration is 0: it was made and never stepped.",)
    if slots:
        return State.PRESENT, ()
    if "without momentum" in kind:
        return State.STATELESS, ("SGD without momentum keeps no state: empty is complete.",)
    if stated:
        return State.STATELESS, ("It stepped and holds no slots: a kind without state.",)
    return State.EMPTY, ("It holds neither an iteration nor slots.",)
