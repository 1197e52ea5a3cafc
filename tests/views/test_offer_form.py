"""A supplier's questionnaire on the site: saved while typing, shared by two writers, submitted once."""

from copy import deepcopy

import pytest
from django.http import QueryDict
from django.urls import reverse

from recovery.core.guide.supplier import SUPPLIER_SECTIONS
from recovery.models import LateAttempt, Membership, Revision, Role
from tests.factories import _CASE, close, make_offer, make_published, make_user, supplier_of
from tests.forms.filled import sent_by
from tests.views.cast import client_of

pytestmark = pytest.mark.django_db

LIVE = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def offer():
    return make_offer(make_published())


@pytest.fixture
def client(offer):
    return client_of(supplier_of(offer))


def section(offer, key):
    return reverse("offer:section", args=[offer.code, key])


def opened(client, offer, key):
    """Open a section and return what its form sends as it stands."""
    response = client.get(section(offer, key))
    assert response.status_code == 200
    return sent_by(response.content.decode())


def write(offer, draft):
    offer.draft, offer.draft_version = deepcopy(draft), offer.draft_version + 1
    offer.save()


def described(number=1):
    return {key: deepcopy(value) for key, value in _CASE["offers"][number].items() if key != "supplier"}


# --- Typing ---------------------------------------------------------------------------------------------------------


def test_typing_is_saved_and_answered_with_what_it_says_so_far(client, offer):
    sent = opened(client, offer, "application")
    sent["answers-S2"] = "buyers"
    response = client.post(section(offer, "application"), sent, **LIVE)
    offer.refresh_from_db()
    html = response.content.decode()
    assert offer.draft["answers"] == {"S2": "buyers"}
    assert offer.draft_version == 1
    assert "Saved at" in html
    assert 'id="remarks"' in html
    assert "<html" not in html


def test_saving_what_is_stored_already_makes_no_new_version(client, offer):
    sent = opened(client, offer, "application")
    client.post(section(offer, "application"), sent, **LIVE)
    offer.refresh_from_db()
    assert offer.draft_version == 0


def test_branching_is_told_without_loading_the_page_again(client, offer):
    sent = opened(client, offer, "application")
    before = client.post(section(offer, "application"), sent, **LIVE).content.decode()
    sent["answers-S4"] = "different"
    after = client.post(section(offer, "application"), sent, **LIVE).content.decode()
    assert "answers-S5" in before.split('id="hidden-questions"')[1].split(">")[0]
    assert "answers-S5" not in after.split('id="hidden-questions"')[1].split(">")[0]


def test_without_javascript_a_button_saves_and_shows_the_next_questions(client, offer):
    sent = opened(client, offer, "application")
    sent["answers-S4"], sent["do"] = "different", "save"
    response = client.post(section(offer, "application"), sent, follow=True)
    question = response.content.decode().split('data-question="answers-S5"')[1].split(">")[0]
    assert "hidden" not in question


def test_saving_and_going_on_opens_the_next_section_and_at_last_the_review(client, offer):
    for here, following in zip(SUPPLIER_SECTIONS, (*SUPPLIER_SECTIONS[1:], None), strict=True):
        response = client.post(section(offer, here.key), {**opened(client, offer, here.key).dict(), "do": "next"})
        expected = section(offer, following.key) if following else reverse("offer:review", args=[offer.code])
        assert response.url == expected


def test_without_a_section_the_first_open_one_is_shown(client, offer):
    assert client.get(reverse("offer:write", args=[offer.code])).url == section(offer, "application")


def test_a_section_that_does_not_exist_is_not_found(client, offer):
    assert client.get(section(offer, "prices")).status_code == 404


def test_a_button_adds_an_object_and_shows_it(client, offer):
    sent = opened(client, offer, "returned")
    sent["do"] = "add:objects"
    response = client.post(section(offer, "returned"), sent, follow=True)
    offer.refresh_from_db()
    assert len(offer.draft["objects"]) == 1
    assert 'id="objects-0"' in response.content.decode()


# --- What cannot be read --------------------------------------------------------------------------------------------


