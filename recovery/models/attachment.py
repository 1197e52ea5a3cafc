"""Files that people attach: kept once under a name of ours, never replaced, and what was read in them."""

import secrets
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from recovery.core.attached.content import Content, saved_name
from recovery.models.inquiry import Inquiry
from recovery.models.job import Job, JobState
from recovery.models.offer import Offer, Revision

READING = "reading"
_CONTENTS = [
    (Content.TEXT.value, _("Text")),
    (Content.PICTURE.value, _("Picture")),
    (Content.PDF.value, _("PDF")),
]


def random_name() -> str:
    """Return the name under which a file is kept; it tells nothing and cannot be guessed."""
    return secrets.token_hex(16)


class KeptFile(models.Model):
    """One file as it came. ``reading`` is what was read in it (form of ``core.attached.reading``); None: not read."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    shown_name = models.CharField(max_length=140)
    content = models.CharField(max_length=8, choices=_CONTENTS)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    kept_as = models.CharField(max_length=32, unique=True, default=random_name, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    job = models.OneToOneField(Job, null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)s")
    reading = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.shown_name

    @property
    def path(self) -> Path:
        """Where the bytes lie."""
        return Path(settings.ATTACHMENT_FOLDER) / self.kept_as[:2] / self.kept_as

    @property
    def saved_name(self) -> str:
        """The name that a browser saves the file under."""
        return saved_name(self.shown_name, Content(self.content))

    @property
    def of_inquiry(self) -> Inquiry:
        """The inquiry that the file belongs to, at whatever distance."""
        raise NotImplementedError

    @property
    def is_being_read(self) -> bool:
        """Whether the reading of the file is not over."""
        return self.job is not None and not self.job.is_over

    @property
    def failure(self) -> str:
        """Why the reading did not come to an end; "" where it did, or is not over."""
        return self.job.reason if self.job is not None and self.job.state == JobState.FAILED else ""


class AttachmentQuerySet(models.QuerySet["Attachment"]):
    """Attached files that chain."""

    def current(self) -> "AttachmentQuerySet":
        """What is attached to the draft now, in the order of arrival."""
        return self.filter(removed_at__isnull=True).order_by("at", "pk")


class Attachment(KeptFile):
    """A file that a supplier attached to an offer. A revision freezes the list of those that it was submitted with."""

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="attachments")
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = AttachmentQuerySet.as_manager()

    class Meta:
        ordering = ("offer", "at", "pk")

    @property
    def of_inquiry(self) -> Inquiry:
        return self.offer.inquiry

    @property
    def frozen(self) -> dict[str, Any]:
        """The line that a revision keeps of this file, and its receipt shows."""
        return {
            "code": str(self.code),
            "name": self.shown_name,
            "content": self.content,
            "size": self.size,
            "digest": self.digest,
        }


class Acceptance(KeptFile):
    """What the buyer's own run of the tool wrote about a return: a manifest of it, or a report of verify."""

    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="acceptances")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="acceptances")
    against = models.ForeignKey(Attachment, null=True, blank=True, on_delete=models.PROTECT, related_name="acceptances")
    pdf_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("inquiry", "at", "pk")

    @property
    def of_inquiry(self) -> Inquiry:
        return self.inquiry
