"""Fetch the front-end files and fonts named in static/vendor/manifest.json from their npm packages, or check them.

``vendor.py`` packs each named version with npm, takes the named files and writes their SHA-256 into the manifest;
``vendor.py --check`` needs no network and says which file is missing, changed or not listed. Exit code 1 if any is.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
MANIFEST = VENDOR / "manifest.json"
UNLISTED = {MANIFEST, VENDOR / "README.md"}


def read_manifest() -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def faults_of(manifest: dict[str, Any]) -> list[str]:
    """Return one sentence for each file that is missing, changed, or lies in the folder without being listed."""
    listed = {VENDOR / file["to"]: file["sha256"] for package in manifest["packages"] for file in package["files"]}
    faults = []
    for path, digest in listed.items():
        if not path.is_file():
            faults.append(f"{path.relative_to(VENDOR)} is missing; run: make vendor")
        elif sha256_of(path) != digest:
            faults.append(f"{path.relative_to(VENDOR)} differs from the digest in manifest.json.")
    present = {path for path in VENDOR.rglob("*") if path.is_file()} - UNLISTED
    faults += [f"{path.relative_to(VENDOR)} is not listed in manifest.json." for path in sorted(present - set(listed))]
    return faults


def fetch(package: dict[str, Any], folder: Path) -> None:
    """Pack one version with npm, copy the files named and note their digests in ``package``."""
    wanted = f"{package['name']}@{package['version']}"
    packed = subprocess.run(["npm", "pack", "--silent", wanted], cwd=folder, check=True, capture_output=True, text=True)
    archive = folder / packed.stdout.strip().splitlines()[-1]
    with tarfile.open(archive) as tar:
        for file in package["files"]:
            member = tar.extractfile(f"package/{file['from']}")
            if member is None:
                raise SystemExit(f"{wanted} holds no file {file['from']}.")
            target = VENDOR / file["to"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(member.read())
            file["sha256"] = sha256_of(target)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the files with the manifest; fetch nothing")
    manifest = read_manifest()
    if not parser.parse_args().check:
        with tempfile.TemporaryDirectory() as folder:
            for package in manifest["packages"]:
                fetch(package, Path(folder))
        MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    faults = faults_of(manifest)
    print("\n".join(faults) or "static/vendor is as its manifest says.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