def test_a_date_as_a_point_is_refused_at_its_question_kept_and_linked_from_the_top(client, offer):
    write(offer, described())
    sent = opened(client, offer, "progress")
    sent["objects-0-S8-K1-value"], sent["do"] = "2026-11-30T10:00", "next"
    response = client.post(section(offer, "progress"), sent)
    html = response.content.decode()
    offer.refresh_from_db()
    assert response.status_code == 422
    assert 'value="2026-11-30T10:00"' in html
    assert '<a href="#objects-0-S8">' in html.split('id="faults"')[1]
    assert "does not say where the application was" in html.split('id="objects-0-S8_said"')[1].split("</div>")[0]
    assert offer.draft["objects"][0]["S8"]["K1"]["value"] == "2026-11-30T10:00"


def naming_a_copy(client, offer, name):
    """Answer which copy holds the first object, with the button that leads on."""
    sent = opened(client, offer, "returned")
    sent["objects-0-S6"], sent["objects-0-copy"], sent["do"] = "copy_named", name, "next"
    return client.post(section(offer, "returned"), sent)


def test_a_copy_may_be_named_before_it_is_described_and_stays_open_until_it_is(client, offer):
    write(offer, {**described(), "copies": []})
    response = naming_a_copy(client, offer, "V12")
    offer.refresh_from_db()
    assert response.status_code == 302
    assert offer.draft["objects"][0]["copy"] == "V12"
    said = (
        client.get(section(offer, "returned")).content.decode().split('id="objects-0-copy_said"')[1].split("</div>")[0]
    )
    assert "No copy called “V12” is described yet." in said
    still_open = client.get(review(offer)).content.decode().split('class="plain open-list"')[1].split("</ul>")[0]
    assert 'returned/#objects-0-copy"' in still_open
    assert "No copy called “V12” is described yet." in still_open
    assert client.post(review(offer), submission(client, offer)).status_code == 422

    client.post(review(offer), {"do": "mark", "version": offer.draft_version})
    offer.refresh_from_db()
    assert offer.draft["objects"][0]["copy"] == "V12"

    write(offer, {**offer.draft, "copies": [{"name": "V12"}]})
    assert "is described yet" not in client.get(review(offer)).content.decode()


def test_the_copies_that_are_described_are_suggested_also_those_without_a_name(client, offer):
    write(offer, {**described(), "copies": [{"name": "V11"}, {}]})
    html = client.get(section(offer, "returned")).content.decode()
    suggested = html.split('<datalist id="names-copy">')[1].split("</datalist>")[0]
    assert 'value="V11"' in suggested
    assert 'value="copy 2"' in suggested
    assert 'list="names-copy"' in html


def test_control_characters_are_refused_kept_on_the_page_and_change_nothing_else(client, offer):
    write(offer, described())
    sent = opened(client, offer, "interface")
    sent["answers-S51"], sent["answers-S50"], sent["do"] = "plan\x07", "outstanding", "next"
    response = client.post(section(offer, "interface"), sent)
    offer.refresh_from_db()
    assert response.status_code == 422
    assert "U+0007" in response.content.decode()
    assert "plan\x07" in response.content.decode()
    assert offer.draft["answers"]["S51"] == described()["answers"]["S51"]
    assert offer.draft["answers"]["S50"] == "outstanding"


def test_names_of_other_inputs_change_nothing(client, offer):
    write(offer, described())
    sent = opened(client, offer, "interface")
    sent["objects-0-S6"], sent["objects-7-S6"], sent["answers-S2"] = "rule", "package", "other"
    client.post(section(offer, "interface"), sent, **LIVE)
    offer.refresh_from_db()
    assert offer.draft == described()


def test_contradictions_are_shown_and_stop_nothing(client, offer):
    draft = described()
    draft["objects"][0]["S8"]["K3"] = {**draft["objects"][0]["S8"]["K3"], "value": 9}
    draft["objects"][0]["S11a"] = "yes"
    write(offer, draft)
    sent = opened(client, offer, "progress")
    sent["do"] = "next"
    html = client.get(section(offer, "progress")).content.decode()
    assert "R5" in html.split('id="objects-0-S8_said"')[1].split("</div>")[0]
    assert client.post(section(offer, "progress"), sent).status_code == 302


