"""How wide the terminal is, for tables and for ``--help``."""

import argparse
import os

NARROWEST, USUAL, WIDEST = 60, 100, 120


def width() -> int:
    """Return the columns to write in."""
    try:
        columns = os.get_terminal_size().columns
    except (OSError, ValueError):
        columns = USUAL
    return max(NARROWEST, min(WIDEST, columns))


class HelpLayout(argparse.RawDescriptionHelpFormatter):
    """Help as it was written, as wide as the tables.

    argparse makes one for every option it is told of, and would load shutil, with all its packers, to learn the width.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=width())
