"""A comparison to its document: the template, the twin that is attached, and the offers that could not be printed."""

import hashlib
import re
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from django.template.loader import render_to_string

from recovery.core.comparison import Comparison
from recovery.pdf.aside import set_aside
from recovery.pdf.order import PART_BORDER, Attachment, Limits, Printed, PrintingFailed, PrintOrder
from recovery.pdf.press import print_document

# What the door for text refuses, and marks of direction: made visible, so that nothing in print hides.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]"
)
TWIN_NAME = "comparison.json"
_OFFER_PART = re.compile(r'\s*<section class="tall" id="offer-(\d+)"')


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
    An offer whose text cannot be printed is set aside, so that it does not block the others.
    """
    limits = limits or Limits()
    order = _order(comparison, twin, limits)
    try:
        return print_document(order)
    except PrintingFailed:
        aside = _unprintable(order)
        if not aside:
            raise
    return print_document(_order(set_aside(comparison, aside), twin, limits))


def _order(comparison: Comparison, twin: bytes, limits: Limits) -> PrintOrder:
    made_at = _instant_of(comparison).isoformat()
    attachment = Attachment(TWIN_NAME, "The same comparison, for programs", twin.decode("utf-8"), made_at)
    return PrintOrder(document_html(comparison, twin), made_at, (attachment,), limits)


def _unprintable(order: PrintOrder) -> frozenset[int]:
    """Return the places of the offers whose own pages cannot be printed alone: all their texts stand on them."""
    head, *parts, tail = order.html.split(PART_BORDER)
    found = set()
    for part in parts:
        offer = _OFFER_PART.match(part)
        if offer:
            try:
                print_document(replace(order, html=PART_BORDER.join((head, part, tail)), attachments=()))
            except PrintingFailed:
                found.add(int(offer[1]))
    return frozenset(found)


def _instant_of(comparison: Comparison) -> datetime:
    header = comparison.header
    return header.opened_at or header.deadline_at or datetime(2000, 1, 1, tzinfo=timezone.utc)
