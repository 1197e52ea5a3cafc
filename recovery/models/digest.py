"""The digest that a receipt, a version and an export are checked by."""

import hashlib
import json
from typing import Any


def canonical(raw: Any) -> bytes:
    """Return the one byte form of ``raw``: keys sorted, no spaces, UTF-8, whole numbers without a fraction.

    It is the same before and after any database: PostgreSQL keeps neither the order of keys nor ``1e22`` as typed.
    """
    return json.dumps(_plain(raw), sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest_of(raw: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``raw``, in hexadecimal."""
    return hashlib.sha256(canonical(raw)).hexdigest()


def _plain(raw: Any) -> Any:
    if isinstance(raw, dict):
        return {key: _plain(value) for key, value in raw.items()}
    if isinstance(raw, (list, tuple)):
        return [_plain(each) for each in raw]
    return int(raw) if isinstance(raw, float) and raw.is_integer() else raw
