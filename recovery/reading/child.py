"""The child of ``read_apart``: takes limits on itself, reads standard input, prints what it found, and ends."""

import json
import resource
import sys

from recovery.core.attached.reading import read_attached, read_return, reading_form
from recovery.core.errors import EvidenceUnreadable

MEMORY = 600_000_000
CPU_SECONDS = 20


def main() -> None:
    """Read one text, or a return beside the manifest of its offer; ``argv`` gives their lengths.

    Nothing is opened for writing: a file of any size is beyond the limits.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    lengths = [int(each) for each in sys.argv[2:]]
    texts = [sys.stdin.buffer.read(each) for each in lengths]
    try:
        answer = reading_form(read_return(*texts) if len(texts) == 2 else read_attached(texts[0]))
    except EvidenceUnreadable as refused:
        answer = {"refused": str(refused)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
