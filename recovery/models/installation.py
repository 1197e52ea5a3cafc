"""What this database is for: real work, a demonstration, or tests."""

from django.db import models
from django.utils import timezone


class Purpose(models.TextChoices):
    """What a marked database is for; neither mark is ever set on a real one."""

    DEMONSTRATION = "demonstration"
    TEST = "test"


class Installation(models.Model):
    """The mark of a database that holds nothing real. A real one has no row, so forgetting cannot loosen a rule."""

    purpose = models.CharField(max_length=16, choices=Purpose.choices, unique=True)
    marked_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.purpose

    @classmethod
    def is_for_trying(cls) -> bool:
        """Say whether a drain window below the minimum may be used here (security.md 5.2)."""
        return cls.objects.exists()

    @classmethod
    def is_demonstration(cls) -> bool:
        """Say whether ``manage.py demo`` made this database."""
        return cls.objects.filter(purpose=Purpose.DEMONSTRATION).exists()