# --- Two writers ----------------------------------------------------------------------------------------------------


def test_two_writers_of_one_page_get_both_texts_and_nothing_is_overwritten(client, offer):
    mine = opened(client, offer, "application")
    theirs = mine.copy()
    theirs["answers-S5"] = "Their text"
    client.post(section(offer, "application"), theirs, **LIVE)
    mine["answers-S5"] = "My text"
    response = client.post(section(offer, "application"), mine, **LIVE)
    html = response.content.decode()
    offer.refresh_from_db()
    assert response.status_code == 409
    assert "Their text" in html
    assert "My text" in html
    assert offer.draft["answers"]["S5"] == "Their text"
    mine["do"] = f"keep:{offer.draft_version}"
    client.post(section(offer, "application"), mine)
    offer.refresh_from_db()
    assert offer.draft["answers"]["S5"] == "My text"


def test_keeping_mine_does_not_overwrite_a_third_text(client, offer):
    mine = opened(client, offer, "application")
    theirs = mine.copy()
    for text in ("First", "Second"):
        theirs["answers-S5"] = text
        theirs["base"] = opened(client, offer, "application")["base"]
        client.post(section(offer, "application"), theirs, **LIVE)
    mine["answers-S5"], mine["do"] = "Mine", "keep:1"
    assert client.post(section(offer, "application"), mine).status_code == 409
    offer.refresh_from_db()
    assert offer.draft["answers"]["S5"] == "Second"


def test_two_writers_of_two_pages_do_not_meet(client, offer):
    mine = opened(client, offer, "application")
    theirs = opened(client, offer, "interface")
    mine["answers-S2"], theirs["answers-S50"] = "buyers", "none"
    assert client.post(section(offer, "application"), mine, **LIVE).status_code == 200
    assert client.post(section(offer, "interface"), theirs, **LIVE).status_code == 200
    offer.refresh_from_db()
    assert offer.draft["answers"] == {"S2": "buyers", "S50": "none"}


# --- After signing out ----------------------------------------------------------------------------------------------


def test_what_is_sent_after_sign_out_is_kept_for_its_writer_and_given_back(client, offer):
    sent = opened(client, offer, "application")
    sent["answers-S5"] = "Typed too late"
    client.logout()
    assert client.post(section(offer, "application"), sent).url.startswith("/accounts/login/?next=/offers/")
    client.force_login(supplier_of(offer))
    page = client.get(section(offer, "application"))
    assert "is kept" in page.content.decode()
    client.post(section(offer, "application"), {"do": "restore"})
    offer.refresh_from_db()
    assert offer.draft["answers"]["S5"] == "Typed too late"
    assert "You had been signed out" not in client.get(section(offer, "application")).content.decode()


def test_what_one_person_typed_is_given_to_nobody_else(client, offer):
    sent = opened(client, offer, "application")
    sent["answers-S5"] = "Typed too late"
    client.logout()
    client.post(section(offer, "application"), sent)
    colleague = make_user()
    Membership.objects.create(user=colleague, organisation=offer.organisation, role=Role.SUPPLIER)
    client.force_login(colleague)
    assert "You had been signed out" not in client.get(section(offer, "application")).content.decode()


def test_saving_while_typing_after_sign_out_says_so_instead_of_showing_another_page(client, offer):
    sent = opened(client, offer, "application")
    client.logout()
    assert client.post(section(offer, "application"), sent, **LIVE).status_code == 401


def test_nobody_else_finds_the_questionnaire(offer):
    other = make_offer(offer.inquiry)
    for address in (section(offer, "application"), reverse("offer:review", args=[offer.code])):
        assert client_of(supplier_of(other)).get(address).status_code == 404
        assert client_of(make_user()).get(address).status_code == 404


# --- Looking through and submitting ---------------------------------------------------------------------------------


def review(offer):
    return reverse("offer:review", args=[offer.code])


