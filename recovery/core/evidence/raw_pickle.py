"""Plain pickles, one or several in a file, as schedulers, samplers and random states are sometimes saved."""

from dataclasses import replace

from recovery.core.evidence.faults import BeyondBudget
from recovery.core.evidence.inspection import Finding, Inspection, Place
from recovery.core.evidence.pickle_opcodes import ACTIONS
from recovery.core.evidence.pickle_record import inspection_of, names_after, run_pickle
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.refusals import unsafe_findings
from recovery.core.evidence.source import Source
from recovery.core.evidence.torch_legacy import storage_in
from recovery.core.evidence.torch_zip import LARGEST_PICKLE, finish

FORM = "plain pickle"
_NAMES = (".pkl", ".pickle", ".pt", ".pth", ".p")


def recognises(probe: Probe) -> bool:
    """Return whether the file may be a pickle: a protocol mark, or an older start under a pickle's name."""
    head, name = probe.head, probe.file.name
    if head[:1] == b"\x80":
        return True
    return bool(head) and head[0] in ACTIONS and name.lower().endswith(_NAMES)


def read(source: Source) -> Inspection:
    """Read one file. Raises Damaged and Refused as the machine does."""
    file = source.only
    if file.size > LARGEST_PICKLE:
        raise BeyondBudget(f"It is a pickle of more than {LARGEST_PICKLE:,} bytes.")
    data = file.data.read(0, file.size)
    budget = source.budget
    record = run_pickle(data, budget, nested=lambda raw: storage_in(raw, budget))
    result = inspection_of(record, file.path, FORM)
    if record.end < len(data):
        names = names_after(data, source.budget, record.end)
        text = f"{len(data) - record.end:,} bytes follow the end of its first pickle."
        doubt = Finding("bytes-after-end", text, Place(file.path))
        refusals = result.refusals + unsafe_findings(names, Place(file.path))
        result = replace(result, doubts=(*result.doubts, doubt), refusals=refusals)
    return finish(result, [])
