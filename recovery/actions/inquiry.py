"""The life of an inquiry: drafted, published, opened, cancelled. Every act takes the lock on its row first."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from recovery.actions.refusals import DraftMoved, NotAllowed, NotPublishable, NotYetOpenable, WrongState
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.core.branching import asked, is_stated
from recovery.core.errors import AnswerRejected, AnswersRejected
from recovery.core.exchange import read_intent
from recovery.core.guide.buyer import BUYER_QUESTIONS
from recovery.models import Inquiry, IntentVersion, Organisation, Role, State, User, db_clock, digest_of
from recovery.models.event import Kind
from recovery.models.inquiry import CRITERIA, SHORTEST_DRAIN_SECONDS
from recovery.models.installation import Installation


@transaction.atomic
def create_inquiry(*, organisation: Organisation, by: User, reference: str, title: str) -> Inquiry:
    """Begin a draft. Its drain window is the one in force here, and is named in its terms from the first day."""
    inquiry = Inquiry.objects.create(
        organisation=organisation,
        reference=reference.strip(),
        title=title.strip(),
        created_by=by,
        drain_seconds=settings.DRAIN_SECONDS,
    )
    record_event(Kind.INQUIRY_CREATED, actor=by, inquiry=inquiry, organisation=organisation)
    return inquiry


@transaction.atomic
def save_inquiry_draft(*, inquiry_pk: int, by: User, draft: dict[str, Any], version: int) -> Inquiry:
    """Keep the intent as typed. Raises DraftMoved where ``version`` is not the stored one, WrongState once frozen."""
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    _require_draft(inquiry)
    if inquiry.draft_version != version:
        raise DraftMoved(stored=inquiry.draft, typed=draft, version=inquiry.draft_version)
    inquiry.draft = draft
    inquiry.draft_version += 1
    inquiry.save(update_fields=["draft", "draft_version"])
    return inquiry


@transaction.atomic
def save_inquiry_terms(*, inquiry_pk: int, by: User, terms: dict[str, Any]) -> Inquiry:
    """Keep title, reference, deadline, weights, price settings and the application owner of a draft."""
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    _require_draft(inquiry)
    allowed = ("title", "reference", "deadline_at", "weights", "price_currency", "price_basis", "owner_user")
    changed = [name for name in allowed if name in terms]
    for name in changed:
        setattr(inquiry, name, terms[name])
    inquiry.save(update_fields=changed)
    return inquiry


@transaction.atomic
def state_as_owner(*, inquiry_pk: int, by: User, statement: dict[str, Any]) -> Inquiry:
    """Keep the word of the application owner with a draft; nobody else may give it (domain.md 4.9.32).

    Raises AnswersRejected for rows that cannot be read, NotAllowed for anybody but the person named as owner.
    """
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.OWNER, organisation_pk=inquiry.organisation_id)
    if inquiry.owner_user_id != by.pk:
        raise NotAllowed
    _require_draft(inquiry)
    read_intent({}, owner=statement or None)
    inquiry.owner_statement = statement
    inquiry.save(update_fields=["owner_statement"])
    record_event(Kind.OWNER_STATED, actor=by, inquiry=inquiry, statement=statement)
    return inquiry


@transaction.atomic
def publish_inquiry(*, inquiry_pk: int, by: User) -> Inquiry:
    """Freeze the intent as version 1 and let the invited answer until the deadline.

    Raises NotPublishable with everything that is missing at once, WrongState where it was published before.
    """
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    _require_draft(inquiry)
    now = db_clock()
    _require_complete(inquiry, now)
    freeze_intent(inquiry, number=1, at=now)
    inquiry.state, inquiry.published_at = State.PUBLISHED, now
    inquiry.save(update_fields=["state", "published_at"])
    record_event(Kind.PUBLISHED, actor=by, inquiry=inquiry, at=now, deadline=str(inquiry.deadline_at))
    return inquiry


def freeze_intent(inquiry: Inquiry, *, number: int, at: datetime) -> IntentVersion:
    """Write the draft and the owner's word down as version ``number``, under their digest; a version never changes."""
    frozen = IntentVersion(
        inquiry=inquiry, number=number, answers=inquiry.draft, owner_statement=inquiry.owner_statement, frozen_at=at
    )
    frozen.digest = digest_of(frozen.described)
    frozen.save()
    return frozen


