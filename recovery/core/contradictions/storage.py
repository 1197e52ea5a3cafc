"""What a storage copy cannot hold or cannot be: R15, R18-R21, R45. Instants enter here and nowhere else (4.9)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from itertools import pairwise

from recovery.core.contradictions.firing import ask, claimed, hard, listed, refused
from recovery.core.contradictions.subject import is_about_copy, is_called_complete, objects_within
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject, StorageCopy
from recovery.core.verdict import Contradiction

_CRASH = ("crash_volume", "crash_set", "unknown")
_ENDED_BADLY = {"failed": _("failed"), "in_progress": _("in progress")}


def _tolerance(copy: StorageCopy) -> timedelta:
    # Two clocks differ by seconds; a tolerance of years would let a copy hold what was saved after it.
    return timedelta(seconds=min(float(copy.tolerance), 86_400))


def _saved_too_late(copy: StorageCopy, saved: datetime) -> str:
    """Return "hard" where the copy cannot hold a save that ended at ``saved``, "ask" where it is open, else ""."""
    allowed = _tolerance(copy)

    def is_after(instant: datetime | None) -> bool:
        return instant is not None and saved - instant > allowed

    if copy.captured_at is None and copy.captured_until is None:
        if is_after(copy.completed_at):
            return "hard"
        return "ask" if is_after(copy.requested_at) else ""
    if copy.captured_until is None or copy.captured_at is None:
        return "hard" if is_after(copy.captured_at or copy.captured_until) else ""
    if is_after(copy.captured_until):
        return "hard"
    return "ask" if is_after(copy.captured_at) else ""


def copy_before_save(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R15: the save completed after the copy was captured: the copy cannot hold it. A clock tolerance is allowed.

    Captured not known: impossible after completion, a question between request and completion. Captured in a window: a
    question from its start (4.9.35), impossible after its end.
    """
    del intent
    for each in offer.objects:
        copy = offer.copy_of(each)
        found = _saved_too_late(copy, each.saved_at) if copy and each.saved_at else ""
        if copy is None or each.saved_at is None or not found:
            continue
        instant = copy.captured_at or copy.captured_until or (copy.completed_at if found == "hard" else None)
        instant = instant or copy.requested_at
        speak = hard if found == "hard" else ask
        yield speak(
            "R15",
            "H2",
            _("The save of {name} was completed at {saved}, after {copy} was taken at {instant}.").format(
                name=each.name,
                saved=each.saved_at.isoformat(),
                copy=copy.name,
                instant=instant.isoformat() if instant else "",
            ),
            _("Correct the instants, or name the checkpoint that the copy can hold.")
            if found == "hard"
            else _("Say which instant the content of the copy reflects."),
            ("S35", "S32"),
            about=each.name,
        )


def _called_complete(offer: Offer, copy: StorageCopy) -> ReturnedObject | None:
    return next((each for each in objects_within(offer, copy) if is_called_complete(each)), None)


