"""What came back: compared with the manifest of the offer, kept with the inquiry, printed on a page of its own."""

import hashlib
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from recovery.actions.attachment import add_attachment
from recovery.actions.inquiry import open_inquiry
from recovery.core.evidence.digests import FileDigest
from recovery.core.evidence.inspection import Checkpoint, Component, Correspondence, Inspection, Place, State, Stated
from recovery.core.evidence.manifest import Manifest, manifest_form
from recovery.core.evidence.verification import compare, verification_form
from recovery.models import Acceptance, Attachment, Role
from recovery.tasks import read_attachment
from tests.factories import close, make_offer, make_person, make_published, make_revision, supplier_of
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.ATTACHMENT_FOLDER = tmp_path / "attachments"
    settings.REPORT_FOLDER = tmp_path / "reports"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def manifest(**contents):
    files = {"model.safetensors": "weights 10", "optimizer.pt": "moments 10", **contents}
    optimizer = Component(
        "K3",
        State.PRESENT,
        (Place("optimizer.pt"),),
        stated=(Stated(10, "optimizer steps", Place("optimizer.pt", "state[*].step")),),
    )
    model = Component("K1", State.PRESENT, (Place("model.safetensors"),))
    checkpoint = Checkpoint(
        "checkpoint-10", "torch files", components=(model, optimizer), correspondence=Correspondence.UNKNOWN
    )
    return Manifest(
        "checkpoint-10",
        "2026-11-30T10:00:00Z",
        Inspection("checkpoint-10", "torch files", (checkpoint,)),
        tuple(FileDigest(path, len(text), digest(text)) for path, text in files.items() if text),
    )


def as_bytes(form):
    return json.dumps(form).encode()


OFFERED = as_bytes(manifest_form(manifest()))


def make_opened_with_manifest(body=OFFERED):
    inquiry = make_published()
    offer = make_offer(inquiry)
    if body:
        file = add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name="manifest.json", body=body)
        read_attachment(file.job_id)
    make_revision(offer)
    close(inquiry)
    open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    inquiry.refresh_from_db()
    return inquiry


def bring(inquiry, body, role=Role.BUYER):
    client = client_of(make_person(inquiry, role))
    sent = {"offer": inquiry.offers.get().code, "files": SimpleUploadedFile("report.json", body)}
    response = client.post(reverse("acceptance:add", args=[inquiry.code]), sent)
    for each in Acceptance.objects.filter(job__state="queued"):
        read_attachment(each.job_id)
    return client, response


def page_of(client, inquiry):
    return " ".join(client.get(reverse("acceptance:list", args=[inquiry.code])).content.decode().split())


def report_against(offered, **changed):
    returned = manifest(**changed)
    found = compare(
        manifest(),
        returned.files,
        returned.inspection,
        made_at="2026-12-01T10:00:00Z",
        manifest_sha256=hashlib.sha256(offered).hexdigest(),
    )
    return as_bytes(verification_form(found))


def test_a_return_that_equals_the_list_is_said_to_be_unchanged_and_what_that_leaves_open_is_said_too():
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, report_against(OFFERED))
    page = page_of(client, inquiry)
    assert "All 2 files on the list came back unchanged." in page
    assert "it does not establish that the list named the right things" in page
    assert "Compared with the manifest of the offer" in page


def test_a_changed_file_is_named_with_its_component():
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, report_against(OFFERED, **{"optimizer.pt": "moments 09"}))
    page = page_of(client, inquiry)
    assert "1 of 2 files on the list came back unchanged: 1 changed. Touched: optimizer state." in page
    assert "optimizer.pt" in page


def test_a_manifest_of_what_was_returned_is_compared_here():
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, as_bytes(manifest_form(manifest(**{"optimizer.pt": "", "extra.bin": "x"}))))
    page = page_of(client, inquiry)
    assert "1 of 2 files on the list came back unchanged: 1 missing. Touched: optimizer state." in page
    assert "not on the list" in page


def test_a_report_against_another_manifest_says_so():
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, report_against(b"another manifest"))
    assert "Compared with another manifest than the offer" in page_of(client, inquiry)


def test_without_a_manifest_of_the_offer_a_return_is_not_compared():
    inquiry = make_opened_with_manifest(body=b"")
    client, _response = bring(inquiry, as_bytes(manifest_form(manifest())))
    page = page_of(client, inquiry)
    assert "It could not be compared." in page
    assert "no manifest" in page


def test_what_is_neither_report_nor_manifest_says_so():
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, b"all good\n")
    assert "neither a report of" in page_of(client, inquiry)


def test_the_check_has_a_document_of_its_own_with_the_same_sentence(tmp_path):
    inquiry = make_opened_with_manifest()
    client, _response = bring(inquiry, report_against(OFFERED, **{"optimizer.pt": "moments 09"}))
    kept = Acceptance.objects.get()
    response = client.get(reverse("acceptance:document", args=[kept.code]))
    pdf = b"".join(response.streaming_content)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith("attachment;")
    assert hashlib.sha256(pdf).hexdigest() == kept.pdf_digest
    import pikepdf  # noqa: PLC0415  # one test reads the file

    (tmp_path / "check.pdf").write_bytes(pdf)
    with pikepdf.open(tmp_path / "check.pdf") as document:
        assert len(document.pages) == 1


@pytest.mark.parametrize("role", [Role.EVALUATOR, Role.AUDITOR])
def test_who_only_reads_adds_nothing(role):
    inquiry = make_opened_with_manifest()
    _client, response = bring(inquiry, report_against(OFFERED), role)
    assert response.status_code == 404
    assert not Acceptance.objects.exists()


def test_before_opening_there_is_no_such_page_and_never_for_a_supplier():
    inquiry = make_published()
    offer = make_offer(inquiry)
    make_revision(offer)
    address = reverse("acceptance:list", args=[inquiry.code])
    assert client_of(make_person(inquiry, Role.BUYER)).get(address).status_code == 404
    opened = make_opened_with_manifest()
    supplier = client_of(supplier_of(opened.offers.get()))
    assert supplier.get(reverse("acceptance:list", args=[opened.code])).status_code == 404


def test_the_register_of_the_comparison_calls_the_manifest_an_inventory_that_can_have_been_changed():
    inquiry = make_opened_with_manifest()
    client = client_of(make_person(inquiry, Role.PROCUREMENT))
    page = " ".join(client.get(reverse("report:compare", args=[inquiry.code])).content.decode().split())
    assert "A changed manifest cannot be told from an honest one." in page
    assert "Inventory naming components and point" in page
    assert "Manifest with digests made at save" not in page
    assert hashlib.sha256(OFFERED).hexdigest() in page


def test_the_offer_of_the_manifest_is_found_by_its_frozen_list():
    inquiry = make_opened_with_manifest()
    bring(inquiry, report_against(OFFERED))
    assert Acceptance.objects.get().against == Attachment.objects.get()
