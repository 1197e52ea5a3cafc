"""The buyer's record: an inquiry, the frozen versions of its intent, and who was asked."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from recovery.models.account import READS_DRAFTS, READS_INQUIRIES, Membership, Organisation, User

SHORTEST_DRAIN_SECONDS = 60
CRITERIA = ("Q1", "Q2", "Q3", "Q4", "Q5")


class State(models.TextChoices):
    """Where an inquiry stands (product.md 3). Closing is no state: it is a fact of the clock."""

    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    OPENED = "opened", _("Opened")
    SCORED = "scored", _("Scored")
    DECIDED = "decided", _("Decided")
    CANCELLED = "cancelled", _("Cancelled")


OFFERS_MAY_BE_READ = (State.OPENED, State.SCORED, State.DECIDED)


def equal_weights() -> dict[str, int]:
    """Return the weights of a new inquiry: 20 for each question."""
    return dict.fromkeys(CRITERIA, 20)


class InquiryQuerySet(models.QuerySet["Inquiry"]):
    """Inquiries by who may see them."""

    def visible_to(self, user: User) -> "InquiryQuerySet":
        """Inquiries that ``user`` may read on the buying side; drafts only for those who prepare them."""
        held = Membership.objects.filter(user=user)
        reads = Q(organisation__in=held.filter(role__in=READS_INQUIRIES).values("organisation"))
        prepares = Q(organisation__in=held.filter(role__in=READS_DRAFTS).values("organisation"))
        return self.filter(prepares | (reads & ~Q(state=State.DRAFT)))

    def held_by(self, user: User, *roles: str) -> "InquiryQuerySet":
        """Inquiries of organisations in which ``user`` holds one of ``roles``."""
        return self.filter(organisation__in=Organisation.objects.of(user, *roles).values("pk"))

    def locked(self) -> "InquiryQuerySet":
        """Hold the rows until the transaction ends: taken first by every act that a deadline or an opening touches."""
        return self.select_for_update(of=("self",)).order_by("pk")


class Inquiry(models.Model):
    """One question put to several suppliers. ``draft`` is the intent as typed (domain.md 4.10), until published."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="inquiries")
    reference = models.CharField(_("reference"), max_length=40)
    title = models.CharField(_("title"), max_length=200)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    drain_seconds = models.PositiveIntegerField(default=SHORTEST_DRAIN_SECONDS)
    weights = models.JSONField(default=equal_weights)
    price_currency = models.CharField(max_length=3, blank=True)
    price_basis = models.CharField(max_length=200, blank=True)
    draft = models.JSONField(default=dict, blank=True)
    draft_version = models.PositiveIntegerField(default=0)
    owner_statement = models.JSONField(default=dict, blank=True)
    owner_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="owned_inquiries"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)

    objects = InquiryQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        verbose_name_plural = "inquiries"
        constraints = [
            models.UniqueConstraint(fields=("organisation", "reference"), name="a_reference_is_given_once"),
            models.CheckConstraint(
                condition=Q(state=State.DRAFT) | Q(state=State.CANCELLED) | Q(deadline_at__isnull=False),
                name="a_published_inquiry_has_a_deadline",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reference}: {self.title}"

    @property
    def opens_from(self) -> datetime | None:
        """The first instant at which the offers may be opened: the deadline and its drain window passed."""
        return self.deadline_at + timedelta(seconds=self.drain_seconds) if self.deadline_at else None

    @property
    def is_opened(self) -> bool:
        """Whether procurement has opened the offers."""
        return self.state in OFFERS_MAY_BE_READ

    def accepts(self, *, arrived: datetime, recorded: datetime) -> bool:
        """Say whether what arrived then and is recorded now is in time; an arrival at the very deadline is late."""
        if self.state != State.PUBLISHED or self.deadline_at is None or self.opens_from is None:
            return False
        return arrived < self.deadline_at and recorded < self.opens_from

    def is_past_deadline(self, now: datetime) -> bool:
        """Say whether the deadline has come; an inquiry without one has not closed."""
        return self.deadline_at is not None and now >= self.deadline_at


class IntentVersion(models.Model):
    """The intent as it was published; never changed, only followed by the next number."""

    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="intent_versions")
    number = models.PositiveIntegerField()
    answers = models.JSONField()
    owner_statement = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64)
    frozen_at = models.DateTimeField()

    class Meta:
        ordering = ("inquiry", "number")
        constraints = [models.UniqueConstraint(fields=("inquiry", "number"), name="an_intent_version_is_numbered_once")]

    def __str__(self) -> str:
        return f"{self.inquiry.reference}, intent version {self.number}"

    @property
    def described(self) -> dict[str, Any]:
        """The frozen form that the digest covers."""
        return {"intent": self.answers, "owner": self.owner_statement}


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations by what became of them."""

    def waiting(self, now: datetime) -> "InvitationQuerySet":
        """Invitations that can still be accepted."""
        return self.filter(accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now)

    def accepted(self) -> "InvitationQuerySet":
        """Invitations that were said yes to."""
        return self.filter(accepted_at__isnull=False)


class Invitation(models.Model):
    """An address asked to answer. Only the hash of the mailed token is kept, and it is good for one acceptance."""

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(max_length=254)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    organisation = models.ForeignKey(
        Organisation, null=True, blank=True, on_delete=models.PROTECT, related_name="invitations"
    )

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("email", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("inquiry", "organisation"),
                condition=Q(accepted_at__isnull=False),
                name="an_organisation_answers_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.email} for {self.inquiry.reference}"
