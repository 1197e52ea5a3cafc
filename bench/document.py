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
from recovery.pdf import Attachment, Press, PrintOrder
from recovery.pdf.fonts import STYLESHEET
from recovery.pdf.report import TWIN_NAME, document_html

TO_REACH = {3: 0.75, 10: 1.3, 30: 2.2}
_PAIRS = {3: 7, 10: 5, 30: 3, 100: 1}
_REST = 1.5  # seconds: a worker is warm again some time after its last document, as between two orders


@dataclass(frozen=True)
class Measured:
    """One size: medians of neighbours' ratios, and what stood behind them."""

    count: int
    pages: int
    kib: int
    warm: float
    warm_ratio: float
    whole_ratio: float
    cpu: float
    peak: int
    other: chromium.Run
    other_pages: str


def order_of(count: int) -> PrintOrder:
    """Return the order for the comparison of ``count`` offers."""
    comparison, twin = compared(raw_case(count))
    made_at = OPENED.isoformat()
    attachment = Attachment(TWIN_NAME, "The same comparison, for programs", twin.decode(), made_at)
    return PrintOrder(document_html(comparison, twin), made_at, (attachment,))


def measure(*, quick: bool) -> None:
    """Print one line for each size, and the slope over all of them."""
    if chromium.program() is None:
        print("document: left out, no Chromium was found to compare with")
        return
    sizes = (3, 10) if quick else (3, 10, 30, 100)
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as folder:
        found = [_size(count, Path(folder), 1 if quick else _PAIRS[count]) for count in sizes]
    for each in found:
        _tell(each)
    slope = _slope([(each.count, each.warm) for each in found])
    print(f"document, warm worker: log-log slope {slope:.2f} over {sizes[0]} to {sizes[-1]} offers (to reach: 1.1)")


def _size(count: int, folder: Path, pairs: int) -> Measured:
    order = order_of(count)
    page = folder / f"{count}.html"
    style = f"<style>{STYLESHEET.read_text('utf-8')}</style></head>"
    page.write_text(order.html.replace("</head>", style, 1), "utf-8")
    press = Press()
    press.print(order)  # the first order of a worker also waits for its start
    warm, ratios, wholes = [], [], []
    for _ in range(pairs):
        time.sleep(_REST)
        begun = time.perf_counter()
        printed = press.print(order)
        warm.append(time.perf_counter() - begun)
        time.sleep(_REST)
        other = chromium.print_page(page, folder / "other.pdf").wall
        ratios.append(warm[-1] / other)
        wholes.append(_whole(order) / other)
    press.stop()
    return Measured(
        count, printed.pages, len(printed.pdf) // 1024, statistics.median(warm), statistics.median(ratios),
        statistics.median(wholes), printed.cpu_seconds, printed.peak_bytes,
        chromium.watch_printing(page, folder / "other.pdf"), _pages_of(folder / "other.pdf"),
    )  # fmt: skip


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
    goal = f"to reach: {TO_REACH[each.count]}" if each.count in TO_REACH else "no figure set"
    mib = 1024 * 1024
    print(
        f"document, {each.count:3} offers: warm worker {each.warm_ratio:.2f} x Chromium ({goal}), whole process "
        f"{each.whole_ratio:.2f} x; {each.warm:.2f} s, {each.cpu:.2f} s of processors, {each.peak // mib} MiB, "
        f"{each.pages} pages, {each.kib} KiB; Chromium {each.other.cpu:.2f} s of processors, "
        f"{each.other.peak // mib} MiB, {each.other_pages} pages"
    )


def _slope(points: Sequence[tuple[int, float]]) -> float:
    """Return the slope of the straight line through the logarithms, by least squares."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    middle_x, middle_y = statistics.mean(xs), statistics.mean(ys)
    above = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - middle_x) ** 2 for x in xs)
