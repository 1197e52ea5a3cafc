"""A program: read 2,000 damaged deliveries, each in under 5 seconds, all in under 300 MB, and none with a crash."""

import json
import resource
import sys
import time

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from recovery.core.evidence.inspection_form import from_dict, to_dict
from recovery.core.evidence.labels import label
from recovery.core.evidence.reading import inspect_source
from tests.core.evidence.deliveries import corpus_deliveries, held, laid_deliveries

EXAMPLES = 2_000
LONGEST_SECONDS = 5.0
LARGEST_MEGABYTES = 300
DELIVERIES = [*laid_deliveries().values(), *corpus_deliveries().values()]
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "insert", "repeat", "overwrite", "zero"]),
        st.floats(0, 1, exclude_max=True),
        st.binary(min_size=1, max_size=12),
    ),
    min_size=1,
    max_size=6,
)
slowest = [0.0]


def changed(raw: bytes, kind: str, where: float, value: bytes) -> bytes:
    """Return ``raw`` with one change at a share ``where`` of its length."""
    at = int(len(raw) * where)
    if kind == "flip":
        return raw[:at] + bytes([raw[at] ^ (value[0] or 1)]) + raw[at + 1 :] if raw else raw
    if kind == "cut":
        return raw[:at]
    if kind == "insert":
        return raw[:at] + value + raw[at:]
    if kind == "repeat":
        return raw[:at] + raw[at : at + 64 * len(value)] + raw[at:]
    if kind == "zero":
        return raw[:at] + b"\0" * min(64, len(raw) - at) + raw[at + 64 :]
    return raw[:at] + value + raw[at + len(value) :]


def texts(value: object) -> "list[str]":
    """Return every text in a JSON value."""
    found, waiting = [], [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            found.append(node)
        elif isinstance(node, dict):
            waiting.extend([*node.keys(), *node.values()])
        elif isinstance(node, list):
            waiting.extend(node)
    return found


@seed(20261130)
@settings(
    max_examples=EXAMPLES, deadline=None, database=None, print_blob=False, suppress_health_check=list(HealthCheck)
)
@given(st.integers(0, len(DELIVERIES) - 1), st.integers(0, 63), CHANGES)
def read_changed(delivery: int, which: int, changes: "list[tuple[str, float, bytes]]") -> None:
    """Read one delivery with one file changed; the result must be printable and survive its JSON form."""
    files = dict(DELIVERIES[delivery])
    path = sorted(files)[which % len(files)]
    for kind, where, value in changes:
        files[path] = changed(files[path], kind, where, value)
    begun = time.monotonic()
    reading = inspect_source(held(files))
    slowest[0] = max(slowest[0], time.monotonic() - begun)
    assert not any(each.code == "unforeseen" for each in reading.refusals)
    form = json.loads(json.dumps(to_dict(reading), allow_nan=False))
    assert to_dict(from_dict(form)) == form
    assert all(label(each, 1 << 20) == each for each in texts(form))


if __name__ == "__main__":
    read_changed()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{EXAMPLES} deliveries read; slowest {slowest[0]:.2f} s; most memory {memory} MB\n")
    sys.exit(0 if slowest[0] < LONGEST_SECONDS and memory < LARGEST_MEGABYTES else 1)
