"""``recovery inspect PATH``: what a delivery holds, at which point, and what ties it together."""

import argparse
import sys
from importlib import import_module

from recovery.cli.delivery import NOT_ALL, REFUSED, add_reading_options, open_delivery, saying_why
from recovery.cli.terminal import HelpLayout
from recovery.core.evidence.faults import Unreadable
from recovery.core.evidence.inspection import Outcome
from recovery.core.evidence.reading import inspect_source

EXAMPLE = """\
worked example:
  $ recovery inspect run/checkpoint-10 -o manifest.json
  reads run/checkpoint-10, prints the table of what is there, and writes manifest.json with every file's size and
  SHA-256. Attach manifest.json to the offer. What comes back after the award is compared with
  $ recovery verify manifest.json restored/checkpoint-10

Nothing in the files is executed or loaded, nothing is unpacked to disk, and nothing is sent anywhere.

exit codes: 0 everything could be read; 1 something is damaged or was refused, and the result says what and why;
2 wrong use, or PATH cannot be opened; 130 interrupted.
"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command ``inspect``."""
    found = commands.add_parser(
        "inspect",
        help="read what a checkpoint holds, without loading it",
        description="Read a file, a folder or an archive and say which parts of a checkpoint it holds.",
        epilog=EXAMPLE,
        formatter_class=HelpLayout,
    )
    found.add_argument("path", nargs="?", metavar="PATH", help="a file, a folder, a tar, a zip")
    found.add_argument("-o", "--output", metavar="FILE", help="write the manifest here, as JSON (- is standard output)")
    found.add_argument("--json", action="store_true", help="print the manifest instead of the table")
    found.add_argument(
        "--no-digests", action="store_true",
        help="leave out the SHA-256 of every file: quick, and a return can then be compared by size only",
    )  # fmt: skip
    found.add_argument("--schema", action="store_true", help="print the JSON Schema of a manifest and stop")
    add_reading_options(found)
    found.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Read, print, write. Return the exit code."""
    if given.schema:
        schema = import_module("recovery.core.evidence.manifest_schema").manifest_schema()
        sys.stdout.write(import_module("recovery.cli.result_file").json_text(schema))
        return 0
    if not given.path:
        print("recovery inspect: name a file or a folder, or use --schema.", file=sys.stderr)
        return REFUSED
    with saying_why("inspect"):
        return _inspect(given)


def _inspect(given: argparse.Namespace) -> int:
    output = "-" if given.json and not given.output else given.output
    try:
        source = open_delivery(given.path, given.seconds, output if output not in (None, "-") else None)
    except Unreadable as error:
        print(f"recovery inspect: {error}", file=sys.stderr)
        return REFUSED
    inspection = inspect_source(source)
    if output != "-" and not given.quiet:
        from recovery.cli.inspection_table import inspection_table  # noqa: PLC0415  # slow import: JSON needs no table

        sys.stdout.write(inspection_table(inspection))
        sys.stdout.flush()
    if output is not None:
        # Loaded only now: the table alone needs neither threads nor digests, and should be there at once.
        whole = import_module("recovery.cli.result_file").write_manifest(given, source, inspection, output)
        if not whole:
            return NOT_ALL
    return 0 if inspection.outcome is Outcome.READABLE else NOT_ALL
