"""The demonstration's people and inquiries, made through the same actions that real people use."""

import json
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from recovery.actions.account import create_organisation, give_role, register_person
from recovery.actions.evaluation import record_scores
from recovery.actions.inquiry import (
    cancel_inquiry,
    create_inquiry,
    free_reference,
    open_inquiry,
    publish_inquiry,
    save_inquiry_draft,
    save_inquiry_terms,
)
from recovery.actions.installation import mark_demonstration
from recovery.actions.invitation import accept_invitation, invite_supplier
from recovery.actions.offer import save_offer_draft, submit_offer
from recovery.core.scoring import Given
from recovery.mail import send_invitation
from recovery.models import Inquiry, Offer, Organisation, Role, State, User, db_clock
from recovery.queries import comparison_of

BUYER = "Harbour Models"
REFERENCE = "TR-10"
OPEN_REFERENCE = "TR-12"
SECONDS_TO_SUBMIT = 8
CASE = Path(__file__).parent / "cases" / "tr10.json"


@dataclass(frozen=True)
class Person:
    """Somebody of the demonstration: what they do, for whom, and the address they sign in with."""

    does: str
    house: str
    email: str
    name: str


PEOPLE = (
    Person(Role.ADMINISTRATOR, BUYER, "administrator@harbour-models.example", "Noor Administrator"),
    Person(Role.BUYER, BUYER, "buyer@harbour-models.example", "Mika Buyer"),
    Person(Role.OWNER, BUYER, "owner@harbour-models.example", "Ines Application-Owner"),
    Person(Role.EVALUATOR, BUYER, "evaluator@harbour-models.example", "Tariq Evaluator"),
    Person(Role.PROCUREMENT, BUYER, "procurement@harbour-models.example", "Lena Procurement"),
    Person(Role.AUDITOR, BUYER, "auditor@harbour-models.example", "Yusuf Auditor"),
    Person(Role.SUPPLIER, "Alder Recovery", "offers@alder-recovery.example", "Ana of Alder"),
    Person(Role.SUPPLIER, "Birch State", "offers@birch-state.example", "Ben of Birch"),
    Person(Role.SUPPLIER, "Cedar Volumes", "offers@cedar-volumes.example", "Chi of Cedar"),
)
SUPPLIERS = tuple(each for each in PEOPLE if each.does == Role.SUPPLIER)


def load_case() -> dict[str, Any]:
    """Return the TR-10 case in the exchange form; ``recovery match`` reads the same file."""
    case: dict[str, Any] = json.loads(CASE.read_text(encoding="utf-8"))
    return case


def user_of(role: str) -> User:
    """Return the demonstration's first person of a role."""
    return User.objects.get(email=next(each.email for each in PEOPLE if each.does == role))


def make_people() -> None:
    """Mark the database, register the buying house and give each person of it one role."""
    mark_demonstration()
    for person in PEOPLE:
        register_person(email=person.email, name=person.name)
    administrator = user_of(Role.ADMINISTRATOR)
    house = Organisation.objects.of(administrator, Role.ADMINISTRATOR).filter(name=BUYER).first()
    house = house or create_organisation(by=administrator, name=BUYER)
    for person in PEOPLE:
        if person.house == BUYER:
            give_role(organisation_pk=house.pk, by=administrator, email=person.email, role=Role(person.does))


def finished_inquiry() -> Inquiry | None:
    """Return the demonstration's TR-10, if it was made to its end before; put an unfinished one out of the way."""
    found = Inquiry.objects.filter(organisation__name=BUYER, reference=REFERENCE).first()
    if found is None or found.is_opened:
        return found
    if found.state != State.CANCELLED:
        cancel_inquiry(inquiry_pk=found.pk, by=user_of(Role.BUYER), reason="The demonstration was interrupted.")
    free_reference(inquiry_pk=found.pk, by=user_of(Role.BUYER))
    return None


