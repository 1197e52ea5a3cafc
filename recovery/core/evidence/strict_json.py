"""JSON from a delivery, through the one door, with its faults named as damage or refusal."""

from typing import Any

from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.source import SourceFile
from recovery.core.text import LARGEST_DOCUMENT, TextRefused, read_json


def load_json(file: SourceFile, largest: int = LARGEST_DOCUMENT) -> Any:
    """Return the value of a JSON file. Raises Damaged for what is cut or no JSON, Refused for what is hostile."""
    return parse_json(file.data.read(0, largest + 1), largest)


def parse_json(raw: bytes, largest: int = LARGEST_DOCUMENT) -> Any:
    """Return the value of JSON bytes, refusing a key given twice, NaN, absurd numbers and deep nesting."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raise Refused("It begins with a byte order mark, which JSON does not allow.")
    try:
        return read_json(raw, largest)
    except TextRefused as error:
        if str(error).startswith(("It is not JSON", "It is not UTF-8")):
            raise Damaged(str(error)) from error
        raise Refused(str(error)) from error
    except ValueError as error:
        raise Refused("It holds a number that cannot be read.") from error
