"""Folders of the Hugging Face libraries: Trainer checkpoints, saved models, adapters, and accelerate's states."""

import re
from dataclasses import replace

from recovery.core.evidence import dcp, deepspeed_parts
from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.folder_parts import (
    INDEX,
    Gathered,
    check_ranks,
    ranks_of,
    read_record,
    sharded_weights,
    sidecars,
)
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State, Stated
from recovery.core.evidence.labels import label
from recovery.core.evidence.progress_keys import EPOCHS, STEPS, TOKENS, stated_at
from recovery.core.evidence.source import Source, SourceFile

TRAINER_STATE = "trainer_state.json"
_TRAINER_FILES = re.compile(
    r"^(trainer_state\.json|training_args\.bin|optimizer\.(pt|bin)|scheduler\.pt|scaler\.pt|rng_state(_\d+)?\.pth|latest|"
    r"zero_to_fp32\.py|README\.md|.*\.(safetensors|bin|msgpack|h5)|.*\.index\.json|.*config\.json|.*\.(json|txt|model|jinja))$"
)
_RNG = re.compile(r"rng_state_(?P<rank>\d+)\.pth$")
_STATES = re.compile(r"random_states_(?P<rank>\d+)\.pkl$")
_WEIGHTS = re.compile(
    r"^(model|pytorch_model|adapter_model|diffusion_pytorch_model|tf_model|flax_model)[^/]*\.(safetensors|bin)$"
)
_FSDP = re.compile(r"^(pytorch_model_fsdp|optimizer)_\d+/[^/]+$")
_NUMBERED_SHARD = re.compile(r"-\d{5}-of-(?P<of>\d{5})\.")
_NUMBERED = re.compile(
    r"^(?P<what>model|pytorch_model|optimizer|scheduler|sampler|custom_checkpoint|dl_state_dict)(_(?P<number>\d+))?\."
)


def claims_trainer(source: Source, folder: str) -> set[str]:
    """Return the files of a Trainer checkpoint: a folder with trainer_state.json, and DeepSpeed's folder inside it."""
    here = source.in_folder(folder)
    beside = {"optimizer.pt", "scheduler.pt", "training_args.bin"} | {
        n for n in here if _WEIGHTS.match(n) or INDEX.search(n) or _RNG.search(n)
    }
    if TRAINER_STATE not in here or not (beside & here.keys()):
        return set()
    taken = {each.path for name, each in here.items() if _TRAINER_FILES.match(name)}
    return taken | _saves_below(source, folder) | deepspeed_parts.paths_below(source, folder)


def read_trainer(source: Source) -> Inspection:
    """Read a Trainer checkpoint. trainer_state.json is written last; its global_step counts optimizer steps."""
    gathered = Gathered(source.root)
    here = source.in_folder(source.root)
    _trainer_record(gathered, here[TRAINER_STATE])
    _weights(gathered, source, here)
    for name, kind in (("optimizer.pt", "K3"), ("optimizer.bin", "K3"), ("scheduler.pt", "K5"), ("scaler.pt", "K6")):
        if name in here:
            _part(gathered, source, here[name], kind)
    for name, each in sorted(here.items()):
        if name.startswith("rng_state"):
            _part(gathered, source, each, "K8")
        elif name == "training_args.bin":
            _part(gathered, source, each, "K12")
    check_ranks(gathered, ranks_of(here, _RNG), "Random states of ranks")
    adapter(gathered, here)
    sidecars(gathered, here.values())
    _add_saves(gathered, source)
    deepspeed_parts.add_below(gathered, source)
    custom = Custom(one_record=True, scheduler_offset=0, record_is_exact=True)
    writer = "transformers Trainer"
    gathered.files.extend(each.path for each in source.files.values() if each.path not in gathered.files)
    return gathered.checkpoint("Hugging Face Trainer checkpoint", writer, custom)


def _trainer_record(gathered: Gathered, file: SourceFile) -> None:
    value = read_record(gathered, file)
    stated: list[Stated] = []
    for key, unit, means in (
        ("global_step", STEPS, "optimizer steps"),
        ("epoch", EPOCHS, "a fraction within an epoch"),
        ("num_input_tokens_seen", TOKENS, ""),
    ):
        found = stated_at(value[key], unit, Place(file.path, key), means) if value and key in value else None
        if isinstance(found, Stated) and not (key == "num_input_tokens_seen" and not found.value):
            stated.append(found)
        elif isinstance(found, Finding):
            gathered.doubts.append(found)
    if stated:
        gathered.components.append(Component("K7", State.PRESENT, (Place(file.path),), stated=tuple(stated)))


def _part(gathered: Gathered, source: Source, file: SourceFile, kind: str) -> None:
    """Read one file that has a fixed role; an empty file is a damaged part, an unread pointer an absent one."""
    found = gathered.read(source, file)
    if any(each.kind == kind for each in found):
        return
    if not file.size:
        gathered.lost(kind, file, "Its file is empty.")
    elif kind == "K12" and not found:
        gathered.components.append(Component("K12", State.PRESENT, (Place(file.path),)))
    elif not found and not any(
        each.place == Place(file.path) and each.code == "no-contents" for each in gathered.damage
    ):
        gathered.lost(kind, file, "Its file cannot be read as what its name says.")


