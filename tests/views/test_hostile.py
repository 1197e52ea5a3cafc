"""What a hostile supplier or a careless buyer sends: each gets a clear answer, and nothing else is changed."""

import json
from copy import deepcopy

import pytest
from django.conf import settings
from django.core import mail, signing
from django.urls import reverse

from recovery.actions.attachment import add_attachment
from recovery.actions.evaluation import record_scores
from recovery.actions.inquiry import open_inquiry
from recovery.actions.invitation import invite_supplier
from recovery.actions.offer import submit_offer
from recovery.actions.refusals import InquiryClosed
from recovery.core.errors import AnswersRejected
from recovery.core.exchange import read_intent, read_offer
from recovery.core.guide.supplier import SUPPLIER_SECTIONS
from recovery.core.scoring import Given
from recovery.forms.draft import MOST_BLOCKS
from recovery.forms.tabular import MOST_ROWS
from recovery.mail import send_invitation
from recovery.models import Event, Inquiry, Membership, Offer, Organisation, Role, State, User, db_clock
from recovery.models.inquiry import CRITERIA
from tests.factories import (
    _CASE,
    close,
    make_draft,
    make_member,
    make_offer,
    make_person,
    make_published,
    make_revision,
    make_user,
    supplier_of,
)
from tests.forms.filled import sent_by
from tests.views.cast import address, client_of, filled, parameters, plain, route_names

pytestmark = pytest.mark.django_db

ONE_OBJECT = {
    "name": "",
    "answers": {},
    "objects": [{"name": "weights", "S6": "model_state", "S7": {"K1": "yes"}}],
    "copies": [],
    "evidence": [],
}
UNSEEN = ["\u200b", "\u2060\u00ad", "\u202e", "\u3164", "\u2800 \u00a0", "\u0301"]


@pytest.fixture
def offer():
    offer = make_offer(make_published())
    Offer.objects.filter(pk=offer.pk).update(draft=deepcopy(ONE_OBJECT))
    offer.refresh_from_db()
    return offer


@pytest.fixture
def client(offer):
    return client_of(supplier_of(offer))


@pytest.fixture
def returned(offer):
    return reverse("offer:section", args=[offer.code, "returned"])


# --- Buttons ----------------------------------------------------------------------------------------------------------

BUTTONS = [
    f"{verb}:{name}"
    for verb in ("add", "remove", "row", "party", "one", "part", "spread", "keep")
    for name in ("", "objects", "objects-1", "objects-9999", "objects--1", "objects-²", "objects-" + "9" * 5000)
] + ["add:answers", "add:supplier", "add:__class__", "remove:answers-0", "remove:name-0", "restore", ":", "save" * 999]


@pytest.mark.parametrize("button", [each for each in BUTTONS if each != "add:objects"], ids=lambda each: each[:24])
def test_a_button_that_the_page_does_not_have_changes_nothing(client, offer, returned, button):
    response = client.post(returned, {"do": button})
    offer.refresh_from_db()
    assert response.status_code in {200, 302}
    assert offer.draft == ONE_OBJECT


@pytest.mark.parametrize("text", ["a\x00b", "\x1b[31m", "\ufffe"])
@pytest.mark.parametrize(
    ("button", "box"),
    [("part:objects-0-S7", "objects-0-S7--new"), ("spread:objects-0-S8", "objects-0-S8--spread-run")],
)
def test_a_button_stores_no_text_that_a_database_refuses(offer, returned, button, box, text):
    client_of(supplier_of(offer)).post(returned, {"do": button, box: text, "objects-0-S7-K1": "yes"})
    offer.refresh_from_db()
    assert offer.draft == ONE_OBJECT


# --- Text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", UNSEEN)
def test_an_answer_of_which_nothing_is_seen_is_left_blank(client, offer, text):
    client.post(
        reverse("offer:section", args=[offer.code, "application"]),
        {"blocks": ["offer", "answers"], "offer-name": text, "answers-S4": text},
    )
    offer.refresh_from_db()
    assert offer.draft["name"] == ""
    assert offer.draft["answers"] == {}


