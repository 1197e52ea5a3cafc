"""Small checkpoint files laid down byte by byte, so that no framework is needed and none of its code runs."""

import io
import json
import math
import struct
import zipfile
from dataclasses import dataclass, field
from typing import Any

ITEM = {"Float": ("f", 4), "Long": ("q", 8), "Byte": ("B", 1), "Half": ("e", 2), "Double": ("d", 8)}


@dataclass(eq=False)
class T:
    """A tensor: its shape, the values that fill it (one value fills all), its storage type."""

    shape: tuple[int, ...] = ()
    value: float = 0
    kind: str = "Float"


@dataclass(eq=False)
class Obj:
    """An object by its class, the arguments of its making, and the state put into it."""

    module: str
    name: str
    arguments: tuple[Any, ...] = ()
    state: Any = None


@dataclass
class Laid:
    """A pickle being laid down, and the storages that its tensors need."""

    order: str = "<"
    storages: dict[str, bytes] = field(default_factory=dict)
    kinds: dict[str, tuple[str, int]] = field(default_factory=dict)
    known: dict[int, str] = field(default_factory=dict)

    def pickle(self, value: Any) -> bytes:
        """Return a protocol 2 pickle of ``value``."""
        return b"\x80\x02" + self.value(value) + b"."

    def value(self, value: Any) -> bytes:
        """Return the opcodes that build ``value``."""
        if isinstance(value, (T, Obj)):
            return self.tensor(value) if isinstance(value, T) else self.object(value)
        if value is None or isinstance(value, bool):
            return {None: b"N", True: b"\x88", False: b"\x89"}[value]
        if isinstance(value, dict):
            return b"}(" + b"".join(self.value(k) + self.value(v) for k, v in value.items()) + b"u"
        if isinstance(value, (list, tuple)):
            inside = b"".join(self.value(each) for each in value)
            return b"](" + inside + b"e" if isinstance(value, list) else b"(" + inside + b"t"
        return self.atom(value)

    def atom(self, value: "str | int | float | bytes") -> bytes:
        """Return the opcodes of a text or a number."""
        if isinstance(value, bytes):
            text = self.value(value.decode("latin-1")) + self.value("latin1")
            return self.name("_codecs", "encode") + b"(" + text + b"tR"
        if isinstance(value, float):
            return b"G" + struct.pack(">d", value)
        if isinstance(value, str):
            text = value.encode("utf-8", "surrogatepass")
            return b"X" + struct.pack("<I", len(text)) + text
        raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        return b"\x8a" + bytes([len(raw)]) + raw if len(raw) < 256 else b"\x8b" + struct.pack("<i", len(raw)) + raw

    def name(self, module: str, name: str) -> bytes:
        """Return the opcode that names a class."""
        return f"c{module}\n{name}\n".encode()

    def object(self, value: Obj) -> bytes:
        """Return the opcodes of a call and its state."""
        made = self.name(value.module, value.name) + self.value(value.arguments) + b"R"
        return made if value.state is None else made + self.value(value.state) + b"b"

    def tensor(self, value: T) -> bytes:
        """Return the call that rebuilds a tensor from its storage."""
        key = self.known.get(id(value)) or str(len(self.storages))
        self.known[id(value)] = key
        layout, _ = ITEM[value.kind]
        count = math.prod(value.shape)
        self.storages[key] = struct.pack(f"{self.order}{count}{layout}", *[value.value] * count)
        self.kinds[key] = (value.kind, count)
        stored = b"(" + self.value("storage") + self.name("torch", f"{value.kind}Storage")
        stored += self.value(key) + self.value("cpu") + self.value(count) + b"tQ"
        stride = tuple(math.prod(value.shape[index + 1 :]) for index in range(len(value.shape)))
        rest = self.value(0) + self.value(value.shape) + self.value(stride) + self.value(value=False)
        hooks = self.name("collections", "OrderedDict") + b")R"
        return self.name("torch._utils", "_rebuild_tensor_v2") + b"(" + stored + rest + hooks + b"tR"


