"""A comparison to its document: the template, the twin that is attached, and the offers that could not be printed."""

import hashlib
import re
from datetime import datetime, timezone
from typing import Any

from django.template.loader import render_to_string

from recovery.core.comparison import Comparison
from recovery.pdf.order import Attachment, Limits, Printed, PrintOrder
from recovery.pdf.press import print_document

# What the door for text refuses, and marks of direction: made visible, so that nothing in print hides.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]"
)
TWIN_NAME = "comparison.json"


def document_html(comparison: Comparison, twin: bytes) -> str:
    """Return the whole document as HTML; ``twin`` is the JSON twin, whose digest is printed."""
    context: dict[str, Any] = {
        "comparison": comparison,
        "twin_name": TWIN_NAME,
        "twin_digest": hashlib.sha256(twin).hexdigest(),
    }
    html = render_to_string("report/document.html", context)
    return _UNSEEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", html)


def render_report(comparison: Comparison, twin: bytes, limits: Limits | None = None) -> Printed:
    """Return the document as PDF with ``twin`` attached. Raises PrintingFailed with a reason for whoever ordered it.

    The date in the file is the opening, which belongs to the comparison; so the same comparison gives the same bytes.
    """
    made_at = _instant_of(comparison).isoformat()
    attachment = Attachment(TWIN_NAME, "The same comparison, for programs", twin.decode("utf-8"), made_at)
    return print_document(PrintOrder(document_html(comparison, twin), made_at, (attachment,), limits or Limits()))


def _instant_of(comparison: Comparison) -> datetime:
    header = comparison.header
    return header.opened_at or header.deadline_at or datetime(2000, 1, 1, tzinfo=timezone.utc)
