"""TensorFlow: checkpoints of an index and data files, the pointer file ``checkpoint``, and SavedModel folders."""

import re
from dataclasses import dataclass, field, replace

from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.folder_parts import Gathered
from recovery.core.evidence.inspection import Component, Finding, Inspection, Place, State, Stated, Trace
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.leveldb import entries, is_table, varint
from recovery.core.evidence.progress_keys import OPTIMIZER_STEPS, stated_at, unit_of
from recovery.core.evidence.source import Source, SourceFile, read_exactly
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape
from recovery.core.evidence.weights import weights_of

FORM = "TensorFlow checkpoint"
SAVED = "TensorFlow SavedModel"
POINTER = "checkpoint"
_VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"
_DATA = re.compile(r"^(?P<prefix>.+)\.data-(?P<shard>\d{5})-of-(?P<of>\d{5})$")
_TYPES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 8: "complex64", 9: "int64", 10: "bool",
    14: "bfloat16", 17: "uint16", 18: "complex128", 19: "float16", 22: "uint32", 23: "uint64",
}  # fmt: skip
_OPTIMIZER = re.compile(
    r"(^|/)(optimizer|opt|[\w]*_optimizer|_optimizer)(/|$)|/\.OPTIMIZER_SLOT/|/(Adam|Adam_1|Momentum|RMSProp|RMSProp_1|Adagrad)$|(^|/)beta[12]_power$"
)
_ITERATIONS = re.compile(r"(^|/)(_iterations|iterations|iter)$")
_OWN_COUNTERS = {"save_counter"}
_LINE = re.compile(r'^(model_checkpoint_path|all_model_checkpoint_paths): "((?:[^"\\]|\\.)*)"\s*$')


@dataclass
class Bundle:
    """One checkpoint: its arrays by key, and the number of data files that it needs."""

    prefix: str
    arrays: dict[str, Tensor] = field(default_factory=dict)
    shards: int = 1
    order: str = "little"
    files: dict[int, SourceFile] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)

    def read(self, key: str, offset: int, length: int) -> bytes:
        """Return bytes of an array; the key is "shard:offset"."""
        shard, _, start = key.partition(":")
        file = self.files.get(int(shard))
        if file is None:
            raise Damaged("A data file is missing.")
        return read_exactly(file.data, int(start) + offset, length)


def claims(source: Source, folder: str) -> set[str]:
    """Return the files of every checkpoint in a folder, or of a SavedModel and its variables."""
    here = source.in_folder(folder)
    if "saved_model.pb" in here or "saved_model.pbtxt" in here:
        names = {"saved_model.pb", "saved_model.pbtxt", "fingerprint.pb", "keras_metadata.pb"} & here.keys()
        start = f"{folder}/" if folder else ""
        inside = {p for p in source.below(folder) if p[len(start) :].startswith(("variables/", "assets/"))}
        return {here[name].path for name in names} | inside
    tables = {name for name, each in here.items() if name.endswith(".index") and is_table(each.data)}
    data = {name for name in here if _DATA.match(name)}
    pointer = (
        {POINTER}
        if POINTER in here and here[POINTER].data.read(0, 40).startswith((b"model_checkpoint_path", b"all_model"))
        else set()
    )
    return {here[name].path for name in tables | data | pointer}


def read(source: Source) -> Inspection:
    """Read every checkpoint of the folder and what the pointer says, or a SavedModel."""
    here = source.in_folder(source.root)
    if "saved_model.pb" in here or "saved_model.pbtxt" in here:
        return _read_saved(source)
    prefixes = {n[: -len(".index")] for n in here if n.endswith(".index")} | {
        m["prefix"] for n in here if (m := _DATA.match(n))
    }
    found = [_read_prefix(source, here, each, FORM, "tf.train") for each in sorted(prefixes)]
    result = Inspection(source.root or ".", FORM).joined(found)
    pointer = here.get(POINTER)
    return _with_pointer(result, pointer, prefixes) if pointer else result


