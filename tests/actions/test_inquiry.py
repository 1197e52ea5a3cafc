"""The life of an inquiry, and the one gate before its offers."""

from datetime import timedelta

import pytest

from recovery.actions.inquiry import (
    cancel_inquiry,
    create_inquiry,
    free_reference,
    open_inquiry,
    publish_inquiry,
    save_inquiry_draft,
    save_inquiry_terms,
)
from recovery.actions.refusals import DraftMoved, NotAllowed, NotPublishable, NotYetOpenable, WrongState
from recovery.models import Event, Inquiry, Installation, Membership, Role, State, db_clock
from recovery.queries import OffersSealed, may_read_offers, opened_offers, versions_of
from tests.factories import (
    CONTINUE_AT_10,
    close,
    make_draft,
    make_member,
    make_offer,
    make_opened,
    make_organisation,
    make_person,
    make_published,
    make_revision,
)

pytestmark = pytest.mark.django_db


def test_publishing_freezes_the_intent_as_version_one():
    inquiry = make_draft()
    publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    version = inquiry.intent_versions.get()
    assert (version.number, version.answers) == (1, CONTINUE_AT_10)
    assert Inquiry.objects.get(pk=inquiry.pk).state == State.PUBLISHED


def test_a_published_intent_is_not_drafted_any_more():
    inquiry = make_published()
    with pytest.raises(WrongState):
        save_inquiry_draft(inquiry_pk=inquiry.pk, by=inquiry.created_by, draft={"B1": "O1"}, version=0)


def test_of_two_who_write_one_intent_neither_text_is_lost():
    inquiry = make_draft()
    save_inquiry_draft(inquiry_pk=inquiry.pk, by=inquiry.created_by, draft={"B1": "O1"}, version=0)
    with pytest.raises(DraftMoved) as refused:
        save_inquiry_draft(inquiry_pk=inquiry.pk, by=inquiry.created_by, draft={"B1": "O2"}, version=0)
    assert (refused.value.stored, refused.value.typed) == ({"B1": "O1"}, {"B1": "O2"})


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"deadline_at": None}, "deadline"),
        ({"weights": {"Q1": 20, "Q2": 20, "Q3": 20, "Q4": 20, "Q5": 10}}, "total 100"),
        ({"weights": {"Q1": 100}}, "total 100"),
        ({"weights": {"Q1": 20, "Q2": 20, "Q3": 20, "Q4": 20, "Q5": 10, "price": 10}}, "currency"),
    ],
)
def test_an_inquiry_without_its_terms_is_not_published(terms, says):
    inquiry = make_draft()
    save_inquiry_terms(inquiry_pk=inquiry.pk, by=inquiry.created_by, terms=terms)
    with pytest.raises(NotPublishable) as refused:
        publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    assert says in " ".join(refused.value.problems)
    assert not inquiry.intent_versions.exists()


def test_a_drain_window_below_the_minimum_is_refused_in_a_real_database():
    inquiry = make_draft()
    Installation.objects.all().delete()
    Inquiry.objects.filter(pk=inquiry.pk).update(drain_seconds=59)
    with pytest.raises(NotPublishable):
        publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)


def test_a_new_inquiry_names_the_drain_window_in_force(settings):
    settings.DRAIN_SECONDS = 75
    organisation = make_organisation()
    buyer = make_member(organisation, Role.BUYER)
    inquiry = create_inquiry(organisation=organisation, by=buyer, reference="R", title="T")
    assert inquiry.drain_seconds == 75


@pytest.mark.parametrize("role", [role for role in Role if role != Role.BUYER])
def test_only_a_buyer_publishes(role):
    inquiry = make_draft()
    with pytest.raises(NotAllowed):
        publish_inquiry(inquiry_pk=inquiry.pk, by=make_member(inquiry.organisation, role))


@pytest.mark.parametrize("seconds", [60, -59])
def test_nobody_opens_before_the_deadline_and_its_drain_window_have_passed(seconds):
    inquiry = make_published(seconds=seconds, drain=60)
    with pytest.raises(NotYetOpenable) as refused:
        open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    assert refused.value.opens_from == inquiry.deadline_at + timedelta(seconds=60)
    assert Inquiry.objects.get(pk=inquiry.pk).state == State.PUBLISHED
    assert Event.objects.filter(kind="refused", details__act="open").count() == 1