def open_inquiry(*, inquiry_pk: int, by: User) -> Inquiry:
    """Open the offers: one logged act of procurement, under the lock that submitting takes.

    Raises NotYetOpenable before the deadline and its drain window have passed; that refusal is kept as an event.
    Opening again answers with the first opening.
    """
    with transaction.atomic():
        inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
        require_role(by, Role.PROCUREMENT, organisation_pk=inquiry.organisation_id)
        if inquiry.is_opened:
            return inquiry
        now = db_clock()
        is_due = inquiry.state == State.PUBLISHED and inquiry.opens_from is not None and now >= inquiry.opens_from
        if is_due:
            inquiry.state, inquiry.opened_at, inquiry.opened_by = State.OPENED, now, by
            inquiry.save(update_fields=["state", "opened_at", "opened_by"])
        record_event(Kind.OPENED if is_due else Kind.REFUSED, actor=by, inquiry=inquiry, at=now, act="open")
    if is_due:
        return inquiry
    raise NotYetOpenable(inquiry.opens_from) if inquiry.state == State.PUBLISHED else WrongState


@transaction.atomic
def cancel_inquiry(*, inquiry_pk: int, by: User, reason: str) -> Inquiry:
    """End an inquiry before a decision; offers that were sealed stay sealed."""
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    if inquiry.state in (State.DECIDED, State.CANCELLED):
        raise WrongState
    now = db_clock()
    record_event(Kind.CANCELLED, actor=by, inquiry=inquiry, at=now, reason=reason, was=inquiry.state)
    inquiry.state, inquiry.cancelled_at = State.CANCELLED, now
    inquiry.save(update_fields=["state", "cancelled_at"])
    return inquiry


@transaction.atomic
def free_reference(*, inquiry_pk: int, by: User) -> Inquiry:
    """Let another inquiry carry the reference of a cancelled one, which keeps it with its own code behind it.

    Raises WrongState for an inquiry that was not cancelled.
    """
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.BUYER, organisation_pk=inquiry.organisation_id)
    if inquiry.state != State.CANCELLED:
        raise WrongState
    inquiry.reference = f"{inquiry.reference[:30]} {str(inquiry.code)[:8]}"
    inquiry.save(update_fields=["reference"])
    return inquiry


def problems_of(inquiry: Inquiry, now: datetime) -> tuple[str, ...]:
    """Say in sentences what the terms of an inquiry still lack before it can be published."""
    found = []
    if inquiry.deadline_at is None or inquiry.deadline_at <= now:
        found.append(_("Give a deadline that lies in the future."))
    if not set(CRITERIA) <= set(inquiry.weights) or sum(inquiry.weights.values()) != 100:
        found.append(_("The weights of the five questions, and of the price where it counts, must total 100."))
    if inquiry.weights.get("price") and not inquiry.price_currency:
        found.append(_("Price has a weight, so name its currency."))
    if inquiry.drain_seconds < SHORTEST_DRAIN_SECONDS and not Installation.is_for_trying():
        found.append(
            _("The waiting time after the deadline is shorter than 60 seconds; only a demonstration may do that.")
        )
    return tuple(found)


def _require_complete(inquiry: Inquiry, now: datetime) -> None:
    problems = problems_of(inquiry, now)
    faults = faults_of(inquiry, now)
    if problems or faults:
        raise NotPublishable(problems, faults)


def faults_of(inquiry: Inquiry, now: datetime) -> tuple[AnswerRejected, ...]:
    """Name the questions of the intent that are unanswered though required, or answered with what is no answer."""
    raw = inquiry.draft
    blank = tuple(
        AnswerRejected(question.key, _("%(question)s Answer it to publish.") % {"question": _(question.wording)})
        for question in BUYER_QUESTIONS
        if question.required and asked(question, raw, raw, raw) and not is_stated(raw.get(question.key))
    )
    try:
        read_intent(raw, owner=inquiry.owner_statement, today=now.date())
    except AnswersRejected as rejected:
        return blank + rejected.faults
    return blank


def _require_draft(inquiry: Inquiry) -> None:
    if inquiry.state != State.DRAFT:
        raise WrongState
