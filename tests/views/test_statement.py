"""The application owner's word: given by nobody else, frozen with the intent, read by the suppliers."""

import pytest
from django.urls import reverse

from recovery.actions.inquiry import publish_inquiry
from recovery.models import Inquiry, Role
from tests.factories import make_draft, make_offer, make_person, make_published, supplier_of
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db

ROW = {
    "boundary": "Volume training-data-1", "component": "K1", "run": "TR-10", "branch": "main", "scale": "step",
    "value": "9", "basis": "one save operation",
}  # fmt: skip


def sent(*rows):
    fields = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": 0}
    return fields | {f"form-{place}-{name}": value for place, row in enumerate(rows) for name, value in row.items()}


def make_owned():
    inquiry = make_draft()
    inquiry.owner_user = make_person(inquiry, Role.OWNER)
    inquiry.save()
    return inquiry


def test_the_owners_statement_is_frozen_with_the_intent_and_read_by_suppliers():
    inquiry = make_owned()
    client_of(inquiry.owner_user).post(reverse("inquiry:state", args=[inquiry.code]), sent(ROW, {}))
    publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    version = inquiry.intent_versions.get()
    assert version.owner_statement == {"statements": [ROW]}
    offer = make_offer(inquiry)
    page = client_of(supplier_of(offer)).get(reverse("offer:detail", args=[offer.code])).content.decode()
    assert "Volume training-data-1 · model state · TR-10 · main" in page


def test_an_empty_statement_says_nothing():
    inquiry = make_owned()
    client_of(inquiry.owner_user).post(reverse("inquiry:state", args=[inquiry.code]), sent({}, {}))
    assert Inquiry.objects.get(pk=inquiry.pk).owner_statement == {}


def test_a_row_without_its_part_is_refused_and_kept_as_typed():
    inquiry = make_owned()
    answer = client_of(inquiry.owner_user).post(
        reverse("inquiry:state", args=[inquiry.code]), sent({**ROW, "component": ""})
    )
    assert "Name the part that this row is about." in answer.content.decode()
    assert "Volume training-data-1" in answer.content.decode()


def test_a_clock_time_is_no_unit_of_progress_and_changes_nothing():
    inquiry = make_owned()
    address = reverse("inquiry:state", args=[inquiry.code])
    answer = client_of(inquiry.owner_user).post(address, sent({**ROW, "scale": "hours"}))
    assert answer.status_code == 200
    assert Inquiry.objects.get(pk=inquiry.pk).owner_statement == {}


@pytest.mark.parametrize("role", list(Role))
def test_nobody_else_speaks_as_the_owner(role):
    inquiry = make_owned()
    client = client_of(make_person(inquiry, role))
    assert client.post(reverse("inquiry:state", args=[inquiry.code]), sent(ROW)).status_code == 404


def test_after_publishing_the_statement_stays_as_it_was():
    inquiry = make_published()
    owner = make_person(inquiry, Role.OWNER)
    Inquiry.objects.filter(pk=inquiry.pk).update(owner_user=owner)
    answer = client_of(owner).post(reverse("inquiry:state", args=[inquiry.code]), sent(ROW))
    assert "not in a state" in answer.content.decode()
    assert Inquiry.objects.get(pk=inquiry.pk).owner_statement == {}
