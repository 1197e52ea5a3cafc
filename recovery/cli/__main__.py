"""``python -m recovery.cli match FILE.json``."""

import sys

from recovery.cli import main

if __name__ == "__main__":
    sys.exit(main())
