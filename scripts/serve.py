"""Prepare the database and the demonstration, then run the web server and a worker beside it until Ctrl-C.

serve.py --check      says in one sentence when the port is wrong or taken; needs nothing but Python
serve.py --prepare    migrates and loads the demonstration, then ends
serve.py              does both and serves on loopback; RECOVERY_MODE=embedded leaves the demonstration out
"""

import argparse
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"  # wider only behind a server that speaks TLS (docker-compose.yml)
SECONDS_TO_STOP = 20
LONGEST_PAUSE = 30.0


def port() -> int:
    """Return the port of PORT; ends the program with a sentence where it is none."""
    raw = os.environ.get("PORT", "").strip() or "8000"
    if not (raw.isascii() and raw.isdigit()) or not 1 <= int(raw) <= 65535:
        sys.exit(f"Not started: PORT is {raw!r}; set it to a whole number from 1 to 65535.")
    return int(raw)


def refuse_taken_port() -> None:
    """End the program with a sentence where the port cannot be used."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port()))
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            sys.exit(f"Not started: port {port()} {why}; free it or choose another: make run PORT=8001")


def manage(*words: str) -> None:
    """Run one command of manage.py; where it fails it has said why, and this program ends with its exit code."""
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def prepare() -> None:
    """Bring the database up to date, with the demonstration where that is wanted."""
    manage("migrate", "--no-input", "--verbosity", "0")
    if os.environ["RECOVERY_MODE"] == "demo":
        manage("demo")


class Child:
    """One program kept running: begun again after a pause that doubles while it keeps ending at once."""

    def __init__(self, name: str, *command: str) -> None:
        self.name = name
        self._command = (sys.executable, *command)
        self._pause = 1.0
        self.start()

    def start(self) -> None:
        """Start the program."""
        # A session of its own: Ctrl-C reaches this parent only, which stops both in order. Logs go to standard error;
        # standard output would only hold Celery's banner and farewell.
        self._process = subprocess.Popen(self._command, cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL)
        self._began = time.monotonic()

    def ended(self) -> int | None:
        """Return the exit code, or None while it runs."""
        return self._process.poll()

    def restart(self) -> None:
        """Start it again after the pause."""
        if time.monotonic() - self._began > LONGEST_PAUSE:
            self._pause = 1.0
        print(f"The {self.name} ended with code {self.ended()}; it starts again in {self._pause:g} s.", flush=True)
        time.sleep(self._pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        self.start()

    def ask_to_stop(self) -> None:
        """Ask it to end what it is doing."""
        if self.ended() is None:
            self._process.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait until ``deadline``, then end it with all that it started."""
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def worker() -> Child:
    """Start the worker."""
    # One job at a time in one process: with a folder as broker, a dead member of a pool can leave the others deaf.
    # Celery warns of root since pickled tasks could run anything; ours are JSON and nothing else is accepted.
    return Child(
        "worker", "-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "--app", "recovery.worker",
        "worker", "--pool", "solo", "--loglevel", "WARNING", "--without-gossip", "--without-mingle",
        "--without-heartbeat",
    )  # fmt: skip


def web() -> Child:
    """Start the web server."""
    return Child(
        "web server", "-m", "gunicorn", "recovery.wsgi", "--bind", f"{HOST}:{port()}", "--workers", "2",
        "--timeout", "60", "--graceful-timeout", "10", "--log-level", "warning", "--no-control-socket",
    )  # fmt: skip


def answers() -> bool:
    """Return whether the site takes connections."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port())) == 0


def stop(children: Sequence[Child]) -> None:
    """Stop the programs together: each is asked first, and all share one time to end."""
    deadline = time.monotonic() + SECONDS_TO_STOP
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.make_stop(deadline)


def serve() -> int:
    """Keep both programs running until asked to stop; return the exit code."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  # the form that signal asks for
        asked.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, note)
    site, behind = web(), worker()
    told = False
    while not asked:
        if (code := site.ended()) is not None:
            stop([behind])
            print(f"Not serving: the web server ended with code {code}.", file=sys.stderr)
            return 1
        if behind.ended() is not None:
            behind.restart()
        if not told and answers():
            told = True
            print(f"\nServing on http://{HOST}:{port()} with a worker beside it. Ctrl-C stops both.", flush=True)
        time.sleep(0.2)
    stop([site, behind])
    print("\nStopped.", flush=True)
    return 0


def main() -> int:
    """Do what the options say; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="look at the port only")
    parser.add_argument("--prepare", action="store_true", help="do not serve")
    wanted = parser.parse_args()
    os.environ.setdefault("RECOVERY_MODE", "demo")
    if not wanted.prepare:
        refuse_taken_port()
    if wanted.check:
        return 0
    try:
        prepare()
    except KeyboardInterrupt:
        return 130
    return 0 if wanted.prepare else serve()


if __name__ == "__main__":
    sys.exit(main())
