"""The digest that a receipt, a version and an export are checked by."""

import hashlib
import json
from typing import Any


def canonical(raw: Any) -> bytes:
    """Return the one byte form of ``raw``: keys sorted, no spaces, UTF-8."""
    return json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest_of(raw: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``raw``, in hexadecimal."""
    return hashlib.sha256(canonical(raw)).hexdigest()
