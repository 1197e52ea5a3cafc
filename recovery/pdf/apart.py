"""The press, a program of its own: keeps warm children ready and gives each document to children with limits."""

import gc
import os
import resource
import select
import signal
import socket
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recovery.pdf.fonts import STYLESHEET, write_configuration
from recovery.pdf.frames import Closed, Stream, receive, send
from recovery.pdf.order import PrintOrder
from recovery.pdf.parts import batches_of

if TYPE_CHECKING:
    from recovery.pdf.engine import Engine, PrintedPart

PROCESSES = 2


@dataclass(frozen=True)
class Child:
    """A warm process that waits for one job and then ends."""

    pid: int
    line: socket.socket
    stream: Stream


class ChildFailed(Exception):
    """A child gave no part; ``str()`` is the reason, for the person who ordered the document."""


# --- In the child -----------------------------------------------------------------------------------------------------


def _live_as_child(stream: Stream, stylesheet: Any) -> None:
    """Load the fonts, print one batch, bind where this child is asked to, and end. Never returns."""
    from recovery.pdf.engine import Engine  # noqa: PLC0415  # slow import: only this program pays for it

    try:
        engine = Engine(stylesheet)
        sheet = engine.stamp_sheet()
        gc.freeze()
        gc.disable()  # measured: the collector costs 8 to 30 % of a rendering, and this process prints once
        header, _ = receive(stream)
        order = PrintOrder.from_json(header["order"])
        resource.setrlimit(resource.RLIMIT_CPU, (order.limits.cpu_seconds, order.limits.cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (order.limits.memory_bytes, order.limits.memory_bytes))
        _answer(stream, engine, sheet, order, header)
    except (Closed, OSError):
        pass
    except MemoryError:
        send(stream, {"error": "it needs more memory than one document may take"})
    except Exception as error:  # noqa: BLE001  # whatever the engine raises, the other side must hear of it
        send(stream, {"error": f"the text could not be set ({type(error).__name__})"})
    finally:
        os._exit(0)


def _answer(stream: Stream, engine: "Engine", sheet: bytes, order: PrintOrder, header: dict[str, Any]) -> None:
    begun = time.process_time()
    own = engine.print_part(header["html"], header["part"])
    if header["part"] > 0:
        send(stream, {**_facts_of(own), **_usage(begun)}, own.pdf)
        return
    parts, usages = [own], []
    for _ in range(1, header["of"]):
        facts, pdf = receive(stream)
        parts.append(_part_from(facts, pdf))
        usages.append(facts)
    from recovery.pdf.binder import bind  # noqa: PLC0415  # as above

    refused = [address for part in parts for address in part.refused]
    remarks = [remark for part in parts for remark in part.remarks]
    bound = bind(parts, order, sheet)
    usages.append(_usage(begun))
    spent = {"cpu": sum(each["cpu"] for each in usages), "peak": sum(each["peak"] for each in usages)}
    pages = sum(part.pages for part in parts)
    send(stream, {"pages": pages, "refused": refused, "remarks": remarks, **spent}, bound)


def _usage(begun: float) -> dict[str, Any]:
    """Return the processor time since ``begun``, and the most memory that this process has held, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # Linux counts KiB
    return {"cpu": time.process_time() - begun, "peak": peak}


def _facts_of(part: "PrintedPart") -> dict[str, Any]:
    return {key: value for key, value in asdict(part).items() if key != "pdf"}


def _part_from(facts: dict[str, Any], pdf: bytes) -> "PrintedPart":
    from recovery.pdf.engine import PrintedPart  # noqa: PLC0415  # as above

    bookmarks = tuple((level, label, page, x, y) for level, label, page, x, y in facts["bookmarks"])
    return PrintedPart(pdf, facts["pages"], bookmarks, tuple(facts["refused"]), tuple(facts["remarks"]))


# --- In the press -----------------------------------------------------------------------------------------------------


def _child(stylesheet: Any, others: list[Child]) -> Child:
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for other in others:
            other.line.close()
        ours.close()
        _live_as_child(theirs.makefile("rwb"), stylesheet)
    theirs.close()
    return Child(pid, ours, ours.makefile("rwb"))


def _end(children: list[Child]) -> None:
    for child in children:
        child.stream.close()
        child.line.close()
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)


def _heard(child: Child, until: float) -> tuple[dict[str, Any], bytes]:
    """Return what ``child`` sends; raises ChildFailed where it reports a fault, dies, or is silent ``until`` then."""
    ready, _, _ = select.select([child.line], [], [], max(0.0, until - time.monotonic()))
    if not ready:
        raise ChildFailed("it takes longer than one document may take")
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


def _printed(order: PrintOrder, children: list[Child]) -> tuple[dict[str, Any], bytes]:
    batches = batches_of(order.html, len(children))
    until = time.monotonic() + order.limits.wall_seconds
    common = {**order.as_json(), "html": ""}
    for number, (child, html) in enumerate(zip(children, batches, strict=False)):
        send(child.stream, {"order": common, "html": html, "part": number, "of": len(batches)})
    for child in children[1 : len(batches)]:
        send(children[0].stream, *_heard(child, until))
    return _heard(children[0], until)


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
    children: list[Child] = []
    while True:
        while len(children) < PROCESSES:
            children.append(_child(stylesheet, children))
        try:
            header, _ = receive(orders)
        except Closed:
            return _end(children)
        try:
            answer = _printed(PrintOrder.from_json(header), children)
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
