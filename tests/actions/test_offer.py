"""Submitting, withdrawing, and what comes too late."""

from datetime import timedelta

import pytest

from recovery.actions.inquiry import cancel_inquiry
from recovery.actions.offer import save_offer_draft, submit_offer, withdraw_offer
from recovery.actions.refusals import DraftMoved, InquiryClosed, NotAllowed, NothingToWithdraw
from recovery.models import Event, Membership, Offer, Revision, db_clock, digest_of
from recovery.models.offer import RevisionIsFrozen
from tests.factories import MODEL_ALONE, close, make_offer, make_published, make_revision, supplier_of

pytestmark = pytest.mark.django_db
OTHER = {**MODEL_ALONE, "name": "Another text"}


def submit(offer, *, form="form 1", described=MODEL_ALONE, arrived=None, version=None):
    return submit_offer(
        offer_pk=offer.pk,
        by=supplier_of(offer),
        described=described,
        client_token=form,
        arrived=arrived or db_clock(),
        version=version,
    )


def test_a_submission_in_time_is_frozen_with_its_digest_and_intent_version():
    offer = make_offer(make_published())
    revision = submit(offer)
    assert (revision.number, revision.intent_version.number) == (1, 1)
    assert revision.described == MODEL_ALONE
    assert revision.digest == digest_of(MODEL_ALONE)
    assert revision.is_intact


def test_the_same_form_sent_twice_is_answered_with_the_first_receipt():
    offer = make_offer(make_published())
    assert submit(offer) == submit(offer)
    assert offer.revisions.count() == 1
    assert Event.objects.filter(kind="submitted").count() == 1


def test_two_tabs_with_the_same_answers_make_one_revision():
    offer = make_offer(make_published())
    assert submit(offer, form="tab 1") == submit(offer, form="tab 2")
    assert offer.revisions.count() == 1


def test_the_same_form_with_other_answers_loses_neither_text():
    offer = make_offer(make_published())
    submit(offer)
    with pytest.raises(DraftMoved) as refused:
        submit(offer, described=OTHER)
    assert (refused.value.stored, refused.value.typed) == (MODEL_ALONE, OTHER)
    assert offer.revisions.count() == 1


def test_other_answers_make_the_next_revision_and_it_alone_stands():
    offer = make_offer(make_published())
    submit(offer, form="first")
    second = submit(offer, form="second", described=OTHER)
    assert second.number == 2
    assert list(offer.revisions.standing()) == [second]


def test_revision_numbers_and_references_count_nothing_beyond_the_own_offer():
    inquiry = make_published()
    first, second = make_revision(make_offer(inquiry)), make_revision(make_offer(inquiry))
    assert (first.number, second.number) == (1, 1)
    assert first.code.version == second.code.version == 4


def test_what_arrives_at_the_very_deadline_is_late():
    inquiry = make_published()
    offer = make_offer(inquiry)
    with pytest.raises(InquiryClosed):
        submit(offer, arrived=inquiry.deadline_at)
    assert submit(offer, arrived=inquiry.deadline_at - timedelta(microseconds=1)).number == 1


def test_what_arrived_in_time_is_recorded_within_the_drain_window():
    inquiry = make_published(seconds=-5, drain=60)
    offer = make_offer(inquiry)
    assert submit(offer, arrived=inquiry.deadline_at - timedelta(seconds=1)).recorded_at > inquiry.deadline_at


def test_what_arrived_in_time_is_late_after_the_drain_window():
    inquiry = make_published(seconds=-61, drain=60)
    with pytest.raises(InquiryClosed):
        submit(make_offer(inquiry), arrived=inquiry.deadline_at - timedelta(seconds=1))


def test_a_late_attempt_is_kept_with_its_text_and_both_instants():
    inquiry = make_published()
    offer = make_offer(inquiry)
    close(inquiry)
    with pytest.raises(InquiryClosed) as refused:
        submit(offer)
    attempt = offer.late_attempts.get()
    assert refused.value.attempt == attempt
    assert attempt.described == MODEL_ALONE
    assert attempt.arrived_at <= attempt.recorded_at
    assert Event.objects.filter(kind="refused", details__act="submit").count() == 1
    assert not offer.revisions.exists()


