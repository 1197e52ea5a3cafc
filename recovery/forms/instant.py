"""A date, a time and a zone as three inputs: an instant without its zone says nothing that can be compared."""

import re
from typing import Any

from django.utils.datastructures import MultiValueDict

from recovery.forms.answer import ABSENT, text_of

_WRITTEN = re.compile(r"^(\d{4}-\d{2}-\d{2})?(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?)?(Z|[+-]\d{2}:\d{2})?$")

ZONES = (
    "Z", "-12:00", "-11:00", "-10:00", "-09:30", "-09:00", "-08:00", "-07:00", "-06:00", "-05:00", "-04:00", "-03:30",
    "-03:00", "-02:00", "-01:00", "+00:00", "+01:00", "+02:00", "+03:00", "+03:30", "+04:00", "+04:30", "+05:00",
    "+05:30", "+05:45", "+06:00", "+06:30", "+07:00", "+08:00", "+08:45", "+09:00", "+09:30", "+10:00", "+10:30",
    "+11:00", "+12:00", "+12:45", "+13:00", "+14:00",
)  # fmt: skip


def read_instant(data: MultiValueDict[str, Any], name: str) -> Any:
    """Return the instant as ISO 8601, as far as it was given; the core says what is missing from it."""
    day, hour, zone = (text_of(data, f"{name}-{part}").strip() for part in ("date", "time", "zone"))
    if re.fullmatch(r"\d{2}:\d{2}", hour):
        hour += ":00"
    if not day and not hour and not zone:
        return text_of(data, f"{name}-typed").strip() or ABSENT
    return f"{day}T{hour}{zone}" if hour or zone else day


def instant_parts(value: Any) -> dict[str, str]:
    """Return date, time and zone of a written instant; what cannot be taken apart stands under ``typed``."""
    text = "" if value is None or value is ABSENT else str(value)
    written = _WRITTEN.match(text)
    if written is None:
        return {"date": "", "time": "", "zone": "", "typed": text}
    day, hour, zone = (each or "" for each in written.groups())
    return {"date": day, "time": hour, "zone": zone, "typed": ""}
