"""Ordering an export, filing what a worker made, and saying why it did not succeed."""

import hashlib
import os
import tempfile
from pathlib import Path

from django.db import transaction

from recovery.actions.job import fail_job, finish_job
from recovery.actions.refusals import NotRetryable
from recovery.actions.trail import record_event
from recovery.models import Inquiry, Job, JobState, Report, ReportKind, User, db_clock
from recovery.models.event import Kind
from recovery.models.report import report_path
from recovery.queries import OffersSealed, fingerprint_of, may_export, versions_of

JOB_KIND = "report"


@transaction.atomic
def order_report(*, inquiry_pk: int, by: User, kind: ReportKind) -> Report:
    """Return the export of what may be read now: the first one made from the same versions, or a newly queued one.

    Raises OffersSealed where ``by`` may not read the offers. Whoever calls rings the bell with the job's key after the
    commit; a report whose job is over needs no bell.
    """
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    if not may_export(inquiry, by):
        raise OffersSealed(str(inquiry.code))
    made_from = versions_of(inquiry, by)
    fingerprint = fingerprint_of(made_from)
    now = db_clock()
    report = inquiry.reports.select_related("job").filter(kind=kind, fingerprint=fingerprint).first()
    is_new = report is None
    if report is None:
        report = Report.objects.create(
            inquiry=inquiry,
            kind=kind,
            ordered_by=by,
            ordered_at=now,
            fingerprint=fingerprint,
            made_from=made_from,
            job=Job.objects.create(kind=JOB_KIND, created_at=now),
        )
    elif report.is_lost:
        _queue_again(report, by)
    record_event(
        Kind.REPORT_ORDERED, actor=by, inquiry=inquiry, at=now, report=str(report.code), kind=str(kind), is_new=is_new
    )
    return report


@transaction.atomic
def retry_report(*, report_pk: int, by: User) -> Report:
    """Queue a failed export again. Raises NotRetryable for one that did not fail."""
    report = Report.objects.select_for_update(of=("self",)).select_related("job", "inquiry").get(pk=report_pk)
    if report.job.state != JobState.FAILED and not report.is_lost:
        raise NotRetryable
    _queue_again(report, by)
    record_event(Kind.REPORT_ORDERED, actor=by, inquiry=report.inquiry, report=str(report.code), again=True)
    return report


def _queue_again(report: Report, by: User) -> None:
    # A job of its own, so that a worker still busy with the old one cannot be taken for the new one.
    report.job, report.ordered_by = Job.objects.create(kind=JOB_KIND, created_at=db_clock()), by
    report.digest, report.size = "", None
    report.save(update_fields=["job", "ordered_by", "digest", "size"])


def file_report(*, job: Job, body: bytes) -> bool:
    """Keep the bytes under their digest, then end the job. A row without a file would be a broken promise, so the file
    is on disk first; what a stale attempt brings is dropped, and False says so."""
    digest = hashlib.sha256(body).hexdigest()
    keep_bytes(body, report_path(digest))
    with transaction.atomic():
        if not finish_job(job=job):
            return False
        Report.objects.filter(job=job).update(digest=digest, size=len(body))
    return True


def fail_report(*, job: Job, reason: str) -> bool:
    """End the export with the reason that its page shows."""
    return fail_job(job=job, reason=reason)


def keep_bytes(body: bytes, place: Path) -> None:
    """Write ``body`` so that ``place`` holds all of it or does not exist, even after a power cut (security.md 5.9)."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".being-written-", delete=False) as writing:
        writing.write(body)
        writing.flush()
        os.fsync(writing.fileno())
    Path(writing.name).replace(place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def record_download(*, report: Report, by: User) -> None:
    """Keep who fetched which file."""
    record_event(
        Kind.REPORT_DOWNLOADED, actor=by, inquiry=report.inquiry, report=str(report.code), digest=report.digest
    )