def test_the_same_late_form_is_on_record_once():
    inquiry = make_published()
    offer = make_offer(inquiry)
    close(inquiry)
    for _ in range(2):
        with pytest.raises(InquiryClosed):
            submit(offer)
    assert offer.late_attempts.count() == 1


def test_a_cancelled_inquiry_takes_nothing_and_keeps_what_was_sent():
    inquiry = make_published()
    offer = make_offer(inquiry)
    cancel_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by, reason="No longer needed")
    with pytest.raises(InquiryClosed):
        submit(offer)
    assert offer.late_attempts.get().reason == "not_open"


def test_withdrawing_takes_back_every_revision_and_an_older_one_does_not_return():
    offer = make_offer(make_published())
    submit(offer, form="first")
    submit(offer, form="second", described=OTHER)
    withdraw_offer(offer_pk=offer.pk, by=supplier_of(offer), arrived=db_clock())
    assert not offer.revisions.standing().exists()
    assert offer.revisions.filter(withdrawn_at__isnull=True).count() == 0


def test_after_withdrawing_the_same_answers_can_be_submitted_again():
    offer = make_offer(make_published())
    first = submit(offer)
    withdraw_offer(offer_pk=offer.pk, by=supplier_of(offer), arrived=db_clock())
    again = submit(offer)
    assert (again.number, again.code == first.code) == (2, False)


def test_nothing_submitted_is_nothing_to_withdraw():
    offer = make_offer(make_published())
    with pytest.raises(NothingToWithdraw):
        withdraw_offer(offer_pk=offer.pk, by=supplier_of(offer), arrived=db_clock())


def test_a_withdrawal_after_the_deadline_is_refused_and_on_record():
    inquiry = make_published()
    offer = make_offer(inquiry)
    revision = submit(offer)
    close(inquiry)
    with pytest.raises(InquiryClosed):
        withdraw_offer(offer_pk=offer.pk, by=supplier_of(offer), arrived=db_clock())
    assert offer.revisions.standing().get() == revision
    assert Event.objects.filter(kind="refused", details__act="withdraw").count() == 1


def test_a_frozen_revision_cannot_be_saved_again():
    revision = make_revision(make_offer(make_published()))
    revision.described = OTHER
    with pytest.raises(RevisionIsFrozen):
        revision.save()


def test_changed_stored_answers_are_noticed():
    revision = make_revision(make_offer(make_published()))
    Revision.objects.filter(pk=revision.pk).update(described=OTHER)
    assert not Revision.objects.get(pk=revision.pk).is_intact


def test_who_no_longer_supplies_submits_nothing():
    offer = make_offer(make_published())
    person = supplier_of(offer)
    Membership.objects.filter(user=person).delete()
    with pytest.raises(NotAllowed):
        submit_offer(offer_pk=offer.pk, by=person, described=MODEL_ALONE, client_token="form", arrived=db_clock())


def test_a_draft_is_kept_also_after_the_deadline():
    inquiry = make_published()
    offer = make_offer(inquiry)
    close(inquiry)
    save_offer_draft(offer_pk=offer.pk, by=supplier_of(offer), draft=MODEL_ALONE, version=0)
    assert Offer.objects.get(pk=offer.pk).draft == MODEL_ALONE


def test_of_two_who_type_in_one_draft_neither_text_is_lost():
    offer = make_offer(make_published())
    save_offer_draft(offer_pk=offer.pk, by=supplier_of(offer), draft=MODEL_ALONE, version=0)
    with pytest.raises(DraftMoved) as refused:
        save_offer_draft(offer_pk=offer.pk, by=supplier_of(offer), draft=OTHER, version=0)
    assert (refused.value.stored, refused.value.typed, refused.value.version) == (MODEL_ALONE, OTHER, 1)
    assert Offer.objects.get(pk=offer.pk).draft == MODEL_ALONE


def test_submitting_from_the_stored_draft_keeps_the_draft_in_step():
    offer = make_offer(make_published())
    submit(offer, described=OTHER, version=0)
    assert Offer.objects.get(pk=offer.pk).draft == OTHER


def test_submitting_from_a_stale_draft_leaves_the_newer_draft_alone():
    offer = make_offer(make_published())
    save_offer_draft(offer_pk=offer.pk, by=supplier_of(offer), draft=MODEL_ALONE, version=0)
    submit(offer, described=OTHER, version=0)
    assert Offer.objects.get(pk=offer.pk).draft == MODEL_ALONE