def _weights(gathered: Gathered, source: Source, here: "dict[str, SourceFile]") -> None:
    taken: set[str] = set()
    for name, each in sorted(here.items()):
        if INDEX.search(name):
            taken |= sharded_weights(gathered, source, each)
    for name, each in sorted(here.items()):
        if each.path not in taken and (_WEIGHTS.match(name) or _NUMBERED_SHARD.search(name)):
            gathered.read(source, each)


def adapter(gathered: Gathered, here: "dict[str, SourceFile]") -> None:
    """An adapter without its base model is a part of a model: say so, and name the base (K14)."""
    config = here.get("adapter_config.json")
    value = read_record(gathered, config) if config else None
    if config is None or value is None:
        return
    base = value.get("base_model_name_or_path")
    name = label(base) if isinstance(base, str) and base else "not stated"
    contents = (("base model", name), ("kind", label(value.get("peft_type"))))
    gathered.components.append(
        Component("K14", State.PRESENT, (Place(config.path, "base_model_name_or_path"),), contents=contents)
    )
    note = f"Adapter weights only; the base model ({name}) is not in the delivery."
    for index, each in enumerate(gathered.components):
        if each.kind == "K1" and each.state is State.PRESENT:
            gathered.components[index] = partial(each, note)


def partial(component: Component, note: str) -> Component:
    """Return ``component`` as a part of a whole that is elsewhere."""
    return replace(component, state=State.PARTIAL, notes=(*component.notes, note))


def _saves_below(source: Source, folder: str) -> set[str]:
    """Return the files of FSDP's sharded saves beside the other parts: pytorch_model_fsdp_0, optimizer_0."""
    start = f"{folder}/" if folder else ""
    return {path for path in source.below(folder) if _FSDP.match(path[len(start) :])}


def _add_saves(gathered: Gathered, source: Source) -> None:
    for folder in sorted({source.files[path].folder for path in _saves_below(source, source.root)}):
        dcp.add_save(gathered, source.among(source.below(folder), folder))


def claims_saved_model(source: Source, folder: str) -> set[str]:
    """Return the files of a saved model or adapter: an index of shards, or weights beside a configuration."""
    here = source.in_folder(folder)
    index = {name for name in here if INDEX.search(name)}
    weights = {name for name in here if _WEIGHTS.match(name)}
    if not index and not (weights and ({"config.json", "adapter_config.json"} & here.keys())):
        return set()
    if TRAINER_STATE in here or any(_STATES.search(name) for name in here):
        return set()
    known = {"README.md", "adapter_config.json"}
    sides = {name for name in here if name.endswith((".json", ".txt", ".model", ".jinja"))}
    shards = {name for name in here if _NUMBERED_SHARD.search(name)}
    return {here[name].path for name in (index | weights | shards | sides | known) & here.keys()}


def read_saved_model(source: Source) -> Inspection:
    """Read a saved model: weights, configuration, tokenizer; it states no progress."""
    gathered = Gathered(source.root)
    here = source.in_folder(source.root)
    _weights(gathered, source, here)
    adapter(gathered, here)
    sidecars(gathered, here.values())
    gathered.files.extend(each.path for each in source.files.values() if each.path not in gathered.files)
    form = "PEFT adapter" if "adapter_config.json" in here else "Hugging Face model"
    return gathered.checkpoint(form, "save_pretrained", Custom())


def claims_accelerate(source: Source, folder: str) -> set[str]:
    """Return the files of accelerate's save_state: a folder with random_states_<rank>.pkl."""
    here = source.in_folder(folder)
    if not any(_STATES.search(name) for name in here):
        return set()
    known = {
        n
        for n in here
        if _STATES.search(n) or _NUMBERED.match(n) or INDEX.search(n) or _NUMBERED_SHARD.search(n) or n == "scaler.pt"
    }
    taken = {here[name].path for name in known} | _saves_below(source, folder)
    return taken | deepspeed_parts.paths_below(source, folder)


def read_accelerate(source: Source) -> Inspection:
    """Read accelerate's state. Its own counters (folder number, ``step`` in the random states) are not progress."""
    gathered = Gathered(source.root)
    here = source.in_folder(source.root)
    _weights(gathered, source, here)
    for name, each in sorted(here.items()):
        match = _NUMBERED.match(name)
        what = match["what"] if match else ""
        kind = {"optimizer": "K3", "scheduler": "K5", "sampler": "K9", "dl_state_dict": "K9"}.get(what, "")
        if kind:
            _part(gathered, source, each, kind)
        elif name == "scaler.pt":
            _part(gathered, source, each, "K6")
        elif what == "custom_checkpoint":
            gathered.read(source, each)
        elif _STATES.search(name):
            _random_states(gathered, source, each)
    check_ranks(gathered, ranks_of(here, _STATES), "Random states of ranks")
    _add_saves(gathered, source)
    deepspeed_parts.add_below(gathered, source)
    return gathered.checkpoint("accelerate state", "accelerate", Custom())


def _random_states(gathered: Gathered, source: Source, file: SourceFile) -> None:
    before = len(gathered.components)
    found = gathered.read(source, file)
    gathered.components[before:] = [each for each in found if each.kind == "K8"]
    counters = [stated.value for each in found if each.kind == "K7" for stated in each.stated]
    if counters:
        text = (
            f"Its own counter step is {counters[0]:,}; it does not count training steps and was not read as progress."
        )
        gathered.doubts.append(Finding("own-counter", text, Place(file.path, "step")))