def _read_saved(source: Source) -> Inspection:
    folder = f"{source.root}/variables" if source.root else "variables"
    found = _read_prefix(source, source.in_folder(folder), "variables", SAVED, "SavedModel")
    files = tuple(sorted(source.files))
    return replace(
        found,
        name=source.root or ".",
        checkpoints=tuple(replace(each, name=source.root or ".", files=files) for each in found.checkpoints),
    )


def _read_prefix(source: Source, here: "dict[str, SourceFile]", prefix: str, form: str, writer: str) -> Inspection:
    source.budget.renew(f"{source.root}/{prefix}")
    index = here.get(f"{prefix}.index")
    folder = next(iter(here.values())).folder if here else source.root
    name = f"{folder}/{prefix}" if folder else prefix
    gathered = Gathered(name)
    data = {int(m["shard"]): each for n, each in here.items() if (m := _DATA.match(n)) and m["prefix"] == prefix}
    gathered.files.extend(each.path for each in data.values())
    if index is None:
        gathered.damage.append(Finding("index-missing", "Its index file is missing.", Place(name)))
        return gathered.checkpoint(form, writer, Custom(same_file=True))
    gathered.files.append(index.path)
    bundle = Bundle(name, files=data)
    try:
        _load(bundle, index, source)
    except (Damaged, Refused) as error:
        finding = Finding("index", error.reason, Place(index.path))
        (gathered.damage if isinstance(error, Damaged) else gathered.refusals).append(finding)
        return gathered.checkpoint(form, writer, Custom(same_file=True))
    _check_data(gathered, bundle)
    parts, doubts = _parts(bundle, index.path)
    gathered.doubts.extend(doubts)
    lost = bool(gathered.damage)
    gathered.components.extend(
        replace(each, state=State.DAMAGED, notes=("Its data file is missing or cut.",)) if lost else each
        for each in parts
    )
    return gathered.checkpoint(form, writer, Custom(same_file=True))


def _load(bundle: Bundle, index: SourceFile, source: Source) -> None:
    for key, value in entries(index.data, source.budget):
        fields = _fields(value)
        if not key:
            bundle.shards = int(fields.get(1, [1])[0])
            bundle.order = "big" if fields.get(2, [0])[0] else "little"
            continue
        dtype = _TYPES.get(_number(fields, 1), "")
        if not dtype:
            continue
        shard, offset, size = _number(fields, 3), _number(fields, 4), _number(fields, 5)
        shape = _shape(fields.get(2, [b""])[0])
        file = bundle.files.get(shard)
        if file is not None and offset + size > file.size:
            bundle.short.add(shard)
        name = key.decode("utf-8", "surrogateescape")
        count = size // ITEM_SIZES[dtype]
        bundle.arrays[name] = Tensor(dtype, shape, Storage(dtype, f"{shard}:{offset}", count, bundle))


