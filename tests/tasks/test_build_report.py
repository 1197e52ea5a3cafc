"""Exports made in the background: whole, once, and only for who may read."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings as configured
from django.db import connection

from recovery.actions.report import order_report
from recovery.models import Event, Job, JobState, Membership, ReportKind, Role, Score
from recovery.models.report import report_path
from recovery.tasks import MOVED, NO_LONGER_ALLOWED, build_report, print_ahead, read_attachment, sweep
from tests.factories import make_opened, make_person, make_published


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.REPORT_FOLDER = tmp_path / "reports"


def order(kind=ReportKind.JSON):
    inquiry = make_opened(offers=2)
    return order_report(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT), kind=kind)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "begins"), [(ReportKind.JSON, b"{"), (ReportKind.PDF, b"%PDF-"), (ReportKind.CSV, b"")]
)
def test_each_form_is_made_and_filed(kind, begins):
    report = order(kind)
    build_report(report.job_id)
    report.refresh_from_db()
    assert report.job.state == JobState.DONE
    body = report_path(report.digest).read_bytes()
    assert len(body) == report.size > 100
    assert body.startswith(begins)


@pytest.mark.django_db
def test_printing_ahead_leaves_no_export_and_reads_nothing_that_is_sealed():
    opened, sealed = make_opened(offers=2), make_published()
    print_ahead(opened.pk, make_person(opened, Role.PROCUREMENT).pk)
    print_ahead(sealed.pk, make_person(sealed, Role.PROCUREMENT).pk)
    assert not Job.objects.exists()
    assert not Event.objects.filter(kind__startswith="report").exists()


@pytest.mark.django_db
def test_a_job_that_runs_twice_is_done_once():
    report = order()
    build_report(report.job_id)
    build_report(report.job_id)
    report.refresh_from_db()
    assert (report.job.state, report.job.attempt) == (JobState.DONE, 1)


@pytest.mark.django_db
def test_who_lost_the_role_meanwhile_gets_no_file():
    report = order()
    Membership.objects.filter(user=report.ordered_by).delete()
    build_report(report.job_id)
    report.refresh_from_db()
    assert (report.job.state, report.job.reason, report.digest) == (JobState.FAILED, NO_LONGER_ALLOWED, "")


@pytest.mark.django_db
def test_an_export_never_holds_other_versions_than_it_names():
    report = order()
    Score.objects.create(
        inquiry=report.inquiry,
        revision=report.inquiry.offers.first().revisions.get(),
        evaluator=make_person(report.inquiry, Role.EVALUATOR),
        criterion="Q1",
        value=3,
    )
    build_report(report.job_id)
    report.refresh_from_db()
    assert (report.job.state, report.job.reason) == (JobState.FAILED, MOVED)


@pytest.mark.django_db
def test_an_error_lets_go_of_the_job_at_once_and_says_what_it_was(monkeypatch):
    report = order()
    monkeypatch.setattr("recovery.tasks.MAKERS", {})
    with pytest.raises(KeyError):
        build_report(report.job_id)
    report.refresh_from_db()
    assert "KeyError" in report.job.reason
    assert sweep() == 1


def database_address():
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST'] or '127.0.0.1'}:{at['PORT'] or 5432}/{at['NAME']}"


def start_worker(folder):
    """A real worker with an empty queue: it can know of a job only from its row."""
    variables = {
        **os.environ, "DATABASE_URL": database_address(), "VAR_DIR": str(folder), "BROKER_URL": "filesystem://",
        "SECRET_KEY": configured.SECRET_KEY, "RECOVERY_MODE": "test", "DJANGO_SETTINGS_MODULE": "recovery.settings",
    }  # fmt: skip
    words = ("-m", "celery", "--quiet", "--app", "recovery.worker", "worker", "--pool", "solo", "--loglevel", "ERROR")
    return subprocess.Popen(
        [sys.executable, *words], env=variables, cwd=configured.BASE_DIR, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def wait_until(has_happened, seconds=60):
    until = time.monotonic() + seconds
    while not has_happened() and time.monotonic() < until:
        time.sleep(0.1)
    return has_happened()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_at_work_leaves_a_job_that_the_next_worker_ends(tmp_path):
    """The bell is never rung and the first worker is killed outright: the row alone brings the export to its end."""
    report = order(ReportKind.PDF)
    first = start_worker(tmp_path)
    try:
        assert wait_until(lambda: Job.objects.get(pk=report.job_id).state == JobState.RUNNING)
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    Job.objects.filter(pk=report.job_id, state=JobState.RUNNING).update(lease_until="2020-01-01T00:00:00Z")
    second = start_worker(tmp_path)
    try:
        assert wait_until(lambda: Job.objects.get(pk=report.job_id).state == JobState.DONE)
    finally:
        second.terminate()
        second.wait(30)
    report.refresh_from_db()
    assert report_path(report.digest).read_bytes().startswith(b"%PDF-")


@pytest.mark.django_db
def test_nothing_that_travels_through_the_broker_names_an_answer(settings, tmp_path):
    report = order()
    message = json.dumps(build_report.signature((report.job_id,)))
    assert "Offer A" not in message
    assert report.inquiry.reference not in message


@pytest.mark.django_db
@pytest.mark.parametrize("task", [build_report, read_attachment])
@pytest.mark.parametrize("key", [None, "x", "1", -1, 0, 10**30, 1.5, True, [1], {"pk": 1}, float("nan")])
def test_a_key_that_names_no_job_does_nothing(task, key):
    Job.objects.all().delete()
    task(key)
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_a_task_leaves_work_of_another_kind_alone():
    report = order()
    read_attachment(report.job_id)
    report.job.refresh_from_db()
    assert (report.job.state, report.job.attempt) == (JobState.QUEUED, 0)
    build_report(report.job_id)
    report.job.refresh_from_db()
    assert report.job.state == JobState.DONE
