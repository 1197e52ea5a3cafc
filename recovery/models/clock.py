"""The one clock that decides: the database's (security.md 5.2)."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def db_clock() -> datetime:
    """Return this instant by the database's clock.

    PostgreSQL's ``now()`` and Django's ``Now()`` are the start of the transaction or statement, so they lie before a
    wait for a lock; ``clock_timestamp()`` does not. SQLite has one host and one clock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            found: datetime = cursor.fetchone()[0]
            return found
    return timezone.now()