def _fields(raw: bytes) -> "dict[int, list[int | bytes]]":
    """Return the fields of a protocol buffer by number."""
    found: dict[int, list[int | bytes]] = {}
    at = 0
    while at < len(raw):
        tag, at = varint(raw, at)
        kind, number = tag & 7, tag >> 3
        value: int | bytes
        if kind == 0:
            value, at = varint(raw, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, at = int.from_bytes(raw[at : at + size], "little"), at + size
        elif kind == 2:
            size, at = varint(raw, at)
            value, at = raw[at : at + size], at + size
        else:
            raise Damaged("An entry of the index is malformed.")
        if at > len(raw):
            raise Damaged("An entry of the index is cut.")
        found.setdefault(number, []).append(value)
    return found


def _number(fields: "dict[int, list[int | bytes]]", number: int) -> int:
    value = fields.get(number, [0])[0]
    return value if isinstance(value, int) else 0


def _shape(raw: "int | bytes") -> tuple[int, ...]:
    if not isinstance(raw, bytes):
        return ()
    sizes = [_fields(each).get(1, [0])[0] for each in _fields(raw).get(2, []) if isinstance(each, bytes)]
    return checked_shape([each if isinstance(each, int) and each < 1 << 62 else -1 for each in sizes])


def _check_data(gathered: Gathered, bundle: Bundle) -> None:
    if not 0 < bundle.shards <= 100_000:
        raise Refused("Its index counts an absurd number of data files.")
    missing = [shard for shard in range(bundle.shards) if shard not in bundle.files]
    if missing:
        text = f"{len(missing)} of its {bundle.shards} data files are missing."
        gathered.damage.append(Finding("data-missing", text, Place(bundle.prefix)))
    if bundle.short:
        gathered.damage.append(Finding("cut", "A data file ends before what the index promises.", Place(bundle.prefix)))


def _parts(bundle: Bundle, path: str) -> tuple[list[Component], list[Finding]]:
    weights: list[tuple[str, Tensor]] = []
    optimizer: list[tuple[str, Tensor]] = []
    records: list[Component] = []
    doubts: list[Finding] = []
    twice = any(key.startswith("variables/") for key in bundle.arrays)
    for key, each in bundle.arrays.items():
        if twice and key.startswith("_all_variables/"):
            continue  # an exported Keras model names every variable a second time
        name = key.removesuffix(_VALUE)
        last = name.rpartition("/")[2]
        if "_trainable_variables/" in name or not (_OPTIMIZER.search(name) or name in _OWN_COUNTERS):
            if unit_of(last) and not each.shape:
                found = stated_at(each, str(unit_of(last)), Place(path, label(key)))
                if isinstance(found, Stated):
                    records.append(Component("K7", State.PRESENT, (found.place,), stated=(found,)))
                elif found is not None:
                    doubts.append(found)
            elif each.shape or "_trainable_variables/" in name:
                weights.append((label(name.replace("/", ".")), each))
        elif name not in _OWN_COUNTERS:
            optimizer.append((name, each))
    parts = weights_of(list(weights), Place(path))
    if optimizer:
        parts.append(_optimizer(optimizer, path))
    return [*parts, *records], doubts


def _optimizer(named: "list[tuple[str, Tensor]]", path: str) -> Component:
    iterations = next((each for name, each in named if _ITERATIONS.search(name) and not each.shape), None)
    slots = [name for name, each in named if each.shape]
    key = next((name for name, _ in named if _ITERATIONS.search(name)), "optimizer")
    found = None
    if iterations is not None:
        found = stated_at(iterations, OPTIMIZER_STEPS, Place(path, label(key + _VALUE)))
    stated = (found,) if isinstance(found, Stated) else ()
    contents = (("variables", len(named)), ("slots", len(slots)))
    notes = () if slots else ("It holds no slots: a kind without state, or one that was never built.",)
    if isinstance(found, Stated) and found.value == 0:
        state = State.NEVER_STEPPED
    elif slots:
        state = State.PRESENT
    else:
        state = State.STATELESS if stated else State.EMPTY
    return Component("K3", state, (Place(path, label(key)),), "", contents, stated, notes, Trace(pairs_by_order=False))


def _with_pointer(result: Inspection, pointer: SourceFile, prefixes: set[str]) -> Inspection:
    text = pointer.data.read(0, 1 << 20).decode("utf-8", "replace")
    place = Place(pointer.path)
    refusals, damage, doubts = list(result.refusals), list(result.damage), list(result.doubts)
    broken = {each.name.rpartition("/")[2] for each in result.checkpoints if each.damage}
    for line in text.splitlines()[:1_000]:
        match = _LINE.match(line)
        if match is None:
            continue
        is_latest, named = match[1] == "model_checkpoint_path", match[2]
        if ".." in named.replace("\\", "/").split("/"):
            refusals.append(
                Finding("pointer", f"It names {label(named)}, out of its folder. It was not followed.", place)
            )
        elif named.rpartition("/")[2] not in prefixes or named.rpartition("/")[2] in broken:
            what = "an absolute path " if climbs(named) else ""
            damage.append(Finding("pointer", f"It names {what}{label(named)}, which is not there or not whole.", place))
        elif is_latest:
            doubts.append(Finding("pointer", f"It names {label(named)} as the one to load.", place))
    return replace(result, refusals=tuple(refusals), damage=tuple(damage[:20]), doubts=tuple(doubts))
