"""Roles, and that nobody stands on both sides of an inquiry."""

import pytest

from recovery.actions.account import create_organisation, give_role, register_person, remove_role
from recovery.actions.refusals import LastAdministrator, NotAllowed, RoleConflict
from recovery.models import Event, Membership, Role, User
from tests.factories import make_member, make_offer, make_organisation, make_published, make_user, supplier_of

pytestmark = pytest.mark.django_db


def give(organisation, email, role, by=None):
    by = by or make_member(organisation, Role.ADMINISTRATOR)
    return give_role(organisation_pk=organisation.pk, by=by, email=email, role=role)


def test_who_registers_an_organisation_administers_it():
    person = make_user()
    organisation = create_organisation(by=person, name="  Buyer House ")
    assert organisation.name == "Buyer House"
    assert [held.role for held in organisation.memberships.all()] == [Role.ADMINISTRATOR]


def test_a_role_can_be_given_to_an_address_that_is_new_here():
    membership = give(make_organisation(), "New.Person@Example.org", Role.BUYER)
    assert membership.user.email == "new.person@example.org"
    assert not membership.user.has_usable_password()


def test_giving_a_role_twice_is_one_role_and_one_event():
    organisation = make_organisation()
    administrator = make_member(organisation, Role.ADMINISTRATOR)
    for _ in range(2):
        give(organisation, "person@example.org", Role.BUYER, by=administrator)
    assert Membership.objects.filter(user__email="person@example.org").count() == 1
    assert Event.objects.filter(kind="role_given").count() == 1


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ADMINISTRATOR])
def test_only_an_administrator_gives_roles(role):
    organisation = make_organisation()
    with pytest.raises(NotAllowed):
        give(organisation, "person@example.org", Role.BUYER, by=make_member(organisation, role))
    assert not User.objects.filter(email="person@example.org").exists()


def test_an_administrator_of_another_house_gives_no_roles_here():
    other = make_member(make_organisation(), Role.ADMINISTRATOR)
    with pytest.raises(NotAllowed):
        give(make_organisation(), "person@example.org", Role.BUYER, by=other)


@pytest.mark.parametrize("role", list(Role))
def test_a_supplier_of_an_inquiry_gets_no_role_on_its_buying_side(role):
    inquiry = make_published()
    supplier = supplier_of(make_offer(inquiry))
    with pytest.raises(RoleConflict):
        give(inquiry.organisation, supplier.email, role)


@pytest.mark.parametrize("role", list(Role))
def test_the_buying_side_of_an_inquiry_gets_no_role_at_its_supplier(role):
    inquiry = make_published()
    offer = make_offer(inquiry)
    with pytest.raises(RoleConflict):
        give(offer.organisation, inquiry.created_by.email, role)


def test_the_last_administrator_stays():
    organisation = make_organisation()
    administrator = make_member(organisation, Role.ADMINISTRATOR)
    held = organisation.memberships.get()
    with pytest.raises(LastAdministrator):
        remove_role(membership_pk=held.pk, organisation_pk=organisation.pk, by=administrator)
    give(organisation, "second@example.org", Role.ADMINISTRATOR, by=administrator)
    remove_role(membership_pk=held.pk, organisation_pk=organisation.pk, by=administrator)
    assert [each.user.email for each in organisation.memberships.all()] == ["second@example.org"]


def test_a_person_is_registered_once_with_no_password_and_no_role():
    first = register_person(email="New@Example.org", name="New Person")
    assert register_person(email="new@example.org", name="Another name") == first
    assert (first.name, first.has_usable_password(), first.memberships.count()) == ("New Person", False, 0)
