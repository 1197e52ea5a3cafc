"""What an attached file is, by its bytes and never by its name; what is refused, and the name it is shown under."""

import codecs
import re
from enum import Enum

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.text import shown

LONGEST_NAME = 120

_WEIGHTS = _(
    "This is {what}. Weights and archives are never attached: run the tool beside the checkpoint and attach the "
    "manifest that it writes."
)
_UNKNOWN = _("Its content is neither text, a picture nor a PDF. Attach manifests, records, logs, pictures or PDFs.")
_EMPTY = _("The file is empty.")
_LFS = _("This is a pointer of Git LFS, not the file that it stands for. Attach the file itself.")

_PICTURES = ((0, b"\x89PNG\r\n\x1a\n"), (0, b"\xff\xd8\xff"), (0, b"GIF8"), (8, b"WEBP"))
_REFUSED: tuple[tuple[int, bytes, str], ...] = (
    (0, b"PK\x03\x04", _("a zip archive, as torch.save also writes it")),
    (0, b"PK\x05\x06", _("a zip archive")),
    (0, b"PK\x07\x08", _("a zip archive")),
    (0, b"\x1f\x8b", _("a gzip archive")),
    (0, b"\xfd7zXZ\x00", _("an xz archive")),
    (0, b"\x28\xb5\x2f\xfd", _("a Zstandard archive")),
    (0, b"\x04\x22\x4d\x18", _("an LZ4 archive")),
    (0, b"7z\xbc\xaf\x27\x1c", _("a 7-Zip archive")),
    (0, b"Rar!\x1a\x07", _("a RAR archive")),
    (257, b"ustar", _("a tar archive")),
    (0, b"\x89HDF\r\n\x1a\n", _("an HDF5 file, as Keras keeps weights in")),
    (0, b"\x93NUMPY", _("an array of NumPy")),
)
# What a text could begin with as well: asked only where the content is no text.
_REFUSED_BINARY: tuple[tuple[int, bytes, str], ...] = (
    (0, b"BZh", _("a bzip2 archive")),
    (0, b"GGUF", _("a file of weights (GGUF)")),
    (0, b"ggml", _("a file of weights (GGML)")),
    (0, b"\x80", _("a Python pickle, as frameworks keep weights in")),
    (8, b"{", _("a file of weights (safetensors)")),
)
_TEXT_ENDINGS = frozenset((".txt", ".json", ".jsonl", ".log", ".yaml", ".yml", ".csv", ".md", ".out"))
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")


class Content(str, Enum):
    """What the bytes are. Only text is read by the program."""

    TEXT = "text"
    PICTURE = "picture"
    PDF = "pdf"


class AttachmentRefused(ValueError):
    """A file that is not kept; ``str()`` says in one sentence why, and what to attach instead."""


def content_of(raw: bytes) -> Content:
    """Return what ``raw`` is. Raises AttachmentRefused for weights, archives and whatever else is not kept."""
    if not raw:
        raise AttachmentRefused(_EMPTY)
    if raw.startswith(b"%PDF-"):
        return Content.PDF
    if any(raw.startswith(mark, at) for at, mark in _PICTURES):
        return Content.PICTURE
    _refuse(raw, _REFUSED)
    if _is_text(raw):
        if raw.startswith(b"version https://git-lfs.github.com/spec/"):
            raise AttachmentRefused(_LFS)
        return Content.TEXT
    _refuse(raw, _REFUSED_BINARY)
    raise AttachmentRefused(_UNKNOWN)


def _refuse(raw: bytes, table: tuple[tuple[int, bytes, str], ...]) -> None:
    for at, mark, what in table:
        if raw.startswith(mark, at):
            raise AttachmentRefused(_WEIGHTS.format(what=what))


def _is_text(raw: bytes) -> bool:
    """Say whether ``raw`` is UTF-8, or UTF-16 with its mark, without control characters that no log holds."""
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if raw.startswith(mark):
            return _decodes(raw, "utf-16")
    return _CONTROLS.search(raw) is None and _decodes(raw, "utf-8")


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        return "\x00" not in raw.decode(encoding)
    except UnicodeDecodeError:
        return False


def shown_name(given: str) -> str:
    """Return ``given`` as a name that can be printed anywhere: its last part, without what hides or steers text."""
    last = given.replace("\\", "/").rstrip("/").rpartition("/")[2]
    flat = "".join(" " if each in "\t\r\n" else each for each in last)
    plain = re.sub(r"\[U\+[0-9A-F]{4,6}\]", "", shown(flat))
    kept = " ".join("".join(each for each in plain if not "\ud800" <= each <= "\udfff").split())
    kept = kept.lstrip(". ") or "file"
    if len(kept) <= LONGEST_NAME:
        return kept
    stem, dot, ending = kept.rpartition(".")
    tail = f"{dot}{ending}" if stem and len(ending) <= 8 else ""
    return f"{kept[: LONGEST_NAME - len(tail) - 1]}…{tail}"


def saved_name(name: str, content: Content) -> str:
    """Return the name to save a download under: its ending says what the bytes are, whatever the supplier called it."""
    stem, dot, ending = name.rpartition(".")
    ending = f"{dot}{ending}".lower()
    if content is Content.PDF:
        return name if ending == ".pdf" else f"{name}.pdf"
    if content is Content.TEXT:
        return name if ending in _TEXT_ENDINGS and stem else f"{name}.txt"
    return name if ending in (".png", ".jpg", ".jpeg", ".gif", ".webp") and stem else f"{name}.img"