def volumes_missing_called_complete(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R18: the checkpoint spans volumes (S31a) that are not among those of the copy (S31), and complete is claimed."""
    del intent
    for copy in offer.copies:
        included = {each.name.strip() for each in copy.volumes}
        outside = [name for name in copy.spans if name.strip() not in included]
        complete = _called_complete(offer, copy)
        if complete and included and outside:
            yield hard(
                "R18",
                "H2",
                _("{name} is claimed to be complete, and its checkpoint spans {outside}, outside {copy}.").format(
                    name=complete.name, outside=listed(outside), copy=copy.name
                ),
                _("Include every volume of the checkpoint, or do not call it complete."),
                ("S31", "S31a"),
                about=copy.name,
            )


def volumes_at_different_instants(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R19: one set at one instant is stated (S33), and the volumes were captured at different instants (S31)."""
    del intent
    for copy in offer.copies:
        instants = [each.captured_at for each in copy.volumes if each.captured_at is not None]
        if copy.consistency == "crash_set" and instants and max(instants) - min(instants) > _tolerance(copy):
            yield hard(
                "R19",
                "H2",
                _(
                    "{copy} is said to be one set at one instant, and its volumes were captured from {first} to {last}."
                ).format(copy=copy.name, first=min(instants).isoformat(), last=max(instants).isoformat()),
                _("State the consistency of each volume, or correct the instants."),
                ("S33", "S31"),
                about=copy.name,
            )


def crash_consistent_called_aware(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R20: crash-consistent or not known, and described as application-aware."""
    del intent
    for copy in offer.copies:
        if copy.consistency in _CRASH and copy.application_aware == "yes":
            yield ask(
                "R20",
                "H2",
                _("{copy} is described as application-aware, and its consistency is {consistency}.").format(
                    copy=copy.name,
                    consistency=_("not known") if copy.consistency == "unknown" else _("crash-consistent"),
                ),
                _("Say how the application took part in the copy, or do not call it application-aware."),
                ("S33", "S33a"),
                about=copy.name,
            )


def failed_copy_completed(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R21: the status is failed or in progress, and a completion is filled in; or an E1 row says completed.

    The second half is a claim rule: the row can be withdrawn (4.9.1).
    """
    del intent
    for copy in offer.copies:
        status = _ENDED_BADLY.get(copy.status)
        if status is None:
            continue
        if copy.completed_at is not None:
            yield hard(
                "R21",
                "H2",
                _("The status of {copy} is {status}, and it is said to have completed at {instant}.").format(
                    copy=copy.name, status=status, instant=copy.completed_at.isoformat()
                ),
                _("Correct the status, or leave the completion open."),
                ("S34", "S32"),
                about=copy.name,
            )
        yield from _recorded_as_completed(offer, copy, status)


def _recorded_as_completed(offer: Offer, copy: StorageCopy, status: str) -> Iterator[Contradiction]:
    for item in offer.evidence:
        if item.kind == "E1" and item.status == "completed" and is_about_copy(offer, item, copy):
            yield claimed(
                "R21",
                "H2",
                _("The status of {copy} is {status}, and the record {item} says completed.").format(
                    copy=copy.name, status=status, item=item.id or item.kind
                ),
                _("Correct the status, or withdraw the record."),
                ("S34", "S23"),
                about=copy.name,
            )


def _is_future(instant: datetime, today: date) -> bool:
    # "Today" has no zone: what is today in the instant's own zone or in UTC is not in the future.
    return min(instant.date(), instant.astimezone(timezone.utc).date()) > today


def _instants(offer: Offer) -> Iterator[tuple[str, str, datetime]]:
    for copy in offer.copies:
        times = (copy.requested_at, copy.captured_at, copy.captured_until, copy.completed_at)
        yield from (("S32", copy.name, each) for each in times if each is not None)
        yield from (("S31", copy.name, each.captured_at) for each in copy.volumes if each.captured_at is not None)
    yield from (("S35", each.name, each.saved_at) for each in offer.objects if each.saved_at is not None)


def _out_of_order(copy: StorageCopy) -> bool:
    stated = (copy.requested_at, copy.captured_at, copy.captured_until, copy.completed_at)
    times = [each for each in stated if each is not None]
    return any(later < earlier for earlier, later in pairwise(times))


def impossible_dates(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R45: a copy that ends before it begins, or a date of S31, S32, S35 or S23 after today: the input is refused."""
    for copy in offer.copies:
        if _out_of_order(copy):
            yield refused(
                "R45",
                "H4",
                _("The instants of {copy} are not in order: requested, captured, completed.").format(copy=copy.name),
                _("Correct the instants and their time zones."),
                ("S32",),
                about=copy.name,
            )
    if intent.today is None:
        return
    change = _("Correct the date; a copy, save or test of the future has not happened.")
    for question, name, instant in _instants(offer):
        if _is_future(instant, intent.today):
            says = _("{instant}, given for {name}, is later than today ({today}).").format(
                instant=instant.isoformat(), name=name, today=intent.today.isoformat()
            )
            yield refused("R45", "H4", says, change, (question,), about=name)
    for item in offer.evidence:
        if item.on is not None and item.on > intent.today:
            says = _("{item} is dated {on}, later than today ({today}).").format(
                item=item.id or item.kind, on=item.on.isoformat(), today=intent.today.isoformat()
            )
            yield refused("R45", "H4", says, change, ("S23",), about=item.object)
