"""What the readers of folder layouts share: parts read file by file, sharded weights, one checkpoint made of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from recovery.core.evidence.correspondence import Custom, settle
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Component, Finding, Inspection, Place, State, Trace
from recovery.core.evidence.labels import climbs, label
from recovery.core.evidence.source import Source, SourceFile
from recovery.core.evidence.strict_json import load_json

_TOKENIZER = re.compile(
    r"^(tokenizer(_config)?\.json|vocab\.(json|txt)|merges\.txt|special_tokens_map\.json|added_tokens\.json|spiece\.model|"
    r"tokenizer\.model|sentencepiece\.bpe\.model|(pre)?processor_config\.json|feature_extractor_config\.json|chat_template\.\w+)$"
)
_CONFIG = re.compile(r"^(config|generation_config|model_index|args|hparams|training_args|params)\.(json|ya?ml)$")
INDEX = re.compile(r"\.index(\.\w+)?\.json$")
LARGEST_INDEX = 32 << 20


@dataclass
class Gathered:
    """The parts of one folder's checkpoint while it is put together."""

    root: str
    components: list[Component] = field(default_factory=list)
    damage: list[Finding] = field(default_factory=list)
    doubts: list[Finding] = field(default_factory=list)
    contradictions: list[Finding] = field(default_factory=list)
    ties: list[Finding] = field(default_factory=list)
    refusals: list[Finding] = field(default_factory=list)
    others: list[Finding] = field(default_factory=list)
    needs: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)

    def add(self, found: Inspection) -> "list[Component]":
        """Take in what one file holds; return its components."""
        self.refusals.extend(found.refusals)
        self.damage.extend(found.damage)
        self.doubts.extend(found.doubts)
        self.others.extend(found.others)
        taken: list[Component] = []
        for checkpoint in found.checkpoints:
            self.damage.extend(checkpoint.damage)
            self.doubts.extend(
                each for each in checkpoint.doubts if each.code not in ("weights-untied", "not-by-order")
            )
            self.contradictions.extend(checkpoint.contradictions)
            self.needs.update(checkpoint.needs)
            taken.extend(checkpoint.components)
        self.components.extend(taken)
        return taken

    def read(self, source: Source, file: SourceFile) -> "list[Component]":
        """Read one file by its content and take it in; return its components."""
        self.files.append(file.path)
        return self.add(source.inspect(file))

    def lost(self, kind: str, file: SourceFile, note: str, member: str = "") -> None:
        """Name a part whose file is there and whose contents are not."""
        self.components.append(Component(kind, State.DAMAGED, (Place(file.path),), member, notes=(note,)))

    def checkpoint(self, form: str, writer: str, custom: Custom) -> Inspection:
        """Return the inspection of the folder with one settled checkpoint."""
        name = self.root or "."
        whole = Checkpoint(
            name,
            form,
            writer,
            tuple(self.components),
            ties=tuple(self.ties),
            contradictions=tuple(self.contradictions),
            damage=tuple(self.damage),
            doubts=tuple(self.doubts),
            needs=tuple(sorted(self.needs)),
            files=tuple(sorted(self.files)),
        )
        return Inspection(name, form, (settle(whole, custom),), tuple(self.refusals), others=tuple(self.others))


def read_record(gathered: Gathered, file: SourceFile, largest: int = LARGEST_INDEX) -> "dict[str, object] | None":
    """Return a JSON object of the folder; what is wrong with it is taken in and None returned."""
    gathered.files.append(file.path)
    try:
        value = load_json(file, largest)
    except Damaged as error:
        gathered.damage.append(Finding("damaged", error.reason, Place(file.path)))
        return None
    except Refused as error:
        gathered.refusals.append(Finding("refused", error.reason, Place(file.path)))
        return None
    if not isinstance(value, dict):
        gathered.damage.append(Finding("damaged", "It is not a JSON object.", Place(file.path)))
        return None
    return value


def sidecars(gathered: Gathered, files: Iterable[SourceFile]) -> None:
    """Take in configuration (K12) and tokenizer (K13) files by the names that the libraries fix."""
    configs = [each for each in files if _CONFIG.match(each.name)]
    tokens = [each for each in files if _TOKENIZER.match(each.name)]
    for kind, found in (("K12", configs), ("K13", tokens)):
        if found:
            places = tuple(Place(each.path) for each in sorted(found, key=lambda each: each.path))
            gathered.components.append(Component(kind, State.PRESENT, places))
            gathered.files.extend(each.path for each in found)


