"""Times as printed to UTC, only where the text itself says the zone (snapshots.md 2, traps 5 and 6)."""

import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal

_WRITTEN = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ]"
    r"(?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,12}))?"
    r" ?(?P<zone>Z|UTC|[+-][0-9]{2}:?[0-9]{2})(?: [A-Z]{2,5})?"
)
# Seconds, milliseconds and nanoseconds since 1970 differ by their number of digits for every date from 1973 to 2286.
_COUNTED = re.compile(r"(?P<whole>[0-9]{9,10}|[0-9]{12,13}|[0-9]{18,19})(?P<fraction>\.[0-9]{1,12})?")
_PER_SECOND = {9: 1, 10: 1, 12: 10**3, 13: 10**3, 18: 10**9, 19: 10**9}
_START = datetime(1970, 1, 1, tzinfo=timezone.utc)


def to_utc(printed: str) -> str | None:
    """Return ``printed`` in UTC, cut to microseconds, or None where the text gives no zone or is no time."""
    try:
        instant = _from_text(printed) or _from_count(printed)
    except (ValueError, OverflowError):
        return None
    if instant is None or instant < _START:
        return None
    fraction = f"{instant.microsecond:06}".rstrip("0")
    return instant.strftime("%Y-%m-%dT%H:%M:%S") + (f".{fraction}" if fraction else "") + "Z"


def _from_text(printed: str) -> datetime | None:
    found = _WRITTEN.fullmatch(printed)
    if found is None:
        return None
    local = datetime.fromisoformat(f"{found['date']}T{found['time']}")
    micro = int((found["fraction"] or "0").ljust(6, "0")[:6])
    return (local.replace(tzinfo=timezone.utc) - _offset(found["zone"])).replace(microsecond=micro)


def _offset(zone: str) -> timedelta:
    if zone in ("Z", "UTC"):
        return timedelta()
    hours, minutes = int(zone[1:3]), int(zone[-2:])
    if hours > 15 or minutes > 59:
        raise ValueError(zone)
    distance = timedelta(hours=hours, minutes=minutes)
    return -distance if zone[0] == "-" else distance


def _from_count(printed: str) -> datetime | None:
    found = _COUNTED.fullmatch(printed)
    if found is None:
        return None
    seconds = Decimal(printed) / _PER_SECOND[len(found["whole"])]
    return _START + timedelta(microseconds=int(seconds * 10**6))
