"""What an inquiry says about time and about who may see it."""

from datetime import datetime, timedelta, timezone

import pytest

from recovery.models import Inquiry, Installation, Offer, Role, State
from recovery.models.installation import Purpose
from tests.factories import make_draft, make_member, make_offer, make_person, make_published, make_user, supplier_of

DEADLINE = datetime(2026, 6, 1, 12, 0, tzinfo=timezone.utc)
TICK = timedelta(microseconds=1)
DRAIN = timedelta(seconds=60)


@pytest.mark.parametrize(
    ("arrived", "recorded", "is_taken"),
    [
        (DEADLINE - TICK, DEADLINE - TICK, True),
        (DEADLINE - TICK, DEADLINE + DRAIN - TICK, True),
        (DEADLINE - TICK, DEADLINE + DRAIN, False),
        (DEADLINE, DEADLINE, False),
        (DEADLINE + TICK, DEADLINE + TICK, False),
    ],
)
def test_an_offer_is_in_time_before_the_deadline_and_recorded_within_the_drain_window(arrived, recorded, is_taken):
    inquiry = Inquiry(state=State.PUBLISHED, deadline_at=DEADLINE, drain_seconds=60)
    assert inquiry.accepts(arrived=arrived, recorded=recorded) is is_taken


@pytest.mark.parametrize("state", [state for state in State if state != State.PUBLISHED])
def test_only_a_published_inquiry_takes_offers(state):
    inquiry = Inquiry(state=state, deadline_at=DEADLINE, drain_seconds=60)
    assert not inquiry.accepts(arrived=DEADLINE - DRAIN, recorded=DEADLINE - DRAIN)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "sees_draft", "sees_published"),
    [
        (Role.ADMINISTRATOR, False, False),
        (Role.BUYER, True, True),
        (Role.OWNER, True, True),
        (Role.PROCUREMENT, True, True),
        (Role.EVALUATOR, False, True),
        (Role.AUDITOR, False, True),
        (Role.SUPPLIER, False, False),
    ],
)
def test_who_sees_an_inquiry_on_the_buying_side(role, sees_draft, sees_published):
    draft = make_draft()
    published = make_published(draft.organisation)
    seen = set(Inquiry.objects.visible_to(make_person(draft, role)))
    assert (draft in seen, published in seen) == (sees_draft, sees_published)


@pytest.mark.django_db
def test_a_supplier_sees_what_it_was_invited_to_and_nothing_else():
    own = make_offer(make_published())
    make_offer(make_published())
    assert list(Offer.objects.supplied_by(supplier_of(own))) == [own]
    assert not Offer.objects.supplied_by(make_user()).exists()
    assert not Offer.objects.supplied_by(make_member(own.inquiry.organisation, Role.BUYER)).exists()


@pytest.mark.django_db
def test_a_database_is_real_until_it_is_marked():
    assert not Installation.is_for_trying()
    Installation.objects.create(purpose=Purpose.TEST)
    assert Installation.is_for_trying()
    assert not Installation.is_demonstration()