@pytest.mark.parametrize("text", [*UNSEEN, "two\u2028lines", "two\u2029lines", "two\x0blines", "a\x00"])
def test_a_name_is_one_line_that_can_be_seen(text):
    client = client_of(make_user())
    assert client.post(reverse("organisation:create"), {"name": text}).status_code == 200
    assert not Organisation.objects.exists()


def test_the_largest_page_of_an_offer_can_be_sent(client, offer, returned):
    few = 3
    Offer.objects.filter(pk=offer.pk).update(draft={**ONE_OBJECT, "objects": ONE_OBJECT["objects"] * few})
    sent = sent_by(client.get(returned).content.decode())
    fields = sum(len(values) for _name, values in sent.lists())
    assert fields / few * MOST_BLOCKS < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


def test_what_has_too_many_fields_is_refused_in_words(client, offer, returned):
    response = client.post(returned, {f"field-{number}": "1" for number in range(12_001)})
    assert response.status_code == 400
    assert "cannot be read" in response.content.decode()
    offer.refresh_from_db()
    assert offer.draft == ONE_OBJECT


def test_components_that_no_page_offers_stay_few_enough_to_be_shown(client, offer, returned):
    names = [f"K1/{number}" for number in range(1000)]
    client.post(
        returned,
        {"blocks": "objects-0"}
        | {f"objects-0-S7-{name}": "yes" for name in names}
        | {f"objects-0-S8-{name}-value": "10" for name in names},
    )
    offer.refresh_from_db()
    assert {len(offer.draft["objects"][0][key]) for key in ("S7", "S8")} == {MOST_ROWS}


def test_a_form_token_that_is_none_of_ours_names_a_form_of_its_own(client, offer):
    draft = {key: value for key, value in _CASE["offers"][1].items() if key != "supplier"}
    Offer.objects.filter(pk=offer.pk).update(draft=draft)
    review = reverse("offer:review", args=[offer.code])
    client.post(review, {"do": "mark", "version": "0"})
    offer.refresh_from_db()
    client.post(review, {"version": str(offer.draft_version), "token": "\x00" * 70})
    assert "\x00" not in offer.revisions.get().client_token


# --- Terms ------------------------------------------------------------------------------------------------------------


def terms(**changed):
    weights = {f"weight_{each}": "20" for each in CRITERIA}
    return {"reference": "R-1", "title": "What comes back?", "deadline_at": "2030-01-01T12:00", **weights, **changed}


@pytest.mark.parametrize(
    "changed",
    [
        {"deadline_at": "9999-12-31T23:59:59"},
        {"deadline_at": "2999-01-01T00:00"},
        {"weight_Q1": "-20", "weight_Q2": "60"},
        {"weight_Q1": ""},
        {"weight_Q1": "1e1"},
        {"weight_price": "-1"},
        {"weight_Q1": "21"},
        {"owner_user": "nobody@example.org"},
        {"owner_user": "\x00"},
        {"price_currency": "\u202eEU"},
        {"title": "\u200b"},
    ],
)
def test_terms_that_make_no_sense_are_refused_and_change_nothing(changed):
    inquiry = make_draft()
    response = client_of(inquiry.created_by).post(reverse("inquiry:terms", args=[inquiry.code]), terms(**changed))
    assert response.status_code == 200
    before = (inquiry.title, inquiry.deadline_at, inquiry.weights)
    inquiry.refresh_from_db()
    assert (inquiry.title, inquiry.deadline_at, inquiry.weights) == before


def test_a_form_cannot_set_what_it_does_not_ask_for():
    inquiry = make_draft()
    forged = {each.name: "1" for each in Inquiry._meta.get_fields()}
    forged |= {"state": "opened", "opened_at": "2020-01-01T00:00", "drain_seconds": "0", "organisation_id": "1"}
    client_of(inquiry.created_by).post(reverse("inquiry:terms", args=[inquiry.code]), {**forged, **terms()})
    kept = ("state", "opened_at", "opened_by_id", "published_at", "drain_seconds", "organisation_id", "code", "draft")
    before = [getattr(inquiry, name) for name in kept]
    inquiry.refresh_from_db()
    assert inquiry.title == "What comes back?"
    assert [getattr(inquiry, name) for name in kept] == before


