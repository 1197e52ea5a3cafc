"""Reads environment variables; each that is wrong stops the start with one sentence that says what to do."""

import os
from collections.abc import Mapping
from enum import Enum
from urllib.parse import SplitResult, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured


class Mode(str, Enum):
    """What this process serves. Only DEMO and TEST may shorten the drain window; only DEMO prints sign-in links."""

    EMBEDDED = "embedded"
    DEMO = "demo"
    TEST = "test"
    PRODUCTION = "production"


class Environment:
    """The variables of one process, read by kind.

    Each method returns the value or ``default`` where the variable is unset or empty, and raises ImproperlyConfigured
    with one sentence where it cannot be read.
    """

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = os.environ if variables is None else variables

    def text(self, name: str, default: str = "") -> str:
        """Return a variable as text."""
        return self._variables.get(name, "").strip() or default

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """Return a variable as a whole number."""
        raw = self.text(name, str(default))
        if not (raw.isascii() and raw.isdigit()) or not least <= int(raw) <= most:
            raise ImproperlyConfigured(f"{name} is {raw!r}; set it to a whole number from {least} to {most}.")
        return int(raw)

    def switch(self, name: str, *, default: bool) -> bool:
        """Return a variable as yes or no."""
        raw = self.text(name, "yes" if default else "no").lower()
        if raw not in {"yes", "no", "true", "false", "1", "0", "on", "off"}:
            raise ImproperlyConfigured(f"{name} is {raw!r}; set it to yes or no.")
        return raw in {"yes", "true", "1", "on"}

    def names(self, name: str, default: tuple[str, ...] = ()) -> list[str]:
        """Return a variable as names between commas."""
        return [each.strip() for each in self.text(name).split(",") if each.strip()] or list(default)

    def mode(self) -> Mode:
        """Return the mode of the installation."""
        raw = self.text("RECOVERY_MODE", Mode.EMBEDDED.value)
        try:
            return Mode(raw)
        except ValueError as error:
            allowed = ", ".join(each.value for each in Mode)
            raise ImproperlyConfigured(f"RECOVERY_MODE is {raw!r}; set it to one of: {allowed}.") from error

    def base_url(self, default: str) -> str:
        """Return the address that links in mails start with: scheme and host, without path or trailing slash."""
        raw = self.text("BASE_URL", default).rstrip("/")
        parts = _split("BASE_URL", raw)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query or parts.fragment:
            raise ImproperlyConfigured(
                f"BASE_URL is {raw!r}; set it to the scheme and host that people type, such as https://offers.example."
            )
        return raw

    def address(self, name: str, default: str, schemes: tuple[str, ...]) -> str:
        """Return an address whose scheme is one of ``schemes``; the sentence never repeats its password."""
        raw = self.text(name, default)
        scheme = _split(name, raw).scheme
        if scheme not in schemes:
            allowed = ", ".join(f"{each}://" for each in schemes)
            raise ImproperlyConfigured(f"{name} starts with {scheme or 'no scheme'}; it must start with: {allowed}.")
        return raw

    def database(self, default: str) -> dj_database_url.DBConfig:
        """Return Django's settings of the database that DATABASE_URL names."""
        raw = self.address("DATABASE_URL", default, ("sqlite", "postgres", "postgresql"))
        try:
            config = dj_database_url.parse(raw)
        except ValueError as error:
            raise ImproperlyConfigured(
                "DATABASE_URL cannot be read; write it as postgres://USER:PASSWORD@HOST:PORT/NAME, with special "
                "characters of the password percent-encoded, or as sqlite:///FOLDER/NAME.sqlite3."
            ) from error
        if not config.get("NAME"):
            raise ImproperlyConfigured("DATABASE_URL names no database; add /NAME at its end.")
        return config


def _split(name: str, raw: str) -> SplitResult:
    try:
        parts = urlsplit(raw)
        _ = parts.port  # a port that is no number is only noticed when asked for
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not an address; check its host and port.") from error
    return parts