def test_opening_is_logged_once_with_who_and_when():
    inquiry = make_published(seconds=-61, drain=60)
    first, second = make_person(inquiry, Role.PROCUREMENT), make_person(inquiry, Role.PROCUREMENT)
    open_inquiry(inquiry_pk=inquiry.pk, by=first)
    again = open_inquiry(inquiry_pk=inquiry.pk, by=second)
    assert (again.opened_by, again.state) == (first, State.OPENED)
    assert [event.actor for event in Event.objects.filter(kind="opened")] == [first]


@pytest.mark.parametrize("role", [role for role in Role if role != Role.PROCUREMENT])
def test_only_procurement_opens(role):
    inquiry = make_published(seconds=-61)
    with pytest.raises(NotAllowed):
        open_inquiry(inquiry_pk=inquiry.pk, by=make_member(inquiry.organisation, role))


def test_the_reference_of_a_cancelled_inquiry_can_be_given_again_and_no_other():
    inquiry = make_published()
    reference = inquiry.reference
    with pytest.raises(WrongState):
        free_reference(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    cancel_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by, reason="Changed plans")
    free_reference(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    again = create_inquiry(
        organisation=inquiry.organisation, by=inquiry.created_by, reference=reference, title="Once more"
    )
    assert again.reference == reference
    assert Inquiry.objects.get(pk=inquiry.pk).reference.startswith(reference)


def test_a_cancelled_inquiry_is_never_opened():
    inquiry = make_published(seconds=-61)
    cancel_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by, reason="Changed plans")
    with pytest.raises(WrongState):
        open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))


@pytest.mark.parametrize("role", [Role.BUYER, Role.OWNER, Role.EVALUATOR, Role.PROCUREMENT, Role.AUDITOR])
def test_time_alone_opens_nothing_and_opening_opens_to_each_reading_role(role):
    inquiry = make_published()
    reader = make_person(inquiry, role)
    make_revision(make_offer(inquiry))
    close(inquiry)
    with pytest.raises(OffersSealed):
        opened_offers(inquiry, reader)
    with pytest.raises(OffersSealed):
        versions_of(inquiry, reader)
    open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    assert len(opened_offers(inquiry, reader)) == 1


def test_an_administrator_and_a_supplier_read_no_offers_of_the_buying_side():
    inquiry = make_opened()
    supplier = inquiry.offers.get().organisation.memberships.get().user
    assert not may_read_offers(inquiry, make_person(inquiry, Role.ADMINISTRATOR))
    assert not may_read_offers(inquiry, supplier)


def test_a_role_taken_away_closes_the_gate_at_once():
    inquiry = make_opened()
    reader = make_person(inquiry, Role.AUDITOR)
    assert may_read_offers(inquiry, reader)
    Membership.objects.filter(user=reader).delete()
    assert not may_read_offers(inquiry, reader)


def test_offers_stand_by_supplier_name_and_the_withdrawn_are_left_out():
    inquiry = make_published()
    for name in ("Cedar", "Alder", "Birch"):
        make_revision(make_offer(inquiry, name))
    withdrawn = inquiry.offers.get(organisation__name="Birch")
    withdrawn.revisions.update(withdrawn_at=db_clock())
    make_offer(inquiry, "Elm, never submitted")
    close(inquiry)
    opener = make_person(inquiry, Role.PROCUREMENT)
    open_inquiry(inquiry_pk=inquiry.pk, by=opener)
    assert [offer.organisation.name for offer, _ in opened_offers(inquiry, opener)] == ["Alder", "Cedar"]


@pytest.mark.parametrize("question", ["B1", "B2", "B7", "B8", "B10", "B17", "B24"])
def test_an_intent_with_a_required_question_unanswered_is_not_published(question):
    inquiry = make_draft(answers={key: value for key, value in CONTINUE_AT_10.items() if key != question})
    with pytest.raises(NotPublishable) as refused:
        publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    assert question in {fault.key for fault in refused.value.faults}
    assert not inquiry.intent_versions.exists()


def test_an_intent_with_a_wrong_answer_is_not_published():
    inquiry = make_draft(answers={**CONTINUE_AT_10, "B1": "O9"})
    with pytest.raises(NotPublishable) as refused:
        publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    assert [fault.key for fault in refused.value.faults] == ["B1"]


def test_a_buyer_who_has_not_decided_may_still_publish_and_ask():
    inquiry = make_draft(answers={**CONTINUE_AT_10, "B1": "undecided"})
    publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    assert inquiry.intent_versions.get().answers["B1"] == "undecided"