def submission(client, offer):
    html = client.get(review(offer)).content.decode()
    form = html.split('id="submit"')[1]
    names = ("version", "token")
    return {name: form.split(f'name="{name}" value="')[1].split('"')[0] for name in names} | {"do": "submit"}


def test_an_offer_with_open_questions_is_not_sent_before_each_is_answered_or_marked(client, offer):
    write(offer, {**described(), "answers": {"S1": ["training_provider"]}})
    response = client.post(review(offer), submission(client, offer))
    assert response.status_code == 422
    assert not Revision.objects.exists()
    client.post(review(offer), {"do": "mark", "version": offer.draft_version})
    offer.refresh_from_db()
    assert offer.draft["answers"]["S2"] == "not_stated"
    assert client.post(review(offer), submission(client, offer)).status_code == 302
    assert Revision.objects.get().described["answers"]["S2"] == "not_stated"


def test_what_was_looked_through_is_what_is_sent(client, offer):
    write(offer, described())
    response = client.post(review(offer), submission(client, offer), follow=True)
    assert response.status_code == 200
    assert Revision.objects.get().described == described()


def test_an_offer_without_a_name_goes_under_its_house(client, offer):
    write(offer, {**described(), "name": ""})
    client.post(review(offer), submission(client, offer))
    assert Revision.objects.get().described["name"] == offer.organisation.name


def test_submitting_twice_or_from_two_tabs_makes_one_revision(client, offer):
    write(offer, described())
    first, second = submission(client, offer), submission(client, offer)
    addresses = {client.post(review(offer), each).url for each in (first, first, second)}
    assert len(addresses) == 1
    assert Revision.objects.count() == 1


def test_a_draft_that_changed_meanwhile_is_looked_through_again(client, offer):
    write(offer, described())
    stale = submission(client, offer)
    write(offer, {**described(), "name": "Another"})
    response = client.post(review(offer), stale)
    assert response.status_code == 409
    assert not Revision.objects.exists()


def test_an_unreadable_answer_is_not_sent_and_is_linked(client, offer):
    draft = described()
    draft["objects"][0]["S8"]["K1"]["value"] = "ckpt-10.pt"
    write(offer, draft)
    html = client.post(review(offer), submission(client, offer)).content.decode()
    assert f"{section(offer, 'progress')}#objects-0-S8" in html
    assert not Revision.objects.exists()


def test_what_comes_after_the_deadline_is_refused_and_kept(client, offer):
    write(offer, described())
    sent = submission(client, offer)
    close(offer.inquiry)
    response = client.post(review(offer), sent)
    offer.refresh_from_db()
    assert response.status_code == 409
    assert LateAttempt.objects.get().described == described()
    assert offer.draft == described()
    typed = opened(client, offer, "interface")
    typed["answers-S50"] = "none"
    assert client.post(section(offer, "interface"), typed, **LIVE).status_code == 200


def test_what_is_asked_no_more_is_shown_as_kept_and_not_sent(client, offer):
    draft = described()
    draft["answers"]["S5"] = "A conversion that is no longer asked for"
    write(offer, draft)
    html = client.get(review(offer)).content.decode()
    assert "A conversion that is no longer asked for" in html.split("Kept in the draft, not sent")[1]
    client.post(review(offer), submission(client, offer))
    assert "S5" not in Revision.objects.get().described["answers"]


@pytest.mark.parametrize("objects", [1, 3])
def test_a_page_asks_the_database_as_often_for_three_objects_as_for_one(
    client, offer, objects, django_assert_max_num_queries
):
    write(offer, {**described(), "objects": [{**described()["objects"][0], "name": f"O{n}"} for n in range(objects)]})
    client.get(section(offer, "returned"))
    with django_assert_max_num_queries(8):
        client.get(section(offer, "returned"))


def test_an_empty_post_changes_nothing(client, offer):
    write(offer, described())
    for each in SUPPLIER_SECTIONS:
        client.post(section(offer, each.key), QueryDict(), **LIVE)
    offer.refresh_from_db()
    assert offer.draft == described()
