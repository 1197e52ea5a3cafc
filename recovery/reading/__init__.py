"""Reads one attached text in a process of its own with limits: whatever the text does to its reader ends there."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.text import TextRefused, read_json

SECONDS = 30  # of the wall clock, for one file
LONGEST_ANSWER = 20_000_000
_ROOT = Path(__file__).resolve().parent.parent.parent

TOO_LONG = _("Reading it takes longer than one file may take. Attach a smaller file.")
TOO_MUCH = _("Reading it needs more memory or time than one file may take. Attach a smaller file.")
NOT_THERE = _("The file is no longer there.")
TOO_LARGE = _("What was read in it is too long to be kept. Attach the part that matters.")


class ReadingFailed(Exception):
    """A text that could not be read; ``str()`` is the reason, for the person who attached it."""


def read_apart(path: Path) -> dict[str, Any]:
    """Return what was read in the file at ``path``, in the form of ``core.attached.reading``. Raises ReadingFailed."""
    return _read(path)


def compare_apart(path: Path, manifest: Path | None) -> dict[str, Any]:
    """Return the comparison of a return with the offer's manifest (None: it has none). Raises ReadingFailed."""
    return _read(path, manifest.read_bytes() if manifest else b"")


def _read(path: Path, *beside: bytes) -> dict[str, Any]:
    try:
        texts = [path.read_bytes(), *beside]
        done = subprocess.run(
            [sys.executable, "-I", "-c", _PROGRAM, str(_ROOT), *(str(len(each)) for each in texts)],
            input=b"".join(texts),
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={"LC_ALL": "C.UTF-8"},
            cwd="/",
        )
    except subprocess.TimeoutExpired as error:
        raise ReadingFailed(TOO_LONG) from error
    except FileNotFoundError as error:
        raise ReadingFailed(NOT_THERE) from error
    if done.returncode or not done.stdout:
        raise ReadingFailed(TOO_MUCH)
    if len(done.stdout) > LONGEST_ANSWER:
        raise ReadingFailed(TOO_LARGE)
    try:
        answer: dict[str, Any] = read_json(done.stdout, LONGEST_ANSWER)
    except TextRefused as error:
        raise ReadingFailed(TOO_LARGE) from error
    if "refused" in answer:
        raise ReadingFailed(answer["refused"])
    return answer


_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from recovery.reading.child import main; main()"
