"""Reads one attached text in a process of its own with limits: whatever the text does to its reader ends there."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from recovery.core.text import TextRefused, read_json

SECONDS = 30  # of the wall clock, for one file
LONGEST_ANSWER = 20_000_000
_ROOT = Path(__file__).resolve().parent.parent.parent

TOO_LONG = "Reading it takes longer than one file may take. Attach a smaller file."
TOO_MUCH = "Reading it needs more memory or time than one file may take. Attach a smaller file."
TOO_LARGE = "What was read in it is too long to be kept. Attach the part that matters."


class ReadingFailed(Exception):
    """A text that could not be read; ``str()`` is the reason, for the person who attached it."""


def read_apart(path: Path, manifest: Path | None = None) -> dict[str, Any]:
    """Return what was read in the file at ``path``, in the form of ``core.attached.reading``.

    With ``manifest`` it is the return of an offer, which is compared with that manifest. Raises ReadingFailed.
    """
    texts = [each.read_bytes() for each in (path, manifest) if each is not None]
    try:
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
