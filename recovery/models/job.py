"""Background work as rows: the row is the truth, the broker only a door bell (security.md 5.3)."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

MOST_ATTEMPTS = 5


class JobState(models.TextChoices):
    """Where a piece of work stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class JobQuerySet(models.QuerySet["Job"]):
    """Jobs by who may take or end them."""

    def free(self, now: datetime) -> "JobQuerySet":
        """Jobs that a worker may take: queued, or running under a lease that has run out."""
        return self.filter(Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=now))

    def held(self, job: "Job") -> "JobQuerySet":
        """The row of ``job``, only while this very attempt still holds it."""
        return self.filter(pk=job.pk, attempt=job.attempt, state=JobState.RUNNING)


class Job(models.Model):
    """One piece of work. ``attempt`` fences: what a stale attempt brings back is dropped."""

    kind = models.CharField(max_length=24)
    state = models.CharField(max_length=8, choices=JobState.choices, default=JobState.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")
        indexes = [models.Index(fields=("state", "lease_until"), name="job_by_state")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def is_over(self) -> bool:
        """Whether no worker will touch the job again."""
        return self.state in (JobState.DONE, JobState.FAILED)
