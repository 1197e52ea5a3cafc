"""The words in which a storage copy is described: what it copies, how consistent it is, whether it can be used."""

from enum import Enum

from recovery.core.guide.marking import gettext_noop as _


class Captures(str, Enum):
    """What kind of thing the product copies."""

    BLOCKS = "blocks"
    FILE_SYSTEM = "file_system"
    FILES = "files"
    OBJECTS = "objects"
    UNKNOWN = "unknown"


class Consistency(str, Enum):
    """How far the application was brought to rest; the values are the codes of question S33 (domain.md 4.9.35)."""

    FILE_BY_FILE = "file_by_file"
    CRASH_VOLUME = "crash_volume"
    CRASH_SET = "crash_set"
    QUIESCED = "quiesced"
    APPLICATION = "application"
    UNKNOWN = "unknown"


class Usability(str, Enum):
    """Whether the copy can be used, as far as its own record says."""

    USABLE = "usable"
    BEING_MADE = "being_made"
    PARTIAL = "partial"
    FAILED = "failed"
    ARCHIVED = "archived"
    NOT_STATED = "not_stated"


CAPTURES_WORDS = {
    Captures.BLOCKS: _("blocks of a volume"),
    Captures.FILE_SYSTEM: _("a file system or a path in it"),
    Captures.FILES: _("files one by one"),
    Captures.OBJECTS: _("objects in a bucket"),
    Captures.UNKNOWN: _("not known"),
}

CONSISTENCY_WORDS = {
    Consistency.FILE_BY_FILE: _("files read one by one"),
    Consistency.CRASH_VOLUME: _("crash-consistent, one volume"),
    Consistency.CRASH_SET: _("crash-consistent, one set"),
    Consistency.QUIESCED: _("file system quiesced"),
    Consistency.APPLICATION: _("application took part"),
    Consistency.UNKNOWN: _("not known"),
}

USABILITY_WORDS = {
    Usability.USABLE: _("usable"),
    Usability.BEING_MADE: _("being made"),
    Usability.PARTIAL: _("part of it only"),
    Usability.FAILED: _("failed"),
    Usability.ARCHIVED: _("must be brought back first"),
    Usability.NOT_STATED: _("not stated"),
}

STATUS_ANSWERS = {
    Usability.USABLE: "completed",
    Usability.ARCHIVED: "completed",
    Usability.BEING_MADE: "in_progress",
    Usability.PARTIAL: "failed",
    Usability.FAILED: "failed",
}
