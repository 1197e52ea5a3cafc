"""One file of a delivery as a manifest lists it; apart from the threads that make digests, which few readers need."""

from typing import NamedTuple


class FileDigest(NamedTuple):
    """One file: its printable path, its size, its digest, or the reason why there is none."""

    path: str
    size: int
    sha256: str = ""
    problem: str = ""
