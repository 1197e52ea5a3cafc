"""The instructions of a pickle: each works on the machine, and none calls anything that a pickle names."""

import struct
from collections.abc import Callable
from typing import Any

from recovery.core.evidence.faults import Damaged, Refused
from recovery.core.evidence.pickle_calls import build, call
from recovery.core.evidence.pickle_machine import Machine
from recovery.core.evidence.pickle_values import Call, Global, HugeNumber

LONGEST_DIGITS = 1_000
LONGEST_NUMBER = 1 << 20
MOST_BITS = 256
HIGHEST_PROTOCOL = 5
_STOP = 0x2E
_TICK = 0x3FFF  # instructions between two looks at the clock


def run(machine: Machine) -> Any:
    """Return the value that the pickle in ``machine`` describes, up to its own STOP.

    Raises Damaged where the bytes end before STOP, Refused where they are malformed or hostile.
    """
    data, size = machine.data, len(machine.data)
    while True:
        if machine.position >= size:
            raise Damaged("A pickle ends before its STOP.")
        code = data[machine.position]
        machine.position += 1
        machine.steps += 1
        if not machine.steps & _TICK:
            machine.budget.check_time()
        if code == _STOP:
            return machine.finish()
        action = ACTIONS.get(code)
        if action is None:
            raise Refused(f"A pickle holds the unknown or forbidden instruction 0x{code:02X}.")
        action(machine)


def _whole(raw: bytes) -> "int | HugeNumber":
    value = int.from_bytes(raw, "little", signed=True)
    return HugeNumber(value.bit_length()) if value.bit_length() > MOST_BITS else value


def _long(machine: Machine, layout: str) -> None:
    length = machine.number(layout)
    if length > LONGEST_NUMBER:
        raise Refused("A pickle holds a whole number of absurd length.")
    machine.push(_whole(machine.take(length)))


def _digits(machine: Machine) -> None:
    raw = machine.line()
    if raw in (b"00", b"01"):
        machine.push(raw == b"01")
        return
    _decimal(machine, raw)


def _decimal(machine: Machine, raw: bytes) -> None:
    text = raw.rstrip(b"L")
    if len(text) > LONGEST_DIGITS:
        raise Refused("A pickle holds a whole number of absurd length.")
    try:
        machine.push(int(text))
    except ValueError as error:
        raise Refused("A pickle holds a number that is not one.") from error


def _float_line(machine: Machine) -> None:
    try:
        machine.push(float(machine.line()[:100]))
    except ValueError as error:
        raise Refused("A pickle holds a number that is not one.") from error


def _quoted(machine: Machine) -> None:
    raw = machine.line().strip()
    if len(raw) < 2 or raw[:1] != raw[-1:] or raw[:1] not in (b"'", b'"'):
        raise Refused("A pickle holds a text without quotes.")
    machine.push_text(raw[1:-1].decode("latin-1"))


