"""The mark of a database that holds nothing real."""

from recovery.models import Installation
from recovery.models.installation import Purpose


def mark_demonstration() -> Installation:
    """Mark this database as the demonstration's; marking twice changes nothing."""
    return Installation.objects.get_or_create(purpose=Purpose.DEMONSTRATION)[0]
