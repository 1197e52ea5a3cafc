"""An evaluator's pages: proposals accepted or changed with a reason, apart from everybody else's."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from recovery.actions.evaluation import record_scores
from recovery.actions.refusals import NotAllowed, WrongState
from recovery.core.scoring import Given
from recovery.models import Inquiry, Role, Score, State
from recovery.models.event import Kind
from tests.factories import (
    close,
    make_member,
    make_offer,
    make_opened,
    make_person,
    make_published,
    make_revision,
    supplier_of,
)
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db
QUESTIONS = ("Q1", "Q2", "Q3", "Q4", "Q5")


def sheet(inquiry, offer=None):
    return reverse("evaluation:score", args=[inquiry.code, (offer or inquiry.offers.first()).code])


def values(**changed):
    """What the form sends: the proposals of the cast's offer, and then the changes."""
    sent = {"value_Q1": "3", "value_Q2": "3", "value_Q3": "3", "value_Q4": "3", "value_Q5": "2"}
    return {**sent, **{f"reason_{each}": "" for each in QUESTIONS}, **changed}


def kept(evaluator):
    return {each.criterion: (each.value, each.reason) for each in Score.objects.filter(evaluator=evaluator)}


def test_each_question_stands_with_its_answers_its_proposal_and_the_reason():
    inquiry = make_opened()
    html = client_of(make_person(inquiry, Role.EVALUATOR)).get(sheet(inquiry)).content.decode()
    assert html.count("Proposed:") == 5
    assert "An object is named" in html or "The object and its components are named" in html


def test_values_that_are_the_proposals_need_no_reason():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    response = client_of(evaluator).post(sheet(inquiry), values())
    assert response.status_code == 302
    assert [value for value, _reason in kept(evaluator).values()] == [3, 3, 3, 3, 2]


def test_another_value_needs_a_reason_and_keeps_what_was_typed():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    response = client_of(evaluator).post(sheet(inquiry), values(value_Q1="1", reason_Q2="Typed and not lost."))
    html = response.content.decode()
    assert "so give your reason" in html
    assert "Typed and not lost." in html
    assert kept(evaluator) == {}


def test_the_reason_of_the_proposal_is_no_reason_for_another_value():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    client_of(evaluator).post(sheet(inquiry), {"accept": "all"})
    proposed = kept(evaluator)
    sent = {f"value_{key}": value for key, (value, _reason) in proposed.items()}
    reasons = {f"reason_{key}": reason for key, (_value, reason) in proposed.items()}
    response = client_of(evaluator).post(sheet(inquiry), {**sent, **reasons, "value_Q1": "0"})
    assert "so give your reason" in response.content.decode()
    assert kept(evaluator) == proposed


def test_another_value_with_its_reason_is_kept():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    client_of(evaluator).post(sheet(inquiry), values(value_Q1="0", reason_Q1="The version stands for another job."))
    assert kept(evaluator)["Q1"] == (0, "The version stands for another job.")


def test_a_value_that_is_left_open_is_no_zero():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    client_of(evaluator).post(sheet(inquiry), values(value_Q3="", value_Q4="0", reason_Q4="Nothing is stated."))
    assert kept(evaluator)["Q4"][0] == 0
    assert kept(evaluator)["Q3"] == (None, "")
    assert kept(evaluator)["Q5"] == (2, "")


def test_all_proposals_are_accepted_with_one_button():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    client_of(evaluator).post(sheet(inquiry), {"accept": "all"})
    assert len(kept(evaluator)) == 5
    assert all(reason for _value, reason in kept(evaluator).values())


def test_sending_the_same_values_twice_records_one_act_each():
    inquiry = make_opened()
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    client.post(sheet(inquiry), values())
    client.post(sheet(inquiry), values())
    assert inquiry.events.filter(kind=Kind.SCORED).count() == 5


def test_a_changed_value_is_on_record_with_what_it_was():
    inquiry = make_opened()
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    client.post(sheet(inquiry), values())
    client.post(sheet(inquiry), values(value_Q1="2", reason_Q1="Read again."))
    last = inquiry.events.filter(kind=Kind.SCORED).last()
    assert (last.details["criterion"], last.details["was"], last.details["value"]) == ("Q1", 3, 2)


def test_no_other_evaluator_s_value_or_reason_is_on_the_sheet():
    inquiry = make_opened()
    other = make_person(inquiry, Role.EVALUATOR)
    given = {"Q1": Given(str(other), 0, "A reason that only its giver knows.")}
    record_scores(inquiry_pk=inquiry.pk, offer_code=inquiry.offers.first().code, by=other, given=given)
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    for address in (sheet(inquiry), reverse("evaluation:index", args=[inquiry.code])):
        html = client.get(address).content.decode()
        assert "only its giver knows" not in html
        assert str(other) not in html


def test_the_list_counts_own_values_only():
    inquiry = make_opened(offers=2)
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    client.post(sheet(inquiry), values(value_Q3=""))
    html = client.get(reverse("evaluation:index", args=[inquiry.code])).content.decode()
    assert re.findall(r"\d of 5", html) == ["4 of 5", "0 of 5"]


@pytest.mark.parametrize("role", [Role.BUYER, Role.OWNER, Role.PROCUREMENT, Role.AUDITOR, Role.ADMINISTRATOR])
def test_only_evaluators_score(role):
    inquiry = make_opened()
    person = make_person(inquiry, role)
    assert client_of(person).get(sheet(inquiry)).status_code == 404
    with pytest.raises(NotAllowed):
        record_scores(inquiry_pk=inquiry.pk, offer_code=inquiry.offers.get().code, by=person, given={})


def test_a_supplier_finds_no_sheet():
    inquiry = make_opened()
    assert client_of(supplier_of(inquiry.offers.get())).get(sheet(inquiry)).status_code == 404


def test_nothing_is_scored_before_opening_or_after_a_decision():
    inquiry = make_published()
    offer = make_offer(inquiry)
    make_revision(offer)
    close(inquiry)
    evaluator = make_member(inquiry.organisation, Role.EVALUATOR)
    assert client_of(evaluator).get(sheet(inquiry, offer)).status_code == 404
    for state in (State.PUBLISHED, State.DECIDED, State.CANCELLED):
        Inquiry.objects.filter(pk=inquiry.pk).update(state=state)
        with pytest.raises(WrongState):
            record_scores(inquiry_pk=inquiry.pk, offer_code=offer.code, by=evaluator, given={})


def test_an_offer_of_another_inquiry_is_not_found():
    inquiry, other = make_opened(), make_opened()
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    assert client.get(sheet(inquiry, other.offers.get())).status_code == 404
    assert client.get(reverse("evaluation:score", args=[inquiry.code, uuid4()])).status_code == 404


def test_a_value_beyond_three_is_refused():
    inquiry = make_opened()
    evaluator = make_person(inquiry, Role.EVALUATOR)
    assert client_of(evaluator).post(sheet(inquiry), values(value_Q1="4")).status_code == 200
    assert kept(evaluator) == {}


def test_the_number_of_queries_does_not_grow_with_the_offers():
    counts = set()
    for size in (1, 3, 30):
        inquiry = make_opened(offers=size)
        client = client_of(make_person(inquiry, Role.EVALUATOR))
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("evaluation:index", args=[inquiry.code]))
        counts.add(len(seen))
    assert len(counts) == 1
