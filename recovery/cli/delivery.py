"""What ``inspect`` and ``verify`` share: their options, opening a delivery, and saying in one line what stops them."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from recovery.core.evidence.budget import Budget, Limits
from recovery.core.evidence.source import FileBytes, Source, of_path

USUAL = Limits()
NOT_ALL = 1
REFUSED = 2
INTERRUPTED = 130


def add_reading_options(found: argparse.ArgumentParser) -> None:
    """Add the options that both commands have."""
    shown = found.add_mutually_exclusive_group()
    shown.add_argument("--progress", action="store_true", help="show the progress bar even where no terminal is seen")
    shown.add_argument("--quiet", action="store_true", help="show neither the bar nor the table")
    found.add_argument(
        "--seconds", type=float, default=USUAL.seconds, metavar="N",
        help=f"the longest time to read one file's structure (default {USUAL.seconds:g}); digests are not counted",
    )  # fmt: skip


def open_delivery(path: str, seconds: float, leave_out: "str | None" = None) -> Source:
    """Return the delivery at ``path`` without the file that is being written into it. Raises as of_path does."""
    # Told to be patient, the reading also lets compressed files grow further: memory stays flat either way.
    inflated = USUAL.inflated if seconds <= USUAL.seconds else 1 << 44
    source = of_path(path, Budget(Limits(seconds=max(seconds, 0.1), inflated=inflated)))
    if leave_out is None:
        return source
    gone = os.path.realpath(leave_out)
    kept = {
        name: each
        for name, each in source.files.items()
        if not (isinstance(each.data, FileBytes) and os.path.realpath(each.data.path) == gone)
    }
    return replace(source, files=kept)


@contextlib.contextmanager
def saying_why(command: str) -> Iterator[None]:
    """Turn what stops a command into one line and an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"\nrecovery {command}: interrupted; nothing was written.", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"recovery {command}: {where}{error.strerror or error}", file=sys.stderr)
        raise SystemExit(REFUSED) from None
