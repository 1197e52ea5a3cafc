"""The document for 3, 10, 30 and 100 offers, warm and as a whole process, against Chromium printing the same HTML."""

import math
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import chromium
from bench.cases import OPENED, compared, raw_case
from recovery.pdf import Attachment, Press, Printed, PrintOrder
from recovery.pdf.fonts import STYLESHEET
from recovery.pdf.report import TWIN_NAME, document_html

TO_REACH = {3: 0.75, 10: 1.3, 30: 2.2}
_PAIRS = {3: 7, 10: 5, 30: 3, 100: 1}
_REST = 1.5  # seconds: a worker is warm again some time after its last document, as between two orders


@dataclass(frozen=True)
class Measured:
    """One size: medians of neighbours' ratios to Chromium, and what stood behind them."""

    count: int
    pages: int
    kib: int
    warm: float
    warm_ratio: float
    kept_ratio: float
    whole_ratio: float
    cpu: float
    peak: int
    other: chromium.Run
    other_pages: str


def order_of(count: int, reason: str = "I agree.") -> PrintOrder:
    """Return the order for the comparison of ``count`` offers; ``reason`` stands in the scores alone."""
    comparison, twin = compared(raw_case(count), reason)
    made_at = OPENED.isoformat()
    attachment = Attachment(TWIN_NAME, "The same comparison, for programs", twin.decode(), made_at)
    return PrintOrder(document_html(comparison, twin), made_at, (attachment,))


def measure(*, quick: bool) -> None:
    """Print one line for each size, and the slope over all of them."""
    if chromium.program() is None:
        print("document: left out, no Chromium was found to compare with")
        return
    print("document: first = nothing kept; after a new score = the offers' pages kept from the printing before")
    sizes = (3, 10) if quick else (3, 10, 30, 100)
    found = []
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as folder:
        for count in sizes:
            found.append(_size(count, Path(folder), 1 if quick else _PAIRS[count]))
            _tell(found[-1])
    slope = _slope([(each.count, each.warm) for each in found])
    print(
        f"document, warm worker, first: log-log slope {slope:.2f} over {sizes[0]} to {sizes[-1]} offers (to reach: 1.1)"
    )


def _size(count: int, folder: Path, pairs: int) -> Measured:
    order, later = order_of(count), order_of(count, "I looked again.")
    page, pdf = folder / f"{count}.html", folder / "other.pdf"
    style = f"<style>{STYLESHEET.read_text('utf-8')}</style></head>"
    page.write_text(order.html.replace("</head>", style, 1), "utf-8")
    warm, ratios, kept, whole = [], [], [], []
    for _ in range(pairs):
        press = _warm_press()
        seconds, printed = _timed(press, order)
        time.sleep(_REST)
        other = chromium.print_page(page, pdf).wall
        seconds_later, _ = _timed(press, later)
        press.stop()
        warm.append(seconds)
        ratios.append(seconds / other)
        kept.append(seconds_later / other)
        whole.append(_whole(order) / other)
    return Measured(
        count, printed.pages, len(printed.pdf) // 1024, statistics.median(warm), statistics.median(ratios),
        statistics.median(kept), statistics.median(whole), printed.cpu_seconds, printed.peak_bytes,
        chromium.watch_printing(page, pdf), _pages_of(pdf),
    )  # fmt: skip


def _warm_press() -> Press:
    """Return a press that has printed something else before and has rested since, as between two orders."""
    press = Press()
    press.print(PrintOrder('<html lang="en"><title>-</title><body><p>-</p></body></html>', OPENED.isoformat()))
    time.sleep(_REST)
    return press


def _timed(press: Press, order: PrintOrder) -> tuple[float, Printed]:
    begun = time.perf_counter()
    printed = press.print(order)
    return time.perf_counter() - begun, printed


def _whole(order: PrintOrder) -> float:
    """Return the seconds of a press that starts cold, prints once and ends."""
    begun = time.perf_counter()
    press = Press()
    press.print(order)
    press.stop()
    return time.perf_counter() - begun


def _pages_of(pdf: Path) -> str:
    import pikepdf

    with pikepdf.open(pdf) as opened:
        return str(len(opened.pages))


def _tell(each: Measured) -> None:
    goal = f" (to reach: {TO_REACH[each.count]})" if each.count in TO_REACH else ""
    mib = 1024 * 1024
    print(
        f"document, {each.count:3} offers, x Chromium: warm worker, first {each.warm_ratio:.2f}, after a new score "
        f"{each.kept_ratio:.2f}{goal}; whole process {each.whole_ratio:.2f}. Memory {each.peak // mib} MiB against "
        f"{each.other.peak // mib}, processors {each.cpu:.1f} s against {each.other.cpu:.1f}, {each.pages} pages "
        f"against {each.other_pages}; {each.warm:.2f} s, {each.kib} KiB"
    )


def _slope(points: Sequence[tuple[int, float]]) -> float:
    """Return the slope of the straight line through the logarithms, by least squares."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    middle_x, middle_y = statistics.mean(xs), statistics.mean(ys)
    above = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - middle_x) ** 2 for x in xs)
