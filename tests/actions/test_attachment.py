"""Attached files: kept once, never replaced, frozen with the revision, fetched only by those who may."""

import hashlib
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from recovery.actions.attachment import add_acceptance, add_attachment, file_reading, remove_attachment, remove_orphans
from recovery.actions.job import claim_job
from recovery.actions.offer import submit_offer
from recovery.actions.refusals import InquiryClosed, NotAllowed, TooMuchAttached
from recovery.core.attached.content import AttachmentRefused
from recovery.models import Attachment, Event, Job, Role, db_clock
from recovery.queries import OffersSealed, file_for
from tests.factories import (
    MODEL_ALONE,
    close,
    make_offer,
    make_opened,
    make_person,
    make_published,
    make_revision,
    supplier_of,
)

pytestmark = pytest.mark.django_db

LOG = b"step 10 saved\n"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.ATTACHMENT_FOLDER = tmp_path / "attachments"


def attach(offer, body=LOG, name="train.log"):
    return add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name=name, body=body)


def kept(folder):
    return [each for each in folder.rglob("*") if each.is_file()]


def submit(offer, token, described=MODEL_ALONE):
    return submit_offer(
        offer_pk=offer.pk, by=supplier_of(offer), described=described, client_token=token, arrived=db_clock()
    )


def test_a_file_is_kept_under_a_name_of_ours_where_nobody_else_looks(settings):
    attachment = attach(make_offer(make_published()), name="../../train.log")
    assert attachment.shown_name == "train.log"
    assert attachment.digest == hashlib.sha256(LOG).hexdigest()
    assert attachment.path.read_bytes() == LOG
    assert "train" not in str(attachment.path.relative_to(settings.ATTACHMENT_FOLDER))
    assert stat.S_IMODE(attachment.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(attachment.path.parent.stat().st_mode) == 0o700


def test_the_same_bytes_again_are_the_first_file_of_this_offer_only(settings):
    inquiry = make_published()
    offer, rival = make_offer(inquiry), make_offer(inquiry)
    assert attach(offer) == attach(offer, name="again.log")
    assert attach(rival).kept_as != offer.attachments.get().kept_as
    assert len(kept(settings.ATTACHMENT_FOLDER)) == 2


def test_what_is_refused_leaves_no_byte_behind(settings):
    offer = make_offer(make_published())
    with pytest.raises(AttachmentRefused):
        attach(offer, b"PK\x03\x04")
    settings.ATTACHMENT_TOTAL_BYTES = 10
    with pytest.raises(TooMuchAttached):
        attach(offer)
    with pytest.raises(NotAllowed):
        add_attachment(offer_pk=offer.pk, by=supplier_of(make_offer(make_published())), name="x", body=b"x")
    close(offer.inquiry)
    with pytest.raises(InquiryClosed):
        attach(offer, b"late")
    assert kept(settings.ATTACHMENT_FOLDER) == []
    assert not Attachment.objects.exists()


def test_a_revision_freezes_the_list_and_keeps_a_file_that_the_draft_gives_up(settings):
    offer = make_offer(make_published())
    attachment = attach(offer)
    revision = submit(offer, "first")
    assert revision.attachments == [attachment.frozen]
    remove_attachment(attachment_pk=attachment.pk, by=supplier_of(offer))
    assert attachment.path.read_bytes() == LOG
    second = submit(offer, "second")
    assert (second.number, second.attachments) == (2, [])
    revision.refresh_from_db()
    assert revision.attachments[0]["digest"] == hashlib.sha256(LOG).hexdigest()


def test_a_file_that_was_never_submitted_goes_away_with_its_row(settings, django_capture_on_commit_callbacks):
    offer = make_offer(make_published())
    attachment = attach(offer)
    with django_capture_on_commit_callbacks(execute=True):
        remove_attachment(attachment_pk=attachment.pk, by=supplier_of(offer))
    assert not Attachment.objects.exists()
    assert kept(settings.ATTACHMENT_FOLDER) == []


def test_the_same_answers_with_another_file_are_another_revision():
    offer = make_offer(make_published())
    first = submit(offer, "first")
    assert submit(offer, "again") == first
    attach(offer)
    assert submit(offer, "third").number == 2


def test_before_opening_only_the_supplier_fetches_the_file():
    inquiry = make_published()
    offer = make_offer(inquiry)
    attachment = attach(offer)
    submit(offer, "first")
    assert file_for(attachment.code, supplier_of(offer)) == attachment
    assert file_for(attachment.code, supplier_of(make_offer(inquiry))) is None
    for role in Role:
        assert file_for(attachment.code, make_person(inquiry, role)) is None


def test_after_opening_the_buying_side_fetches_what_the_standing_revision_holds_and_nothing_else():
    inquiry = make_opened()
    offer = inquiry.offers.get()
    revision = offer.revisions.get()
    submitted = Attachment.objects.create(
        offer=offer, shown_name="a", content="text", size=1, digest="0" * 64, by=supplier_of(offer)
    )
    drafted = Attachment.objects.create(
        offer=offer, shown_name="b", content="text", size=1, digest="1" * 64, by=supplier_of(offer)
    )
    type(revision).objects.filter(pk=revision.pk).update(attachments=[submitted.frozen])
    reader = make_person(inquiry, Role.AUDITOR)
    assert file_for(submitted.code, reader) == submitted
    assert file_for(drafted.code, reader) is None
    assert file_for(submitted.code, make_person(make_opened(), Role.AUDITOR)) is None
    reader.memberships.all().delete()
    assert file_for(submitted.code, reader) is None


def test_a_stale_reading_is_dropped():
    attachment = attach(make_offer(make_published()))
    stale = claim_job(job_pk=attachment.job_id, kind="reading")
    Job.objects.filter(pk=stale.pk).update(attempt=2)
    assert not file_reading(job=stale, reading={"what": "stale"})
    attachment.refresh_from_db()
    assert attachment.reading is None


def test_the_check_of_a_return_is_kept_with_an_opened_inquiry_only():
    inquiry = make_published()
    offer = make_offer(inquiry)
    make_revision(offer)
    buyer = make_person(inquiry, Role.BUYER)
    with pytest.raises(OffersSealed):
        add_acceptance(inquiry_pk=inquiry.pk, offer_pk=offer.pk, by=buyer, name="report.json", body=b"{}")
    opened = make_opened()
    reader = make_person(opened, Role.BUYER)
    kept_file = add_acceptance(
        inquiry_pk=opened.pk, offer_pk=opened.offers.get().pk, by=reader, name="report.json", body=b"{}"
    )
    assert file_for(kept_file.code, reader) == kept_file
    assert file_for(kept_file.code, supplier_of(opened.offers.get())) is None


def test_the_trail_names_the_file_by_code_and_digest_and_never_by_its_name():
    offer = make_offer(make_published())
    attachment = attach(offer, name="canary-name.log")
    event = Event.objects.get(kind="attached")
    assert event.details == {"file": str(attachment.code), "digest": attachment.digest}


def test_a_file_without_a_row_is_removed_after_a_day_and_no_other(settings):
    attachment = attach(make_offer(make_published()))
    orphan, fresh = (attachment.path.with_name(name) for name in ("f" * 32, "e" * 32))
    for each in (orphan, fresh):
        each.write_bytes(b"x")
    for each in (orphan, attachment.path):
        os.utime(each, (0, 0))
    assert remove_orphans() == 1
    assert (orphan.exists(), fresh.exists(), attachment.path.exists()) == (False, True, True)


@pytest.mark.django_db(transaction=True)
def test_the_limit_on_the_files_of_an_offer_holds_for_uploads_at_the_same_time(settings):
    settings.ATTACHMENT_MOST = 3
    offer = make_offer(make_published())

    def one(number):
        try:
            attach(offer, f"log {number}\n".encode())
        except TooMuchAttached:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(6) as people:
        assert sum(people.map(one, range(8))) == 3
    assert len(kept(settings.ATTACHMENT_FOLDER)) == 3
