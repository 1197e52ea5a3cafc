"""safetensors: a JSON header and ranges that must tile the rest of the file exactly; no array is read."""

import math
import re
from dataclasses import replace
from typing import Any

from recovery.core.evidence.correspondence import Custom, settle
from recovery.core.evidence.faults import BeyondBudget, Damaged, Refused
from recovery.core.evidence.inspection import Checkpoint, Component, Finding, Inspection, Place, State, Stated
from recovery.core.evidence.labels import label
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.progress_keys import stated_at, unit_of
from recovery.core.evidence.roles import find_parts
from recovery.core.evidence.source import Source, Stretch, read_exactly
from recovery.core.evidence.strict_json import parse_json
from recovery.core.evidence.tensors import Storage, Tensor

FORM = "safetensors"
LARGEST_HEADER = 100_000_000
_READ_HEADER = 64 << 20
_DTYPES = {
    "F64": ("float64", 64), "F32": ("float32", 32), "F16": ("float16", 16), "BF16": ("bfloat16", 16),
    "I64": ("int64", 64), "I32": ("int32", 32), "I16": ("int16", 16), "I8": ("int8", 8),
    "U64": ("uint64", 64), "U32": ("uint32", 32), "U16": ("uint16", 16), "U8": ("uint8", 8), "BOOL": ("bool", 8),
    "C64": ("complex64", 64), "F8_E4M3": ("float8_e4m3fn", 8), "F8_E5M2": ("float8_e5m2", 8),
    "F8_E8M0": ("float8_e8m0fnu", 8), "F8_E4M3FNUZ": ("float8_e4m3fnuz", 8), "F8_E5M2FNUZ": ("float8_e5m2fnuz", 8),
    "F4": ("float4_e2m1fn_x2", 4), "F6_E2M3": ("bytes", 6), "F6_E3M2": ("bytes", 6),
}  # fmt: skip
_STATE_KEY = re.compile(r"^(?:(?P<before>.*?)\.)?state\.(?P<which>.+)\.(?P<slot>[A-Za-z_]+)$")


class _Data:
    """The bytes after the header, by offset."""

    order = "little"

    def __init__(self, data: Stretch, start: int) -> None:
        self.data, self.start = data, start

    def read(self, key: str, offset: int, length: int) -> bytes:
        return read_exactly(self.data, self.start + int(key) + offset, length)


def recognises(probe: Probe) -> bool:
    """Return whether the file begins as a header of JSON; a lying length is recognised by the name."""
    head, name = probe.head, probe.file.name
    if len(head) < 8:
        return name.endswith(".safetensors") and bool(head)
    if head[8:9] == b"{" and head[8:].lstrip(b"{ \n\t\r")[:1] in (b'"', b"}"):
        return True
    return (
        name.endswith(".safetensors") and head[:4] != b"PK\x03\x04" and not head.startswith((b"version https://", b"<"))
    )


