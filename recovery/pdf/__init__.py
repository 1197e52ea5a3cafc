"""From HTML to the bytes of a tagged PDF, offline, in a process of its own with limits."""

from recovery.pdf.order import Attachment, Limits, Printed, PrintingFailed, PrintOrder
from recovery.pdf.press import Press, print_document, start_press

__all__ = ["Attachment", "Limits", "Press", "PrintOrder", "Printed", "PrintingFailed", "print_document", "start_press"]
