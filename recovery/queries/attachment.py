"""What is attached to an offer, and what was read in it, as values of the core."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from recovery.core.attached.beside import Attached, Beside, beside
from recovery.core.attached.printed import Lines, lines_of
from recovery.core.attached.reading import reading_from
from recovery.core.errors import AnswersRejected, EvidenceUnreadable
from recovery.core.exchange import read_intent, read_offer
from recovery.core.intent import Intent
from recovery.core.offer import Offer as DescribedOffer
from recovery.models import Attachment, KeptFile, Offer, Revision, db_clock


@dataclass(frozen=True)
class Shown:
    """One attached file as a page shows it: the row, what was read in lines, and what lies beside the answers."""

    file: Attachment
    lines: Lines | None
    beside: Beside


def attached(file: KeptFile) -> Attached:
    """Return a kept file as a value; a stored reading of an earlier version counts as none."""
    try:
        reading = reading_from(file.reading) if file.reading else None
    except (EvidenceUnreadable, KeyError, ValueError):
        reading = None
    return Attached(str(file.code), file.shown_name, file.digest, reading)


def intent_of(offer: Offer) -> Intent:
    """Return the newest published intent that ``offer`` answers."""
    frozen = offer.inquiry.intent_versions.latest("number")
    return read_intent(frozen.answers, owner=frozen.owner_statement or None, today=db_clock().date())


def described(draft: Mapping[str, Any], intent: Intent) -> DescribedOffer | None:
    """Return a draft as an offer; None where something in it cannot be read as an answer."""
    try:
        return read_offer(draft, intent, lenient=True)
    except AnswersRejected:
        return None


def attachments_of(offer: Offer) -> tuple[Shown, ...]:
    """Return the files of the draft, each beside the draft's answers, in the order of arrival."""
    files = list(offer.attachments.current().select_related("job", "by"))
    intent = intent_of(offer)
    values = tuple(attached(each) for each in files)
    answers = described(offer.draft, intent)
    sides = beside(intent, answers, values) if answers else tuple(Beside(each) for each in values)
    return tuple(
        Shown(file, lines_of(value.reading) if value.reading else None, side)
        for file, value, side in zip(files, values, sides, strict=True)
    )


def readings_by_revision(revisions: Iterable[Revision]) -> dict[int, tuple[Attached, ...]]:
    """Return what revisions were submitted with, by primary key, each file with what was read in it by now."""
    held: Sequence[Revision] = tuple(revisions)
    codes = _codes(held)
    files = {str(each.code): attached(each) for each in Attachment.objects.filter(code__in=codes)} if codes else {}
    return {each.pk: tuple(files[line["code"]] for line in each.attachments if line["code"] in files) for each in held}


def codes_read(codes: set[str]) -> set[str]:
    """Return those of the files whose reading is done: what is shown of them changes at that moment."""
    read = Attachment.objects.filter(code__in=codes, reading__isnull=False).values_list("code", flat=True)
    return {str(each) for each in read} if codes else set()


def _codes(revisions: Iterable[Revision]) -> set[str]:
    return {line["code"] for each in revisions for line in each.attachments}
