"""Lays down checkpoints of any size as torch and safetensors write them; what no reader looks at stays sparse."""

import io
import json
import math
import pickle
import struct
import sys
import types
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from unittest import mock

STEP = 10
_BLOCKS = 8  # of 12 parameters each
_ALIGNED = 64  # torch pads each entry so that its bytes begin at such a multiple


class FloatStorage:
    """Stands where torch's own class is named."""

    __module__ = "torch"


def _rebuild_tensor_v2() -> None:
    """Stand where torch's own function is named; nobody calls it."""


_rebuild_tensor_v2.__module__ = "torch._utils"


@dataclass(eq=False)
class Stored:
    """One storage: its key in the file, its numbers, and its bytes where a reader looks at them."""

    key: str
    count: int
    raw: bytes = b""


@dataclass(eq=False)
class Laid:
    """A tensor that is pickled as torch pickles one."""

    shape: tuple[int, ...]
    storage: Stored

    def __reduce__(self) -> tuple[Any, ...]:
        strides = tuple(math.prod(self.shape[place + 1 :]) for place in range(len(self.shape)))
        return _rebuild_tensor_v2, (self.storage, 0, self.shape, strides, False, OrderedDict())


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> Any:
        return ("storage", FloatStorage, value.key, "cpu", value.count) if isinstance(value, Stored) else None


def shapes(width: int) -> dict[str, tuple[int, ...]]:
    """Return the 96 parameters of a transformer, by name."""
    block = {
        "ln_1.weight": (width,), "ln_1.bias": (width,),
        "attn.qkv.weight": (3 * width, width), "attn.qkv.bias": (3 * width,),
        "attn.out.weight": (width, width), "attn.out.bias": (width,),
        "ln_2.weight": (width,), "ln_2.bias": (width,),
        "mlp.up.weight": (4 * width, width), "mlp.up.bias": (4 * width,),
        "mlp.down.weight": (width, 4 * width), "mlp.down.bias": (width,),
    }  # fmt: skip
    return {f"blocks.{place}.{name}": shape for place in range(_BLOCKS) for name, shape in block.items()}


def lay_torch(path: Path, width: int) -> None:
    """Lay down what torch.save writes of 96 parameters and their AdamW, 384 tensors in all."""
    storages: list[Stored] = []

    def tensor(shape: tuple[int, ...], raw: bytes = b"") -> Laid:
        storages.append(Stored(str(len(storages)), math.prod(shape), raw))
        return Laid(shape, storages[-1])

    model = OrderedDict((name, tensor(shape)) for name, shape in shapes(width).items())
    step = struct.pack("<f", STEP)
    state = {
        place: {"step": tensor((), step), "exp_avg": tensor(shape), "exp_avg_sq": tensor(shape)}
        for place, shape in enumerate(shapes(width).values())
    }
    group = {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.01, "amsgrad": False,
             "maximize": False, "foreach": None, "capturable": False, "differentiable": False, "fused": None,
             "decoupled_weight_decay": True, "params": list(state)}  # fmt: skip
    whole = {"model": model, "optimizer": {"state": state, "param_groups": [group]}, "step": STEP}
    with path.open("wb") as file:
        _lay_zip(file, _entries(_pickled(whole), storages))


def _pickled(value: Any) -> bytes:
    """Return the pickle with the names of torch in it; torch itself is not needed."""
    torch, inside = types.ModuleType("torch"), types.ModuleType("torch._utils")
    vars(torch).update(FloatStorage=FloatStorage)
    vars(inside).update(_rebuild_tensor_v2=_rebuild_tensor_v2)
    raw = io.BytesIO()
    with mock.patch.dict(sys.modules, {"torch": torch, "torch._utils": inside}):
        _Pickler(raw, protocol=2).dump(value)
    return raw.getvalue()


def _entries(pickled: bytes, storages: list[Stored]) -> Iterator[tuple[str, bytes, int]]:
    for name, raw in (("data.pkl", pickled), (".format_version", b"1"), ("byteorder", b"little")):
        yield name, raw, len(raw)
    for each in storages:
        yield f"data/{each.key}", each.raw, 4 * each.count
    yield "version", b"3\n", 2


def _lay_zip(file: BinaryIO, entries: Iterator[tuple[str, bytes, int]]) -> None:
    """Lay down stored entries. One without bytes is left as a hole; its checksum is not worked out."""
    directory = []
    for name, raw, size in entries:
        path, header, crc = f"archive/{name}".encode(), file.tell(), zlib.crc32(raw) if raw else 0
        gap = -(header + 30 + len(path) + 4) % _ALIGNED
        fields = (0, 0, 0, 0, crc, size, size, len(path))
        file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 0, *fields, gap + 4) + path)
        file.write(b"FB" + struct.pack("<H", gap) + b"Z" * gap + raw)
        file.seek(size - len(raw), io.SEEK_CUR)
        directory.append(struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 0, 0, *fields, 0, 0, 0, 0, 0, header) + path)
    start = file.tell()
    ends = struct.pack(
        "<IHHHHIIH", 0x06054B50, 0, 0, len(directory), len(directory), sum(map(len, directory)), start, 0
    )
    file.write(b"".join(directory) + ends)


def lay_safetensors(path: Path, width: int) -> None:
    """Lay down a model of 96 parameters as safetensors: the header, and a hole where the numbers lie."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name, shape in shapes(width).items():
        end = at + 4 * math.prod(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, end]}
        at = end
    raw = json.dumps(header, separators=(",", ":")).encode()
    raw += b" " * (-len(raw) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(raw)) + raw)
        file.truncate(8 + len(raw) + at)
