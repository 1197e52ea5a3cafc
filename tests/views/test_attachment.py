"""Uploads from who is signed in only, downloads as attachments only, readings shown beside the answers."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from recovery.actions.attachment import add_attachment
from recovery.actions.offer import save_offer_draft
from recovery.models import Attachment, Event, JobState, Role
from recovery.tasks import read_attachment, sweep
from tests.factories import close, make_offer, make_opened, make_person, make_published, supplier_of
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db

EBS = json.dumps(
    {
        "Snapshots": [
            {
                "SnapshotId": "snap-0a1b2c3d4e5f60718",
                "VolumeId": "vol-0a1b2c3d4e5f60718",
                "State": "completed",
                "StartTime": "2026-11-29T22:00:00.000Z",
                "Progress": "100%",
                "OwnerId": "123456789012",
                "Tags": [{"Key": "checkpoint", "Value": "step 10"}],
            }
        ]
    }
).encode()
COPY = {
    "name": "",
    "answers": {},
    "objects": [{"name": "V11", "S6": "copy_named", "S7": {"K1": "yes"}}],
    "copies": [{"name": "Nightly", "S34": "failed", "S32": {"requested": "2026-11-29T20:00:00+00:00"}}],
    "evidence": [],
}


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.ATTACHMENT_FOLDER = tmp_path / "attachments"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path


def upload(client, offer, body=b"step 10 saved\n", name="train.log", **extra):
    file = SimpleUploadedFile(name, body)
    return client.post(reverse("attachment:add", args=[offer.code]), {"files": file}, follow=True, **extra)


def kept(tmp_path: Path):
    return [each for each in tmp_path.rglob("*") if each.is_file()]


def text_of(response):
    return " ".join(response.content.decode().split())


def read_everything():
    for attachment in Attachment.objects.filter(job__state=JobState.QUEUED):
        read_attachment(attachment.job_id)


def test_an_upload_without_signing_in_writes_nothing(tmp_path):
    offer = make_offer(make_published())
    for client in (Client(), Client(enforce_csrf_checks=True)):
        response = upload(client, offer, b"x" * 5_000_000)
        assert response.status_code in {200, 403}
        assert kept(tmp_path) == []
    assert not Attachment.objects.exists()


def test_a_form_that_takes_no_files_gets_none(tmp_path):
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    client.post(reverse("offer:withdraw", args=[offer.code]), {"files": SimpleUploadedFile("x.log", b"x" * 100_000)})
    assert kept(tmp_path) == []


def test_what_is_over_the_limit_is_not_kept_and_the_page_says_the_limit(settings, tmp_path):
    settings.ATTACHMENT_MAX_BYTES = 100_000
    offer = make_offer(make_published())
    response = upload(client_of(supplier_of(offer)), offer, b"x" * 150_000)
    assert "is not taken" in text_of(response)
    assert kept(tmp_path) == []


def test_more_files_at_once_than_are_taken_are_told_at_the_form_and_none_is_kept(tmp_path):
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))

    def attach(number):
        files = [SimpleUploadedFile(f"{place}.log", f"step {place}\n".encode()) for place in range(number)]
        return client.post(reverse("attachment:add", args=[offer.code]), {"files": files}, follow=True)

    for number in (21, 60):
        response = attach(number)
        assert response.status_code == 200
        assert "More than 20 files at once are not taken, so none of these was." in text_of(response)
        assert kept(tmp_path) == []
    attach(20)
    assert Attachment.objects.count() == 20


def test_weights_are_refused_with_the_tool_offered_and_no_name_hides_them():
    offer = make_offer(make_published())
    response = upload(client_of(supplier_of(offer)), offer, b"PK\x03\x04 weights", "manifest.json")
    assert "run the tool beside the checkpoint" in text_of(response)
    assert not Attachment.objects.exists()


def test_nobody_attaches_to_the_offer_of_another():
    inquiry = make_published()
    offer, rival = make_offer(inquiry), make_offer(inquiry)
    assert upload(client_of(supplier_of(rival)), offer).status_code == 404
    assert upload(client_of(make_person(inquiry, Role.BUYER)), offer).status_code == 404


@pytest.mark.parametrize(
    ("name", "body"), [("x.html", b"<script>alert(1)</script>"), ("x.svg", b"<svg onload=a()>"), ("x.pdf", b"%PDF-1.7")]
)
def test_a_download_is_saved_and_never_shown(name, body):
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    upload(client, offer, body, name)
    response = client.get(reverse("attachment:download", args=[offer.attachments.get().code]))
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"].startswith("attachment;")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert response["Cache-Control"] == "no-store"
    assert b"".join(response.streaming_content) == body
    assert Event.objects.filter(kind="file_downloaded").count() == 1


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_file_of_a_sealed_offer_is_not_found_by_anybody_else(method):
    inquiry = make_published()
    offer = make_offer(inquiry)
    file = add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name="a.log", body=b"a")
    address = reverse("attachment:download", args=[file.code])
    for role in Role:
        assert getattr(client_of(make_person(inquiry, role)), method)(address).status_code == 404
    assert getattr(client_of(supplier_of(make_offer(inquiry))), method)(address).status_code == 404


def test_the_page_says_being_read_and_then_what_was_read():
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    assert "Being read." in text_of(upload(client, offer, EBS, "snapshots.json"))
    read_everything()
    page = text_of(client.get(reverse("attachment:list", args=[offer.code])))
    assert "Record of a storage system" in page
    assert "snap-0a1b2c3d4e5f60718" in page
    assert "2026-11-29T22:00:00.000Z" in page
    assert "Being read." not in page


def test_a_reading_that_fails_says_why():
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    upload(client, offer, b'{"Snapshots": [' + b"[" * 50_000, "deep.json")
    read_everything()
    page = text_of(client.get(reverse("attachment:list", args=[offer.code])))
    assert "It could not be read." in page
    assert offer.attachments.get().job.reason in page.replace("&#x27;", "'")


def test_the_sweeper_rings_for_a_reading_whose_bell_was_not_heard():
    offer = make_offer(make_published())
    add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name="a.json", body=EBS)
    from recovery.worker import app  # noqa: PLC0415  # its switch is turned for this test alone

    app.conf.task_always_eager = True
    try:
        assert sweep() == 1
    finally:
        app.conf.task_always_eager = False
    attachment = offer.attachments.get()
    assert attachment.job.state == JobState.DONE
    assert attachment.reading["what"] == "record"


def make_copy_with_record():
    offer = make_offer(make_published())
    supplier = supplier_of(offer)
    save_offer_draft(offer_pk=offer.pk, by=supplier, draft=COPY, version=0)
    add_attachment(offer_pk=offer.pk, by=supplier, name="snapshots.json", body=EBS)
    read_everything()
    return offer, client_of(supplier)


def test_each_difference_names_both_halves():
    offer, client = make_copy_with_record()
    page = text_of(client.get(reverse("attachment:list", args=[offer.code])))
    assert "answered: failed; <strong>read: the status is completed" in page
    assert "answered: requested 2026-11-29 20:00:00+00:00" in page


def test_a_label_that_claims_a_point_is_a_claim_and_never_offered():
    offer, client = make_copy_with_record()
    response = client.get(reverse("attachment:list", args=[offer.code]))
    assert "Claimed by label" in text_of(response)
    offered = [each for shown in response.context["attachments"] for each in shown.beside.suggestions]
    assert {each.question for each in offered} & {"S7", "S8", "S8a"} == set()


def choose(client, offer, question, version=None):
    response = client.get(reverse("attachment:list", args=[offer.code]))
    shown = response.context["attachments"][0]
    value = next(each for each in shown.beside.suggestions if each.question == question)
    offer.refresh_from_db()
    sent = {"value": value.key, "version": offer.draft_version if version is None else version}
    return client.post(reverse("attachment:use", args=[shown.file.code]), sent, follow=True)


def test_nothing_is_filled_in_until_the_supplier_takes_it_and_then_one_value_is():
    offer, client = make_copy_with_record()
    offer.refresh_from_db()
    assert offer.draft == COPY
    choose(client, offer, "S34")
    offer.refresh_from_db()
    assert offer.draft == {**COPY, "copies": [{**COPY["copies"][0], "S34": "completed"}]}
    page = text_of(client.get(reverse("attachment:list", args=[offer.code])))
    assert "answered: failed" not in page


def test_a_value_is_not_taken_into_a_draft_that_changed_meanwhile():
    offer, client = make_copy_with_record()
    response = choose(client, offer, "S34", version=0)
    assert "The answers changed meanwhile." in text_of(response)
    offer.refresh_from_db()
    assert offer.draft == COPY


def test_a_form_cannot_bring_a_value_of_its_own():
    offer, client = make_copy_with_record()
    address = reverse("attachment:use", args=[offer.attachments.get().code])
    client.post(address, {"value": '{"S34": "none"}', "version": offer.draft_version})
    offer.refresh_from_db()
    assert offer.draft == COPY


def test_after_the_deadline_no_file_is_taken():
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    close(offer.inquiry)
    page = text_of(upload(client, offer))
    assert "takes no offers any more" in page
    assert not Attachment.objects.exists()


@pytest.mark.parametrize("files", [1, 4])
def test_the_page_asks_a_constant_number_of_questions(files, django_assert_num_queries):
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    for number in range(files):
        add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name=f"{number}.json", body=EBS + b" " * number)
    clock = 2 if connection.vendor == "postgresql" else 0  # only there the clock is a question to the database
    with django_assert_num_queries(6 + clock):
        client.get(reverse("attachment:list", args=[offer.code]))


def test_an_opened_file_is_fetched_by_who_may_read_the_offers():
    inquiry = make_opened()
    offer = inquiry.offers.get()
    file = Attachment.objects.create(
        offer=offer, shown_name="a.log", content="text", size=1, digest="0" * 64, by=supplier_of(offer)
    )
    file.path.parent.mkdir(parents=True)
    file.path.write_bytes(b"a")
    revision = offer.revisions.get()
    type(revision).objects.filter(pk=revision.pk).update(attachments=[file.frozen])
    response = client_of(make_person(inquiry, Role.PROCUREMENT)).get(reverse("attachment:download", args=[file.code]))
    assert b"".join(response.streaming_content) == b"a"


def test_the_tool_is_offered_with_its_digest_when_it_was_built(settings, tmp_path):
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    settings.TOOL_FOLDER = tmp_path / "dist"
    address = reverse("attachment:list", args=[offer.code])
    assert "make tool" in text_of(client.get(address))
    assert client.get(reverse("attachment:tool")).status_code == 404
    settings.TOOL_FOLDER.mkdir()
    (settings.TOOL_FOLDER / "recovery.pyz").write_bytes(b"#!python\n")
    assert "sha256 " in text_of(client.get(address))
    assert b"".join(client.get(reverse("attachment:tool")).streaming_content) == b"#!python\n"