def make_opened_inquiry() -> Inquiry:
    """Publish TR-10, have three suppliers answer, wait for the deadline and its drain window, and open."""
    case = load_case()
    inquiry = _drafted(REFERENCE, "What comes back if the job TR-10 is lost?", case["intent"])
    _published(inquiry, timedelta(seconds=SECONDS_TO_SUBMIT))
    for person, described in zip(SUPPLIERS, case["offers"], strict=True):
        offer = _accepted(inquiry, person)
        _submitted(offer, {key: value for key, value in described.items() if key != "supplier"})
    inquiry.refresh_from_db()
    _wait_for(inquiry)
    return open_inquiry(inquiry_pk=inquiry.pk, by=user_of(Role.PROCUREMENT))


def score(inquiry: Inquiry) -> None:
    """Let the evaluator accept what the program proposes, with its reason; scores that are there already stay."""
    if inquiry.scores.exists():
        return
    evaluator = user_of(Role.EVALUATOR)
    comparison = comparison_of(inquiry, evaluator)
    for column, scored in zip(comparison.offers, comparison.scores.offers, strict=True):
        given = {
            line.criterion: Given(str(evaluator), line.proposal.value, line.proposal.reason) for line in scored.criteria
        }
        record_scores(inquiry_pk=inquiry.pk, offer_code=UUID(column.code), by=evaluator, given=given)


def make_open_inquiry() -> Inquiry:
    """Publish a second inquiry that is open for two weeks, so that the questionnaire can be tried."""
    found = Inquiry.objects.filter(organisation__name=BUYER, reference=OPEN_REFERENCE).first()
    if found is not None:
        return found
    intent = dict(load_case()["intent"])
    for continuing_only in ("B11", "B12", "B16", "B17", "B24"):
        intent.pop(continuing_only, None)
    intent.update({"B1": "O1", "B10": ["K1", "K12", "K13"], "B20": [{"claim": "inference", "kinds": ["E6i"]}]})
    inquiry = _drafted(OPEN_REFERENCE, "Keep the model of TR-10 for inference", intent)
    _published(inquiry, timedelta(days=14))
    for person in SUPPLIERS:
        _accepted(inquiry, person)
    return inquiry


def _drafted(reference: str, title: str, intent: dict[str, Any]) -> Inquiry:
    buyer = user_of(Role.BUYER)
    house = Organisation.objects.of(buyer, Role.BUYER).get(name=BUYER)
    inquiry = create_inquiry(organisation=house, by=buyer, reference=reference, title=title)
    return save_inquiry_draft(inquiry_pk=inquiry.pk, by=buyer, draft=intent, version=0)


def _published(inquiry: Inquiry, until_deadline: timedelta) -> None:
    buyer = user_of(Role.BUYER)
    terms = {
        "deadline_at": db_clock() + until_deadline,
        "weights": {"Q1": 15, "Q2": 25, "Q3": 25, "Q4": 20, "Q5": 15},
        "owner_user": user_of(Role.OWNER),
    }
    save_inquiry_terms(inquiry_pk=inquiry.pk, by=buyer, terms=terms)
    publish_inquiry(inquiry_pk=inquiry.pk, by=buyer)


def _accepted(inquiry: Inquiry, person: Person) -> Offer:
    invitation, token = invite_supplier(inquiry_pk=inquiry.pk, by=user_of(Role.BUYER), email=person.email)
    send_invitation(invitation, token)
    supplier = User.objects.get(email=person.email)
    house = Organisation.objects.of(supplier, Role.SUPPLIER).filter(name=person.house).first()
    return accept_invitation(token=token, by=supplier, organisation=house, name=person.house)


def _submitted(offer: Offer, described: dict[str, Any]) -> None:
    by = User.objects.get(memberships__organisation=offer.organisation, memberships__role=Role.SUPPLIER)
    save_offer_draft(offer_pk=offer.pk, by=by, draft=described, version=offer.draft_version)
    submit_offer(
        offer_pk=offer.pk, by=by, described=described, client_token=f"demonstration-{offer.code}", arrived=db_clock()
    )


def _wait_for(inquiry: Inquiry) -> None:
    while inquiry.opens_from is not None and db_clock() < inquiry.opens_from:
        time.sleep(0.2)
