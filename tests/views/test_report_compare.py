"""The comparison page and the history page, as each person of the buying side meets them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.cases import raw_case
from recovery.actions.evaluation import record_scores
from recovery.actions.inquiry import open_inquiry
from recovery.core.scoring import Given
from recovery.models import Inquiry, IntentVersion, Role
from tests.factories import (
    close,
    make_member,
    make_offer,
    make_opened,
    make_organisation,
    make_person,
    make_published,
    make_revision,
    supplier_of,
)
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db
READERS = (Role.BUYER, Role.OWNER, Role.EVALUATOR, Role.PROCUREMENT, Role.AUDITOR)


def opened_with(count):
    """An opened inquiry whose offers answer as suppliers do; the first three are TR-10's."""
    case = raw_case(count)
    inquiry = make_published(make_organisation("Buyer House"))
    IntentVersion.objects.filter(inquiry=inquiry).update(answers=case["intent"])
    for raw in case["offers"]:
        make_revision(make_offer(inquiry, raw.pop("supplier")), raw)
    close(inquiry)
    open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    return Inquiry.objects.get(pk=inquiry.pk)


def page(inquiry, role=Role.PROCUREMENT, name="report:compare"):
    response = client_of(make_person(inquiry, role)).get(reverse(name, args=[inquiry.code]))
    assert response.status_code == 200
    return response


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize("role", READERS)
def test_every_reading_role_reads_the_comparison_after_opening(role):
    assert "What comes back if the job is lost?" in text_of(page(make_opened(), role))


@pytest.mark.parametrize("name", ["report:compare", "report:history"])
def test_there_is_no_comparison_before_opening(name):
    inquiry = make_published()
    make_revision(make_offer(inquiry))
    close(inquiry)
    for role in READERS:
        client = client_of(make_person(inquiry, role))
        assert client.get(reverse(name, args=[inquiry.code])).status_code == 404


@pytest.mark.parametrize("name", ["report:compare", "report:history"])
def test_a_supplier_never_sees_a_comparison(name):
    inquiry = make_opened()
    client = client_of(supplier_of(inquiry.offers.get()))
    assert client.get(reverse(name, args=[inquiry.code])).status_code == 404


def test_the_page_says_the_verdicts_of_tr10_with_their_reasons():
    text = text_of(page(opened_with(3)))
    assert "One of three offers establishes that." in text
    assert "Missing: optimizer state at step 10, progress record at step 10." in text
    assert "Read model and optimizer state separately" in text
    assert "A later copy does not move the point." in text
    assert "A match is to the described object and is no promise of an identical run." in text


def test_offers_stand_by_supplier_name_and_nothing_can_be_sorted():
    response = page(opened_with(3))
    html = response.content.decode()
    heads = re.findall(r'id="offer-\d+"><span class="offer-name">([^<]+)', html)
    assert heads == ["Offer A", "Offer B", "V11"]
    assert "sort" not in text_of(response).lower()


def test_the_copy_times_stand_below_the_rule_only():
    above, below = page(opened_with(3)).content.decode().split('class="never-matched"')
    assert "2026-11-29 02:00" not in above
    assert "2026-11-29 02:00" in below


def test_a_blank_says_not_stated_and_who_owes_it():
    assert "not stated owed by the supplier" in text_of(page(opened_with(5)))


def test_what_a_supplier_typed_is_text():
    inquiry = make_published()
    hostile = {"name": "<script>alert(1)</script>", "answers": {}, "objects": [], "copies": [], "evidence": []}
    make_revision(make_offer(inquiry, "<b>House</b>"), hostile)
    close(inquiry)
    open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    html = page(Inquiry.objects.get(pk=inquiry.pk)).content.decode()
    assert "<script>alert" not in html
    assert "<b>House" not in html
    assert "&lt;b&gt;House&lt;/b&gt;" in html


def test_an_inquiry_without_offers_says_so():
    assert "No offer was submitted." in text_of(page(make_opened(offers=0)))


def test_the_history_page_says_that_height_is_no_merit():
    text = text_of(page(opened_with(3), name="report:history"))
    assert "Height is history, not merit." in text
    assert "2026-11-29 02:00" in text


# --- Scores apart -----------------------------------------------------------------------------------------------------


def scored(inquiry, value, reason):
    evaluator = make_member(inquiry.organisation, Role.EVALUATOR)
    given = {"Q1": Given(str(evaluator), value, reason)}
    record_scores(inquiry_pk=inquiry.pk, offer_code=inquiry.offers.first().code, by=evaluator, given=given)
    return evaluator


def test_an_evaluator_sees_no_other_evaluator_s_value_or_reason():
    inquiry = make_opened()
    scored(inquiry, 1, "A reason that only its giver knows.")
    assert "only its giver knows" not in text_of(page(inquiry, Role.EVALUATOR))
    assert "only its giver knows" in text_of(page(inquiry, Role.PROCUREMENT))


def test_an_evaluator_is_offered_no_export():
    inquiry = make_opened()
    assert "Export as PDF" not in text_of(page(inquiry, Role.EVALUATOR))
    assert "Export as PDF" in text_of(page(inquiry, Role.AUDITOR))
    client = client_of(make_person(inquiry, Role.EVALUATOR))
    assert client.post(reverse("report:order", args=[inquiry.code]), {"kind": "csv"}).status_code == 404


def test_a_person_with_two_roles_sees_the_others_after_giving_every_own_value():
    inquiry = make_opened()
    scored(inquiry, 1, "A reason that only its giver knows.")
    both = make_member(inquiry.organisation, Role.EVALUATOR, Role.PROCUREMENT)
    address = reverse("report:compare", args=[inquiry.code])
    assert "only its giver knows" not in text_of(client_of(both).get(address))
    given = {f"Q{number}": Given(str(both), 3) for number in range(1, 6)}
    record_scores(inquiry_pk=inquiry.pk, offer_code=inquiry.offers.first().code, by=both, given=given)
    assert "only its giver knows" in text_of(client_of(both).get(address))


def test_a_new_score_is_on_the_page_at_once():
    inquiry = make_opened()
    client = client_of(make_person(inquiry, Role.PROCUREMENT))
    address = reverse("report:compare", args=[inquiry.code])
    assert "Seen at once." not in text_of(client.get(address))
    scored(inquiry, 2, "Seen at once.")
    assert "Seen at once." in text_of(client.get(address))


def test_a_role_taken_away_closes_the_page_at_once():
    inquiry = make_opened()
    reader = make_person(inquiry, Role.AUDITOR)
    client, address = client_of(reader), reverse("report:compare", args=[inquiry.code])
    assert client.get(address).status_code == 200
    reader.memberships.all().delete()
    assert client.get(address).status_code == 404


# --- Size -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("name", ["report:compare", "report:history"])
def test_the_number_of_queries_does_not_grow_with_the_offers(name, is_first):
    counts = set()
    for size in (1, 3, 30):
        inquiry = opened_with(size)
        client = client_of(make_person(inquiry, Role.PROCUREMENT))
        client.get(reverse("inquiry:list"))
        if not is_first:
            client.get(reverse(name, args=[inquiry.code]))
        with CaptureQueriesContext(connection) as seen:
            response = client.get(reverse(name, args=[inquiry.code]))
        assert response.status_code == 200
        counts.add(len(seen))
    assert len(counts) == 1
