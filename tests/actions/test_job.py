"""The row is the truth: one worker at a time, five attempts, and a stale one counts for nothing."""

from datetime import timedelta

import pytest

from recovery.actions.job import (
    claim_job,
    fail_job,
    finish_job,
    release_job,
    renew_lease,
    sweep_jobs,
)
from recovery.models import Job, JobState, db_clock

pytestmark = pytest.mark.django_db


def make_job(**fields):
    return Job.objects.create(kind="report", **fields)


def let_the_lease_run_out(job):
    Job.objects.filter(pk=job.pk).update(lease_until=db_clock() - timedelta(seconds=1))


def test_a_queued_job_is_claimed_once():
    job = make_job()
    claimed = claim_job(job_pk=job.pk, kind="report")
    assert (claimed.state, claimed.attempt) == (JobState.RUNNING, 1)
    assert claim_job(job_pk=job.pk, kind="report") is None


def test_a_job_whose_lease_ran_out_is_taken_over_and_the_first_worker_is_dropped():
    job = make_job()
    first = claim_job(job_pk=job.pk, kind="report")
    let_the_lease_run_out(job)
    second = claim_job(job_pk=job.pk, kind="report")
    assert not finish_job(job=first)
    assert not renew_lease(job=first)
    assert not fail_job(job=first, reason="late")
    assert finish_job(job=second)
    assert Job.objects.get(pk=job.pk).state == JobState.DONE


def test_a_renewed_lease_keeps_others_away():
    job = make_job()
    claimed = claim_job(job_pk=job.pk, kind="report")
    let_the_lease_run_out(job)
    assert renew_lease(job=claimed)
    assert claim_job(job_pk=job.pk, kind="report") is None


def test_a_released_job_is_free_at_once():
    job = make_job()
    assert release_job(job=claim_job(job_pk=job.pk, kind="report"), reason="It stopped.")
    assert claim_job(job_pk=job.pk, kind="report").attempt == 2


def test_work_that_never_ends_is_given_up_after_five_attempts_with_a_reason():
    job = make_job()
    for _ in range(5):
        assert claim_job(job_pk=job.pk, kind="report")
        let_the_lease_run_out(job)
    assert claim_job(job_pk=job.pk, kind="report") is None
    assert sweep_jobs() == []
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "five times" in job.reason


def test_what_stopped_the_last_attempt_is_said_when_it_is_given_up():
    job = make_job()
    for _ in range(5):
        release_job(job=claim_job(job_pk=job.pk, kind="report"), reason="It stopped with MemoryError.")
    sweep_jobs()
    job.refresh_from_db()
    assert job.reason.endswith("It stopped with MemoryError.")


def test_the_sweeper_rings_for_what_waits_and_for_what_was_lost():
    waiting, running, lost, done = make_job(), make_job(), make_job(), make_job(state=JobState.DONE)
    claim_job(job_pk=running.pk, kind="report")
    claim_job(job_pk=lost.pk, kind="report")
    let_the_lease_run_out(lost)
    assert set(sweep_jobs()) == {waiting.pk, lost.pk}
    assert done.state == JobState.DONE
