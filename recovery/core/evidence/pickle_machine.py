"""The state of one run over a pickle: stack, marks and memory. Calls are written down and never made."""

import struct
from collections.abc import Callable
from typing import Any

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.pickle_names import is_harmful
from recovery.core.evidence.pickle_values import CALL_WEIGHT, Call, Global, HugeNumber, OpaqueKey, Persistent

_ATOMS = (str, int, float, bytes, bool, type(None), Global, Persistent, HugeNumber, OpaqueKey, Call)


class Machine:
    """One run over one pickle in ``data``, from ``position`` to its own STOP.

    ``persistent`` turns a persistent id into a value, ``nested`` bytes that hold a storage of their own. ``names``
    collects the classes and functions named, ``unsafe`` those that can do harm, ``repeated`` keys given twice.
    """

    def __init__(
        self,
        data: bytes,
        budget: Budget,
        position: int = 0,
        persistent: Callable[[Any], Any] = Persistent,
        nested: "Callable[[bytes], Any] | None" = None,
    ) -> None:
        self.data = data
        self.budget = budget
        self.position = position
        self.persistent = persistent
        self.nested = nested
        self.stack: list[Any] = []
        self.marks: list[list[Any]] = []
        self.memo: dict[int, Any] = {}
        self.names: dict[tuple[str, str], Global] = {}
        self.unsafe: list[str] = []
        self.repeated: list[str] = []
        self.steps = 0
        self.text = 0

    def finish(self) -> Any:
        """Return what is left at STOP."""
        if self.marks:
            raise Refused("A pickle stops inside an open mark.")
        return self.pop()

    def take(self, length: int) -> bytes:
        """Return the next ``length`` bytes; nothing is allocated by a claimed length."""
        if length < 0:
            raise Refused("A pickle gives a negative length.")
        end = self.position + length
        if end > len(self.data):
            raise Damaged("A pickle names more bytes than the file has.")
        raw = self.data[self.position : end]
        self.position = end
        return raw

    def line(self) -> bytes:
        """Return the bytes up to the next line feed."""
        end = self.data.find(b"\n", self.position, self.position + (1 << 20))
        if end < 0:
            raise Damaged("A line inside a pickle does not end.")
        raw = self.data[self.position : end]
        self.position = end + 1
        return raw

    def number(self, layout: str) -> int:
        """Return the next fixed-size number."""
        return int(struct.unpack(layout, self.take(struct.calcsize(layout)))[0])

    def push(self, value: Any) -> None:
        """Put a new value on the stack and pay for it."""
        self.budget.nodes += 1
        if self.budget.nodes > self.budget.limits.nodes:
            self.budget.pay_nodes(0)
        self.stack.append(value)

    def push_text(self, value: "str | bytes") -> None:
        """Put text or bytes on the stack, paying for the length."""
        self.text += len(value)
        if self.text > self.budget.limits.text:
            raise BeyondBudget(f"Its texts are longer than {self.budget.limits.text:,} bytes together.")
        self.push(value)

    def pop(self) -> Any:
        """Return the top of the stack."""
        if not self.stack:
            raise Refused("A pickle takes more from its stack than it put there.")
        return self.stack.pop()

    def top(self) -> Any:
        """Return the top of the stack and leave it there."""
        if not self.stack:
            raise Refused("A pickle takes more from its stack than it put there.")
        return self.stack[-1]

    def pop_mark(self) -> list[Any]:
        """Return everything above the last mark."""
        if not self.marks:
            raise Refused("A pickle closes a mark that it never set.")
        items, self.stack = self.stack, self.marks.pop()
        return items

    def remember(self, index: int) -> None:
        """Store the top of the stack; an index that honest writers cannot reach is refused."""
        if index < 0 or index > self.steps + 1:
            raise Refused(f"A pickle stores at place {index:,} of its memory after {self.steps:,} instructions.")
        self.memo[index] = self.top()

    def recall(self, index: int) -> None:
        """Put a stored value on the stack again."""
        if index not in self.memo:
            raise Refused("A pickle asks for something that it never stored.")
        self.stack.append(self.memo[index])

    def name(self, module: Any, name: Any) -> None:
        """Put the name of a class or function on the stack. It is not looked up."""
        if not isinstance(module, str) or not isinstance(name, str) or len(module) > 500 or len(name) > 500:
            raise Refused("A pickle names a class by something other than a short text.")
        known = self.names.get((module, name))
        if known is None:
            self.budget.pay_nodes(CALL_WEIGHT)
            known = self.names[(module, name)] = Global(module, name)
            if is_harmful(module, name):
                self.unsafe.append(known.path)
        self.push(known)

    def key(self, raw: Any) -> Any:
        """Return ``raw`` as a mapping key that hashes in constant time."""
        if isinstance(raw, _ATOMS):
            return raw
        if isinstance(raw, tuple) and len(raw) < 1_000 and all(isinstance(each, _ATOMS) for each in raw):
            return raw
        if isinstance(raw, (list, dict, set)):
            raise Refused("A pickle uses a list or a mapping as a key, which no loader accepts.")
        return OpaqueKey(raw)

    def put_entries(self, target: Any, pairs: list[Any]) -> None:
        """Put keys and values into a mapping on the stack."""
        if len(pairs) % 2:
            raise Refused("A pickle gives a key without a value.")
        entries = target.entries if isinstance(target, Call) else target
        if not isinstance(entries, dict):
            raise Refused("A pickle puts a key into something that is not a mapping.")
        for index in range(0, len(pairs), 2):
            key = self.key(pairs[index])
            if key in entries and len(self.repeated) < 20:
                self.repeated.append(key if isinstance(key, str) else type(key).__name__)
            entries[key] = pairs[index + 1]

    def put_items(self, target: Any, items: list[Any]) -> None:
        """Append items to a list or an object on the stack."""
        if isinstance(target, Call):
            target.items.extend(items)
        elif isinstance(target, list):
            target.extend(items)
        else:
            raise Refused("A pickle appends to something that is not a list.")