def sharded_weights(gathered: Gathered, source: Source, index: SourceFile) -> set[str]:
    """Read weights split over files as an index lists them; return the paths of index and shards."""
    value = read_record(gathered, index)
    taken = {index.path}
    listed = value.get("weight_map") if value else None
    if not isinstance(listed, dict) or not all(isinstance(each, str) for each in listed.values()):
        if value is not None:
            gathered.damage.append(Finding("index", "The index lists no weights.", Place(index.path)))
        return taken
    names = {str(each) for each in listed.values()}
    shards: dict[str, SourceFile] = {}
    for name in sorted(names):
        file = None if climbs(name) else source.files.get(f"{index.folder}/{name}" if index.folder else name)
        if climbs(name):
            text = f"The index names {label(name)}, out of its folder. It was not followed."
            gathered.refusals.append(Finding("climbing-name", text, Place(index.path)))
        elif file is None or file.path == index.path:
            gathered.damage.append(
                Finding("shard-missing", f"The index names {label(name)}, which is not there.", Place(index.path))
            )
        else:
            shards[name] = file
    inner = Gathered(gathered.root)
    for name in sorted(shards):
        inner.read(source, shards[name])
    _join_shards(gathered, inner, index, (len(shards), len(names)), len(listed))
    return taken | {each.path for each in shards.values()}


def _join_shards(gathered: Gathered, inner: Gathered, index: SourceFile, files: tuple[int, int], listed: int) -> None:
    """Add what the shards hold as one set of weights; it is whole when every file is there and every array in one."""
    gathered.files.extend(inner.files)
    gathered.refusals.extend(inner.refusals)
    there, named = files
    whole = there == named and not inner.damage
    gathered.damage.extend(inner.damage)
    entries = sum(int(each.content("entries") or 0) for each in inner.components if each.kind == "K1")
    if whole and entries and entries < listed:
        text = f"The index lists {listed:,} arrays, the files hold {entries:,}."
        gathered.damage.append(Finding("index", text, Place(index.path)))
    for kind in ("K1", "K2"):
        parts = [each for each in inner.components if each.kind == kind]
        if parts:
            gathered.components.append(_joined(kind, parts, index, whole=whole, files=f"{there} of {named} files"))
    if not any(each.kind == "K1" for each in inner.components):
        lost = Component("K1", State.DAMAGED, (Place(index.path),), notes=("No shard can be read.",))
        gathered.components.append(lost)


def _joined(kind: str, parts: "list[Component]", index: SourceFile, *, whole: bool, files: str) -> Component:
    counted = ("parameters", "arrays", "entries", "elements")
    sums = tuple(
        (name, sum(int(each.content(name) or 0) for each in parts))
        for name in counted
        if parts[0].content(name) is not None
    )
    shapes = tuple(shape for each in parts if each.trace for shape in each.trace.shapes)
    names = tuple(name for each in parts if each.trace for name in each.trace.names)
    return Component(
        kind,
        State.PRESENT if whole else State.PARTIAL,
        (Place(index.path), *(place for each in parts for place in each.places)),
        contents=(*sums, ("files", files)),
        stated=tuple(stated for each in parts for stated in each.stated),
        notes=() if whole else ("Some of its files are missing or damaged.",),
        trace=Trace(names, shapes),
    )


def ranks_of(paths: Iterable[str], pattern: "re.Pattern[str]") -> list[int]:
    """Return the rank numbers in names, sorted."""
    return sorted(
        {int(match["rank"]) for each in paths if (match := pattern.search(each)) is not None and len(match["rank"]) < 7}
    )


def check_ranks(gathered: Gathered, ranks: "list[int]", what: str, expected: "int | None" = None) -> None:
    """Say where the numbers of ranks have a gap, or are fewer than a record says."""
    if not ranks:
        return
    wanted = expected if expected is not None else ranks[-1] + 1
    missing = sorted(set(range(wanted)) - set(ranks))
    if missing:
        shown = ", ".join(str(each) for each in missing[:8])
        text = f"{what}: {len(ranks)} of {wanted} are there; missing: {shown}."
        gathered.damage.append(Finding("rank-missing", text, Place(gathered.root or ".")))
