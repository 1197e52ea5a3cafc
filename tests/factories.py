"""The cast of the tests: a buying house with one person for each role, suppliers, and inquiries in each state."""

import json
from collections.abc import Mapping
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from recovery.actions.inquiry import create_inquiry, open_inquiry, publish_inquiry
from recovery.actions.offer import submit_offer
from recovery.models import (
    Inquiry,
    Installation,
    Invitation,
    Membership,
    Offer,
    Organisation,
    Revision,
    Role,
    User,
    db_clock,
)
from recovery.models.installation import Purpose

_numbers = count(1)

_CASE = json.loads((Path(__file__).parent.parent / "recovery/management/cases/tr10.json").read_text(encoding="utf-8"))
CONTINUE_AT_10: dict[str, Any] = _CASE["intent"]
MODEL_ALONE: dict[str, Any] = _CASE["offers"][0]


def make_user(name: str = "") -> User:
    number = next(_numbers)
    return User.objects.create_user(f"person{number}@example.org", name=name or f"Person {number}")


def make_organisation(name: str = "") -> Organisation:
    return Organisation.objects.create(name=name or f"House {next(_numbers)}")


def make_member(organisation: Organisation, *roles: Role) -> User:
    user = make_user()
    for role in roles:
        Membership.objects.create(user=user, organisation=organisation, role=role)
    return user


def make_person(inquiry: Inquiry, role: Role) -> User:
    """A person who holds ``role`` on the buying side of ``inquiry``."""
    return make_member(inquiry.organisation, role)


def make_draft(organisation: Organisation | None = None, answers: Mapping[str, Any] = CONTINUE_AT_10) -> Inquiry:
    Installation.objects.get_or_create(purpose=Purpose.TEST)
    organisation = organisation or make_organisation("Buyer House")
    buyer = make_member(organisation, Role.BUYER)
    reference = f"R-{next(_numbers)}"
    inquiry = create_inquiry(organisation=organisation, by=buyer, reference=reference, title="What comes back?")
    Inquiry.objects.filter(pk=inquiry.pk).update(draft=dict(answers), deadline_at=db_clock() + timedelta(hours=1))
    inquiry.refresh_from_db()
    return inquiry


def make_published(organisation: Organisation | None = None, *, seconds: float = 3600, drain: int = 60) -> Inquiry:
    """A published inquiry whose deadline is ``seconds`` away."""
    inquiry = make_draft(organisation)
    publish_inquiry(inquiry_pk=inquiry.pk, by=inquiry.created_by)
    deadline = db_clock() + timedelta(seconds=seconds)
    Inquiry.objects.filter(pk=inquiry.pk).update(deadline_at=deadline, drain_seconds=drain)
    inquiry.refresh_from_db()
    return inquiry


def make_offer(inquiry: Inquiry, name: str = "") -> Offer:
    """An invited supplier with one person, who has typed nothing yet."""
    house = make_organisation(name or f"Supplier {next(_numbers)}")
    person = make_member(house, Role.SUPPLIER)
    Invitation.objects.create(
        inquiry=inquiry,
        email=person.email,
        token_hash=f"{next(_numbers):064d}",
        created_by=inquiry.created_by,
        expires_at=db_clock() + timedelta(days=1),
        accepted_at=db_clock(),
        accepted_by=person,
        organisation=house,
    )
    return Offer.objects.create(inquiry=inquiry, organisation=house)


def supplier_of(offer: Offer) -> User:
    return User.objects.get(memberships__organisation=offer.organisation, memberships__role=Role.SUPPLIER)


def make_revision(offer: Offer, described: dict[str, Any] | None = None) -> Revision:
    return submit_offer(
        offer_pk=offer.pk,
        by=supplier_of(offer),
        described=described or MODEL_ALONE,
        client_token=f"form-{next(_numbers)}",
        arrived=db_clock(),
    )


def close(inquiry: Inquiry) -> None:
    """Let the deadline and its drain window be over."""
    Inquiry.objects.filter(pk=inquiry.pk).update(deadline_at=db_clock() - timedelta(hours=1))
    inquiry.refresh_from_db()


def make_opened(*, offers: int = 1) -> Inquiry:
    """An opened inquiry with ``offers`` submitted offers."""
    inquiry = make_published()
    for _ in range(offers):
        make_revision(make_offer(inquiry))
    close(inquiry)
    open_inquiry(inquiry_pk=inquiry.pk, by=make_person(inquiry, Role.PROCUREMENT))
    inquiry.refresh_from_db()
    return inquiry
