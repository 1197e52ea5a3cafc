"""The deadline under real concurrency, and the proof that the lock is what holds it."""

import random
import threading
import time
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection

from recovery.actions.inquiry import open_inquiry
from recovery.actions.offer import submit_offer
from recovery.actions.refusals import InquiryClosed, NotYetOpenable
from recovery.models import Inquiry, LateAttempt, Offer, Revision, Role, db_clock
from tests.factories import MODEL_ALONE, make_offer, make_person, make_published, supplier_of

pytestmark = pytest.mark.django_db(transaction=True)


def together(*works):
    """Run each callable in a thread of its own and return what they returned or raised."""
    found = [None] * len(works)

    def run(place, work):
        try:
            found[place] = work()
        except (InquiryClosed, NotYetOpenable) as refused:
            found[place] = refused
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def set_deadline(inquiry, *, seconds, drain):
    deadline = db_clock() + timedelta(seconds=seconds)
    Inquiry.objects.filter(pk=inquiry.pk).update(deadline_at=deadline, drain_seconds=drain)
    inquiry.refresh_from_db()


def submit_at(offer, instant, person):
    def work():
        time.sleep(max(0.0, (instant - db_clock()).total_seconds()))
        return submit_offer(
            offer_pk=offer.pk, by=person, described=MODEL_ALONE, client_token=str(offer.pk), arrived=db_clock()
        )

    return work


def open_as_soon_as_possible(inquiry, person):
    def work():
        while not has_opened(inquiry, person):
            time.sleep(0.005)
        return Revision.objects.filter(offer__inquiry=inquiry).count()

    return work


def has_opened(inquiry, person):
    try:
        open_inquiry(inquiry_pk=inquiry.pk, by=person)
    except NotYetOpenable:
        return False
    return True


def accepted_after_opening(offers=4):
    """Submit just before the deadline with slow work inside, open at once, and count what came in after the opening."""
    inquiry = make_published()
    opener = make_person(inquiry, Role.PROCUREMENT)
    cast = [(offer, supplier_of(offer)) for offer in [make_offer(inquiry) for _ in range(offers)]]
    set_deadline(inquiry, seconds=1.0, drain=0)
    shortly_before = inquiry.deadline_at - timedelta(seconds=0.25)
    works = [submit_at(offer, shortly_before, person) for offer, person in cast]
    *_, seen_at_opening = together(*works, open_as_soon_as_possible(inquiry, opener))
    return Revision.objects.filter(offer__inquiry=inquiry).count() - seen_at_opening


@pytest.fixture
def _slow_work(monkeypatch):
    judge = Inquiry.accepts

    def judge_slowly(self, **instants):
        is_taken = judge(self, **instants)
        time.sleep(0.4)
        return is_taken

    monkeypatch.setattr(Inquiry, "accepts", judge_slowly)


@pytest.mark.usefixtures("_slow_work")
def test_nothing_is_accepted_after_the_opening():
    assert accepted_after_opening() == 0


@pytest.mark.usefixtures("_slow_work")
def test_without_the_lock_offers_would_be_accepted_after_the_opening(monkeypatch):
    def unlocked(offer_pk):
        offer = Offer.objects.select_related("inquiry", "organisation").get(pk=offer_pk)
        return offer, offer.inquiry

    monkeypatch.setattr("recovery.actions.offer._locked", unlocked)
    monkeypatch.setattr("recovery.actions.offer.transaction", SimpleNamespace(atomic=nullcontext))
    assert accepted_after_opening() > 0


def test_around_the_deadline_each_punctual_offer_counts_and_no_late_one_does():
    inquiry = make_published()
    opener = make_person(inquiry, Role.PROCUREMENT)
    cast = [(offer, supplier_of(offer)) for offer in [make_offer(inquiry) for _ in range(30)]]
    set_deadline(inquiry, seconds=1.5, drain=4)
    around = random.Random(10)  # noqa: S311  # the same instants in every run
    works = [
        submit_at(offer, inquiry.deadline_at + timedelta(seconds=around.uniform(-0.3, 0.3)), person)
        for offer, person in cast
    ]
    *answers, seen_at_opening = together(*works, open_as_soon_as_possible(inquiry, opener))
    inquiry.refresh_from_db()
    taken = list(Revision.objects.filter(offer__inquiry=inquiry))
    refused = list(LateAttempt.objects.filter(offer__inquiry=inquiry))
    assert len(taken) + len(refused) == len(cast)
    assert {each.pk for each in answers if isinstance(each, Revision)} == {each.pk for each in taken}
    assert all(each.arrived_at < inquiry.deadline_at for each in taken)
    assert all(each.arrived_at >= inquiry.deadline_at for each in refused)
    assert all(each.recorded_at < inquiry.opened_at for each in taken)
    assert inquiry.opened_at >= inquiry.opens_from
    assert seen_at_opening == len(taken)


def test_many_equal_submissions_at_once_make_one_revision():
    inquiry = make_published()
    offer = make_offer(inquiry)
    person = supplier_of(offer)
    answers = together(*[submit_at(offer, db_clock(), person) for _ in range(12)])
    assert len({each.pk for each in answers}) == 1
    assert offer.revisions.count() == 1


def test_many_openings_at_once_are_one_opening():
    inquiry = make_published(seconds=-61)
    people = [make_person(inquiry, Role.PROCUREMENT) for _ in range(8)]
    together(*[open_as_soon_as_possible(inquiry, person) for person in people])
    assert inquiry.events.filter(kind="opened").count() == 1
