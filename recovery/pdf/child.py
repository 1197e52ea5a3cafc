"""A child of the press: it prints parts under limits, binds where it is asked to, and ends with its order."""

import gc
import os
import resource
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from recovery.pdf.frames import Closed, Stream, receive, send
from recovery.pdf.order import PrintOrder

if TYPE_CHECKING:
    from recovery.pdf.engine import Engine, PrintedPart


def live(stream: Stream, stylesheet: Any) -> None:
    """Load the fonts, wait for an order, and do what it needs. Never returns."""
    from recovery.pdf.engine import Engine  # noqa: PLC0415  # slow import: only the press pays for it

    try:
        engine = Engine(stylesheet)
        sheet = engine.stamp_sheet()
        gc.freeze()
        gc.disable()  # measured: the collector costs 8 to 30 % of a rendering, and this process serves one order
        header, _ = receive(stream)
        order = PrintOrder.from_json(header)
        resource.setrlimit(resource.RLIMIT_CPU, (order.limits.cpu_seconds, order.limits.cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (order.limits.memory_bytes, order.limits.memory_bytes))
        while True:
            _answer(stream, engine, sheet, order)
    except (Closed, OSError):
        pass
    except MemoryError:
        send(stream, {"error": "it needs more memory than one document may take"})
    except Exception as error:  # noqa: BLE001  # whatever the engine raises, the other side must hear of it
        send(stream, {"error": f"the text could not be set ({type(error).__name__})"})
    finally:
        os._exit(0)


def _answer(stream: Stream, engine: "Engine", sheet: bytes, order: PrintOrder) -> None:
    """Print one part, or bind all of them."""
    header, _ = receive(stream)
    begun = time.process_time()
    if "html" in header:
        printed = engine.print_part(header["html"], header["part"])
        facts = {key: value for key, value in asdict(printed).items() if key != "pdf"}
        send(stream, {**facts, **_usage(begun)}, printed.pdf)
        return
    from recovery.pdf.binder import bind  # noqa: PLC0415  # as above

    parts = [_part_from(*receive(stream)) for _ in range(header["bind"])]
    begun = time.process_time()
    bound = bind(parts, order, sheet)
    send(stream, _usage(begun), bound)


def _part_from(facts: dict[str, Any], pdf: bytes) -> "PrintedPart":
    from recovery.pdf.engine import PrintedPart  # noqa: PLC0415  # as above

    bookmarks = tuple((level, label, page, x, y) for level, label, page, x, y in facts["bookmarks"])
    return PrintedPart(pdf, facts["pages"], bookmarks, tuple(facts["refused"]), tuple(facts["remarks"]))


def _usage(begun: float) -> dict[str, Any]:
    """Return the processor time since ``begun``, and the most memory that this process has held, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # Linux counts KiB
    return {"cpu": time.process_time() - begun, "peak": peak}