@pytest.mark.parametrize("reason", ["", "   ", "\u200b", "a\x00b", "x" * 2001])
def test_an_inquiry_is_cancelled_with_a_reason_that_can_be_read(reason):
    inquiry = make_published()
    client_of(inquiry.created_by).post(reverse("inquiry:cancel", args=[inquiry.code]), {"reason": reason})
    inquiry.refresh_from_db()
    assert inquiry.state == State.PUBLISHED


@pytest.mark.parametrize("sent", [{}, {"email": "\x00", "role": "\x00"}, {"email": "no address", "role": "buyer"}])
def test_a_role_that_nobody_holds_is_not_taken_away(sent):
    inquiry = make_published()
    client = client_of(make_person(inquiry, Role.ADMINISTRATOR))
    before = Membership.objects.count()
    assert client.post(reverse("organisation:remove", args=[inquiry.organisation.code]), sent).status_code == 404
    assert Membership.objects.count() == before


def test_nobody_is_named_as_owner_by_an_address_that_is_none():
    inquiry = make_draft()
    section = reverse("inquiry:section", args=[inquiry.code, "application"])
    assert client_of(inquiry.created_by).post(section, {"owner_user": "\x00"}).status_code in {200, 302}
    inquiry.refresh_from_db()
    assert inquiry.owner_user is None


# --- What a page tells of others --------------------------------------------------------------------------------------


def test_the_questionnaire_holds_no_number_that_counts_people(client, offer, returned):
    sent = sent_by(client.get(returned).content.decode())
    signed = signing.loads(sent["writer"], salt="recovery.writer")
    assert not str(signed).isdigit()
    assert len(str(signed)) == 40


def test_a_claim_of_somebody_else_s_invitation_is_refused_and_on_record():
    inquiry = make_published()
    _invitation, token = invite_supplier(inquiry_pk=inquiry.pk, by=inquiry.created_by, email="invited@example.org")
    stranger = make_user()
    client = client_of(stranger)
    client.get(reverse("invitation:follow", args=[token]))
    response = client.post(reverse("invitation:accept"), {"name": "Stranger House"})
    assert inquiry.reference not in response.content.decode()
    assert not Offer.objects.exists()
    event = inquiry.events.get(kind="refused")
    assert (event.actor, event.details["reason"]) == (stranger, "AnotherAddress")


# --- Attempts on record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_asking_for_the_page_of_another_is_on_record_once(method):
    inquiry = make_published()
    revision = make_revision(make_offer(inquiry))
    rival = supplier_of(make_offer(inquiry))
    asked = {
        "offer:detail": revision.offer.code,
        "offer:receipt": revision.code,
        "report:compare": inquiry.code,
        "inquiry:detail": inquiry.code,
    }
    for name, code in asked.items():
        response = getattr(client_of(rival), method)(reverse(name, args=[code]))
        if response.status_code == 405:
            continue
        assert response.status_code == 404
        event = Event.objects.get(kind="refused", inquiry=inquiry, details__route=name)
        assert event.actor == rival
        assert event.details["code"] == str(code)
        assert event.details["method"] == method.upper()


def test_a_look_before_the_opening_is_on_record():
    inquiry = make_published()
    curious = make_person(inquiry, Role.PROCUREMENT)
    client_of(curious).get(reverse("report:compare", args=[inquiry.code]))
    assert inquiry.events.get(kind="refused").actor == curious


def test_a_code_that_never_existed_is_on_record_without_an_inquiry():
    client_of(make_user()).get(reverse("offer:receipt", args=["00000000-0000-4000-8000-000000000000"]))
    assert Event.objects.get(kind="refused").inquiry is None


def test_what_is_found_leaves_no_refusal(client, offer):
    client.get(reverse("offer:detail", args=[offer.code]))
    assert not Event.objects.filter(kind="refused").exists()


# --- Scripts, template code and marks of direction in everything that is stored ---------------------------------------

HOSTILE = '"><script>x()</script>{{7|add:7}}\u202e'


