"""Taking, holding and ending background work by its row (security.md 5.3)."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext_noop as _

from recovery.models import Job, JobState, db_clock
from recovery.models.job import MOST_ATTEMPTS

LEASE = timedelta(seconds=120)
EXHAUSTED = _("The work was begun five times and did not come to an end.")


def claim_job(*, job_pk: int, kind: str) -> Job | None:
    """Take the job for one lease, or return None: it is done, held by another worker, or was tried too often.

    A key that is none, or names work of another ``kind``, is no job: the broker may bring anything (security.md 5.10).
    """
    if type(job_pk) is not int:
        return None
    now = db_clock()
    seen = Job.objects.free(now).filter(pk=job_pk, kind=kind, attempt__lt=MOST_ATTEMPTS).first()
    if seen is None:
        return None
    taken = (
        Job.objects.free(now)
        .filter(pk=job_pk, attempt=seen.attempt)
        .update(state=JobState.RUNNING, attempt=F("attempt") + 1, lease_until=now + LEASE, reason="")
    )
    return Job.objects.get(pk=job_pk) if taken else None


def renew_lease(*, job: Job) -> bool:
    """Hold the job for another lease; False says that it was lost to another attempt."""
    return bool(Job.objects.held(job).update(lease_until=db_clock() + LEASE))


def finish_job(*, job: Job) -> bool:
    """End the job well; False where this attempt no longer holds it, and then nothing it made may count."""
    ended = Job.objects.held(job).update(state=JobState.DONE, reason="", lease_until=None, finished_at=db_clock())
    return bool(ended)


def fail_job(*, job: Job, reason: str) -> bool:
    """End the job with a reason that a person can read."""
    ended = Job.objects.held(job).update(state=JobState.FAILED, reason=reason, lease_until=None, finished_at=db_clock())
    return bool(ended)


def release_job(*, job: Job, reason: str) -> bool:
    """Let another attempt begin at once, after an error that may pass; ``reason`` is kept in case none does better."""
    return bool(Job.objects.held(job).update(lease_until=db_clock() - timedelta(seconds=1), reason=reason))


@transaction.atomic
def sweep_jobs() -> list[int]:
    """Give up what was tried too often and return the jobs for which the bell must ring (again)."""
    now = db_clock()
    Job.objects.free(now).filter(attempt__gte=MOST_ATTEMPTS).update(
        state=JobState.FAILED, reason=Concat(Value(f"{EXHAUSTED} "), F("reason")), lease_until=None, finished_at=now
    )
    return list(Job.objects.free(now).values_list("pk", flat=True))
