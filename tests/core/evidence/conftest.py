"""The corpus of real files is collected only where it lies beside the repository; its cases are counted at the end."""

from tests.core.evidence.corpus import CORPUS, case_names

collect_ignore = [] if CORPUS.is_dir() else ["test_checkpoints.py"]


def pytest_terminal_summary(terminalreporter):
    """Say how many cases of the corpus there are to read."""
    terminalreporter.write_line(f"Checkpoint corpus: {len(case_names())} cases, none left out.")
