"""The worker's side of the press: start it once, send it orders, and start it again when it is gone."""

import atexit
import contextlib
import os
import select
import subprocess
import sys
import threading
from typing import Any, BinaryIO, cast

from recovery.pdf.fonts import PROJECT
from recovery.pdf.frames import Closed, receive, send
from recovery.pdf.order import Printed, PrintingFailed, PrintOrder

_GRACE_SECONDS = 30  # beyond the order's own limit, after which the press itself is taken for dead


class Press:
    """A warm printing process. It has no variable of ours in its environment: no database address, no key."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def start(self) -> None:
        """Start the process, so that the first order finds it warm. Starting twice does nothing."""
        with self._lock:
            self._running()

    def print(self, order: PrintOrder) -> Printed:
        """Return the finished document. Raises PrintingFailed with a reason for the person who ordered it."""
        with self._lock:
            process = self._running()
            try:
                send(cast("BinaryIO", process.stdin), order.as_json())
                header, pdf = self._heard(process, order.limits.wall_seconds + _GRACE_SECONDS)
            except (OSError, Closed) as error:
                self._stop()
                raise PrintingFailed("The document was not printed: the printing process ended.") from error
        if "error" in header:
            raise PrintingFailed(f"The document was not printed: {header['error']}.")
        refused, remarks = tuple(header["refused"]), tuple(header["remarks"])
        return Printed(pdf, header["pages"], refused, remarks, header["cpu"], header["peak"])

    def stop(self) -> None:
        """End the process; the next order starts another."""
        with self._lock:
            self._stop()

    def _heard(self, process: "subprocess.Popen[bytes]", seconds: float) -> tuple[dict[str, Any], bytes]:
        stdout = cast("BinaryIO", process.stdout)
        ready, _, _ = select.select([stdout], [], [], seconds)
        if not ready:
            raise Closed
        return receive(stdout)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._owner != os.getpid():  # after a fork the pipes belong to the parent
            self._process = None
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "recovery.pdf.apart"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
                cwd=PROJECT,
                start_new_session=True,
            )
            self._owner = os.getpid()
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        with contextlib.suppress(OSError):
            cast("BinaryIO", process.stdin).close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        cast("BinaryIO", process.stdout).close()


def _environment() -> dict[str, str]:
    """Return all that the press may know: where the code is, and what makes its bytes the same everywhere."""
    kept = {key: os.environ[key] for key in ("PATH", "TMPDIR", "HOME") if key in os.environ}
    return {**kept, "PYTHONPATH": str(PROJECT), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


_press = Press()
atexit.register(_press.stop)


def start_press() -> None:
    """Warm the press of this process up: a worker calls this when it starts."""
    _press.start()


def print_document(order: PrintOrder) -> Printed:
    """Print ``order`` on the press of this process. Raises PrintingFailed."""
    return _press.print(order)
