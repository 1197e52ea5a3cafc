"""``recovery verify MANIFEST PATH``: whether what came back is what was offered."""

import argparse
import hashlib
import sys
from pathlib import Path

from recovery.cli.delivery import NOT_ALL, REFUSED, add_reading_options, open_delivery, saying_why
from recovery.cli.result_file import digests_of, json_text, now, write_whole
from recovery.cli.terminal import HelpLayout
from recovery.cli.verification_table import verification_table
from recovery.core.evidence.faults import Unreadable
from recovery.core.evidence.manifest import Manifest, read_manifest
from recovery.core.evidence.manifest_schema import report_schema
from recovery.core.evidence.reading import inspect_source
from recovery.core.evidence.strict_json import parse_json
from recovery.core.evidence.verification import compare, verification_form

LARGEST_MANIFEST = 64 << 20
EXAMPLE = """\
worked example:
  $ recovery verify manifest.json restored/checkpoint-10 --report report.json
  compares what lies in restored/checkpoint-10 with the manifest of the offer: each file is the same, changed, missing
  or extra, and so is each component. A manifest is written by the supplier and can be edited: compare its own SHA-256
  with the one on the offer's receipt.

exit codes: 0 everything that the manifest lists is there unchanged; 1 it is not; 2 wrong use, or the manifest or PATH
cannot be read; 130 interrupted.
"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command ``verify``."""
    found = commands.add_parser(
        "verify",
        help="compare what was returned with a manifest",
        description="Compare a return with the manifest of the offer, file by file and component by component.",
        epilog=EXAMPLE,
        formatter_class=HelpLayout,
    )
    found.add_argument("manifest", nargs="?", metavar="MANIFEST", help="the file that recovery inspect -o wrote")
    found.add_argument("path", nargs="?", metavar="PATH", help="what was returned")
    found.add_argument("--report", metavar="FILE", help="write the comparison here, as JSON (- is standard output)")
    found.add_argument("--schema", action="store_true", help="print the JSON Schema of a report and stop")
    add_reading_options(found)
    found.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Compare, print, write. Return the exit code."""
    if given.schema:
        sys.stdout.write(json_text(report_schema()))
        return 0
    if not given.manifest or not given.path:
        print("recovery verify: name the manifest and what was returned.", file=sys.stderr)
        return REFUSED
    with saying_why("verify"):
        return _verify(given)


def _verify(given: argparse.Namespace) -> int:
    try:
        manifest, digest = _read_manifest(given.manifest)
    except Unreadable as error:
        print(f"recovery verify: {given.manifest}: {error}", file=sys.stderr)
        return REFUSED
    try:
        source = open_delivery(given.path, given.seconds, given.report if given.report not in (None, "-") else None)
    except Unreadable as error:
        print(f"recovery verify: {error}", file=sys.stderr)
        return REFUSED
    inspection = inspect_source(source)
    files = digests_of(source, given)
    found = compare(manifest, files, inspection, made_at=now(), manifest_sha256=digest)
    if given.report != "-" and not given.quiet:
        sys.stdout.write(verification_table(found))
    if given.report:
        write_whole(given.report, json_text(verification_form(found)))
    return 0 if found.is_unchanged else NOT_ALL


def _read_manifest(name: str) -> tuple[Manifest, str]:
    with Path(name).open("rb") as file:
        raw = file.read(LARGEST_MANIFEST + 1)
    return read_manifest(parse_json(raw, LARGEST_MANIFEST)), hashlib.sha256(raw).hexdigest()
