"""One pickle read to its end: its value, the names it asks for, and what is wrong with it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Finding, Inspection, Place
from recovery.core.evidence.labels import label
from recovery.core.evidence.pickle_graph import check_graph
from recovery.core.evidence.pickle_machine import Machine
from recovery.core.evidence.pickle_names import is_known_class
from recovery.core.evidence.pickle_opcodes import run
from recovery.core.evidence.pickle_values import Persistent
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.roles import Parts, find_parts
from recovery.core.evidence.writers import shard_doubts, writer_of

MOST_PICKLES = 64


@dataclass
class Record:
    """The value of a pickle, where it ended, and what it names."""

    value: Any
    end: int
    needs: list[str] = field(default_factory=list)
    unsafe: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)


def run_pickle(
    data: bytes,
    budget: Budget,
    position: int = 0,
    persistent: Callable[[Any], Any] = Persistent,
    nested: "Callable[[bytes], Any] | None" = None,
) -> Record:
    """Read one pickle and walk its value. Raises Damaged and Refused as Machine and check_graph do."""
    machine = Machine(data, budget, position, persistent, nested)
    try:
        value = run(machine)
        check_graph(value, budget)
    except (Damaged, Refused) as error:
        error.names = tuple(sorted(set(machine.unsafe)))
        raise
    needs = sorted(each.path for each in machine.names.values() if not is_known_class(each.module))
    return Record(value, machine.position, needs, sorted(set(machine.unsafe)), machine.repeated)


def names_after(data: bytes, budget: Budget, position: int) -> list[str]:
    """Return the harmful names in pickles that follow the end of the first one."""
    found: list[str] = []
    for _ in range(MOST_PICKLES):
        if position >= len(data):
            break
        machine = Machine(data, budget, position)
        try:
            run(machine)
        except (Damaged, Refused):
            found.extend(machine.unsafe)
            break
        found.extend(machine.unsafe)
        position = machine.position
    return sorted(set(found))


def key_findings(record: Record, parts: Parts) -> tuple[Finding, ...]:
    """Return doubts about keys that one mapping is given twice."""
    return tuple(
        Finding("key-twice", f"The key {label(each, 60)} is given twice; the later value was read.", parts.place())
        for each in record.repeated[:5]
    )


def inspection_of(record: Record, file: str, form: str, writer: str = "") -> Inspection:
    """Return what one record holds as a checkpoint of one file, or an inspection without one."""
    known = writer_of(record.value)
    root = {key: each for key, each in record.value.items() if key not in known.skip} if known else record.value
    parts = find_parts(root, file)
    if known:
        writer = known.name
        parts.components = known.adjust(parts.components)
        parts.doubts.extend(shard_doubts(root, file))
    refusals = unsafe_findings(record.unsafe, Place(file))
    doubts = (*parts.doubts, *key_findings(record, parts))
    needs = tuple(label(each) for each in record.needs)
    if not parts.components:
        other = Finding("no-role", f"A {form} in which no part of a checkpoint was found.", Place(file))
        return Inspection(file, form, refusals=refusals, doubts=doubts, others=(other,))
    checkpoint = Checkpoint(file, form, writer, tuple(parts.components), doubts=doubts, needs=needs, files=(file,))
    return Inspection(file, form, (checkpoint,), refusals)