def _text(machine: Machine, layout: str) -> None:
    raw = machine.take(machine.number(layout))
    try:
        machine.push_text(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError as error:
        raise Refused("A pickle holds a text that is not UTF-8.") from error


def _bytes(machine: Machine, layout: str) -> None:
    machine.push_text(machine.take(machine.number(layout)))


def _latin(machine: Machine, layout: str) -> None:
    machine.push_text(machine.take(machine.number(layout)).decode("latin-1"))


def _tuple_of(machine: Machine, count: int) -> None:
    items = [machine.pop() for _ in range(count)]
    machine.push(tuple(reversed(items)))


def _dictionary(machine: Machine) -> None:
    pairs = machine.pop_mark()
    target: dict[Any, Any] = {}
    machine.put_entries(target, pairs)
    machine.push(target)


def _pop(machine: Machine) -> None:
    if not machine.stack and machine.marks:
        machine.pop_mark()
    else:
        machine.pop()


def _mark(machine: Machine) -> None:
    machine.budget.pay_nodes()
    machine.marks.append(machine.stack)
    machine.stack = []


def _line_name(machine: Machine) -> tuple[str, str]:
    return machine.line().decode("utf-8", "replace"), machine.line().decode("utf-8", "replace")


def _stack_global(machine: Machine) -> None:
    name = machine.pop()
    machine.name(machine.pop(), name)


def _reduce(machine: Machine) -> None:
    arguments = machine.pop()
    machine.push(call(machine, machine.pop(), arguments))


def _new_object(machine: Machine) -> None:
    arguments = machine.pop()
    machine.push(call(machine, machine.pop(), arguments))


def _new_object_with_names(machine: Machine) -> None:
    named = machine.pop()
    arguments = machine.pop()
    made = Call(machine.pop(), arguments)
    made.state = named
    machine.push(made)


def _old_object(machine: Machine) -> None:
    items = machine.pop_mark()
    if not items:
        raise Refused("A pickle makes an object of nothing.")
    machine.push(call(machine, items[0], tuple(items[1:])))


def _instance(machine: Machine) -> None:
    module, name = _line_name(machine)
    arguments = tuple(machine.pop_mark())
    machine.name(module, name)
    machine.push(call(machine, machine.pop(), arguments))


def _build(machine: Machine) -> None:
    state = machine.pop()
    machine.stack[-1:] = [build(machine.top(), state)]


def _set_item(machine: Machine) -> None:
    value = machine.pop()
    key = machine.pop()
    machine.put_entries(machine.top(), [key, value])


def _append(machine: Machine) -> None:
    value = machine.pop()
    machine.put_items(machine.top(), [value])


def _protocol(machine: Machine) -> None:
    version = machine.number("<B")
    if version > HIGHEST_PROTOCOL:
        raise Refused(f"A pickle says protocol {version}, which does not exist.")


def _frame(machine: Machine) -> None:
    length = machine.number("<Q")
    if length > len(machine.data) - machine.position:
        raise Damaged("A pickle's frame is longer than the file.")


def _entries(machine: Machine) -> None:
    pairs = machine.pop_mark()
    machine.put_entries(machine.top(), pairs)


def _items(machine: Machine) -> None:
    items = machine.pop_mark()
    machine.put_items(machine.top(), items)


def _set_of(machine: Machine, kind: str) -> None:
    machine.push(Call(Global("builtins", kind), (), items=machine.pop_mark() if kind == "frozenset" else []))


def _put(machine: Machine) -> None:
    raw = machine.line()
    if len(raw) > 12 or not raw.isdigit():
        raise Refused("A pickle stores at a place of its memory that does not exist.")
    machine.remember(int(raw))


def _get(machine: Machine) -> None:
    raw = machine.line()
    if len(raw) > 12 or not raw.isdigit():
        raise Refused("A pickle asks for something that it never stored.")
    machine.recall(int(raw))


def _persistent_line(machine: Machine) -> None:
    machine.push(machine.persistent(machine.line().decode("latin-1")))


ACTIONS: dict[int, Callable[[Machine], None]] = {
    ord("("): _mark,
    ord("0"): _pop,
    ord("1"): lambda m: (m.pop_mark(), None)[1],
    ord("2"): lambda m: m.stack.append(m.top()),
    ord("F"): _float_line,
    ord("G"): lambda m: m.push(float(struct.unpack(">d", m.take(8))[0])),
    ord("I"): _digits,
    ord("J"): lambda m: m.push(m.number("<i")),
    ord("K"): lambda m: m.push(m.number("<B")),
    ord("L"): lambda m: _decimal(m, m.line()),
    ord("M"): lambda m: m.push(m.number("<H")),
    ord("N"): lambda m: m.push(None),
    ord("P"): _persistent_line,
    ord("Q"): lambda m: m.push(m.persistent(m.pop())),
    ord("R"): _reduce,
    ord("S"): _quoted,
    ord("T"): lambda m: _latin(m, "<i"),
    ord("U"): lambda m: _latin(m, "<B"),
    ord("V"): lambda m: m.push_text(m.line().decode("raw_unicode_escape", "replace")),
    ord("X"): lambda m: _text(m, "<I"),
    ord("a"): _append,
    ord("b"): _build,
    ord("c"): lambda m: m.name(*_line_name(m)),
    ord("d"): _dictionary,
    ord("}"): lambda m: m.push({}),
    ord("e"): _items,
    ord("g"): _get,
    ord("h"): lambda m: m.recall(m.number("<B")),
    ord("i"): _instance,
    ord("j"): lambda m: m.recall(m.number("<I")),
    ord("l"): lambda m: m.push(m.pop_mark()),
    ord("]"): lambda m: m.push([]),
    ord("o"): _old_object,
    ord("p"): _put,
    ord("q"): lambda m: m.remember(m.number("<B")),
    ord("r"): lambda m: m.remember(m.number("<I")),
    ord("s"): _set_item,
    ord("t"): lambda m: m.push(tuple(m.pop_mark())),
    ord(")"): lambda m: m.push(()),
    ord("u"): _entries,
    0x80: _protocol,
    0x81: _new_object,
    0x85: lambda m: _tuple_of(m, 1),
    0x86: lambda m: _tuple_of(m, 2),
    0x87: lambda m: _tuple_of(m, 3),
    0x88: lambda m: m.push(value=True),
    0x89: lambda m: m.push(value=False),
    0x8A: lambda m: _long(m, "<B"),
    0x8B: lambda m: _long(m, "<i"),
    ord("B"): lambda m: _bytes(m, "<I"),
    ord("C"): lambda m: _bytes(m, "<B"),
    0x8C: lambda m: _text(m, "<B"),
    0x8D: lambda m: _text(m, "<Q"),
    0x8E: lambda m: _bytes(m, "<Q"),
    0x8F: lambda m: _set_of(m, "set"),
    0x90: _items,
    0x91: lambda m: _set_of(m, "frozenset"),
    0x92: _new_object_with_names,
    0x93: _stack_global,
    0x94: lambda m: m.remember(len(m.memo)),
    0x95: _frame,
    0x96: lambda m: _bytes(m, "<Q"),
}
