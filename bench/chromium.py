"""Headless Chromium as a whole process that prints a page to PDF, watched from outside."""

import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-pdf-header-footer",
)  # fmt: skip
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Run:
    """One process tree: seconds on the wall and of processors, and the most memory that it held (PSS, bytes)."""

    wall: float
    cpu: float = 0.0
    peak: int = 0


def program() -> str | None:
    """Return the path of Chromium; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def print_page(page: Path, pdf: Path) -> Run:
    """Print ``page`` to ``pdf`` and return what it took on the wall."""
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as profile:
        words = [str(program()), *FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}", page.as_uri()]
        begun = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        return Run(time.perf_counter() - begun)


def watched(words: list[str], environment: dict[str, str] | None = None) -> Run:
    """Run ``words`` and look at its whole session ten times a second; for memory and processor time, not for speed."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
    )
    cpu: dict[int, float] = {}
    peak = 0
    while process.poll() is None:
        now, members = 0, _session(process.pid)
        for pid in members:
            cpu[pid] = max(cpu.get(pid, 0.0), _cpu_of(pid))
            now += _memory_of(pid)
        peak = max(peak, now)
        time.sleep(0.05)
    return Run(time.perf_counter() - begun, sum(cpu.values()), peak)


def watch_printing(page: Path, pdf: Path) -> Run:
    """Print ``page`` once more, watched."""
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as profile:
        return watched([str(program()), *FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}", page.as_uri()])


def _session(leader: int) -> list[int]:
    """Return the processes that descend from ``leader``, itself included."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    found = [leader]
    for pid in found:
        found.extend(child for child, parent in parents.items() if parent == pid)
    return found


def _cpu_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory_of(pid: int) -> int:
    """Return the proportional set size: memory that several processes share is counted once."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:")), 0)
