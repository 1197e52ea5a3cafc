"""What a command writes: digests with a bar, the instant, and a JSON file that appears whole or not at all."""

import argparse
import json
import sys
import time
from typing import Any

from recovery.core.evidence.file_digest import FileDigest
from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.manifest import Manifest, manifest_form
from recovery.core.evidence.source import Source


def write_manifest(given: argparse.Namespace, source: Source, inspection: Inspection, output: str) -> bool:
    """Write the manifest; say which files could not be read. Return whether every file could."""
    files = sizes_of(source) if given.no_digests else digests_of(source, given)
    manifest = Manifest(source.name, now(), inspection, files, not given.no_digests)
    write_whole(output, json_text(manifest_form(manifest)))
    for each in files:
        if each.problem:
            print(f"recovery inspect: {each.path}: {each.problem}", file=sys.stderr)
    return not any(each.problem for each in files)


def digests_of(source: Source, given: argparse.Namespace) -> tuple[FileDigest, ...]:
    """Return the digests of every file, with a bar on a terminal."""
    from recovery.cli.progress_bar import ProgressBar  # noqa: PLC0415  # slow import: sizes alone need neither a bar
    from recovery.core.evidence.digests import digest_files  # noqa: PLC0415  # slow import: nor threads

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
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def json_text(value: Any) -> str:
    """Return the JSON text of a result: ASCII only, so that it survives every transfer."""
    return json.dumps(value, ensure_ascii=True, indent=2) + "\n"


def write_whole(path: str, text: str) -> None:
    """Write a file in one step: an interrupt leaves either the old file or the new one."""
    if path == "-":
        sys.stdout.write(text)
        return
    from recovery.cli.whole_file import write_file  # noqa: PLC0415  # slow import: standard output needs none of it

    write_file(path, text)
