"""What a line of the log may hold: no token of a mailed link, whoever asked for it and however (security.md T17)."""

import logging
import re

_TOKEN = re.compile(r"(/(?:invitations|demo/sign-in)/)(?!accept/)[^/\s?\"']+")


class WithoutTokens(logging.Filter):
    """Writes "..." in place of a token: a line of the log is read by more people than the mail was."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        record.msg, record.args = _TOKEN.sub(r"\1...", message), ()
        return True
