"""Build dist/recovery.pyz: the core and the command line in one file that needs nothing but Python 3.10 or later.

The same sources give the same bytes, so that a digest of the file says which program was run.
"""

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "dist" / "recovery.pyz"
START = b"import sys\nfrom recovery.cli import main\nsys.exit(main())\n"
FIXED = (1980, 1, 1, 0, 0, 0)  # the earliest instant that a zip can hold; the real one would change the bytes


def sources() -> list[Path]:
    rooms = [ROOT / "recovery" / "core", ROOT / "recovery" / "cli"]
    files = [path for room in rooms for path in room.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    single = [ROOT / "recovery" / name for name in ("__init__.py", "__main__.py", "cli.py")]
    return sorted({*files, *(path for path in single if path.exists())})


def entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FIXED)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def build(target: Path = TOOL) -> Path:
    target.parent.mkdir(exist_ok=True)
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(entry("__main__.py"), START)
            for path in sources():
                archive.writestr(entry(path.relative_to(ROOT).as_posix()), path.read_bytes())
    target.chmod(0o755)
    return target


if __name__ == "__main__":
    print(build().relative_to(ROOT))
    sys.exit(0)
