"""From the mailed link to the supplier's offer."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from recovery.models import Event, Invitation, Membership, Offer, Role, db_clock
from tests.factories import make_member, make_organisation, make_published, make_user
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db


def invited(email):
    """Invite by the page, and return the inquiry with the address in the message."""
    inquiry = make_published()
    client_of(inquiry.created_by).post(reverse("inquiry:invite", args=[inquiry.code]), {"email": email})
    link = re.search(r"http\S+", mail.outbox[-1].body)[0]
    return inquiry, link.removeprefix("http://127.0.0.1:8000")


def test_one_message_to_one_recipient_names_the_inquiry_and_the_deadline(settings):
    inquiry, link = invited("supplier@example.org")
    message = mail.outbox[-1]
    assert (message.to, message.cc, message.bcc) == (["supplier@example.org"], [], [])
    assert inquiry.reference in message.subject
    assert link.startswith("/invitations/")


def test_the_link_moves_the_token_into_the_session_and_shows_a_page_without_it():
    person = make_user()
    _, link = invited(person.email)
    client = client_of(person)
    answer = client.get(link)
    assert answer["Location"] == reverse("invitation:accept")
    token = link.rstrip("/").rsplit("/", 1)[1]
    assert token not in client.get(answer["Location"]).content.decode()


def test_a_scanner_that_follows_the_link_uses_nothing_up():
    person = make_user()
    inquiry, link = invited(person.email)
    for _ in range(2):
        Client().get(link, follow=True)
    client = client_of(person)
    client.get(link)
    answer = client.post(reverse("invitation:accept"), {"name": "Alder Recovery"}, follow=True)
    offer = Offer.objects.get()
    assert answer.redirect_chain == [(reverse("offer:detail", args=[offer.code]), 302)]
    assert (offer.inquiry, offer.organisation.name) == (inquiry, "Alder Recovery")


def test_who_is_not_signed_in_is_asked_to_and_then_finds_the_invitation():
    person = make_user()
    _, link = invited(person.email)
    client = Client()
    answer = client.get(link, follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))
    client.force_login(person)
    assert "Will you answer this inquiry?" in client.get(reverse("invitation:accept")).content.decode()


def test_another_person_sees_nothing_of_the_inquiry():
    inquiry, link = invited("supplier@example.org")
    page = client_of(make_user()).get(link, follow=True).content.decode()
    assert inquiry.reference not in page
    assert "There is no invitation for" in page


def test_an_invitation_taken_back_is_gone():
    person = make_user()
    inquiry, link = invited(person.email)
    code = Invitation.objects.get().code
    client_of(inquiry.created_by).post(reverse("inquiry:revoke", args=[inquiry.code, code]))
    client = client_of(person)
    client.get(link)
    answer = client.post(reverse("invitation:accept"), {"name": "Alder Recovery"})
    assert answer.status_code == 409
    assert not Offer.objects.exists()


def test_one_person_sends_so_many_invitations_and_role_messages_an_hour_and_no_more(settings):
    settings.MESSAGES_AN_HOUR = 3
    inquiry, person = make_published(), make_member(make_organisation(), Role.ADMINISTRATOR)
    house = person.memberships.get().organisation
    Membership.objects.create(user=person, organisation=inquiry.organisation, role=Role.BUYER)
    client = client_of(person)

    def invite(name):
        form = {"email": f"{name}@example.org"}
        return client.post(reverse("inquiry:invite", args=[inquiry.code]), form, follow=True).content.decode()

    def give(name):
        form = {"email": f"{name}@example.org", "role": Role.BUYER}
        return client.post(reverse("organisation:give", args=[house.code]), form, follow=True).content.decode()

    invite("first"), give("second"), invite("third")
    assert len(mail.outbox) == 3
    sentence = "One person may send 3 invitations and role messages an hour."
    assert sentence in invite("fourth")
    assert sentence in give("fifth")
    assert len(mail.outbox) == 3
    assert not Invitation.objects.filter(email="fourth@example.org").exists()
    assert not Membership.objects.filter(user__email="fifth@example.org").exists()
    refused = Event.objects.filter(kind="refused", actor=person, details__reason="TooManyMessages")
    assert [each.details["act"] for each in refused] == ["invite supplier", "give role"]

    Event.objects.exclude(kind="refused").update(at=db_clock() - timedelta(minutes=61))
    assert sentence not in invite("fourth")


def test_a_role_that_is_held_already_is_told_and_mailed_to_nobody():
    person = make_member(make_organisation(), Role.ADMINISTRATOR)
    house = person.memberships.get().organisation
    for _ in range(2):
        form = {"email": "second@example.org", "role": Role.BUYER}
        page = client_of(person).post(reverse("organisation:give", args=[house.code]), form, follow=True)
    assert len(mail.outbox) == 1
    assert "holds this role already" in page.content.decode()
