"""The same export again with nothing changed: the file of the first, whatever its size, permission checked first."""

import statistics
import time
from typing import Any

from bench.page import filled

_ROUNDS = 15


def measure(*, quick: bool) -> None:
    """Print how long the second order of an export takes, in multiples of a bare view of the same site."""
    from django.test import Client

    from recovery.models import ReportKind

    sizes = (3,) if quick else (3, 30)
    reader, inquiries = filled(sizes)
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(reader)
    for size in sizes:
        first, report = _first(inquiries[size], reader, ReportKind.PDF)
        again = statistics.median(_again(client, report) for _ in range(_ROUNDS))
        print(
            f"export again, {size} offers: {again / first:.4f} x the first ({again * 1000:.0f} ms against "
            f"{first:.2f} s), the same bytes, permission checked first"
        )


def _first(inquiry: Any, reader: Any, kind: Any) -> tuple[float, Any]:
    from recovery.actions.report import order_report
    from recovery.tasks import build_report

    begun = time.perf_counter()
    report = order_report(inquiry_pk=inquiry.pk, by=reader, kind=kind)
    build_report(report.job.pk)
    seconds = time.perf_counter() - begun
    report.refresh_from_db()
    return seconds, report


def _again(client: Any, report: Any) -> float:
    from django.urls import reverse

    begun = time.perf_counter()
    ordered = client.post(reverse("report:order", args=[report.inquiry.code]), {"kind": report.kind})
    assert ordered.status_code == 302, ordered.status_code
    answer = client.get(reverse("report:download", args=[report.code]))
    assert b"".join(answer.streaming_content).startswith(b"%PDF")
    return time.perf_counter() - begun
