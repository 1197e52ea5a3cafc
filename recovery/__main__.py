"""``python -m recovery match FILE.json``: the command line without installing anything."""

import sys

from recovery.cli import main

if __name__ == "__main__":
    sys.exit(main())
