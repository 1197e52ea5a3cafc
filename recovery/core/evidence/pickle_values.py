"""What a pickle names without being it: classes, calls, persistent ids, numbers beyond use.

A pickle may hold a million of them, so none is frozen: that would make each of them slower, and nothing writes to them.
"""

from dataclasses import dataclass, field
from typing import Any

CALL_WEIGHT = 5  # how many plain values a call, or a name, weighs in memory


@dataclass(eq=False, slots=True)
class Global:
    """A class or function that the pickle asks for by name; it is never looked up."""

    module: str
    name: str

    @property
    def path(self) -> str:
        """Return the dotted name."""
        return f"{self.module}.{self.name}"


@dataclass(eq=False, slots=True)
class Call:
    """A call that loading would make, written down instead of made, and what would be put into its result."""

    function: Any
    arguments: Any
    state: Any = None
    items: list[Any] = field(default_factory=list)
    entries: dict[Any, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Return the dotted name of what would be called, or an empty text."""
        return self.function.path if isinstance(self.function, Global) else ""


@dataclass(eq=False, slots=True)
class Persistent:
    """A persistent id that is not a known storage."""

    identity: Any


@dataclass(eq=False, slots=True)
class HugeNumber:
    """A whole number of so many bits that printing it would be an attack."""

    bits: int


@dataclass(eq=False, slots=True)
class OpaqueKey:
    """A mapping key that is itself a structure; kept by identity so that nothing is ever hashed deeply."""

    value: Any


@dataclass(eq=False, slots=True)
class Array:
    """A NumPy array or number inside a pickle."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes
    order: str = "little"
