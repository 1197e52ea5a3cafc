"""Build dist/recovery.pyz: the core and the command line in one file that needs nothing but Python 3.10 or later.

PyYAML's pure part is inside, for records that storage systems print as YAML. Entries are stored, not packed, under one
fixed time, so that the same sources give the same bytes on every machine and a digest says which program was run.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "dist" / "recovery.pyz"
START = b"import sys\nfrom recovery.cli import main\nsys.exit(main())\n"
FIXED = (1980, 1, 1, 0, 0, 0)  # the earliest instant that a zip can hold; the real one would change the bytes
OLDEST, NEWEST = 10, 16


def sources() -> list[Path]:
    rooms = [ROOT / "recovery" / "core", ROOT / "recovery" / "cli"]
    files = [path for room in rooms for path in room.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    single = [ROOT / "recovery" / name for name in ("__init__.py", "__main__.py", "cli.py")]
    return sorted({*files, *(path for path in single if path.exists())})


def yaml_parts() -> dict[str, bytes]:
    """Return PyYAML's Python files and its licence, by their names in the tool."""
    found = importlib.util.find_spec("yaml")
    if found is None or found.origin is None:
        sys.exit("Not built: PyYAML is not installed. Run make setup, or pip install PyYAML.")
    package = Path(found.origin).parent
    parts = {f"yaml/{path.name}": path.read_bytes() for path in sorted(package.glob("*.py"))}
    for path in importlib.metadata.distribution("PyYAML").files or ():
        if path.name == "LICENSE":
            parts["yaml/LICENSE"] = Path(str(path.locate())).read_bytes()
    return parts


def entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FIXED)
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def build(target: Path = TOOL) -> Path:
    target.parent.mkdir(exist_ok=True)
    parts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sources()}
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(entry("__main__.py"), START)
            for name, raw in sorted({**parts, **yaml_parts()}.items()):
                archive.writestr(entry(name), raw)
    target.chmod(0o755)
    return target


def interpreters() -> Iterator[str]:
    """Yield every Python from 3.10 on that is found: on PATH, and where pyenv keeps them."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [shutil.which(f"python3.{minor}") for minor in range(OLDEST, NEWEST)]
    kept = [str(path) for path in sorted(versions.glob("3.*/bin/python3"))]
    seen: set[str] = set()
    for each in [sys.executable, *(name for name in named if name), *kept]:
        asked = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
        answer = subprocess.run([each, "-c", asked], capture_output=True, text=True, check=False)
        version = answer.stdout.strip()
        if version and version not in seen and int(version.split(".")[1]) >= OLDEST:
            seen.add(version)
            yield each


def tried(tool: Path) -> list[str]:
    """Run the tool with every interpreter found, apart from any installed package; return the versions that ran it."""
    versions = []
    for each in interpreters():
        run = subprocess.run([each, "-I", "-S", str(tool), "inspect", "--schema"], capture_output=True, check=False)
        asked = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
        version = subprocess.run([each, "-c", asked], capture_output=True, text=True, check=False).stdout.strip()
        if run.returncode:
            sys.exit(f"The tool does not run on Python {version}:\n{run.stderr.decode(errors='replace')}")
        versions.append(version)
    return versions


if __name__ == "__main__":
    built = build()
    digest = hashlib.sha256(built.read_bytes()).hexdigest()
    print(f"{built.relative_to(ROOT)}: {built.stat().st_size:,} bytes, SHA-256 {digest}")
    print(f"tried on Python {', '.join(tried(built))}")
