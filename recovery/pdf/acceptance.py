"""The check of a return to its document: one page where its files fit on one, and more where they do not."""

from django.template.loader import render_to_string

from recovery.core.attached.acceptance import Returned
from recovery.core.text import shown
from recovery.pdf.order import Printed, PrintOrder
from recovery.pdf.press import print_document


def render_acceptance(returned: Returned) -> Printed:
    """Return the document. Raises PrintingFailed with a reason.

    Its date is the instant at which the check was added, so the same check gives the same bytes.
    """
    html = shown(render_to_string("acceptance/document.html", {"returned": returned}))
    return print_document(PrintOrder(html, returned.added_at))
