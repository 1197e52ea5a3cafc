"""``recovery match FILE.json...``: cases in the exchange form in, verdicts out (domain.md 4.10)."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from recovery.cli.table import case_table
from recovery.core.errors import AnswersRejected
from recovery.core.exchange import Case, case_result, read_case, schema
from recovery.core.text import LARGEST_DOCUMENT, TextRefused, read_json, shown

REFUSED = 2


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command ``match``."""
    found = commands.add_parser(
        "match",
        help="say what each offer of a case establishes",
        description=(
            "Read cases in the exchange form and print what each offer establishes, as JSON: the result of one file, "
            "or for several files a list of file and result in the order of the arguments. Exit code 2: a file was "
            "refused."
        ),
    )
    found.add_argument("files", nargs="*", metavar="FILE.json", help="a case; - reads standard input")
    found.add_argument("--table", action="store_true", help="print lines for a reader instead of JSON")
    found.add_argument("--schema", action="store_true", help="print the JSON Schema of a case and stop")
    found.set_defaults(run=run)


def _bytes_of(name: str) -> bytes:
    """Return what the file holds, and one byte more than is read at most, so that a larger one is noticed."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_DOCUMENT + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST_DOCUMENT + 1)


def _read(name: str) -> tuple[Case | None, list[str]]:
    """Return the case of one file, or one line for each of its faults."""
    try:
        return read_case(read_json(_bytes_of(name))), []
    except OSError as error:
        return None, [f"{name}: {error.strerror or 'it cannot be read'}"]
    except TextRefused as error:
        return None, [f"{name}: {error}"]
    except AnswersRejected as error:
        return None, [f"{name}: {fault.path}: {fault.reason}" for fault in error.faults]


def _print_json(value: Any) -> None:
    # A terminal that is not UTF-8 gets JSON's own escapes, so that what it prints is JSON still.
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(value, ensure_ascii=plain, indent=2))


def run(given: argparse.Namespace) -> int:
    """Print the results, or every fault of every file and nothing else. Return 0, or 2 where a file was refused."""
    if given.schema:
        _print_json(schema())
        return 0
    if not given.files:
        print("recovery match: name at least one file, or use --schema.", file=sys.stderr)
        return REFUSED
    read = [(name, *_read(name)) for name in given.files]
    faults = [fault for _name, _case, found in read for fault in found]
    for fault in faults:
        # One line a fault, whatever was typed into the file.
        print(shown(" ".join(fault.split())), file=sys.stderr)
    if faults:
        return REFUSED
    results = [(name, case, case_result(case)) for name, case, _found in read if case is not None]
    if given.table:
        print("\n".join(case_table(name, result) for name, _case, result in results), end="")
    elif len(results) == 1:
        _print_json(results[0][2])
    else:
        _print_json([{"file": name, "result": result} for name, _case, result in results])
    return 0
