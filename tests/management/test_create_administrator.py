"""The first person of an empty installation."""

import pytest
from django.core.management import CommandError, call_command

from recovery.models import Membership, Organisation, User

pytestmark = pytest.mark.django_db


def test_the_first_administrator_signs_in_by_code_and_has_no_password():
    call_command("create_administrator", "First@Example.org", "Buyer House")
    held = Membership.objects.get()
    assert (held.user.email, held.organisation.name, held.role) == ("first@example.org", "Buyer House", "administrator")
    assert not held.user.has_usable_password()


def test_asking_twice_changes_nothing(capsys):
    for _ in range(2):
        call_command("create_administrator", "first@example.org", "Buyer House")
    assert (User.objects.count(), Organisation.objects.count(), Membership.objects.count()) == (1, 1, 1)
    assert "nothing was changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("email", "name"), [("no address", "House"), ("a@example.org", " "), ("a@example.org", "x" * 121)]
)
def test_a_wrong_word_is_one_sentence(email, name):
    with pytest.raises(CommandError):
        call_command("create_administrator", email, name)
    assert not User.objects.exists()
