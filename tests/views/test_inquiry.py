"""The buying side's pages: begun, published, opened, cancelled."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from recovery.models import Inquiry, Role, State
from tests.factories import (
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
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


def text_of(client, inquiry):
    return client.get(reverse("inquiry:detail", args=[inquiry.code])).content.decode()


def test_a_buyer_begins_an_inquiry_and_sets_its_terms():
    organisation = make_organisation()
    client = client_of(make_member(organisation, Role.BUYER))
    client.post(reverse("inquiry:create"), {"organisation": organisation.code, "reference": "R-7", "title": "Title"})
    inquiry = Inquiry.objects.get()
    terms = {
        "reference": "R-7", "title": "Title", "deadline_at": "2027-01-31T12:00:00", "price_currency": "eur",
        **{f"weight_Q{number}": 18 for number in range(1, 6)}, "weight_price": 10,
    }  # fmt: skip
    answer = client.post(reverse("inquiry:terms", args=[inquiry.code]), terms)
    inquiry.refresh_from_db()
    assert answer.status_code == 302
    assert inquiry.deadline_at.isoformat() == "2027-01-31T12:00:00+00:00"
    assert (inquiry.weights["price"], inquiry.weights["Q1"], inquiry.price_currency) == (10, 18, "EUR")


def test_weights_that_do_not_total_100_are_refused_and_kept_as_typed():
    inquiry = make_draft()
    terms = {"reference": "R", "title": "T", **{f"weight_Q{number}": 10 for number in range(1, 6)}}
    answer = client_of(inquiry.created_by).post(reverse("inquiry:terms", args=[inquiry.code]), terms)
    assert "The weights total 50; they must total 100." in answer.content.decode()
    assert 'value="10"' in answer.content.decode()


def test_a_reference_is_given_once_in_a_house():
    inquiry = make_draft()
    given = {"organisation": inquiry.organisation.code, "reference": inquiry.reference, "title": "Again"}
    answer = client_of(inquiry.created_by).post(reverse("inquiry:create"), given)
    assert answer.context["form"].errors.keys() == {"reference"}


def test_publishing_an_incomplete_inquiry_names_each_open_question():
    inquiry = make_draft(answers={"B2": "TR-10"})
    answer = client_of(inquiry.created_by).post(reverse("inquiry:publish", args=[inquiry.code]))
    assert answer.status_code == 409
    assert "What must you be able to do with what comes back?" in answer.content.decode()
    inquiry.refresh_from_db()
    assert inquiry.state == State.DRAFT


def test_a_draft_names_from_the_first_what_publishing_it_still_needs():
    inquiry = make_draft(answers={"B2": "TR-10"})
    page = client_of(inquiry.created_by).get(reverse("inquiry:detail", args=[inquiry.code])).content.decode()
    assert "What must you be able to do with what comes back? Answer it to publish." in page
    assert "What is the application or training job called? Answer it" not in page


def test_an_evaluator_is_led_to_the_scores_and_not_to_exports_that_hold_everybodys():
    inquiry = make_opened()
    page = client_of(make_person(inquiry, Role.EVALUATOR)).get(reverse("inquiry:detail", args=[inquiry.code]))
    assert reverse("evaluation:index", args=[inquiry.code]) in page.content.decode()
    assert reverse("report:order", args=[inquiry.code]) not in page.content.decode()
    page = client_of(make_person(inquiry, Role.PROCUREMENT)).get(reverse("inquiry:detail", args=[inquiry.code]))
    assert reverse("report:order", args=[inquiry.code]) in page.content.decode()


def test_procurement_is_told_from_when_the_offers_can_be_opened_and_then_opens_them():
    inquiry = make_published()
    client = client_of(make_person(inquiry, Role.PROCUREMENT))
    assert "The offers can be opened from" in text_of(client, inquiry)
    client.post(reverse("inquiry:open", args=[inquiry.code]))
    assert Inquiry.objects.get(pk=inquiry.pk).state == State.PUBLISHED
    make_revision(make_offer(inquiry))
    close(inquiry)
    assert "Open the offers" in text_of(client, inquiry)
    client.post(reverse("inquiry:open", args=[inquiry.code]))
    assert Inquiry.objects.get(pk=inquiry.pk).state == State.OPENED
    assert "Compare the offers" in text_of(client, inquiry)


@pytest.mark.parametrize("role", [Role.BUYER, Role.OWNER, Role.EVALUATOR, Role.AUDITOR])
def test_others_are_not_offered_to_open(role):
    inquiry = make_published(seconds=-61)
    assert "Open the offers" not in text_of(client_of(make_person(inquiry, role)), inquiry)


def test_an_evaluator_and_an_auditor_see_no_draft():
    inquiry = make_draft()
    for role in (Role.EVALUATOR, Role.AUDITOR):
        answer = client_of(make_person(inquiry, role)).get(reverse("inquiry:detail", args=[inquiry.code]))
        assert answer.status_code == 404


def test_cancelling_asks_first_and_leaves_the_offers_sealed():
    inquiry = make_published()
    make_revision(make_offer(inquiry))
    client = client_of(inquiry.created_by)
    address = reverse("inquiry:cancel", args=[inquiry.code])
    assert "This cannot be undone." in client.get(address).content.decode()
    client.post(address, {"reason": "Changed plans"})
    assert "Offers that were sealed stay sealed." in text_of(client, inquiry)


def test_the_page_says_who_opened_and_when():
    inquiry = make_opened()
    page = text_of(client_of(inquiry.created_by), inquiry)
    assert f"by {inquiry.opened_by}" in page
    assert timezone.localtime(inquiry.opened_at).strftime("%H:%M:%S") in page


def test_what_is_not_stated_says_so():
    inquiry = make_draft(answers={"B1": "O3", "B7": "exactly"})
    assert "not stated" in text_of(client_of(inquiry.created_by), inquiry)


def test_a_passed_deadline_reads_as_sealed():
    inquiry = make_published()
    Inquiry.objects.filter(pk=inquiry.pk).update(deadline_at=inquiry.published_at + timedelta(microseconds=1))
    assert "sealed" in text_of(client_of(inquiry.created_by), inquiry)
