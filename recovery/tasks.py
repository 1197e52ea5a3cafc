"""Celery's entries: each claims its row, delegates, and may run twice. The sweeper rings for what was not heard."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery.signals import worker_ready, worker_shutting_down
from django.db import connection
from django.utils.translation import gettext_noop as _

from recovery.actions.attachment import (
    fail_reading,
    file_acceptance,
    file_reading,
    kept_file_of,
    remove_orphans,
)
from recovery.actions.job import LEASE, claim_job, release_job, renew_lease, sweep_jobs
from recovery.actions.report import JOB_KIND as REPORT_JOB
from recovery.actions.report import fail_report, file_report
from recovery.core.comparison import Comparison, Opened, csv_twin, json_twin
from recovery.models import Acceptance, Inquiry, Job, Report, ReportKind, User
from recovery.models.attachment import READING
from recovery.pdf import PrintingFailed, start_press
from recovery.pdf.acceptance import render_acceptance
from recovery.pdf.report import render_report
from recovery.queries import OffersSealed, compared, fingerprint_of, versions_of
from recovery.queries.acceptance import acceptance_of
from recovery.reading import ReadingFailed, compare_apart, read_apart
from recovery.worker import app

logger = logging.getLogger(__name__)
SECONDS_BETWEEN_SWEEPS = 15
NO_LONGER_ALLOWED = _("The person who ordered this export may no longer read the offers.")
NO_LONGER_THERE = _("The file was taken off before it was read.")
MOVED = _("A score changed after this export was ordered. Order it again from the comparison.")
_stopping = threading.Event()


@app.task
def build_report(job_pk: int) -> None:
    """Make one export, if the job is still to be done and ours to do."""
    job = claim_job(job_pk=job_pk, kind=REPORT_JOB)
    if job is None:
        return
    report = Report.objects.select_related("inquiry__organisation", "ordered_by").get(job=job)
    with held(job):
        try:
            body = export_of(report)
        except OffersSealed:
            fail_report(job=job, reason=NO_LONGER_ALLOWED)
        except VersionsMoved:
            fail_report(job=job, reason=MOVED)
        except PrintingFailed as failed:
            fail_report(job=job, reason=failed.reason)
        else:
            file_report(job=job, body=body)


@app.task
def read_attachment(job_pk: int) -> None:
    """Read one attached text in a child process, if it is still to be read and ours to read."""
    job = claim_job(job_pk=job_pk, kind=READING)
    if job is None:
        return
    kept = kept_file_of(job)
    with held(job):
        try:
            if isinstance(kept, Acceptance):
                reading = compare_apart(kept.path, kept.against.path if kept.against else None)
                file_acceptance(job=job, reading=reading, pdf=_document_of(kept, reading))
            elif kept is not None:
                file_reading(job=job, reading=read_apart(kept.path))
            else:
                fail_reading(job=job, reason=NO_LONGER_THERE)
        except ReadingFailed as failed:
            fail_reading(job=job, reason=str(failed))


def _document_of(kept: Acceptance, reading: dict[str, Any]) -> bytes:
    """Return the document of a return; nothing where it could not be printed, since the page says the same."""
    try:
        return render_acceptance(acceptance_of(kept, reading)).pdf
    except PrintingFailed:
        logger.exception("The document of a return could not be printed.")
        return b""


BELLS = {REPORT_JOB: build_report, READING: read_attachment}


@app.task
def sweep() -> int:
    """Ring for every job that waits or whose worker is gone, and return how many there are."""
    waiting = sweep_jobs()
    for job_pk, kind in Job.objects.filter(pk__in=waiting).values_list("pk", "kind"):
        BELLS.get(kind, build_report).delay(job_pk)
    return len(waiting)


@app.task
def print_ahead(inquiry_pk: int, person_pk: int) -> None:
    """Print what was just opened once, so that the first export finds the printed parts. Nothing waits for it."""
    inquiry = Inquiry.objects.select_related("organisation").get(pk=inquiry_pk)
    try:
        _pdf_of(*compared(inquiry, User.objects.get(pk=person_pk)))
    except (OffersSealed, PrintingFailed) as reason:
        logger.info("Nothing was printed ahead: %s", type(reason).__name__)


def _pdf_of(opened: Opened, comparison: Comparison) -> bytes:
    return render_report(comparison, json_twin(opened, comparison)).pdf


def _csv_of(_opened: Opened, comparison: Comparison) -> bytes:
    return csv_twin(comparison)


MAKERS = {ReportKind.PDF: _pdf_of, ReportKind.CSV: _csv_of, ReportKind.JSON: json_twin}


class VersionsMoved(Exception):
    """Between the order and the making something changed that the export is made from."""


def export_of(report: Report) -> bytes:
    """Return the bytes of an export, as who ordered it may read the offers now. Raises OffersSealed, VersionsMoved."""
    if fingerprint_of(versions_of(report.inquiry, report.ordered_by)) != report.fingerprint:
        raise VersionsMoved
    return MAKERS[ReportKind(report.kind)](*compared(report.inquiry, report.ordered_by))


@contextmanager
def held(job: Job) -> Iterator[None]:
    """Renew the lease while the work goes on; let go of the job at once where the work ends in an error."""
    is_over = threading.Event()
    heart = threading.Thread(target=_beat, args=(job, is_over), daemon=True)
    heart.start()
    try:
        yield
    except BaseException as error:
        release_job(job=job, reason=f"It stopped with {type(error).__name__}; the log of the worker says more.")
        raise
    finally:
        is_over.set()
        heart.join()


def _beat(job: Job, is_over: threading.Event) -> None:
    try:
        while not is_over.wait(LEASE.total_seconds() / 4):
            if not renew_lease(job=job):
                return
    finally:
        connection.close()


@worker_ready.connect
def start_sweeping(**_signal: Any) -> None:
    """Warm the press, then sweep now and every few seconds, beside whatever the worker is busy with."""
    start_press()
    _stopping.clear()
    threading.Thread(target=_sweep_until_stopped, name="sweeper", daemon=True).start()


@worker_shutting_down.connect
def stop_sweeping(**_signal: Any) -> None:
    """Let the sweeper end when the worker is told to."""
    _stopping.set()


def _sweep_until_stopped() -> None:
    try:
        remove_orphans()
    except Exception:  # rubbish may stay; the bells must ring
        logger.exception("Files without a row could not be removed.")
    while True:
        try:
            sweep()
        except Exception:  # the sweeper outlives a database or broker that is away for a moment
            logger.exception("The sweeper could not ring; it tries again.")
        finally:
            connection.close()
        if _stopping.wait(SECONDS_BETWEEN_SWEEPS):
            return
