"""Each list asks the database the same number of questions, however long it is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from recovery.actions.offer import submit_offer
from recovery.models import Membership, Role, db_clock
from tests.factories import (
    MODEL_ALONE,
    make_member,
    make_offer,
    make_organisation,
    make_published,
    make_revision,
    make_user,
)
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db
SIZES = (1, 3, 30)


def queries_of(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        response = client.get(address)
    assert response.status_code == 200
    return len(seen)


def buyer_with(number):
    organisation = make_organisation()
    for _ in range(number):
        make_published(organisation)
    return make_member(organisation, Role.BUYER, Role.PROCUREMENT)


def supplier_with(number):
    person = make_user()
    for _ in range(number):
        offer = make_offer(make_published())
        Membership.objects.create(user=person, organisation=offer.organisation, role=Role.SUPPLIER)
        submit_offer(offer_pk=offer.pk, by=person, described=MODEL_ALONE, client_token="form", arrived=db_clock())
    return person


@pytest.mark.parametrize("name", ["home", "inquiry:list"])
def test_the_buyers_lists_ask_the_same_number_of_questions(name):
    assert len({queries_of(client_of(buyer_with(size)), reverse(name)) for size in SIZES}) == 1


@pytest.mark.parametrize("name", ["home", "offer:list"])
def test_the_suppliers_lists_ask_the_same_number_of_questions(name):
    assert len({queries_of(client_of(supplier_with(size)), reverse(name)) for size in SIZES}) == 1


def test_an_inquiry_asks_the_same_number_of_questions_for_each_number_of_invitations():
    inquiry = make_published()
    buyer = make_member(inquiry.organisation, Role.BUYER)
    found = set()
    for size in SIZES:
        while inquiry.offers.count() < size:
            make_revision(make_offer(inquiry))
        found.add(queries_of(client_of(buyer), reverse("inquiry:detail", args=[inquiry.code])))
    assert len(found) == 1


def test_an_organisation_asks_the_same_number_of_questions_for_each_number_of_members():
    organisation = make_organisation()
    administrator = make_member(organisation, Role.ADMINISTRATOR)
    found = set()
    for size in SIZES:
        while organisation.memberships.count() < size:
            make_member(organisation, Role.BUYER)
        found.add(queries_of(client_of(administrator), reverse("organisation:detail", args=[organisation.code])))
    assert len(found) == 1
