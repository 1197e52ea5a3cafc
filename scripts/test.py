"""Run every test that this machine can run; the last lines say what was run, what was left out and why.

With CI=true or RECOVERY_NOTHING_SKIPPED=1 a test skipped or left out is a failure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from postgresql import private_server, server_programs

ROOT = Path(__file__).resolve().parent.parent
NOTHING_SKIPPED = os.environ.get("CI") == "true" or os.environ.get("RECOVERY_NOTHING_SKIPPED") == "1"
CASES = ROOT / "docs" / "examples" / "tr10"
OTHER_PYTHONS = ("3.10", "3.11", "3.12", "3.13")


@dataclass
class Part:
    """One run of tests: what it was, what came out, or why it was left out."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    left_out: str = ""
    note: str = ""
    seconds: float = 0.0

    def line(self) -> str:
        """Return the part in one line."""
        if self.left_out:
            return f"  left out  {self.name}: {self.left_out}"
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        note = f" ({self.note})" if self.note else ""
        return (
            f"  run       {self.name}: {self.passed} passed, {self.failed} failed{skipped}{note}, {self.seconds:.0f} s"
        )


def run_pytest(name: str, which: str, *options: str, database: str = "") -> Part:
    """Run the tests that the marker expression ``which`` selects; no test selected counts as a failure."""
    print(f"\n=== {name}", flush=True)
    variables = {**os.environ, "DATABASE_URL": database}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", which, f"--junitxml={report}", *options]
        code = subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode
        part = _counted(name, report)
    if code and not part.failed:
        part.failed = 1
        part.note = "no test ran" if code == 5 else f"pytest ended with code {code}"
    return part


def _counted(name: str, report: Path) -> Part:
    if not report.exists():
        return Part(name)
    suites = list(ET.parse(report).getroot().iter("testsuite"))  # noqa: S314  # pytest wrote it a moment ago

    def total(what: str) -> int:
        return sum(int(suite.get(what, "0")) for suite in suites)

    failed, skipped = total("failures") + total("errors"), total("skipped")
    return Part(name, passed=max(0, total("tests") - failed - skipped), failed=failed, skipped=skipped)


def on_sqlite() -> Part:
    """Run what needs a database on SQLite, with all that needs none."""
    return run_pytest("on SQLite", "not browser and not redis and not postgresql", "-n", "2")


def on_postgresql() -> Part:
    """Run what needs a database again, on a private PostgreSQL server."""
    name = "on PostgreSQL"
    if server_programs() is None:
        return Part(name, left_out="no PostgreSQL server was found; on Debian: apt install postgresql")
    try:
        with private_server() as address:
            chosen = "(django_db or postgresql) and not browser and not redis"
            return run_pytest(name, chosen, "-n", "2", database=address)
    except subprocess.CalledProcessError as error:
        print(error.stderr, file=sys.stderr)
        return Part(name, failed=1, note="the private server did not start")


def with_redis() -> Part:
    """Run what needs a Redis server."""
    if not shutil.which("redis-server"):
        return Part("with Redis", left_out="redis-server was not found; on Debian: apt install redis-server")
    return run_pytest("with Redis", "redis")


def in_browser() -> Part:
    """Walk the site in Chromium."""
    if not (shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")):
        return Part("in the browser", left_out="Chromium was not found; on Debian: apt install chromium")
    return run_pytest("in the browser", "browser")


def other_pythons() -> dict[str, str]:
    """Return the interpreters of this machine that the core promises to run on, by version."""
    candidates = [f"python{version}" for version in OTHER_PYTHONS]
    if shutil.which("pyenv"):
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True, check=False).stdout.strip()
        candidates += [str(each) for each in sorted(Path(root).glob("versions/3.*/bin/python"))]
    found: dict[str, str] = {}
    for each in candidates:
        ask = [each, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        try:
            version = subprocess.run(ask, capture_output=True, text=True, check=False, timeout=30).stdout.strip()
        except OSError:
            continue
        if version in OTHER_PYTHONS:
            found.setdefault(version, each)
    return found


def match_with(python: str) -> str:
    """Return what ``recovery match`` says about the golden cases without any package installed."""
    command = [python, "-S", "-W", "error", "-m", "recovery", "match", *map(str, sorted(CASES.glob("*.json")))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def on_other_pythons() -> Part:
    """Compare each interpreter's verdicts about the golden cases with those of the interpreter of the site."""
    part = Part("the core alone, on other Pythons")
    found = other_pythons()
    here = "{}.{}".format(*sys.version_info[:2])
    found.pop(here, None)
    wanted = match_with(sys.executable)
    if not wanted.startswith("exit code 0"):
        print(wanted, file=sys.stderr)
        part.failed += 1
    for version, python in sorted(found.items()):
        same = match_with(python) == wanted
        part.passed, part.failed = part.passed + same, part.failed + (not same)
        print(f"recovery match on Python {version}: {'the same verdicts' if same else match_with(python)}", flush=True)
    part.passed += wanted.startswith("exit code 0")
    part.note = f"on {', '.join([here, *sorted(found)])}"
    return part


def timed(run: Callable[[], Part]) -> Part:
    """Run one part and note how long it took."""
    began = time.monotonic()
    part = run()
    part.seconds = time.monotonic() - began
    return part


def main() -> int:
    """Run every part; return the exit code."""
    parts = [timed(run) for run in (on_sqlite, on_postgresql, with_redis, in_browser, on_other_pythons)]
    left_out = [part for part in parts if part.left_out]
    passed, failed, skipped = (sum(getattr(part, each) for part in parts) for each in ("passed", "failed", "skipped"))
    skipped += len(left_out)
    print("\nWhat was run, and what was not:")
    for part in parts:
        print(part.line())
    if NOTHING_SKIPPED and skipped:
        print("  Here a skip is a failure (CI or RECOVERY_NOTHING_SKIPPED is set).")
        failed += skipped
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
