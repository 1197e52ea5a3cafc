"""What evaluators gave: a value and a reason for each criterion of each offer."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from recovery.models.inquiry import CRITERIA, Inquiry
from recovery.models.offer import Revision


class Score(models.Model):
    """One evaluator's value for one criterion of one revision; ``value`` None means not yet given, never zero."""

    inquiry = models.ForeignKey(Inquiry, on_delete=models.CASCADE, related_name="scores")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="scores")
    evaluator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="scores")
    criterion = models.CharField(max_length=2, choices=[(each, each) for each in CRITERIA])
    value = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(3)])
    reason = models.TextField(blank=True, max_length=2000)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("revision", "criterion", "evaluator")
        constraints = [
            models.UniqueConstraint(fields=("revision", "evaluator", "criterion"), name="a_criterion_is_scored_once"),
            models.CheckConstraint(condition=Q(value__isnull=True) | Q(value__lte=3), name="a_value_is_at_most_three"),
        ]

    def __str__(self) -> str:
        return f"{self.criterion} of {self.revision}: {'not stated' if self.value is None else self.value}"
