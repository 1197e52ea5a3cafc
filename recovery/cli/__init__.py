"""The command line: ``recovery match``, and what stands beside it. It needs the core and nothing else."""

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from recovery.cli.terminal import HelpLayout

# Each is a room of one command with ``add_parser(subparsers)``, which sets ``run`` to a function of the arguments.
COMMANDS = ("match", "inspect", "verify")


def parser(only: str = "") -> argparse.ArgumentParser:
    """Return the parser of every command, or of one alone: a command does not wait for what the others load."""
    found = argparse.ArgumentParser(
        prog="recovery",
        description="Compare offers of recovery for a training job: what exactly comes back?",
        formatter_class=HelpLayout,
    )
    # With the name given, argparse does not lay out a usage line to find it, for which it would load much more.
    commands = found.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=found.prog)
    for name in COMMANDS:
        if only in ("", name):
            import_module(f"recovery.cli.{name}").add_parser(commands)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 2 refused input or wrong use."""
    for stream in (sys.stdout, sys.stderr):
        # A supplier's text may hold what the terminal's encoding cannot: it is shown escaped, never a traceback.
        getattr(stream, "reconfigure", lambda **_options: None)(errors="backslashreplace")
    if arguments is None:
        _keep_all()
    words = sys.argv[1:] if arguments is None else list(arguments)
    given = parser(words[0] if words and words[0] in COMMANDS else "").parse_args(words)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`| head`): what is still buffered goes nowhere, without a complaint at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _keep_all() -> None:
    """Tell the garbage collector that this process is one command: most of what it makes lives to its end.

    Looking through it as often as usual, and once more at the end, takes longer than reading a header does.
    """
    gc.set_threshold(100_000, 20, 20)
    atexit.register(gc.freeze)