def torch_zip(
    value: Any, *, prefix: str = "archive", order: str = "<", extra: "dict[str, bytes] | None" = None
) -> bytes:
    """Return a file as torch.save writes it since 1.6."""
    laid = Laid(order)
    data = laid.pickle(value)
    order_word = b"big" if order == ">" else b"little"
    entries = {f"{prefix}/data.pkl": data, f"{prefix}/byteorder": order_word}
    entries |= {f"{prefix}/data/{key}": raw for key, raw in laid.storages.items()}
    entries |= {f"{prefix}/version": b"3\n", **(extra or {})}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, raw in entries.items():
            # The default is the time of day, and the same files must have the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), raw)
    return buffer.getvalue()


def torch_stream(value: Any) -> bytes:
    """Return a file as torch.save wrote it before 1.6."""
    laid = Laid()
    data = laid.pickle(value)
    info = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
    head = bytes.fromhex("80028a0a6cfc9c46f9206aa850192e") + b"\x80\x02M\xe9\x03." + Laid().pickle(info)
    keys = sorted(laid.storages)
    body = b"".join(struct.pack("<q", laid.kinds[key][1]) + laid.storages[key] for key in keys)
    return head + data + Laid().pickle(keys) + body


def weights(value: float = 0.5) -> dict[str, T]:
    """Return a small model's state without buffers."""
    return {
        "0.weight": T((8, 4), value),
        "0.bias": T((8,), value),
        "2.weight": T((2, 8), value),
        "2.bias": T((2,), value),
    }


def adamw(step: float, *, lr: float = 1e-3, listed: int = 4) -> dict[str, Any]:
    """Return the state of AdamW over these weights after ``step`` steps."""
    shapes = [each.shape for each in weights().values()][:listed]
    state = {
        index: {"step": T((), step), "exp_avg": T(shape, 0.1), "exp_avg_sq": T(shape, 0.1)}
        for index, shape in enumerate(shapes)
    }
    group = {
        "lr": lr,
        "betas": (0.9, 0.999),
        "eps": 1e-8,
        "decoupled_weight_decay": True,
        "params": list(range(listed)),
    }
    return {"state": state if step else {}, "param_groups": [group]}


def adagrad(step: float) -> dict[str, Any]:
    """Return the state of Adagrad over one parameter: it is filled when it is made."""
    state = {0: {"step": T((), step), "sum": T((8, 4))}}
    return {"state": state, "param_groups": [{"lr_decay": 0, "initial_accumulator_value": 0, "params": [0]}]}


def sgd(momentum: float, *, stepped: bool) -> dict[str, Any]:
    """Return the state of SGD over these weights."""
    state = {index: {"momentum_buffer": T(each.shape, 0.1)} for index, each in enumerate(weights().values())}
    group = {"lr": 0.1, "momentum": momentum, "dampening": 0, "nesterov": False, "params": [0, 1, 2, 3]}
    return {"state": state if stepped and momentum else {}, "param_groups": [group]}


def scheduler(epoch: int, rate: float = 1e-3) -> dict[str, Any]:
    """Return a scheduler's state."""
    return {"last_epoch": epoch, "_step_count": epoch + 1, "_last_lr": [rate], "base_lrs": [1e-3]}


def safetensors(arrays: dict[str, tuple[str, list[int], bytes]], metadata: "dict[str, str] | None" = None) -> bytes:
    """Return a safetensors file."""
    header: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    at = 0
    for name, (dtype, shape, raw) in arrays.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(raw)]}
        at += len(raw)
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + b"".join(raw for _, _, raw in arrays.values())


def model_safetensors() -> bytes:
    """Return the weights as safetensors."""
    return safetensors({name: ("F32", list(t.shape), b"\0" * 4 * math.prod(t.shape)) for name, t in weights().items()})
