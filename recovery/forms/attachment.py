"""What a form brought to be attached: names and bytes, and one sentence for each file that is not taken."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from recovery.forms.upload import was_too_large, were_too_many


@dataclass(frozen=True)
class Brought:
    """One file of a form."""

    name: str
    body: bytes


def brought(request: HttpRequest) -> list[Brought]:
    """Return the files of the form; none where it brought more at once than are taken."""
    found = request.FILES.getlist("files")  # only reading the form tells how many there were
    return [] if were_too_many(request) else [Brought(each.name or "", each.read()) for each in found]


def nothing_taken(request: HttpRequest) -> str:
    """Return why a form brought no file."""
    if was_too_large(request):
        return _("More than %(limit)s at once is not taken. Attach a smaller file, or one file after the other.") % {
            "limit": filesizeformat(settings.ATTACHMENT_MAX_BYTES)
        }
    if were_too_many(request):
        most = settings.ATTACHMENT_MOST_AT_ONCE
        return _("More than %(n)s files at once are not taken, so none of these was. Attach them in parts.") % {
            "n": most
        }
    return _("Choose a file first.")
