"""What ``inspect`` and ``verify`` share: opening a delivery, its digests with a bar, and writing a result whole."""

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from recovery.cli.progress_bar import ProgressBar
from recovery.core.evidence.budget import Budget, Limits
from recovery.core.evidence.digests import FileDigest, digest_files
from recovery.core.evidence.source import FileBytes, Source, of_path

NOT_ALL = 1
REFUSED = 2
INTERRUPTED = 130


def add_reading_options(found: argparse.ArgumentParser) -> None:
    """Add the options that both commands have."""
    shown = found.add_mutually_exclusive_group()
    shown.add_argument("--progress", action="store_true", help="show the progress bar even where no terminal is seen")
    shown.add_argument("--quiet", action="store_true", help="show neither the bar nor the table")
    found.add_argument(
        "--seconds", type=float, default=Limits.seconds, metavar="N",
        help=f"the longest time to read one file's structure (default {Limits.seconds:g}); digests are not counted",
    )  # fmt: skip


def open_delivery(path: str, seconds: float, leave_out: "str | None" = None) -> Source:
    """Return the delivery at ``path`` without the file that is being written into it. Raises as of_path does."""
    # Told to be patient, the reading also lets compressed files grow further: memory stays flat either way.
    inflated = Limits.inflated if seconds <= Limits.seconds else 1 << 44
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


def digests_of(source: Source, given: argparse.Namespace) -> tuple[FileDigest, ...]:
    """Return the digests of every file, with a bar on a terminal."""
    bar = ProgressBar(sum(each.size for each in source.files.values()))
    is_shown = given.progress or (sys.stderr.isatty() and not given.quiet)
    try:
        return digest_files(source.files.values(), bar.add if is_shown else lambda _: None)
    finally:
        bar.close()


def sizes_of(source: Source) -> tuple[FileDigest, ...]:
    """Return every file with its size and no digest."""
    return tuple(FileDigest(each.path, each.size) for each in source.files.values())


def now() -> str:
    """Return the instant as ISO 8601 in UTC, to the second."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def json_text(value: Any) -> str:
    """Return the JSON text of a result: ASCII only, so that it survives every transfer."""
    return json.dumps(value, ensure_ascii=True, indent=2) + "\n"


def write_whole(path: str, text: str) -> None:
    """Write a file in one step: an interrupt leaves either the old file or the new one."""
    if path == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_mask())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
