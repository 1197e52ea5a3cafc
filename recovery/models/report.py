"""Exports of a comparison: who ordered which form, from which versions, and the file that came of it."""

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from recovery.models.inquiry import Inquiry
from recovery.models.job import Job, JobState


def report_path(digest: str) -> Path:
    """The place of an export's bytes: named by their digest, so equal bytes are kept once and none can be swapped."""
    return Path(settings.REPORT_FOLDER) / digest[:2] / digest


class ReportKind(models.TextChoices):
    """The form of an export."""

    PDF = "pdf", _("PDF")
    CSV = "csv", _("CSV")
    JSON = "json", _("JSON")


class Report(models.Model):
    """One export. ``fingerprint`` names everything it is made from, so an equal order is answered by the first."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=4, choices=ReportKind.choices)
    ordered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ordered_at = models.DateTimeField()
    fingerprint = models.CharField(max_length=64)
    made_from = models.JSONField(default=dict)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="report")
    digest = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("-ordered_at", "-pk")
        constraints = [
            models.UniqueConstraint(fields=("inquiry", "kind", "fingerprint"), name="an_export_is_made_once")
        ]

    def __str__(self) -> str:
        return f"{self.inquiry.reference}, {self.get_kind_display()}"

    @property
    def is_lost(self) -> bool:
        """Say whether the export was made and its file is gone, so that it has to be made again."""
        return self.job.state == JobState.DONE and not report_path(self.digest).exists()

    @property
    def file_name(self) -> str:
        """The name a browser saves it under; made of what the buyer chose, cleaned to plain characters."""
        plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in self.inquiry.reference)
        return f"{plain.strip('-') or 'inquiry'}-comparison.{self.kind}"
