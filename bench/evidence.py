"""Reading a checkpoint against opening its directory or header only, and digests against one thread of hashlib.

Both sides are whole processes of the same Python, started in turn; what they import is compiled before.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import laying

GIGABYTE = 1_000_000_000
_ROOT = Path(__file__).resolve().parent.parent
_INSPECT = ("-m", "recovery", "inspect", "--json", "--quiet")
_ZIP = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).infolist()"
_HEADER = (
    "import json, sys; file = open(sys.argv[1], 'rb'); json.loads(file.read(int.from_bytes(file.read(8), 'little')))"
)
_ONE_THREAD = """
import hashlib, os, sys
buffer = memoryview(bytearray(1 << 20))
for entry in sorted(os.scandir(sys.argv[1]), key=lambda each: each.name):
    digest = hashlib.sha256()
    with open(entry.path, "rb", buffering=0) as file:
        while count := file.readinto(buffer):
            digest.update(buffer[:count])
    digest.hexdigest()
"""
# A process that starts another and says what that one took: the bench itself is larger than what is measured.
_TAKEN = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
sys.exit(status != 0)
"""


def measure(*, quick: bool) -> None:
    """Print one line each for a torch file, a safetensors file, and the digests of four files."""
    pairs = 7 if quick else 21
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as name:
        folder = Path(name)
        environment = _environment(folder / "compiled")
        torch, safetensors = folder / "checkpoint.pt", folder / "model.safetensors"
        # The widths that make a model with AdamW, and a model alone, a little over 1 GB.
        laying.lay_torch(torch, 960)
        laying.lay_safetensors(safetensors, 1_632)
        _reading("torch file", torch, ("opening the zip directory", _ZIP), environment, pairs)
        _reading("safetensors file", safetensors, ("reading the header", _HEADER), environment, pairs)
        torch.unlink()
        safetensors.unlink()
        _digests(folder / "delivery", GIGABYTE // 8 if quick else GIGABYTE, environment, 1 if quick else 3)


def _environment(compiled: Path) -> dict[str, str]:
    """Return the environment of both sides: compiled modules are kept, apart from the working copy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPYCACHEPREFIX": str(compiled)}


def _reading(what: str, path: Path, other: tuple[str, str], environment: dict[str, str], pairs: int) -> None:
    name, program = other
    ours, theirs = [*_INSPECT, "--no-digests", str(path)], ["-c", program, str(path)]
    assert _found(ours, environment) >= {"K1"}
    one, two = _in_turn(lambda: _seconds(ours, environment), lambda: _seconds(theirs, environment), pairs)
    print(
        f"inspect, {what} of {path.stat().st_size / GIGABYTE:.1f} GB: {_ratio(one, two):.2f} x {name} (to reach: 3); "
        f"{statistics.median(one) * 1000:.0f} ms against {statistics.median(two) * 1000:.0f}, "
        f"memory {_taken(ours, environment)[0]:.0f} MB (to reach: 60) against {_taken(theirs, environment)[0]:.0f}"
    )


def _digests(folder: Path, size: int, environment: dict[str, str], pairs: int) -> None:
    free = shutil.disk_usage(folder.parent).free
    if free < 5 * size:
        print(
            f"digests: left out, four files of {size / GIGABYTE:g} GB need more than the {free / GIGABYTE:.1f} GB free"
        )
        return
    _lay_bytes(folder, size)
    ours, theirs = [*_INSPECT, str(folder)], ["-c", _ONE_THREAD, str(folder)]
    _seconds(theirs, environment)  # reads the files into the system's memory, for both sides
    one, two = _in_turn(lambda: _seconds(ours, environment), lambda: _seconds(theirs, environment), pairs)
    peak, work = _taken(ours, environment)
    print(
        f"digests, four files of {size / GIGABYTE:g} GB: {_ratio(one, two):.2f} x one thread of hashlib (to reach: 0.6 "
        f"on two processors); {statistics.median(one):.2f} s against {statistics.median(two):.2f}, "
        f"processors {work:.1f} s against {_taken(theirs, environment)[1]:.1f}, memory {peak:.0f} MB"
    )


def _lay_bytes(folder: Path, size: int) -> None:
    """Lay down four models whose bytes are really there: a hole would be read faster than any disk."""
    folder.mkdir()
    block = os.urandom(1 << 22)
    for place in range(4):
        path = folder / f"model-{place}.safetensors"
        laying.lay_safetensors(path, round((size / 384) ** 0.5))  # 96 parameters of width w are 384 w² bytes
        whole = path.stat().st_size
        with path.open("r+b") as file:
            for at in range(1 << 16, whole, len(block)):  # the header is shorter
                file.seek(at)
                file.write(block[: whole - at])


def _in_turn(ours: Callable[[], float], theirs: Callable[[], float], pairs: int) -> tuple[list[float], list[float]]:
    ours(), theirs()
    found = [(ours(), theirs()) for _ in range(pairs)]
    return [one for one, _ in found], [two for _, two in found]


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(one / two for one, two in zip(ours, theirs, strict=True))


def _seconds(words: list[str], environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, cwd=_ROOT, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def _found(words: list[str], environment: dict[str, str]) -> set[str]:
    """Return the kinds of components that the reading lists: a quick answer has to be a right one."""
    ran = subprocess.run([sys.executable, *words], check=True, cwd=_ROOT, env=environment, capture_output=True)
    (checkpoint,) = json.loads(ran.stdout)["inspection"]["checkpoints"]
    return {each["kind"] for each in checkpoint["components"]}


def _taken(words: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Return the most memory that the process held, in MB, and its seconds of all processors."""
    ran = subprocess.run(
        [sys.executable, "-c", _TAKEN, sys.executable, *words],
        check=True, cwd=_ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    peak, work = ran.stdout.split()
    return int(peak) / 1_000, float(work)
