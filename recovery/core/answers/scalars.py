"""Single values: text, choices, numbers, dates and instants. Each raises AnswerRejected with what to do instead."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from recovery.core.errors import AnswerRejected
from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Option
from recovery.core.intent import Component
from recovery.core.text import TextRefused, clean, shown

MOST_DIGITS = 30
FIRST_YEAR, LAST_YEAR = 1970, 2199

_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_INSTANT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(\.[0-9]{1,6})?([Zz]|[+-][0-9]{2}:[0-9]{2})",
    re.ASCII,
)
_NOT_KNOWN = frozenset(("not known", "not_known", "unknown"))
_CLOCK = re.compile(
    r"(?<![a-z])(milli|micro|nano)?(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|ms|h|s)(?![a-z])"
    r"|wall[\s_-]?clock|\btime\b",
    re.IGNORECASE,
)
_CLOCK_GAP = re.compile(r"[0-9]+(\.[0-9]+)?\s*[A-Za-z\s_-]+", re.ASCII)


def quoted(raw: Any) -> str:
    """Return the beginning of ``raw`` as it may be shown in a sentence."""
    text = shown(raw if isinstance(raw, str) else str(raw))
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"


def read_text(raw: Any, key: str, path: str, longest: int) -> str:
    """Return ``raw`` as text that may be stored."""
    if not isinstance(raw, str):
        raise AnswerRejected(key, _("Give a text."), path)
    try:
        return clean(raw, longest)
    except TextRefused as error:
        raise AnswerRejected(key, str(error), path) from error


def read_code(raw: Any, key: str, path: str, options: Sequence[Option]) -> str:
    """Return the code of one choice."""
    codes = tuple(option.code for option in options)
    code = raw.strip() if isinstance(raw, str) else raw
    if isinstance(code, str) and code in codes:
        return code
    reason = _("{given} is no choice here. Choose one of: {codes}.").format(given=quoted(raw), codes=", ".join(codes))
    raise AnswerRejected(key, reason, path)


def read_component(raw: Any, key: str, path: str, options: Sequence[Option]) -> Component:
    """Return a component written ``K1``, ``K1/actor`` or ``other/replay buffer``, of those that ``options`` name."""
    text = read_text(raw, key, path, 120)
    code, slash, name = (part.strip() for part in text.partition("/"))
    allowed = {option.code for option in options} or set(COMPONENTS)
    if code in allowed and bool(slash) == bool(name):
        return Component(code, name)
    if code == "other" and name and set(COMPONENTS) <= allowed:
        return Component(code, name)
    reason = _("{given} is no component. Write a code such as K1, K1/NAME for one of several models, or other/NAME.")
    raise AnswerRejected(key, reason.format(given=quoted(raw)), path)


def plain_number(raw: Any) -> Decimal | None:
    """Return ``raw`` as a decimal of plain digits, or None where it is anything else."""
    if isinstance(raw, bool) or not isinstance(raw, (int, float, str)):
        return None
    text = raw.strip() if isinstance(raw, str) else repr(raw)
    if _NUMBER.fullmatch(text) and len(text.replace(".", "")) <= MOST_DIGITS:
        return Decimal(text)
    return None


def is_clock_unit(text: str) -> bool:
    """Return whether ``text`` names a unit of the clock: "hours", "GPU-hours", "wall clock"."""
    return _CLOCK.search(text) is not None


def is_clock_gap(raw: Any) -> bool:
    """Return whether ``raw`` is a number of clock units, such as "24 hours" or "15 min"."""
    return (
        isinstance(raw, str)
        and _CLOCK_GAP.fullmatch(raw.strip()) is not None
        and is_clock_unit(raw.strip("0123456789. "))
    )


def number_refused(raw: Any, key: str, path: str) -> AnswerRejected:
    """Return why ``raw`` is no number."""
    if is_clock_gap(raw):
        reason = _("{given} counts time. Give it in units of progress, as a plain number.")
    else:
        reason = _(
            "{given} is not a plain number. Write at most {n} digits with at most one point, such as 10 or 10.5."
        )
    return AnswerRejected(key, reason.format(given=quoted(raw), n=MOST_DIGITS), path)


def read_number(raw: Any, key: str, path: str) -> Decimal:
    """Return a decimal >= 0 of plain digits with at most one point; zero is a value."""
    value = plain_number(raw)
    if value is None:
        raise number_refused(raw, key, path)
    return value


def read_date(raw: Any, key: str, path: str) -> date:
    """Return a calendar day written YEAR-MONTH-DAY."""
    text = raw.strip() if isinstance(raw, str) else ""
    if _DATE.fullmatch(text):
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = date.min
        if FIRST_YEAR <= day.year <= LAST_YEAR:
            return day
    reason = _("{given} is no date. Write year, month and day, such as 2026-11-30.").format(given=quoted(raw))
    raise AnswerRejected(key, reason, path)


def read_instant(raw: Any, key: str, path: str) -> datetime | None:
    """Return an instant with its zone; "not known" is an answer, and the same as not stated (5.2, S32)."""
    text = raw.strip() if isinstance(raw, str) else ""
    if text.lower() in _NOT_KNOWN:
        return None
    found = _INSTANT.fullmatch(text)
    if found:
        day, minute, second, fraction, zone = found.groups()
        # Written out in full, because Python 3.10 reads neither Z nor a short fraction.
        fraction = "." + fraction[1:].ljust(6, "0") if fraction else ""
        zone = "+00:00" if zone in ("Z", "z") else zone
        try:
            instant = datetime.fromisoformat(f"{day}T{minute}{second or ':00'}{fraction}{zone}")
        except ValueError:
            instant = None
        if instant is not None and FIRST_YEAR <= instant.year <= LAST_YEAR:
            return instant
    reason = _("{given} is no instant. Write date, time and zone, such as 2026-11-30T12:00:00+01:00.")
    raise AnswerRejected(key, reason.format(given=quoted(raw)), path)
