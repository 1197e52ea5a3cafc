"""Loads the demonstration, exports its comparison through a real worker, and prints where to begin."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from recovery.access import signed_address
from recovery.actions.report import order_report, retry_report
from recovery.management.demonstration import (
    PEOPLE,
    finished_inquiry,
    make_open_inquiry,
    make_opened_inquiry,
    make_people,
    score,
    user_of,
)
from recovery.models import Inquiry, Installation, JobState, Report, ReportKind, Role, User
from recovery.models.report import report_path
from recovery.tasks import build_report

SECONDS_TO_EXPORT = 300
WORKER_LOG = "worker.log"
PDF_NAME = "TR-10-comparison.pdf"
WORKER = (
    *("-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "--app", "recovery.worker", "worker"),
    *("--pool", "solo", "--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"),
)


class Command(BaseCommand):
    help = "Loads the TR-10 demonstration into an empty database; a second run keeps what people entered."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-worker", action="store_true", help="make the PDF in this process")

    def handle(self, *_: Any, **options: Any) -> None:
        self._refuse_real_database()
        make_people()
        inquiry = finished_inquiry()
        if inquiry is None:
            self.stdout.write("Publishing TR-10, submitting three offers and waiting for the deadline ...")
            inquiry = make_opened_inquiry()
        score(inquiry)
        make_open_inquiry()
        place = self._exported(inquiry, in_this_process=options["no_worker"])
        self._say(place)

    def _refuse_real_database(self) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demonstration is not loaded where RECOVERY_MODE=production.")
        if User.objects.exists() and not Installation.is_demonstration():
            raise CommandError(
                "This database holds people that the demonstration did not make; it is left alone. "
                "Name another with DATABASE_URL or VAR_DIR."
            )

    def _exported(self, inquiry: Inquiry, *, in_this_process: bool) -> Path:
        procurement = user_of(Role.PROCUREMENT)
        report = order_report(inquiry_pk=inquiry.pk, by=procurement, kind=ReportKind.PDF)
        if report.job.state == JobState.FAILED:
            report = retry_report(report_pk=report.pk, by=procurement)
        if report.job.state != JobState.DONE:
            self._made(report, in_this_process=in_this_process)
        report.refresh_from_db()
        place = Path(settings.DEMO_FOLDER) / PDF_NAME
        shutil.copyfile(report_path(report.digest), place)
        return place

    def _made(self, report: Report, *, in_this_process: bool) -> None:
        if in_this_process:
            build_report(report.job_id)
        else:
            with worker() as process:
                build_report.delay(report.job_id)
                self._wait_for(report, process)
        report.job.refresh_from_db()
        if report.job.state != JobState.DONE:
            raise CommandError(f"The PDF was not made. {report.job.reason or 'The worker did not finish in time.'}")

    def _wait_for(self, report: Report, process: "subprocess.Popen[bytes]") -> None:
        self.stdout.write("Exporting the comparison through the worker ...")
        until = time.monotonic() + SECONDS_TO_EXPORT
        while time.monotonic() < until and not report.job.is_over:
            if process.poll() is not None:
                log = Path(settings.DEMO_FOLDER) / WORKER_LOG
                raise CommandError(f"The PDF was not made: the worker ended with code {process.returncode}. See {log}.")
            time.sleep(0.2)
            report.job.refresh_from_db()

    def _say(self, place: Path) -> None:
        self.stdout.write(f"\nThe comparison of TR-10 as PDF:\n  {place}\n\nSign in, on this machine only, as:")
        for person in PEOPLE:
            link = settings.BASE_URL + reverse("demo_sign_in", args=[signed_address(person.email)])
            self.stdout.write(f"  {Role(person.does).label}, {person.house}:\n    {link}")


@contextmanager
def worker() -> "Iterator[subprocess.Popen[bytes]]":
    """Run a Celery worker for as long as the block lasts; what it says is kept in a file beside the PDF."""
    with (Path(settings.DEMO_FOLDER) / WORKER_LOG).open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *WORKER], cwd=settings.BASE_DIR, start_new_session=True, stdout=log, stderr=log
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
