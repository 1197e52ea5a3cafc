"""Mail kept as files, one message each, where no mail server is set: what the demonstration and a trial read."""

import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class MailFolder(BaseEmailBackend):
    """Writes each message to a file of its own in ``settings.MAIL_FOLDER``, readable by nobody else."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.MAIL_FOLDER)
        for message in email_messages:
            # The time sorts the folder for a reader; the random part keeps two messages of one instant apart.
            name = f"{time.time_ns():020d}-{secrets.token_hex(4)}.eml"
            handle = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(message.message().as_bytes())
        return len(email_messages)
