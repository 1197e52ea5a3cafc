"""The demonstration: made once through the real acts, kept on a second run, refused in a database of real work."""

import subprocess

import pytest
from django.core.management import CommandError, call_command

from recovery.core.rules import RULE_SET
from recovery.management import demonstration
from recovery.models import Inquiry, Installation, Offer, Report, Revision, Role, Score, State, User
from recovery.queries import comparison_of
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_and_private(settings, tmp_path, monkeypatch):
    settings.DRAIN_SECONDS = 0
    settings.REPORT_FOLDER, settings.DEMO_FOLDER = tmp_path / "reports", tmp_path
    monkeypatch.setattr(demonstration, "SECONDS_TO_SUBMIT", 3)


def load(capsys):
    call_command("demo", no_worker=True)
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_demonstration_ends_with_the_guides_case_as_a_document(settings, capsys):
    said = load(capsys)
    document = settings.DEMO_FOLDER / "TR-10-comparison.pdf"
    assert str(document) in said
    for person in demonstration.PEOPLE:
        assert person.house in said
    inquiry = Inquiry.objects.get(reference="TR-10")
    found = {
        column.name: str(column.verdict.value)
        for column in comparison_of(inquiry, demonstration.user_of(Role.PROCUREMENT)).offers
    }
    assert found == {"Offer A": "does_not_establish", "Offer B": "matches", "V11": "does_not_establish"}
    text = subprocess.run(["pdftotext", str(document), "-"], capture_output=True, check=True).stdout.decode()
    lines = " ".join(text.split())
    assert "A later copy does not move the point." in lines
    assert "Missing: optimizer state at step 10, progress record at step 10." in lines
    assert RULE_SET in lines


@pytest.mark.slow
def test_a_second_run_keeps_what_people_entered(settings, capsys):
    load(capsys)
    entered = make_user("Somebody new")
    Score.objects.filter(criterion="Q5").update(value=1, reason="Entered by hand")
    before = {model: model.objects.count() for model in (Inquiry, Offer, Revision, User, Score)}
    (settings.DEMO_FOLDER / "TR-10-comparison.pdf").unlink()
    load(capsys)
    assert {model: model.objects.count() for model in before} == before
    assert User.objects.filter(pk=entered.pk).exists()
    assert set(Score.objects.filter(criterion="Q5").values_list("reason", flat=True)) == {"Entered by hand"}
    assert (settings.DEMO_FOLDER / "TR-10-comparison.pdf").exists()
    assert Report.objects.count() == 2


def test_an_interrupted_demonstration_is_put_aside_and_begun_again():
    demonstration.make_people()
    case = demonstration.load_case()
    demonstration._drafted("TR-10", "Interrupted", case["intent"])
    assert demonstration.finished_inquiry() is None
    assert Inquiry.objects.get().state == State.CANCELLED
    assert not Inquiry.objects.filter(reference="TR-10").exists()


def test_each_person_of_the_demonstration_has_one_role():
    demonstration.make_people()
    demonstration.make_people()
    held = {user.email: [each.role for each in user.memberships.all()] for user in User.objects.all()}
    buying = [person for person in demonstration.PEOPLE if person.house == demonstration.BUYER]
    assert {person.email: held[person.email] for person in buying} == {person.email: [person.does] for person in buying}


def test_a_database_of_real_work_is_left_alone(capsys):
    make_user()
    with pytest.raises(CommandError, match="left alone"):
        load(capsys)
    assert not Installation.objects.exists()
    assert not Inquiry.objects.exists()


def test_the_demonstration_is_not_loaded_in_production(settings, capsys):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        load(capsys)
