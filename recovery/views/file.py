"""Every download of what people attached, through the one gate, and the tool that suppliers run."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from recovery.access import person
from recovery.actions.attachment import record_file_download
from recovery.queries import file_for

TOOL_NAME = "recovery.pyz"


@dataclass(frozen=True)
class Tool:
    """The one-file tool as it was built."""

    path: Path
    digest: str
    size: int


def built_tool() -> Tool | None:
    """Return the tool that ``make tool`` built; None where it was not built."""
    path = Path(settings.TOOL_FOLDER) / TOOL_NAME
    try:
        about = path.stat()
    except FileNotFoundError:
        return None
    return _described(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=2)
def _described(path: Path, changed: int, size: int) -> Tool:
    del changed  # part of the key: a tool built again is read again
    return Tool(path, hashlib.sha256(path.read_bytes()).hexdigest(), size)


@require_safe
def download(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Hand out the bytes of one attached file, to be saved and never shown; any other is not found."""
    file = file_for(code, person(request))
    if file is None:
        raise Http404
    if request.method == "GET":
        record_file_download(file=file, by=person(request))
    return saved(file.path, file.saved_name)


@require_safe
def tool(request: HttpRequest) -> HttpResponseBase:  # noqa: ARG001  # the same for everybody who is signed in
    """Hand out the tool."""
    built = built_tool()
    if built is None:
        raise Http404
    return saved(built.path, TOOL_NAME)


def saved(path: Path, name: str, content_type: str = "application/octet-stream") -> FileResponse:
    """Answer with bytes that no browser runs, draws or guesses about (security.md T32)."""
    response = FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type=content_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
