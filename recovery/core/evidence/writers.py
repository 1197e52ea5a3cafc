"""Writers of single torch files that leave their mark in the keys, and what their numbers count."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from recovery.core.evidence.correspondence import Custom
from recovery.core.evidence.inspection import Component, Finding, Place
from recovery.core.evidence.progress_keys import STEPS

ONE_FILE = Custom(same_file=True)


class Writer(NamedTuple):
    """A writer known by its keys, how it counts, and how its components are to be read."""

    name: str
    recognises: Callable[["dict[Any, Any]"], bool]
    custom: Custom = ONE_FILE
    adjust: "Callable[[list[Component]], list[Component]]" = list
    skip: tuple[str, ...] = ()


def _has(*keys: str) -> Callable[["dict[Any, Any]"], bool]:
    return lambda root: set(keys) <= root.keys()


def _is_composer(root: "dict[Any, Any]") -> bool:
    state = root.get("state")
    return isinstance(state, dict) and "rng" in root and bool({"timestamp", "schedulers", "run_name"} & state.keys())


def _is_ignite(root: "dict[Any, Any]") -> bool:
    trainer = root.get("trainer")
    return isinstance(trainer, dict) and {"epoch_length", "max_epochs"} <= trainer.keys()


def _is_fairseq(root: "dict[Any, Any]") -> bool:
    return "optimizer_history" in root and "extra_state" in root


def _composer(parts: "list[Component]") -> "list[Component]":
    """Composer's clock: ``batch`` counts optimizer steps; ``iteration`` and the positions inside an epoch do not."""
    kept = []
    for each in parts:
        key = each.places[0].key
        last = key.rpartition(".")[2]
        if each.kind != "K7" or "timestamp" not in key.lower():
            kept.append(each)
        elif last == "batch":
            kept.append(
                replace(
                    each, stated=tuple(replace(one, unit=STEPS, means="batches, one step each") for one in each.stated)
                )
            )
        elif last in ("epoch", "sample", "token"):
            kept.append(each)
    return kept


def _fairseq(parts: "list[Component]") -> "list[Component]":
    """fairseq repeats its history of optimizers: only the last entry counts."""
    history = [each for each in parts if each.kind == "K7" and each.places[0].key.startswith("optimizer_history")]
    return [each for each in parts if each not in history[:-1]]


WRITERS: tuple[Writer, ...] = (
    Writer(
        "PyTorch Lightning",
        _has("pytorch-lightning_version"),
        Custom(same_file=True, sums_optimizers=True),
        skip=("loops",),
    ),
    Writer("Composer", _is_composer, Custom(same_file=True, record_is_exact=True), _composer, ("integrations",)),
    Writer("Ignite", _is_ignite),
    Writer("fairseq", _is_fairseq, adjust=_fairseq),
    Writer("fairscale FSDP", _has("shard_metadata")),
)


def writer_of(root: Any) -> "Writer | None":
    """Return the writer that left its mark in the root's keys, or None."""
    if not isinstance(root, dict):
        return None
    return next((each for each in WRITERS if each.recognises(root)), None)


def custom_of(name: str) -> Custom:
    """Return how the writer called ``name`` counts; a plain torch file counts as its script likes."""
    return next((each.custom for each in WRITERS if each.name == name), ONE_FILE)


def shard_doubts(root: Any, file: str) -> list[Finding]:
    """One rank's share by its own words: say that the others are needed."""
    if isinstance(root, dict) and "shard_metadata" in root:
        return [
            Finding(
                "one-share", "It is one rank's share of a sharded save; the other ranks' files are needed.", Place(file)
            )
        ]
    return []
