"""A worker makes what was ordered, whether it heard the bell or not: on a folder, and on Redis."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
EXPORTS = 4
WORKER = ("-m", "celery", "--quiet", "--app", "recovery.worker", "worker", "--pool", "solo", "--loglevel", "WARNING")
ORDER = f"""
import django; django.setup()
from recovery.actions.report import order_report
from recovery.models import ReportKind, Role
from recovery.tasks import build_report
from tests.factories import make_opened, make_person
for _ in range({EXPORTS}):
    inquiry = make_opened()
    report = order_report(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT), kind=ReportKind.JSON)
    build_report.delay(report.job_id)
"""


@dataclass
class Place:
    """A database and a broker of their own."""

    folder: Path
    variables: dict[str, str]
    redis_port: int | None = None

    def run(self, *command: str) -> None:
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def forget_the_bell(self) -> None:
        if self.redis_port is None:
            shutil.rmtree(self.folder / "broker" / "queue")
        else:
            with socket.create_connection(("127.0.0.1", self.redis_port)) as redis:
                redis.sendall(b"FLUSHALL\r\n")
                assert redis.recv(16).startswith(b"+OK")

    def states(self) -> list[tuple[str, int]]:
        with sqlite3.connect(self.folder / "recovery.sqlite3", timeout=20) as database:
            return database.execute("SELECT state, attempt FROM recovery_job ORDER BY id").fetchall()


@pytest.fixture
def redis_port(tmp_path: Path) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_until(lambda: answers(port))
    yield port
    server.terminate()
    server.wait(30)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(is_so: object, seconds: float = 60) -> bool:
    assert callable(is_so)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if is_so():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(params=["folder", pytest.param("redis", marks=pytest.mark.redis)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    folder = tmp_path / "var"
    variables = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "recovery.settings",
        "RECOVERY_MODE": "test",
        "VAR_DIR": str(folder),
        "PYTHONWARNINGS": "ignore",
    }
    port = None
    if request.param == "redis":
        port = request.getfixturevalue("redis_port")
        variables["BROKER_URL"] = f"redis://127.0.0.1:{port}/0"
    made = Place(folder, variables, port)
    made.run("manage.py", "migrate", "--no-input", "--verbosity", "0")
    return made


@pytest.fixture
def worker(place: Place) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Workers that a test starts; all are stopped at its end."""
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for each in started:
        each.terminate()
        each.wait(60)


def start(place: Place) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *WORKER], cwd=ROOT, env=place.variables, stdout=subprocess.DEVNULL)


def test_what_was_ordered_is_made_once(place: Place, worker: list[subprocess.Popen[bytes]]) -> None:
    worker.append(start(place))
    place.run("-c", ORDER)
    wait_until(lambda: {state for state, _ in place.states()} == {"done"})
    assert place.states() == [("done", 1)] * EXPORTS
    assert len([path for path in (place.folder / "reports").rglob("*") if path.is_file()]) == EXPORTS


def test_a_bell_that_nobody_heard_loses_nothing(place: Place, worker: list[subprocess.Popen[bytes]]) -> None:
    place.run("-c", ORDER)
    place.forget_the_bell()
    assert place.states() == [("queued", 0)] * EXPORTS
    worker.append(start(place))
    wait_until(lambda: {state for state, _ in place.states()} == {"done"})
    assert place.states() == [("done", 1)] * EXPORTS
