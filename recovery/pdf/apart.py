"""The press, a program of its own: keeps warm children ready and gives each document to children with limits."""

import gc
import hashlib
import os
import select
import signal
import socket
import sys
import tempfile
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recovery.pdf.child import live
from recovery.pdf.fonts import STYLESHEET, write_configuration
from recovery.pdf.frames import Closed, Stream, receive, send
from recovery.pdf.order import PrintOrder
from recovery.pdf.parts import parts_of

if TYPE_CHECKING:
    from recovery.pdf.engine import Engine

PROCESSES = 2
_KEPT_BYTES = 64_000_000
Part = tuple[dict[str, Any], bytes]


@dataclass(frozen=True)
class Child:
    """A warm process that waits for one order and then ends."""

    pid: int
    line: socket.socket
    stream: Stream


class ChildFailed(Exception):
    """A child gave no part; ``str()`` is the reason, for the person who ordered the document."""


class KeptParts:
    """Parts of earlier documents by the digest of their text, in memory only; the longest unused go first."""

    def __init__(self) -> None:
        self._parts: OrderedDict[str, Part] = OrderedDict()
        self._size = 0

    def get(self, key: str) -> Part | None:
        """Return the part kept under ``key``, which then counts as the last used."""
        if key in self._parts:
            self._parts.move_to_end(key)
        return self._parts.get(key)

    def keep(self, key: str, facts: dict[str, Any], pdf: bytes) -> None:
        """Keep a part; it costs nothing the next time, so its usage is not kept with it."""
        self._parts[key] = ({**facts, "cpu": 0.0, "peak": 0}, pdf)
        self._size += len(pdf)
        while self._size > _KEPT_BYTES:
            _, (_, oldest) = self._parts.popitem(last=False)
            self._size -= len(oldest)


def _child(stylesheet: Any, others: list[Child]) -> Child:
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for other in others:
            other.line.close()
        ours.close()
        live(theirs.makefile("rwb"), stylesheet)
    theirs.close()
    return Child(pid, ours, ours.makefile("rwb"))


def _end(children: list[Child]) -> None:
    for child in children:
        child.stream.close()
        child.line.close()
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)


def _heard(child: Child) -> Part:
    """Return what ``child`` sends; raises ChildFailed where it reports a fault or dies."""
    try:
        header, body = receive(child.stream)
    except Closed as error:
        ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # _end collects it
        spent = ended is not None and ended.si_status in {signal.SIGXCPU, signal.SIGKILL}
        reason = "it takes more processor time than one document may take" if spent else "the printing process ended"
        raise ChildFailed(reason) from error
    if "error" in header:
        raise ChildFailed(header["error"])
    return header, body


def _ready(children: list[Child], until: float) -> list[Child]:
    """Return the children that have something to say; raises ChildFailed where none has ``until`` then."""
    lines = {child.line: child for child in children}
    found, _, _ = select.select(list(lines), [], [], max(0.0, until - time.monotonic()))
    if not found:
        raise ChildFailed("it takes longer than one document may take")
    return [lines[each] for each in found]


def _print_parts(waiting: dict[int, str], children: list[Child], until: float) -> dict[int, Part]:
    """Return the parts by their numbers: the largest first, each to the child that is free first."""
    queue = sorted(waiting, key=lambda number: len(waiting[number]), reverse=True)
    printed: dict[int, Part] = {}
    busy: dict[int, int] = {}
    while queue or busy:
        for child in children:
            if queue and child.pid not in busy:
                busy[child.pid] = queue.pop(0)
                send(child.stream, {"html": waiting[busy[child.pid]], "part": busy[child.pid]})
        for child in _ready([child for child in children if child.pid in busy], until):
            printed[busy.pop(child.pid)] = _heard(child)
    return printed


def _key_of(number: int, html: str) -> str:
    return hashlib.sha256(f"{number} {html}".encode("utf-8", "surrogatepass")).hexdigest()


def _printed(order: PrintOrder, children: list[Child], kept: KeptParts) -> Part:
    until = time.monotonic() + order.limits.wall_seconds
    texts = parts_of(order.html)
    keys = [_key_of(number, html) for number, html in enumerate(texts)]
    parts = {number: part for number, key in enumerate(keys) if (part := kept.get(key))}
    for child in children:
        send(child.stream, {**order.as_json(), "html": ""})
    fresh = _print_parts({at: html for at, html in enumerate(texts) if at not in parts}, children, until)
    for number, part in fresh.items():
        kept.keep(keys[number], *part)
    parts |= fresh
    binder = children[0]
    send(binder.stream, {"bind": len(parts)})
    for number in range(len(texts)):
        send(binder.stream, *parts[number])
    usage, bound = _heard(_ready([binder], until)[0])
    return _told(list(parts.values()), usage), bound


def _told(parts: list[Part], binding: dict[str, Any]) -> dict[str, Any]:
    facts = [part for part, _ in parts]
    return {
        "pages": sum(each["pages"] for each in facts),
        "refused": [address for each in facts for address in each["refused"]],
        "remarks": [remark for each in facts for remark in each["remarks"]],
        "cpu": sum(each["cpu"] for each in facts) + binding["cpu"],
        "peak": max(binding["peak"], *(each["peak"] for each in facts)) * PROCESSES,
    }


def _warm_up(engine: "Engine") -> None:
    """Print a page of what every document is made of, so that children begin with warm code and caches.

    The engine is given up afterwards: with its fonts the thread of Pango ends, and only a process of one thread forks.
    """
    row = '<tr><th scope="row">Which?</th><td>An answer of <b>some</b> words, over two lines.<br>Yes</td></tr>'
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>-</title><text y="9">W</text></svg>'
    table = f"<table><thead><tr><th>Question</th><th>Answer</th></tr></thead><tbody>{row * 60}</tbody></table>"
    body = f'<section class="tall"><h1 id="a">-</h1><a href="#a">-</a>{drawing}{table}</section>'
    engine.print_part(f'<html lang="en"><title>-</title><body>{body}</body></html>', 0)
    engine.stamp_sheet()
    del engine
    gc.collect()


def serve(orders: Stream, answers: Stream) -> None:
    """Print what comes in on ``orders`` until it closes."""
    from recovery.pdf import binder, engine  # noqa: F401, PLC0415  # imported once here, shared by every child

    stylesheet = engine.read_stylesheet(STYLESHEET.read_text("utf-8"))
    _warm_up(engine.Engine(stylesheet))
    kept = KeptParts()
    children: list[Child] = []
    while True:
        while len(children) < PROCESSES:
            children.append(_child(stylesheet, children))
        try:
            header, _ = receive(orders)
        except Closed:
            return _end(children)
        try:
            answer = _printed(PrintOrder.from_json(header), children, kept)
        except ChildFailed as failure:
            answer = ({"error": str(failure)}, b"")
        except OSError:
            answer = ({"error": "the printing process ended"}, b"")
        _end(children)
        children = []
        send(answers, *answer)


def main() -> None:
    """Keep the fonts' configuration in a folder that goes away with the program, then serve."""
    with tempfile.TemporaryDirectory(prefix="recovery-press-") as folder:
        os.environ["FONTCONFIG_FILE"] = str(write_configuration(Path(folder)))
        answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever a library prints must not end up between the frames
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
