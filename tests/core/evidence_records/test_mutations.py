"""Records changed at random are read, or refused by name: nothing else ever happens."""

import json

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records.reading import join_records, read_records
from recovery.core.evidence.records.stored import record_from_dict
from tests.core.evidence_records.records_of_our_own import RECORDS
from tests.core.evidence_records.shared_cases import CASES_AT, all_cases

OURS = [raw for raw, _product in RECORDS.values()]
RECORDED = [raw for case in all_cases() for raw in case.files] if CASES_AT.is_dir() else []
PIECES = [
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"NaN",
    b"-1",
    b"true",
    b"\xff",
    b"\x00",
    b"\t",
    b"\n",
    b"*a",
    b"&a ",
    b"9" * 25,
    b": ",
]


@st.composite
def changed_records(draw: st.DrawFn):
    """A record with up to four places cut out, overwritten, doubled or joined with a piece of another record."""
    raw = draw(st.sampled_from(OURS + RECORDED))
    for _each in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(raw)))
        end = min(len(raw), at + draw(st.integers(0, 40)))
        put = draw(st.one_of(st.sampled_from(PIECES), st.just(raw[at:end] * 2), st.binary(max_size=4)))
        raw = raw[:at] + put + raw[end:]
    return raw


@seed(20261130)
@settings(max_examples=1_500, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(changed_records())
def test_a_changed_record_is_read_or_refused_by_name(raw: bytes):
    try:
        records = join_records(read_records(raw))
    except EvidenceUnreadable:
        return
    for record in records:
        stored = json.loads(json.dumps(record.to_dict(), allow_nan=False))
        assert record_from_dict(stored) == record
        assert all(copy.usability_reason for copy in record.copies)
