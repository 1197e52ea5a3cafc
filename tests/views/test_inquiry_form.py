"""The buyer's questionnaire on the site: asked in the guide's order, looked through, published once it is whole."""

import pytest
from django.urls import reverse

from recovery.models import Role, State
from tests.factories import CONTINUE_AT_10, make_draft, make_member, make_published
from tests.forms.filled import sent_by
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db

LIVE = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def inquiry():
    return make_draft()


@pytest.fixture
def client(inquiry):
    return client_of(inquiry.created_by)


def section(inquiry, key):
    return reverse("inquiry:section", args=[inquiry.code, key])


def review(inquiry):
    return reverse("inquiry:review", args=[inquiry.code])


def opened(client, inquiry, key):
    return sent_by(client.get(section(inquiry, key)).content.decode())


def write(inquiry, answers):
    inquiry.draft, inquiry.draft_version = dict(answers), inquiry.draft_version + 1
    inquiry.save()


def test_answers_are_kept_as_they_are_typed(client, inquiry):
    write(inquiry, {})
    sent = opened(client, inquiry, "result")
    sent["B1"], sent["B2"] = "O3", "TR-12"
    html = client.post(section(inquiry, "result"), sent, **LIVE).content.decode()
    inquiry.refresh_from_db()
    assert inquiry.draft == {"B1": "O3", "B2": "TR-12"}
    assert "For TR-12, the buyer wants to continue" in html
    assert "B17" not in html.split('id="hidden-questions"')[1].split(">")[0]


def test_nothing_is_ticked_for_the_buyer(client, inquiry):
    write(inquiry, {"B1": "O3"})
    assert "B10" not in opened(client, inquiry, "components")


def test_the_owner_is_chosen_among_the_members_who_hold_that_role(client, inquiry):
    owner = make_member(inquiry.organisation, Role.OWNER)
    stranger = make_member(inquiry.organisation, Role.AUDITOR)
    sent = opened(client, inquiry, "result")
    sent["owner_user"] = owner.email
    client.post(section(inquiry, "result"), sent, **LIVE)
    inquiry.refresh_from_db()
    assert inquiry.owner_user == owner
    sent["owner_user"] = stranger.email
    client.post(section(inquiry, "result"), sent, **LIVE)
    inquiry.refresh_from_db()
    assert inquiry.owner_user == owner


def test_a_clock_unit_is_refused_at_its_question(client, inquiry):
    write(inquiry, {**CONTINUE_AT_10, "B6": "other"})
    sent = opened(client, inquiry, "progress")
    sent["B6b"], sent["do"] = "hours", "next"
    response = client.post(section(inquiry, "progress"), sent)
    assert response.status_code == 422
    assert "clock" in response.content.decode().split('id="B6b_said"')[1].split("</div>")[0]


def test_only_who_writes_for_the_house_finds_it(inquiry):
    for role in (Role.AUDITOR, Role.PROCUREMENT, Role.OWNER):
        client = client_of(make_member(inquiry.organisation, role))
        assert client.get(section(inquiry, "result")).status_code == 404
    rival = make_draft()
    assert client_of(rival.created_by).get(section(inquiry, "result")).status_code == 404


def test_a_published_inquiry_is_written_no_more():
    inquiry = make_published()
    client = client_of(inquiry.created_by)
    assert client.get(section(inquiry, "result")).url == reverse("inquiry:detail", args=[inquiry.code])
    assert client.post(review(inquiry), {}).url == reverse("inquiry:detail", args=[inquiry.code])


def published(client, inquiry, **more):
    return client.post(review(inquiry), {"version": inquiry.draft_version, "do": "publish", **more})


def test_what_was_looked_through_is_published(client, inquiry):
    response = published(client, inquiry)
    inquiry.refresh_from_db()
    assert response.url == reverse("inquiry:detail", args=[inquiry.code])
    assert inquiry.state == State.PUBLISHED
    assert inquiry.intent_versions.get().answers == CONTINUE_AT_10


def test_an_open_question_keeps_it_from_being_published_and_is_linked(client, inquiry):
    write(inquiry, {key: value for key, value in CONTINUE_AT_10.items() if key != "B13"})
    response = published(client, inquiry)
    inquiry.refresh_from_db()
    assert response.status_code == 422
    assert f"{section(inquiry, 'components')}#B13" in response.content.decode()
    assert inquiry.state == State.DRAFT


def test_what_raises_a_question_is_published_only_as_it_stands(client, inquiry):
    write(inquiry, {**CONTINUE_AT_10, "B17": "A bit-exact, identical run."})
    assert published(client, inquiry).status_code == 422
    assert published(client, inquiry, as_it_stands="yes").status_code == 302


def test_answers_that_are_asked_no_more_are_not_published(client, inquiry):
    write(inquiry, {**CONTINUE_AT_10, "B14": "buyer"})
    published(client, inquiry)
    assert "B14" not in inquiry.intent_versions.get().answers


def test_a_draft_that_changed_meanwhile_is_looked_through_again(client, inquiry):
    write(inquiry, {**CONTINUE_AT_10, "B2": "TR-12"})
    assert client.post(review(inquiry), {"version": inquiry.draft_version - 1}).status_code == 409
    inquiry.refresh_from_db()
    assert inquiry.state == State.DRAFT


def test_publishing_from_the_page_of_the_inquiry_goes_by_the_same_rules(client, inquiry):
    write(inquiry, {**CONTINUE_AT_10, "B14": "buyer", "B17": "A bit-exact, identical run."})
    publish = reverse("inquiry:publish", args=[inquiry.code])
    assert client.post(publish).url == review(inquiry)
    write(inquiry, {**CONTINUE_AT_10, "B14": "buyer"})
    client.post(publish)
    assert inquiry.intent_versions.get().answers == CONTINUE_AT_10
