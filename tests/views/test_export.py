"""Ordering an export, seeing it made, fetching it, trying again."""

import pytest
from django.urls import reverse

from recovery.actions.job import claim_job
from recovery.actions.report import fail_report
from recovery.models import Event, Report, Role
from recovery.models.report import report_path
from recovery.tasks import build_report
from tests.factories import make_opened, make_person
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.REPORT_FOLDER = tmp_path / "reports"


@pytest.fixture
def rung(monkeypatch):
    """The jobs for which the bell was rung; nobody hears it here."""
    heard = []
    monkeypatch.setattr(build_report, "delay_on_commit", heard.append)
    return heard


@pytest.fixture
def inquiry():
    return make_opened()


@pytest.fixture
def client(inquiry):
    return client_of(make_person(inquiry, Role.PROCUREMENT))


def order(client, inquiry, kind="json"):
    return client.post(reverse("report:order", args=[inquiry.code]), {"kind": kind}, follow=True).content.decode()


def test_an_export_is_ordered_made_and_fetched(client, inquiry, rung):
    assert "It waits for its turn." in order(client, inquiry)
    report = Report.objects.get()
    assert rung == [report.job_id]
    build_report(report.job_id)
    report.refresh_from_db()
    assert "Ready." in client.get(reverse("report:status", args=[report.code])).content.decode()
    answer = client.get(reverse("report:download", args=[report.code]))
    assert b"".join(answer.streaming_content) == report_path(report.digest).read_bytes()
    assert answer["Content-Disposition"].startswith("attachment;")
    assert Event.objects.filter(kind="report_downloaded").count() == 1


def test_the_same_export_again_is_there_at_once_and_rings_no_bell(client, inquiry, rung):
    order(client, inquiry)
    build_report(Report.objects.get().job_id)
    assert "Ready." in order(client, inquiry)
    assert len(rung) == 1


def test_the_part_that_changes_is_asked_for_by_itself_until_it_is_over(client, inquiry, rung):
    order(client, inquiry)
    address = reverse("report:status", args=[Report.objects.get().code])
    part = client.get(address, headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part
    assert "every 2s" in part
    build_report(Report.objects.get().job_id)
    assert "every 2s" not in client.get(address, headers={"hx-request": "true"}).content.decode()


def test_a_failed_export_says_why_and_is_made_on_a_second_try(client, inquiry, rung):
    order(client, inquiry)
    report = Report.objects.get()
    fail_report(job=claim_job(job_pk=report.job_id, kind="report"), reason="It is too large.")
    address = reverse("report:status", args=[report.code])
    assert "It is too large." in client.get(address).content.decode()
    client.post(reverse("report:retry", args=[report.code]))
    build_report(rung[-1])
    assert "Ready." in client.get(address).content.decode()


def test_a_file_that_is_gone_is_made_again(client, inquiry, rung):
    order(client, inquiry)
    report = Report.objects.get()
    build_report(report.job_id)
    report.refresh_from_db()
    report_path(report.digest).unlink()
    assert client.get(reverse("report:download", args=[report.code])).status_code == 302
    assert "It waits for its turn." in order(client, inquiry)
    assert len(rung) == 2


def test_an_unknown_form_is_not_found(client, inquiry, rung):
    assert client.post(reverse("report:order", args=[inquiry.code]), {"kind": "exe"}).status_code == 404
    assert rung == []
