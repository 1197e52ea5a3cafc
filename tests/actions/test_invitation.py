"""Asking a supplier, and the supplier's yes."""

from datetime import timedelta

import pytest

from recovery.actions.invitation import accept_invitation, invite_supplier, revoke_invitation
from recovery.actions.refusals import (
    AlreadyAnswering,
    AnotherAddress,
    InvitationUnusable,
    NotAllowed,
    RoleConflict,
    WrongState,
)
from recovery.models import Event, Invitation, Membership, Offer, Organisation, Role, db_clock
from tests.factories import close, make_draft, make_member, make_organisation, make_published, make_user

pytestmark = pytest.mark.django_db


def invite(inquiry, email):
    return invite_supplier(inquiry_pk=inquiry.pk, by=inquiry.created_by, email=email)


def test_an_accepted_invitation_makes_a_house_a_supplier_and_an_empty_offer():
    inquiry, person = make_published(), make_user()
    _, token = invite(inquiry, person.email.upper())
    offer = accept_invitation(token=token, by=person, name="Alder Recovery")
    assert offer.organisation.name == "Alder Recovery"
    assert offer.draft["objects"] == []
    roles = set(Membership.objects.filter(user=person).values_list("role", flat=True))
    assert roles == {Role.ADMINISTRATOR, Role.SUPPLIER}


def test_only_the_hash_of_the_token_is_stored():
    invitation, token = invite(make_published(), "supplier@example.org")
    stored = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert token not in " ".join(str(value) for value in stored.values())


def test_an_invitation_is_good_once():
    inquiry, person = make_published(), make_user()
    _, token = invite(inquiry, person.email)
    accept_invitation(token=token, by=person, name="Alder Recovery")
    with pytest.raises(InvitationUnusable):
        accept_invitation(token=token, by=person, name="Alder Again")
    assert Offer.objects.count() == 1
    assert not Organisation.objects.filter(name="Alder Again").exists()


def test_another_address_is_refused_and_on_record_and_the_invited_person_still_succeeds():
    inquiry, person, stranger = make_published(), make_user(), make_user()
    _, token = invite(inquiry, person.email)
    with pytest.raises(AnotherAddress):
        accept_invitation(token=token, by=stranger, name="Stranger House")
    assert Event.objects.filter(kind="refused", actor=stranger, details__reason="AnotherAddress").count() == 1
    assert accept_invitation(token=token, by=person, name="Alder Recovery").inquiry == inquiry


def test_an_expired_a_withdrawn_and_an_unknown_invitation_are_unusable():
    inquiry, person = make_published(), make_user()
    _, expired = invite(inquiry, person.email)
    Invitation.objects.update(expires_at=db_clock() - timedelta(seconds=1))
    invitation, withdrawn = invite(inquiry, person.email)
    revoke_invitation(inquiry_pk=inquiry.pk, invitation_code=invitation.code, by=inquiry.created_by)
    for token in (expired, withdrawn, "never-given"):
        with pytest.raises(InvitationUnusable):
            accept_invitation(token=token, by=person, name="Alder Recovery")


def test_a_second_message_to_one_address_replaces_the_first():
    inquiry, person = make_published(), make_user()
    _, first = invite(inquiry, person.email)
    _, second = invite(inquiry, person.email)
    with pytest.raises(InvitationUnusable):
        accept_invitation(token=first, by=person, name="Alder Recovery")
    assert accept_invitation(token=second, by=person, name="Alder Recovery")


def test_after_the_deadline_nobody_is_invited_and_no_invitation_is_accepted():
    inquiry, person = make_published(), make_user()
    _, token = invite(inquiry, person.email)
    close(inquiry)
    with pytest.raises(WrongState):
        invite(inquiry, "other@example.org")
    with pytest.raises(InvitationUnusable):
        accept_invitation(token=token, by=person, name="Alder Recovery")


def test_a_draft_invites_nobody():
    with pytest.raises(WrongState):
        invite(make_draft(), "supplier@example.org")


@pytest.mark.parametrize("role", list(Role))
def test_the_buying_side_does_not_accept(role):
    inquiry = make_published()
    person = make_member(inquiry.organisation, role)
    _, token = invite(inquiry, person.email)
    with pytest.raises(RoleConflict):
        accept_invitation(token=token, by=person, name="Own House")
    assert not Organisation.objects.filter(name="Own House").exists()


def test_a_house_that_shares_a_person_with_the_buying_side_does_not_accept():
    inquiry, house = make_published(), make_organisation()
    person = make_member(house, Role.SUPPLIER)
    Membership.objects.create(user=inquiry.created_by, organisation=house, role=Role.SUPPLIER)
    _, token = invite(inquiry, person.email)
    with pytest.raises(RoleConflict):
        accept_invitation(token=token, by=person, organisation=house)


def test_nobody_accepts_for_a_house_that_is_not_theirs():
    inquiry, person = make_published(), make_user()
    _, token = invite(inquiry, person.email)
    with pytest.raises(NotAllowed):
        accept_invitation(token=token, by=person, organisation=make_organisation())


def test_one_house_answers_an_inquiry_once():
    inquiry, house = make_published(), make_organisation()
    first, second = make_member(house, Role.SUPPLIER), make_member(house, Role.SUPPLIER)
    _, token = invite(inquiry, first.email)
    _, other = invite(inquiry, second.email)
    accept_invitation(token=token, by=first, organisation=house)
    with pytest.raises(AlreadyAnswering):
        accept_invitation(token=other, by=second, organisation=house)
    assert Offer.objects.count() == 1
