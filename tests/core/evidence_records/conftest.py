"""The recorded cases are collected only where they lie beside the repository."""

from tests.core.evidence_records.shared_cases import CASES_AT

collect_ignore = [] if CASES_AT.is_dir() else ["test_shared_cases.py"]
