"""The real site for a journey: gunicorn and a Celery worker in a folder of their own, and the mail that they write."""

import email
import os
import re
import socket
import subprocess
import sys
import time
from email.message import EmailMessage
from email.policy import default as modern
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS_TO_START = 60
WORKER = (
    *("-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "--app", "recovery.worker", "worker"),
    *("--pool", "solo", "--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"),
)


class Site:
    """One installation of its own, from an empty database; ``start`` serves it, ``stop`` ends what was started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._variables = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "recovery.settings",
            "RECOVERY_MODE": "test",
            "VAR_DIR": str(folder / "var"),
            "PORT": str(self.port),
            "DRAIN_SECONDS": "1",
        }
        self._running: list[subprocess.Popen[bytes]] = []
        self.manage("migrate", "--no-input", "--verbosity", "0")
        # A drain window below a minute is refused unless the database says that it holds nothing real.
        self.python("from recovery.models.installation import *; Installation.objects.create(purpose=Purpose.TEST)")

    def manage(self, *words: str) -> str:
        return self._run("manage.py", *words)

    def python(self, text: str) -> str:
        """Run a few lines in a process of their own, with Django set up; return what they print."""
        return self._run("-c", f"import django; django.setup()\n{text}")

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=self._variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        bound = f"127.0.0.1:{self.port}"
        self._begin("web", "-m", "gunicorn", "recovery.wsgi", "--bind", bound, "--workers", "2", "--no-control-socket")
        self._begin("worker", *WORKER)
        until = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            assert self._running[0].poll() is None, self.log("web")
            assert time.monotonic() < until, self.log("web")
            time.sleep(0.1)

    def _begin(self, name: str, *words: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *words], cwd=ROOT, env=self._variables, stdout=log, stderr=subprocess.STDOUT
            )
        self._running.append(process)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.wait(30)
        self._running.clear()

    # --- Mail -------------------------------------------------------------------------------------------------------

    def mail_to(self, address: str, pattern: str) -> str:
        """Return the first group of ``pattern`` in the newest message to ``address`` that holds it."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            for message in reversed(self._mail()):
                found = re.search(pattern, message.get_content())
                if message["To"] == address and found:
                    return found[1]
            time.sleep(0.1)
        raise AssertionError(f"No message to {address} holds {pattern!r}.")

    def mails_to(self, address: str) -> int:
        return sum(message["To"] == address for message in self._mail())

    def _mail(self) -> list[EmailMessage]:
        files = sorted((self.folder / "var" / "mail").glob("*.eml"))
        return [email.message_from_bytes(file.read_bytes(), policy=modern) for file in files]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
