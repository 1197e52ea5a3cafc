"""What a form brought to be attached: names and bytes, and one sentence for each file that is not taken."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from recovery.forms.upload import was_too_large


@dataclass(frozen=True)
class Brought:
    """One file of a form."""

    name: str
    body: bytes


def brought(request: HttpRequest) -> list[Brought]:
    """Return the files of the form."""
    return [Brought(each.name or "", each.read()) for each in request.FILES.getlist("files")]


def nothing_taken(request: HttpRequest) -> str:
    """Return why a form brought no file."""
    if was_too_large(request):
        return _("More than %(limit)s at once is not taken. Attach a smaller file, or one file after the other.") % {
            "limit": filesizeformat(settings.ATTACHMENT_MAX_BYTES)
        }
    return _("Choose a file first.")