def texts_of(value, path=()):
    """Yield the place of every text in a raw value."""
    if isinstance(value, str):
        yield path
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in pairs:
        yield from texts_of(each, (*path, key))


def hostile_offer(inquiry):
    """The guide's second offer with the payload in every answer that takes free text."""
    intent = read_intent(inquiry.intent_versions.get().answers, owner=None)
    described = {key: deepcopy(value) for key, value in _CASE["offers"][1].items() if key != "supplier"}
    for *way, last in list(texts_of(described)):
        place = described
        for step in way:
            place = place[step]
        before, place[last] = place[last], f"X{HOSTILE}"
        try:
            read_offer(described, intent)
        except AnswersRejected:
            place[last] = before
    return described


@pytest.fixture
def hostile():
    """An opened inquiry in which every stored text carries the payload."""
    inquiry = make_published()
    Organisation.objects.filter(pk=inquiry.organisation_id).update(name=f"B{HOSTILE}")
    Inquiry.objects.filter(pk=inquiry.pk).update(reference=f"R{HOSTILE}", title=f"T{HOSTILE}", price_basis=HOSTILE)
    offer = make_offer(inquiry, f"S{HOSTILE}")
    described = hostile_offer(inquiry)
    Offer.objects.filter(pk=offer.pk).update(draft=described)
    add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name=f"F{HOSTILE}.log", body=HOSTILE.encode())
    make_revision(offer, described)
    close(inquiry)
    with pytest.raises(InquiryClosed):
        submit_offer(
            offer_pk=offer.pk, by=supplier_of(offer), described={**described, "name": f"L{HOSTILE}"},
            client_token="late", arrived=db_clock(),
        )  # fmt: skip
    everybody = make_member(inquiry.organisation, *(each for each in Role if each != Role.SUPPLIER))
    Inquiry.objects.filter(pk=inquiry.pk).update(owner_user=everybody)
    open_inquiry(inquiry_pk=inquiry.pk, by=everybody)
    given = {each: Given("", 1, f"W{HOSTILE}") for each in CRITERIA}
    record_scores(inquiry_pk=inquiry.pk, offer_code=offer.code, by=everybody, given=given)
    User.objects.update(name=f"U{HOSTILE}")
    inquiry.refresh_from_db()
    return inquiry, offer, everybody


@pytest.mark.parametrize("side", ["supplier", "buyer"])
def test_whatever_is_stored_is_text_on_every_page(hostile, side):
    inquiry, offer, everybody = hostile
    client = client_of(supplier_of(offer) if side == "supplier" else everybody)
    codes = filled(inquiry)
    pages = [address(name, codes) for name in route_names() if parameters(name).keys() <= {"code", "offer"}]
    pages += [reverse("offer:section", args=[offer.code, each.key]) for each in SUPPLIER_SECTIONS]
    seen = 0
    for page in pages:
        status, text = plain(client.get(page))
        if status != 200 or not text.lstrip().lower().startswith("<!doctype html>"):
            continue
        seen += "script&gt;x()" in text
        assert "<script>x" not in text, page
        assert "script&gt;14" not in text, page
        assert marks_outside_inputs(text) == 0, page
    assert seen > 10


def marks_outside_inputs(html):
    """Count the marks of direction that a reader meets outside of the inputs, where they turn nothing."""
    kept = sum(value.count("\u202e") for _name, values in sent_by(html).lists() for value in values)
    inside = html.count('\u202e"') + html.count("\u202e</textarea>")
    return max(0, html.count("\u202e") - max(kept, inside))


def test_a_mailed_name_is_text_on_its_line(hostile):
    inquiry, _offer, _everybody = hostile
    Inquiry.objects.filter(pk=inquiry.pk).update(state=State.PUBLISHED, deadline_at=make_published().deadline_at)
    invitation, token = invite_supplier(inquiry_pk=inquiry.pk, by=inquiry.created_by, email="new@example.org")
    mail.outbox.clear()
    send_invitation(invitation, token)
    (message,) = mail.outbox
    assert message.to == ["new@example.org"]
    assert "{{7|add:7}}" in message.body
    assert "\u202e" not in message.subject + message.body
    assert json.dumps(message.extra_headers) == "{}"
