"""Attaching files to an offer, taking them off, filing what was read in them, and adding the check of a return."""

import hashlib
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from recovery.actions.job import fail_job, finish_job
from recovery.actions.refusals import InquiryClosed, NotAllowed, TooMuchAttached
from recovery.actions.report import keep_bytes
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.core.attached.content import AttachmentRefused, Content, content_of, shown_name
from recovery.core.attached.reading import NO_REPORT, What
from recovery.models import (
    Acceptance,
    Attachment,
    Inquiry,
    Job,
    KeptFile,
    Offer,
    Revision,
    Role,
    User,
    db_clock,
)
from recovery.models.attachment import READING, random_name
from recovery.models.event import Kind
from recovery.models.report import report_path
from recovery.queries import offer_opened, roles_in

ORPHANED_AFTER = timedelta(days=1)
ACCEPTS = (Role.BUYER, Role.PROCUREMENT, Role.OWNER)


def add_attachment(*, offer_pk: int, by: User, name: str, body: bytes) -> Attachment:
    """Keep a file with the draft and queue its reading; the same bytes again are answered with the first file.

    Whoever calls rings the bell with the job's key after the commit. Raises AttachmentRefused for weights, archives
    and unknown content, TooMuchAttached over the offer's limits, InquiryClosed where nothing is taken any more, and
    NotAllowed for who does not supply. The file is on disk before its row is (security.md 5.9).
    """
    content = content_of(body)
    kept = Attachment(by=by, **_described(name, body, content))
    keep_bytes(body, kept.path)
    try:
        attachment = _attach(kept, offer_pk, by)
    except BaseException:
        kept.path.unlink()
        raise
    if attachment is not kept:
        kept.path.unlink()
    return attachment


@transaction.atomic
def _attach(kept: Attachment, offer_pk: int, by: User) -> Attachment:
    offer = Offer.objects.select_for_update(of=("self",)).select_related("inquiry", "organisation").get(pk=offer_pk)
    require_role(by, Role.SUPPLIER, organisation_pk=offer.organisation_id)
    now = db_clock()
    if not offer.inquiry.accepts(arrived=now, recorded=now):
        raise InquiryClosed(offer.inquiry)
    same = offer.attachments.current().filter(digest=kept.digest).first()
    if same is not None:
        return same
    _require_room(offer, kept)
    kept.offer, kept.at, kept.job = offer, now, _reading_of(kept)
    kept.save()
    _record(Kind.ATTACHED, kept, by)
    return kept


def _require_room(offer: Offer, kept: Attachment) -> None:
    held = offer.attachments.aggregate(total=Sum("size"))["total"] or 0
    if held + kept.size > settings.ATTACHMENT_TOTAL_BYTES or offer.attachments.count() >= settings.ATTACHMENT_MOST:
        raise TooMuchAttached


def _reading_of(kept: KeptFile) -> Job | None:
    """Queue the reading of a text; pictures and PDFs are kept as they are."""
    return Job.objects.create(kind=READING, created_at=db_clock()) if kept.content == Content.TEXT.value else None


@transaction.atomic
def remove_attachment(*, attachment_pk: int, by: User) -> None:
    """Take a file off the draft. A submitted revision keeps what it was submitted with; any other file goes away."""
    offer_pk = Attachment.objects.values_list("offer", flat=True).get(pk=attachment_pk)
    offer = Offer.objects.select_for_update(of=("self",)).select_related("organisation").get(pk=offer_pk)
    require_role(by, Role.SUPPLIER, organisation_pk=offer.organisation_id)
    attachment = offer.attachments.current().get(pk=attachment_pk)
    _record(Kind.DETACHED, attachment, by)
    if is_frozen(attachment):
        attachment.removed_at = db_clock()
        attachment.save(update_fields=["removed_at"])
        return
    place = attachment.path
    attachment.delete()
    transaction.on_commit(lambda: place.unlink(missing_ok=True))


def is_frozen(attachment: Attachment) -> bool:
    """Say whether a submitted revision lists the file."""
    lists = attachment.offer.revisions.values_list("attachments", flat=True)
    return any(line["code"] == str(attachment.code) for lines in lists for line in lines)