def header_of(data: Stretch) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Return arrays by name and the free metadata. Raises Damaged or Refused for a header that lies."""
    length = int.from_bytes(read_exactly(data, 0, 8), "little")
    if length > LARGEST_HEADER:
        raise Refused(f"Its header claims {length:,} bytes, over the format's limit of {LARGEST_HEADER:,}.")
    if 8 + length > data.size:
        raise Refused(f"Its header claims {length:,} bytes, more than the file has.")
    if length < 2:
        raise Refused("Its header is empty.")
    if length > _READ_HEADER:
        raise BeyondBudget(f"Its header is larger than {_READ_HEADER:,} bytes.")
    raw = read_exactly(data, 8, length)
    if raw[:1] != b"{":
        lenient = "; some loaders take it all the same" if raw.lstrip(b" ")[:1] == b"{" else ""
        raise Refused(f"Its header does not begin with '{{' as the format asks{lenient}.")
    header = _parsed(raw)
    return _arrays(header, data, 8 + length), _metadata(header)


def _parsed(raw: bytes) -> "dict[str, Any]":
    try:
        header = parse_json(raw, _READ_HEADER)
    except Damaged as error:
        raise Refused(error.reason) from error
    if not isinstance(header, dict):
        raise Refused("Its header is not a JSON object.")
    return header


def _metadata(header: "dict[str, Any]") -> dict[str, str]:
    found = header.get("__metadata__", {})
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        raise Refused("Its metadata holds something other than texts.")
    return found


def _arrays(header: "dict[str, Any]", data: Stretch, start: int) -> dict[str, Tensor]:
    home = _Data(data, start)
    arrays: dict[str, Tensor] = {}
    ranges: list[tuple[int, int, str]] = []
    for name, said in header.items():
        if name == "__metadata__":
            continue
        dtype, shape, begin, end = _entry(name, said)
        ranges.append((begin, end, name))
        arrays[name] = Tensor(dtype, shape, Storage(dtype, str(begin), math.prod(shape), home))
    _check_tiling(sorted(ranges), data.size - start)
    return arrays


def _entry(name: str, said: Any) -> tuple[str, tuple[int, ...], int, int]:
    shown = label(name, 60)
    if not isinstance(said, dict) or not {"dtype", "shape", "data_offsets"} <= said.keys():
        raise Refused(f"The array {shown} is not described.")
    dtype, bits = _DTYPES.get(said["dtype"] if isinstance(said["dtype"], str) else "", ("", 0))
    if not bits:
        raise Refused(f"The array {shown} has a type that the format does not know.")
    shape, offsets = said["shape"], said["data_offsets"]
    if (
        not isinstance(shape, list)
        or not all(type(each) is int and 0 <= each < 1 << 62 for each in shape)
        or len(shape) > 64
    ):
        raise Refused(f"The array {shown} has a shape that no array has.")
    if (
        not isinstance(offsets, list)
        or len(offsets) != 2
        or not all(type(each) is int and 0 <= each < 1 << 63 for each in offsets)
    ):
        raise Refused(f"The array {shown} has offsets that are not whole numbers.")
    begin, end = offsets
    if begin > end or (math.prod(shape) * bits + 7) // 8 != end - begin:
        raise Refused(f"The array {shown} has a range that is not its size.")
    return dtype, tuple(shape), begin, end


def _check_tiling(ranges: list[tuple[int, int, str]], size: int) -> None:
    at = 0
    for begin, end, name in ranges:
        if begin < at:
            raise Refused(f"The range of {label(name, 60)} overlaps another.")
        if begin > at:
            raise Refused(f"There is a hole before the range of {label(name, 60)}.")
        at = end
    if at > size:
        raise Damaged(f"Its arrays need {at:,} bytes after the header; the file has {size:,}.")
    if at < size:
        raise Refused(f"{size - at:,} bytes follow its last array.")


def read(source: Source) -> Inspection:
    """Read one file's header."""
    file = source.only
    arrays, metadata = header_of(file.data)
    if not arrays:
        other = Finding("no-arrays", "A safetensors file without arrays.", Place(file.path))
        return Inspection(file.path, FORM, others=(other,))
    components, more = parts_of(arrays, metadata, file.path)
    checkpoint = Checkpoint(
        file.path,
        FORM,
        label(metadata.get("format", ""), 40),
        tuple(components),
        doubts=more,
        files=(file.path,),
    )
    return Inspection(file.path, FORM, (settle(checkpoint, Custom(same_file=True)),))


def parts_of(
    arrays: dict[str, Tensor], metadata: dict[str, str], path: str
) -> "tuple[list[Component], tuple[Finding, ...]]":
    """Return weights or a flattened optimizer state, and what the metadata claims about progress."""
    states = _optimizer_states(arrays)
    if states:
        value: Any = {"state": states, "param_groups": []}
        parts = find_parts({"optimizer": value}, path)
        components, doubts = _at_the_root(parts.components, path), parts.doubts
    else:
        parts = find_parts(dict(arrays), path)
        components, doubts = parts.components, parts.doubts
        components = components + _claimed_progress(metadata, path)
    return components, tuple(doubts)


def _optimizer_states(arrays: dict[str, Tensor]) -> "dict[str, dict[str, Tensor]]":
    found: dict[str, dict[str, Tensor]] = {}
    for name, each in arrays.items():
        match = _STATE_KEY.match(name)
        if match is None:
            return {}
        found.setdefault(match["which"], {})[match["slot"]] = each
    slots = {slot for each in found.values() for slot in each}
    return found if slots & {"exp_avg", "momentum_buffer", "square_avg", "step", "sum", "exp_avg_sq"} else {}


def _at_the_root(parts: "list[Component]", path: str) -> "list[Component]":
    """The keys are flattened, so the optimizer is the file itself; there are no groups to speak of."""
    return [
        replace(each, places=(Place(path),), stated=tuple(_at_file(s, path) for s in each.stated))
        if each.kind == "K3"
        else each
        for each in parts
        if each.kind != "K4"
    ]


def _at_file(stated: Stated, path: str) -> Stated:
    return Stated(stated.value, stated.unit, Place(path, "state.*.step"), stated.means)


def _claimed_progress(metadata: dict[str, str], path: str) -> "list[Component]":
    found = []
    for key, text in metadata.items():
        unit = unit_of(key)
        if unit is None or not text.strip().isdigit() or len(text) > 15:
            continue
        stated = stated_at(
            int(text), unit, Place(path, label(f"__metadata__.{key}")), "a text in the header: a claim by the writer"
        )
        if isinstance(stated, Stated):
            found.append(Component("K7", State.PRESENT, (stated.place,), stated=(stated,)))
    return found
