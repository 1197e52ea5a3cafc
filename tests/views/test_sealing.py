"""Sealed is sealed: walks over every address of the site, as everybody who might look."""

from uuid import uuid4

import pytest
from django.core import mail

from recovery.actions.attachment import add_attachment
from recovery.actions.offer import save_offer_draft, submit_offer
from recovery.actions.refusals import InquiryClosed
from recovery.actions.report import order_report
from recovery.models import Event, Job, ReportKind, Role, db_clock
from recovery.queries import opened_offers
from recovery.tasks import export_of
from tests.factories import (
    MODEL_ALONE,
    close,
    make_member,
    make_offer,
    make_opened,
    make_organisation,
    make_person,
    make_published,
    make_revision,
    supplier_of,
)
from tests.views.cast import address, client_of, filled, parameters, plain, route_names

pytestmark = pytest.mark.django_db

CANARY = "canary-7f3a"
SUNG = {**MODEL_ALONE, "name": CANARY, "objects": [{"name": CANARY, "S6": "model_state", "S7": {"K1": "yes"}}]}
BUYING = [role for role in Role if role != Role.SUPPLIER]
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")


def walk(client, inquiry):
    """Ask for every address of the site with every method; what ends the inquiry or the session comes last."""
    codes = filled(inquiry)
    for name in sorted(route_names(), key=lambda each: each in {"inquiry:cancel", "organisation:remove"}):
        for method in METHODS:
            response = getattr(client, method)(address(name, codes), {"kind": "json"})
            yield name, method, plain(response)[1]


def make_sealed():
    """An inquiry past its deadline with a file, a submitted offer, a draft and a late attempt, each with the canary."""
    inquiry = make_published()
    offer = make_offer(inquiry)
    add_attachment(offer_pk=offer.pk, by=supplier_of(offer), name=f"{CANARY}.log", body=CANARY.encode())
    make_revision(offer, SUNG)
    save_offer_draft(offer_pk=offer.pk, by=supplier_of(offer), draft=SUNG, version=0)
    close(inquiry)
    with pytest.raises(InquiryClosed):
        submit_offer(
            offer_pk=offer.pk,
            by=supplier_of(offer),
            described={**SUNG, "name": f"{CANARY} late"},
            client_token="late",
            arrived=db_clock(),
        )
    inquiry.drain_seconds = 86400
    inquiry.save()
    return inquiry


@pytest.mark.parametrize("role", BUYING)
def test_before_opening_no_buying_role_reads_an_answer_at_any_address(role):
    inquiry = make_sealed()
    client = client_of(make_person(inquiry, role))
    heard = [(name, method) for name, method, text in walk(client, inquiry) if CANARY in text]
    assert heard == []
    assert CANARY not in "".join(message.body + message.subject for message in mail.outbox)
    assert CANARY not in str(list(Event.objects.values())) + str(list(Job.objects.values()))


@pytest.mark.parametrize("role", BUYING)
def test_before_opening_no_page_tells_whether_anything_was_submitted(role):
    inquiry = make_published()
    offer = make_offer(inquiry, "Alder Recovery")
    client = client_of(make_person(inquiry, role))
    reading = [name for name in route_names() if parameters(name).keys() <= {"code"}]
    codes = filled(inquiry)
    before = [plain(client.get(address(name, codes))) for name in reading]
    make_revision(offer, SUNG)
    assert [plain(client.get(address(name, codes))) for name in reading] == before


def test_after_opening_the_canary_is_there_to_be_read():
    inquiry = make_opened()
    inquiry.offers.get().revisions.update(described=SUNG)
    reader = make_person(inquiry, Role.PROCUREMENT)
    assert opened_offers(inquiry, reader)[0][1].described["name"] == CANARY
    report = order_report(inquiry_pk=inquiry.pk, by=reader, kind=ReportKind.JSON)
    assert CANARY in export_of(report).decode()


def test_a_supplier_reads_nothing_of_another_at_any_address():
    inquiry = make_sealed()
    rival = make_offer(inquiry)
    heard = [(name, method) for name, method, text in walk(client_of(supplier_of(rival)), inquiry) if CANARY in text]
    assert heard == []


def test_the_supplier_reads_the_own_answers():
    inquiry = make_sealed()
    client = client_of(supplier_of(inquiry.offers.get()))
    codes = filled(inquiry)
    assert CANARY in plain(client.get(address("offer:answers", codes)))[1]
    assert CANARY in plain(client.get(address("offer:attempt_answers", codes)))[1]
    assert CANARY in plain(client.get(address("attachment:list", codes)))[1]
    assert CANARY in plain(client.get(address("attachment:download", codes)))[1]


def test_what_a_supplier_sees_is_the_same_with_one_and_with_nine_suppliers():
    inquiry = make_published()
    offer = make_offer(inquiry)
    make_revision(offer)
    client = client_of(supplier_of(offer))
    codes = filled(inquiry)
    alone = [plain(client.get(address(name, codes))) for name in route_names()]
    for _ in range(8):
        make_revision(make_offer(inquiry), SUNG)
    assert [plain(client.get(address(name, codes))) for name in route_names()] == alone


def strangers(inquiry):
    """Everybody to whom this inquiry's buying side does not exist."""
    rival_house = make_organisation("Rival House")
    return {
        "rival buyer": make_member(rival_house, *BUYING),
        "rival supplier": supplier_of(make_offer(make_published())),
        "own supplier": supplier_of(inquiry.offers.get()),
    }


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("who", ["rival buyer", "rival supplier", "own supplier"])
def test_not_yours_is_not_found(who, method):
    inquiry = make_opened()
    order_report(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.BUYER), kind=ReportKind.PDF)
    client = client_of(strangers(inquiry)[who])
    codes = filled(inquiry)
    never_existed = dict.fromkeys(codes, str(uuid4()))
    for name in route_names():
        is_own = who == "own supplier" and name.startswith(("offer:", "attachment:"))
        if "code" not in parameters(name) or is_own:
            continue
        foreign = plain(getattr(client, method)(address(name, codes)))
        assert foreign == plain(getattr(client, method)(address(name, never_existed))), name
        assert foreign[0] in {404, 405}, name


@pytest.mark.parametrize("name", sorted(route_names()))
def test_without_signing_in_there_is_only_the_sign_in_page(client, name):
    inquiry = make_opened()
    public = {"health": 200, "invitation:follow": 302, "demo_sign_in": 404}
    response = client.get(address(name, filled(inquiry)))
    if name in public:
        assert response.status_code == public[name]
    else:
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")
