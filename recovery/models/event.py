"""What happened, who did it and when; refusals are kept like acts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from recovery.models.account import Organisation
from recovery.models.inquiry import Inquiry


class Kind(models.TextChoices):
    """What happened, as the record names it."""

    ORGANISATION_CREATED = "organisation_created", _("Organisation created")
    ROLE_GIVEN = "role_given", _("Role given")
    ROLE_REMOVED = "role_removed", _("Role removed")
    INQUIRY_CREATED = "inquiry_created", _("Inquiry created")
    OWNER_STATED = "owner_stated", _("Application owner's statement")
    PUBLISHED = "published", _("Published")
    CANCELLED = "cancelled", _("Cancelled")
    INVITED = "invited", _("Supplier invited")
    INVITATION_WITHDRAWN = "invitation_withdrawn", _("Invitation withdrawn")
    INVITATION_ACCEPTED = "invitation_accepted", _("Invitation accepted")
    SUBMITTED = "submitted", _("Offer submitted")
    WITHDRAWN = "withdrawn", _("Offer withdrawn")
    ATTACHED = "attached", _("File attached")
    DETACHED = "detached", _("File taken off")
    FILE_DOWNLOADED = "file_downloaded", _("Attached file downloaded")
    RETURN_ADDED = "return_added", _("Check of a return added")
    OPENED = "opened", _("Offers opened")
    SCORED = "scored", _("Score recorded")
    REPORT_ORDERED = "report_ordered", _("Export ordered")
    REPORT_DOWNLOADED = "report_downloaded", _("Export downloaded")
    REFUSED = "refused", _("Refused")


class Event(models.Model):
    """One act or one refusal. Nothing on a page reads these rows round the gate of ``queries``."""

    kind = models.CharField(max_length=24, choices=Kind.choices)
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    inquiry = models.ForeignKey(Inquiry, null=True, blank=True, on_delete=models.CASCADE, related_name="events")
    organisation = models.ForeignKey(Organisation, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("at", "pk")
        indexes = [models.Index(fields=("inquiry", "at"), name="event_by_inquiry")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.get_kind_display()}"
