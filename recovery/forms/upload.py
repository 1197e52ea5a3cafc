"""Takes files out of a request: from who is signed in, where files are taken, up to the limit; else none is kept."""

import io
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile, StopUpload
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]
FAR_TOO_LARGE = 4  # times the limit: then the line is cut instead of read to its end


def takes_files(view: View) -> View:
    """Mark a view whose form carries files; any other view's files are dropped unread."""
    view.takes_files = True  # type: ignore[attr-defined]  # read by CountedUpload, where the view is not yet running
    return view


def was_too_large(request: HttpRequest) -> bool:
    """Say whether a file of this request was dropped because it is over the limit."""
    return getattr(request, "upload_too_large", False)


def were_too_many(request: HttpRequest) -> bool:
    """Say whether this request brought more files at once than are taken; then none of them counts."""
    return getattr(request, "upload_too_many", False)


class CountedUpload(FileUploadHandler):
    """Holds the bytes of one request in memory, counted as they come; nothing touches the disk before a form has them.

    The cross-site check reads the body before any view runs, so who sends and to where is looked at here.
    """

    def handle_raw_input(self, _input_data: Any, _meta: dict[str, Any], content_length: int, *_rest: Any) -> None:
        request = self.request
        match = getattr(request, "resolver_match", None)
        user = getattr(request, "user", None)
        is_taken = match is not None and getattr(match.func, "takes_files", False)
        self.is_open = bool(is_taken and user is not None and user.is_authenticated)
        self.left = settings.ATTACHMENT_MAX_BYTES
        self.files_left = settings.ATTACHMENT_MOST_AT_ONCE
        self.is_far_too_large = content_length > FAR_TOO_LARGE * settings.ATTACHMENT_MAX_BYTES

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if not self.is_open:
            raise SkipFile
        self.files_left -= 1
        if self.files_left < 0:
            self.request.upload_too_many = True  # type: ignore[union-attr]  # told to the view by were_too_many
            raise StopUpload(connection_reset=self.is_far_too_large)
        self.body = io.BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        del start
        self.left -= len(raw_data)
        if self.left < 0:
            self.request.upload_too_large = True  # type: ignore[union-attr]  # told to the view by was_too_large
            self.body = io.BytesIO()
            raise StopUpload(connection_reset=self.is_far_too_large)
        self.body.write(raw_data)
        return None

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        if not self.is_open:
            return None
        self.body.seek(0)
        return InMemoryUploadedFile(
            file=self.body,
            field_name=self.field_name,
            name=self.file_name or "",
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
        )
