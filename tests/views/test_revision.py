"""Receipts that can be checked without the site, withdrawal, and what came too late."""

import hashlib

import pytest
from django.urls import reverse

from recovery.actions.offer import submit_offer
from recovery.actions.refusals import InquiryClosed
from recovery.models import Offer, Revision, db_clock
from recovery.views.offer_form import asked_of, described_of
from tests.factories import MODEL_ALONE, close, make_offer, make_published, make_revision, supplier_of
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def revision():
    return make_revision(make_offer(make_published()))


def text_of(client, name, code):
    return client.get(reverse(name, args=[code])).content.decode()


def test_a_receipt_names_reference_revision_instant_zone_intent_version_and_digest(revision):
    page = text_of(client_of(supplier_of(revision.offer)), "offer:receipt", revision.code)
    for fact in (
        str(revision.code),
        revision.arrived_at.strftime("%Y-%m-%d %H:%M:%S.%f UTC"),
        revision.recorded_at.strftime("%Y-%m-%d %H:%M:%S.%f UTC"),
        revision.intent_version.digest,
        revision.digest,
    ):
        assert fact in page


def test_the_downloaded_answers_have_the_digest_of_the_receipt(revision):
    answer = client_of(supplier_of(revision.offer)).get(reverse("offer:answers", args=[revision.code]))
    assert hashlib.sha256(answer.content).hexdigest() == revision.digest
    assert answer["Content-Disposition"] == 'attachment; filename="answers-revision-1.json"'


def test_a_receipt_says_when_the_stored_answers_changed(revision):
    Revision.objects.filter(pk=revision.pk).update(described={"name": "changed"})
    page = text_of(client_of(supplier_of(revision.offer)), "offer:receipt", revision.code)
    assert "no longer have this digest" in page


def test_the_page_of_an_offer_tells_which_revision_counts(revision):
    client = client_of(supplier_of(revision.offer))
    assert "Revision 1 counts." in text_of(client, "offer:detail", revision.offer.code)
    client.post(reverse("offer:withdraw", args=[revision.offer.code]))
    assert "Nothing is submitted." in text_of(client, "offer:detail", revision.offer.code)
    assert "This revision does not count." in text_of(client, "offer:receipt", revision.code)


def test_a_draft_that_was_changed_after_sending_is_said_to_be_unsent():
    offer = make_offer(make_published())
    client = client_of(supplier_of(offer))
    offer.draft = MODEL_ALONE
    offer.save()
    make_revision(offer, described_of(offer, asked_of(offer.inquiry, offer.inquiry.intent_versions.get())))
    assert "is not sent" not in text_of(client, "offer:detail", offer.code)
    Offer.objects.filter(pk=offer.pk).update(draft={**MODEL_ALONE, "name": "Another name"})
    page = text_of(client, "offer:detail", offer.code)
    assert "The draft says something else than revision 1, and is not sent." in page
    assert reverse("offer:review", args=[offer.code]) in page


def test_a_receipt_says_whether_its_revision_counts_still(revision):
    client = client_of(supplier_of(revision.offer))
    assert "It counts. Until" in text_of(client, "offer:receipt", revision.code)
    later = make_revision(revision.offer, described={**revision.described, "name": "Another name"})
    assert "Revision 2 has replaced it and counts." in text_of(client, "offer:receipt", revision.code)
    assert "It counts. Until" in text_of(client, "offer:receipt", later.code)


def test_a_withdrawal_after_the_deadline_changes_nothing_and_says_why(revision):
    client = client_of(supplier_of(revision.offer))
    close(revision.offer.inquiry)
    answer = client.post(reverse("offer:withdraw", args=[revision.offer.code]), follow=True)
    assert "The inquiry takes no offers any more." in answer.content.decode()
    assert "Revision 1 counts." in answer.content.decode()


def test_a_late_attempt_is_shown_with_its_instants_and_can_be_fetched_again():
    offer = make_offer(make_published())
    close(offer.inquiry)
    with pytest.raises(InquiryClosed) as refused:
        submit_offer(
            offer_pk=offer.pk, by=supplier_of(offer), described=MODEL_ALONE, client_token="late", arrived=db_clock()
        )
    kept = refused.value.attempt
    client = client_of(supplier_of(offer))
    assert reverse("offer:attempt", args=[kept.code]) in text_of(client, "offer:detail", offer.code)
    page = text_of(client, "offer:attempt", kept.code)
    assert kept.arrived_at.strftime("%H:%M:%S.%f UTC") in page
    body = client.get(reverse("offer:attempt_answers", args=[kept.code])).content
    assert hashlib.sha256(body).hexdigest() == kept.digest
