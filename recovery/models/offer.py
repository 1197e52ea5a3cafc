"""A supplier's offer: the draft that is typed, the frozen revisions, and what came too late."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from recovery.models.account import Organisation, Role, User
from recovery.models.digest import digest_of
from recovery.models.inquiry import Inquiry, IntentVersion


class RevisionIsFrozen(Exception):
    """A submitted revision was about to be changed; only its withdrawal may be recorded."""


def empty_offer() -> dict[str, Any]:
    """An offer in which nothing is stated yet, in the form of domain.md 4.10."""
    return {"name": "", "answers": {}, "objects": [], "copies": [], "evidence": []}


class OfferQuerySet(models.QuerySet["Offer"]):
    """Offers by who writes them."""

    def supplied_by(self, user: User) -> "OfferQuerySet":
        """Offers of organisations that ``user`` supplies for; never anybody else's."""
        return self.filter(organisation__in=Organisation.objects.of(user, Role.SUPPLIER).values("pk"))


class Offer(models.Model):
    """What one organisation says to one inquiry. The row exists from the accepted invitation on: it tells nothing."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="offers")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="offers")
    draft = models.JSONField(default=empty_offer)
    draft_version = models.PositiveIntegerField(default=0)
    draft_saved_at = models.DateTimeField(null=True, blank=True)
    draft_saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = OfferQuerySet.as_manager()

    class Meta:
        ordering = ("inquiry", "organisation__name", "pk")
        constraints = [models.UniqueConstraint(fields=("inquiry", "organisation"), name="one_offer_an_organisation")]

    def __str__(self) -> str:
        return f"{self.organisation}, {self.inquiry.reference}"


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Revisions by what counts."""

    def standing(self) -> "RevisionQuerySet":
        """The revision that counts for each offer: the last one, unless it was withdrawn."""
        newer = Revision.objects.filter(offer=models.OuterRef("offer"), number__gt=models.OuterRef("number"))
        return self.filter(~models.Exists(newer), withdrawn_at__isnull=True)


class Revision(models.Model):
    """An offer as submitted: numbered within its offer, frozen, and named by a code that counts nothing."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    intent_version = models.ForeignKey(IntentVersion, on_delete=models.PROTECT, related_name="revisions")
    described = models.JSONField()
    digest = models.CharField(max_length=64)
    attachments = models.JSONField(default=list, blank=True)  # each with its digest (models.attachment, frozen)
    arrived_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    client_token = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ("offer", "number")
        constraints = [
            models.UniqueConstraint(fields=("offer", "number"), name="a_revision_is_numbered_once"),
            models.UniqueConstraint(
                fields=("offer", "client_token"),
                condition=models.Q(withdrawn_at__isnull=True),
                name="a_form_is_submitted_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.offer}, revision {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding and set(kwargs.get("update_fields") or ("",)) - {"withdrawn_at", "withdrawn_by"}:
            raise RevisionIsFrozen(str(self.code))
        super().save(*args, **kwargs)

    @property
    def is_intact(self) -> bool:
        """Say whether the stored answers still have the digest that the receipt carries."""
        return digest_of(self.described) == self.digest


class LateAttempt(models.Model):
    """A submission that was refused, with its text: nothing typed is lost, and the refusal is on record."""

    class Reason(models.TextChoices):
        LATE = "late"
        NOT_OPEN = "not_open"

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="late_attempts")
    arrived_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    reason = models.CharField(max_length=12, choices=Reason.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    described = models.JSONField()
    digest = models.CharField(max_length=64)
    client_token = models.CharField(max_length=64)

    class Meta:
        ordering = ("offer", "recorded_at", "pk")

    def __str__(self) -> str:
        return f"{self.offer}, refused attempt of {self.arrived_at:%Y-%m-%d %H:%M:%S}"
