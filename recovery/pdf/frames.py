"""How the processes of the press speak: a JSON header and a body of bytes, each with its length before it."""

import json
import struct
from typing import Any, Protocol

_LENGTHS = struct.Struct(">QQ")


class Stream(Protocol):
    """Bytes in and out: a pipe, or one end of a pair of sockets."""

    def read(self, length: int, /) -> bytes: ...

    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...


class Closed(Exception):
    """The other side has gone away."""


def send(stream: Stream, header: dict[str, Any], body: bytes = b"") -> None:
    """Write one message. Raises OSError where the other side has gone away."""
    head = json.dumps(header).encode("ascii")  # ASCII with escapes: even a lone surrogate arrives as it was sent
    stream.write(_LENGTHS.pack(len(head), len(body)))
    stream.write(head)
    stream.write(body)
    stream.flush()


def receive(stream: Stream) -> tuple[dict[str, Any], bytes]:
    """Return the next message; raises Closed where the stream ends first."""
    lengths = _exactly(stream, _LENGTHS.size)
    head_length, body_length = _LENGTHS.unpack(lengths)
    header: dict[str, Any] = json.loads(_exactly(stream, head_length))
    return header, _exactly(stream, body_length)


def _exactly(stream: Stream, length: int) -> bytes:
    found = stream.read(length)
    if len(found) != length:
        raise Closed
    return found
