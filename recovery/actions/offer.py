"""A supplier's acts: typing, submitting, withdrawing. The deadline is decided here (security.md 5.2)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from recovery.actions.refusals import DraftMoved, InquiryClosed, NothingToWithdraw
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.core.exchange import read_intent, read_offer
from recovery.models import (
    Inquiry,
    IntentVersion,
    LateAttempt,
    Offer,
    Revision,
    Role,
    State,
    User,
    db_clock,
    digest_of,
)
from recovery.models.event import Kind


@dataclass(frozen=True)
class Sent:
    """One submission as it came in, before it is known whether it counts."""

    offer: Offer
    inquiry: Inquiry
    by: User
    described: dict[str, Any]
    digest: str
    client_token: str
    arrived: datetime


@transaction.atomic
def save_offer_draft(*, offer_pk: int, by: User, draft: dict[str, Any], version: int) -> Offer:
    """Keep an offer as typed, also after the deadline. Raises DraftMoved where ``version`` is not the stored one."""
    offer = Offer.objects.select_for_update(of=("self",)).get(pk=offer_pk)
    require_role(by, Role.SUPPLIER, organisation_pk=offer.organisation_id)
    if offer.draft_version != version:
        raise DraftMoved(stored=offer.draft, typed=draft, version=offer.draft_version)
    _keep_draft(offer, draft, by)
    return offer


def submit_offer(
    *,
    offer_pk: int,
    by: User,
    described: dict[str, Any],
    client_token: str,
    arrived: datetime,
    version: int | None = None,
) -> Revision:
    """Freeze what was sent as the next revision and return it: it is the receipt.

    ``arrived`` is the database clock after the form was read; ``client_token`` names the form, so sending it twice
    answers with the first receipt, and so does sending again what already stands. ``version`` is the draft the form was
    made from: where it still is the stored one, the draft becomes what was sent.

    Raises AnswersRejected, before anything is locked, for what cannot be read as answers: it would print for nobody.
    Raises InquiryClosed for what came too late (the text is kept as a refused attempt), DraftMoved where the same form
    was already submitted with other answers, NotAllowed for who no longer supplies.
    """
    _require_readable(offer_pk, described, arrived)
    with transaction.atomic():
        offer, inquiry = _locked(offer_pk)
        require_role(by, Role.SUPPLIER, organisation_pk=offer.organisation_id)
        sent = Sent(offer, inquiry, by, described, digest_of(described), client_token, arrived)
        earlier = _earlier_receipt(sent)
        if earlier is not None:
            return earlier
        recorded = db_clock()
        if inquiry.accepts(arrived=arrived, recorded=recorded):
            if version is not None and version == offer.draft_version:
                _keep_draft(offer, described, by)
            return _freeze(sent, recorded)
        attempt = _keep_refused(sent, recorded)
    raise InquiryClosed(inquiry, attempt)


def withdraw_offer(*, offer_pk: int, by: User, arrived: datetime) -> Offer:
    """Take back everything submitted so far, until the deadline; an older revision does not come back in its place."""
    with transaction.atomic():
        offer, inquiry = _locked(offer_pk)
        require_role(by, Role.SUPPLIER, organisation_pk=offer.organisation_id)
        recorded = db_clock()
        in_time = inquiry.accepts(arrived=arrived, recorded=recorded)
        standing = offer.revisions.filter(withdrawn_at__isnull=True)
        if in_time and not standing.update(withdrawn_at=recorded, withdrawn_by=by):
            raise NothingToWithdraw
        record_event(
            Kind.WITHDRAWN if in_time else Kind.REFUSED,
            actor=by,
            inquiry=inquiry,
            organisation=offer.organisation,
            at=recorded,
            act="withdraw",
            arrived=arrived.isoformat(),
        )
    if not in_time:
        raise InquiryClosed(inquiry)
    return offer


def _locked(offer_pk: int) -> tuple[Offer, Inquiry]:
    """Hold the inquiry's row, then read the offer: whatever happens to either waits for this transaction."""
    inquiry_pk = Offer.objects.values_list("inquiry", flat=True).get(pk=offer_pk)
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    return Offer.objects.select_for_update(of=("self",)).select_related("organisation").get(pk=offer_pk), inquiry


def _require_readable(offer_pk: int, described: dict[str, Any], arrived: datetime) -> None:
    version = IntentVersion.objects.filter(inquiry__offers=offer_pk).latest("number")
    intent = read_intent(version.answers, owner=version.owner_statement, today=arrived.date())
    read_offer(described, intent)


def _earlier_receipt(sent: Sent) -> Revision | None:
    """Return the receipt that answers a second sending; raises DraftMoved where the same form carries other answers."""
    standing = sent.offer.revisions.filter(withdrawn_at__isnull=True)
    same_form = standing.filter(client_token=sent.client_token).first()
    if same_form is not None and same_form.digest != sent.digest:
        raise DraftMoved(stored=same_form.described, typed=sent.described, version=sent.offer.draft_version)
    if same_form is not None:
        return same_form
    unchanged = standing.standing().filter(digest=sent.digest)
    return next((each for each in unchanged if each.attachments == _attached(sent.offer)), None)


def _attached(offer: Offer) -> list[dict[str, Any]]:
    return [each.frozen for each in offer.attachments.current()]


def _freeze(sent: Sent, recorded: datetime) -> Revision:
    last = sent.offer.revisions.order_by("number").last()
    revision = Revision.objects.create(
        offer=sent.offer,
        number=last.number + 1 if last else 1,
        intent_version=sent.inquiry.intent_versions.latest("number"),
        described=sent.described,
        digest=sent.digest,
        attachments=_attached(sent.offer),
        arrived_at=sent.arrived,
        recorded_at=recorded,
        by=sent.by,
        client_token=sent.client_token,
    )
    _record(Kind.SUBMITTED, sent, recorded, revision=str(revision.code), digest=sent.digest)
    return revision


def _keep_refused(sent: Sent, recorded: datetime) -> LateAttempt:
    late = sent.inquiry.state == State.PUBLISHED or sent.inquiry.is_opened
    reason = LateAttempt.Reason.LATE if late else LateAttempt.Reason.NOT_OPEN
    attempt, is_new = LateAttempt.objects.get_or_create(
        offer=sent.offer,
        client_token=sent.client_token,
        digest=sent.digest,
        defaults={
            "arrived_at": sent.arrived,
            "recorded_at": recorded,
            "reason": reason,
            "by": sent.by,
            "described": sent.described,
        },
    )
    if is_new:
        _record(Kind.REFUSED, sent, recorded, act="submit", reason=str(reason))
    return attempt


def _record(kind: Kind, sent: Sent, recorded: datetime, **details: Any) -> None:
    record_event(
        kind,
        actor=sent.by,
        inquiry=sent.inquiry,
        organisation=sent.offer.organisation,
        at=recorded,
        arrived=sent.arrived.isoformat(),
        **details,
    )


def _keep_draft(offer: Offer, draft: dict[str, Any], by: User) -> None:
    offer.draft, offer.draft_saved_at, offer.draft_saved_by = draft, db_clock(), by
    offer.draft_version += 1
    offer.save(update_fields=["draft", "draft_version", "draft_saved_at", "draft_saved_by"])
