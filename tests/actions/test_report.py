"""Exports: ordered once for the same versions, filed whole or not at all."""

import hashlib

import pytest

from recovery.actions.job import claim_job
from recovery.actions.refusals import NotRetryable
from recovery.actions.report import fail_report, file_report, order_report, retry_report
from recovery.models import JobState, Report, ReportKind, Role, Score
from recovery.models.report import report_path
from recovery.queries import OffersSealed
from tests.factories import make_offer, make_opened, make_person, make_published, make_revision

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.REPORT_FOLDER = tmp_path / "reports"


def order(inquiry, kind=ReportKind.PDF):
    return order_report(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT), kind=kind)


def test_the_same_export_twice_is_the_first_one():
    inquiry = make_opened(offers=2)
    assert order(inquiry) == order(inquiry)
    assert Report.objects.count() == 1


def test_each_form_is_an_export_of_its_own():
    inquiry = make_opened()
    assert order(inquiry, ReportKind.PDF) != order(inquiry, ReportKind.CSV)


def test_a_new_score_makes_a_new_export():
    inquiry = make_opened()
    first = order(inquiry)
    Score.objects.create(
        inquiry=inquiry,
        revision=inquiry.offers.get().revisions.get(),
        evaluator=make_person(inquiry, Role.EVALUATOR),
        criterion="Q1",
        value=2,
        reason="Named",
    )
    assert order(inquiry) != first


def test_sealed_offers_are_not_exported():
    inquiry = make_published()
    make_revision(make_offer(inquiry))
    with pytest.raises(OffersSealed):
        order(inquiry)
    assert not Report.objects.exists()


def test_a_filed_export_is_whole_and_named_by_its_digest():
    report = order(make_opened())
    assert file_report(job=claim_job(job_pk=report.job_id, kind="report"), body=b"document")
    report.refresh_from_db()
    assert (report.job.state, report.size) == (JobState.DONE, 8)
    assert report.digest == hashlib.sha256(b"document").hexdigest()
    assert report_path(report.digest).read_bytes() == b"document"
    assert [each.name for each in report_path(report.digest).parent.iterdir()] == [report.digest]


def test_a_stale_worker_files_nothing():
    report = order(make_opened())
    stale = claim_job(job_pk=report.job_id, kind="report")
    stale.attempt -= 1
    assert not file_report(job=stale, body=b"late")
    report.refresh_from_db()
    assert (report.digest, report.size) == ("", None)


def test_a_failed_export_says_why_and_can_be_made_again():
    report = order(make_opened())
    first_job = report.job
    fail_report(job=claim_job(job_pk=first_job.pk, kind="report"), reason="It is too large.")
    first_job.refresh_from_db()
    assert (first_job.state, first_job.reason) == (JobState.FAILED, "It is too large.")
    again = retry_report(report_pk=report.pk, by=report.ordered_by)
    assert (again.job.state, again.job == first_job) == (JobState.QUEUED, False)
    assert not file_report(job=first_job, body=b"late")


def test_an_export_that_did_not_fail_is_not_made_again():
    report = order(make_opened())
    with pytest.raises(NotRetryable):
        retry_report(report_pk=report.pk, by=report.ordered_by)