def file_reading(*, job: Job, reading: dict[str, Any]) -> bool:
    """Keep what was read and end the job; what a stale attempt brings is dropped, and False says so."""
    with transaction.atomic():
        if not finish_job(job=job):
            return False
        Attachment.objects.filter(job=job).update(reading=reading)
    return True


def kept_file_of(job: Job) -> Attachment | Acceptance | None:
    """Return the file whose reading ``job`` is; None where it was taken off meanwhile."""
    attachment = Attachment.objects.filter(job=job).first()
    related = Acceptance.objects.select_related("inquiry__organisation", "revision__offer__organisation", "against")
    return attachment or related.filter(job=job).first()


def fail_reading(*, job: Job, reason: str) -> bool:
    """End the reading with the reason that is shown beside the file."""
    return fail_job(job=job, reason=reason)


def add_acceptance(*, inquiry_pk: int, offer_pk: int, by: User, name: str, body: bytes) -> Acceptance:
    """Keep, with the inquiry, what the buyer's run of the tool wrote about the return of one opened offer.

    Raises OffersSealed for who may not read the offers, NotAllowed for who only reads them, and AttachmentRefused for
    what is no text.
    """
    content = content_of(body)
    if content is not Content.TEXT:
        raise AttachmentRefused(NO_REPORT)
    kept = Acceptance(by=by, **_described(name, body, content))
    keep_bytes(body, kept.path)
    try:
        _accept(kept, inquiry_pk, offer_pk, by)
    except BaseException:
        kept.path.unlink()
        raise
    return kept


@transaction.atomic
def _accept(kept: Acceptance, inquiry_pk: int, offer_pk: int, by: User) -> None:
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    kept.revision = offer_opened(inquiry, by, offer_pk)[1]
    if not roles_in(inquiry.organisation, by) & set(ACCEPTS):
        raise NotAllowed
    kept.against = _manifest_of(kept.revision)
    kept.inquiry, kept.at, kept.job = inquiry, db_clock(), _reading_of(kept)
    kept.save()
    record_event(Kind.RETURN_ADDED, actor=by, inquiry=inquiry, at=kept.at, file=str(kept.code), digest=kept.digest)


def _manifest_of(revision: Revision) -> Attachment | None:
    """Return the manifest that the offer was submitted with: the last one, where there are several."""
    codes = [line["code"] for line in revision.attachments]
    found = Attachment.objects.filter(code__in=codes, reading__what=What.MANIFEST.value)
    return found.order_by("at", "pk").last()


def file_acceptance(*, job: Job, reading: dict[str, Any], pdf: bytes) -> bool:
    """Keep the comparison of a return and its document; a stale attempt is dropped, and False says so."""
    digest = hashlib.sha256(pdf).hexdigest() if pdf else ""
    if pdf:
        keep_bytes(pdf, report_path(digest))
    with transaction.atomic():
        if not finish_job(job=job):
            return False
        Acceptance.objects.filter(job=job).update(reading=reading, pdf_digest=digest)
    return True


def remove_orphans() -> int:
    """Remove files that have no row, since their row was never committed, and return how many; new ones are left."""
    cutoff = time.time() - ORPHANED_AFTER.total_seconds()
    places = [each for each in Path(settings.ATTACHMENT_FOLDER).glob("*/*") if each.stat().st_mtime < cutoff]
    rows = {name for table in (Attachment, Acceptance) for name in table.objects.values_list("kept_as", flat=True)}
    orphans = [each for each in places if each.name not in rows]
    for each in orphans:
        each.unlink(missing_ok=True)
    return len(orphans)


def record_file_download(*, file: KeptFile, by: User) -> None:
    """Keep who fetched which attached file."""
    record_event(Kind.FILE_DOWNLOADED, actor=by, inquiry=file.of_inquiry, file=str(file.code), digest=file.digest)


def _described(name: str, body: bytes, content: Content) -> dict[str, Any]:
    return {
        "shown_name": shown_name(name),
        "content": content.value,
        "size": len(body),
        "digest": hashlib.sha256(body).hexdigest(),
        "kept_as": random_name(),
    }


def _record(kind: Kind, attachment: Attachment, by: User) -> None:
    offer = attachment.offer
    record_event(
        kind,
        actor=by,
        inquiry=offer.inquiry,
        organisation=offer.organisation,
        file=str(attachment.code),
        digest=attachment.digest,
    )
