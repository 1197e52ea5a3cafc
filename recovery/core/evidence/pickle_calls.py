"""The calls in pickles that carry meaning: containers, arrays and what torch and NumPy rebuild. None is made."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from recovery.core.evidence.faults import Refused
from recovery.core.evidence.pickle_values import CALL_WEIGHT, Array, Call, Global
from recovery.core.evidence.tensors import ITEM_SIZES, Storage, Tensor, checked_shape

if TYPE_CHECKING:
    from recovery.core.evidence.pickle_machine import Machine

_NUMPY_TYPES = {
    "f8": "float64", "f4": "float32", "f2": "float16", "i8": "int64", "i4": "int32", "i2": "int16", "i1": "int8",
    "u8": "uint64", "u4": "uint32", "u2": "uint16", "u1": "uint8", "b1": "bool",
}  # fmt: skip


def call(machine: "Machine", function: Any, arguments: Any) -> Any:
    """Return what the call would make, where that is a plain container or array; else the call, written down."""
    machine.budget.pay_nodes(CALL_WEIGHT)
    if not isinstance(arguments, tuple):
        if isinstance(function, Global):
            return Call(function, arguments)
        raise Refused("A pickle calls something with arguments that are not a list of arguments.")
    if not isinstance(function, Global):
        if not isinstance(function, Call):
            raise Refused("A pickle calls something that is not a class or function.")
        return Call(function, arguments)
    maker = MAKERS.get((function.module, function.name))
    made = maker(machine, arguments) if maker else None
    if function.name == "getattr":
        _check_attribute(machine, arguments)
    return Call(function, arguments) if made is None else made


def build(target: Any, state: Any) -> Any:
    """Return ``target`` with ``state`` put into it. Raises Refused where nothing could take a state."""
    if isinstance(target, Call):
        if target.path.endswith(("multiarray._reconstruct", "numeric._frombuffer")):
            return _array(state) or target
        target.state = state
        return target
    if isinstance(target, (dict, Tensor, Array)):
        return target
    raise Refused("A pickle puts a state into something that cannot have one.")


def _check_attribute(machine: "Machine", arguments: tuple[Any, ...]) -> None:
    """An enum member is pickled as getattr(class, name); anything else reached this way is not a value."""
    is_member = (
        len(arguments) == 2
        and isinstance(arguments[0], (Global, Call))
        and isinstance(arguments[1], str)
        and not arguments[1].startswith("_")
    )
    if not is_member:
        machine.unsafe.append("builtins.getattr")


def _mapping(machine: "Machine", arguments: tuple[Any, ...]) -> "dict[Any, Any] | None":
    if not arguments:
        return {}
    pairs = arguments[0]
    if isinstance(pairs, dict):
        return dict(pairs)
    if not isinstance(pairs, (list, tuple)) or not all(isinstance(p, (list, tuple)) and len(p) == 2 for p in pairs):
        return None
    target: dict[Any, Any] = {}
    machine.put_entries(target, [part for pair in pairs for part in pair])
    return target


def _default_mapping(machine: "Machine", arguments: tuple[Any, ...]) -> dict[Any, Any]:
    return _mapping(machine, arguments[1:]) or {}


def _plain(_: "Machine", arguments: tuple[Any, ...]) -> Any:
    return arguments[0] if len(arguments) == 1 and isinstance(arguments[0], (list, tuple, dict)) else None


def _shape(_: "Machine", arguments: tuple[Any, ...]) -> Any:
    return checked_shape(arguments[0]) if len(arguments) == 1 else None


def _encoded(_: "Machine", arguments: tuple[Any, ...]) -> "bytes | None":
    """Bytes of protocol 2 are written as text to be encoded."""
    if len(arguments) == 2 and isinstance(arguments[0], str) and arguments[1] in ("latin1", "latin-1"):
        return arguments[0].encode("latin-1", "replace")
    return None


def _dense(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    if len(arguments) < 3 or not isinstance(arguments[0], Storage):
        return None
    storage, offset = arguments[0], arguments[1]
    if type(offset) is not int or offset < 0:
        raise Refused("An array begins before its storage.")
    trainable = len(arguments) > 4 and arguments[4] is True
    dtype = _typed(arguments[6]) if len(arguments) > 6 else None
    return Tensor(dtype or storage.dtype, checked_shape(arguments[2]), storage, offset, trainable)


def _storage_in_bytes(machine: "Machine", arguments: tuple[Any, ...]) -> Any:
    """A tensor pickled without torch.save carries its storage as the bytes of a small torch file."""
    if machine.nested is None or len(arguments) != 1 or not isinstance(arguments[0], bytes):
        return None
    return machine.nested(arguments[0])


def _typed(value: Any) -> "str | None":
    name = value.name if isinstance(value, Global) else ""
    return name if name in ITEM_SIZES else None


def _parameter(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    inner = arguments[0] if arguments else None
    if not isinstance(inner, Tensor):
        return None
    return replace(inner, trainable=True)


def _typed_subclass(machine: "Machine", arguments: tuple[Any, ...]) -> Any:
    """``_rebuild_from_type_v2(function, type, arguments, state)``: the inner call is the array."""
    if len(arguments) < 3 or not isinstance(arguments[0], Global) or not isinstance(arguments[2], tuple):
        return None
    inner = call(machine, arguments[0], arguments[2])
    return inner if isinstance(inner, Tensor) else None


def _without_storage(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    if len(arguments) < 2:
        return None
    return Tensor(_typed(arguments[0]) or "float32", checked_shape(arguments[1]), layout="meta")


def _wrapper(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    """``_rebuild_wrapper_subclass(class, dtype, size, ...)``: a shape whose parts lie elsewhere."""
    if len(arguments) < 3:
        return None
    return Tensor(_typed(arguments[1]) or "float32", checked_shape(arguments[2]), layout="wrapped")


def _sparse(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    parts = arguments[1] if len(arguments) > 1 else None
    if not isinstance(parts, tuple) or len(parts) < 3:
        return None
    values = next((each for each in reversed(parts) if isinstance(each, Tensor)), None)
    sizes = next((each for each in parts if isinstance(each, (tuple, list))), ())
    return Tensor(values.dtype if values else "float32", checked_shape(sizes), layout="sparse")


def _quantized(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    if len(arguments) < 3 or not isinstance(arguments[0], Storage):
        return None
    return Tensor(arguments[0].dtype, checked_shape(arguments[2]), arguments[0], layout="quantized")


def _from_numpy(_: "Machine", arguments: tuple[Any, ...]) -> "Tensor | None":
    inner = arguments[0] if arguments else None
    if isinstance(inner, Tensor):
        return inner
    return Tensor(inner.dtype, inner.shape, layout="inline") if isinstance(inner, Array) else None


def _numpy_type(value: Any) -> tuple[str, str]:
    """Return the item type and byte order of a pickled NumPy dtype."""
    name = (
        value.arguments[0] if isinstance(value, Call) and isinstance(value.arguments, tuple) and value.arguments else ""
    )
    mark = (
        value.state[1] if isinstance(value, Call) and isinstance(value.state, tuple) and len(value.state) > 1 else "<"
    )
    return _NUMPY_TYPES.get(name if isinstance(name, str) else "", "bytes"), "big" if mark == ">" else "little"


def _array(state: Any) -> "Array | None":
    """``ndarray.__setstate__``: (version, shape, dtype, is_fortran, bytes)."""
    if not isinstance(state, tuple) or len(state) != 5:
        return None
    dtype, order = _numpy_type(state[2])
    data = state[4] if isinstance(state[4], bytes) else b""
    return Array(dtype, checked_shape(state[1]), data, order)


def _numpy_number(_: "Machine", arguments: tuple[Any, ...]) -> "Array | None":
    if len(arguments) != 2 or not isinstance(arguments[1], bytes):
        return None
    dtype, order = _numpy_type(arguments[0])
    return Array(dtype, (), arguments[1], order)


def _frombuffer(_: "Machine", arguments: tuple[Any, ...]) -> "Array | None":
    """Protocol 5: ``_frombuffer(bytes, dtype, shape, order)``."""
    if len(arguments) != 4 or not isinstance(arguments[0], bytes):
        return None
    dtype, order = _numpy_type(arguments[1])
    return Array(dtype, checked_shape(arguments[2]), arguments[0], order)


MAKERS: dict[tuple[str, str], Callable[["Machine", tuple[Any, ...]], Any]] = {
    ("collections", "OrderedDict"): _mapping,
    ("collections", "defaultdict"): _default_mapping,
    ("collections", "Counter"): _mapping,
    ("builtins", "dict"): _mapping,
    ("builtins", "list"): _plain,
    ("builtins", "tuple"): _plain,
    ("_codecs", "encode"): _encoded,
    ("torch", "Size"): _shape,
    ("torch._utils", "_rebuild_tensor"): _dense,
    ("torch._utils", "_rebuild_tensor_v2"): _dense,
    ("torch._utils", "_rebuild_tensor_v3"): _dense,
    ("torch._utils", "_rebuild_parameter"): _parameter,
    ("torch._utils", "_rebuild_parameter_with_state"): _parameter,
    ("torch.nn.parameter", "Parameter"): _parameter,
    ("torch._utils", "_rebuild_sparse_tensor"): _sparse,
    ("torch._utils", "_rebuild_sparse_csr_tensor"): _sparse,
    ("torch._utils", "_rebuild_qtensor"): _quantized,
    ("torch._utils", "_rebuild_meta_tensor_no_storage"): _without_storage,
    ("torch._utils", "_rebuild_wrapper_subclass"): _wrapper,
    ("torch._utils", "_rebuild_device_tensor_from_numpy"): _from_numpy,
    ("torch._utils", "_rebuild_device_tensor_from_cpu_tensor"): _from_numpy,
    ("torch._utils", "_rebuild_xla_tensor"): _from_numpy,
    ("torch._tensor", "_rebuild_from_type_v2"): _typed_subclass,
    ("torch.storage", "_load_from_bytes"): _storage_in_bytes,
    ("numpy.core.multiarray", "scalar"): _numpy_number,
    ("numpy._core.multiarray", "scalar"): _numpy_number,
    ("numpy.core.numeric", "_frombuffer"): _frombuffer,
    ("numpy._core.numeric", "_frombuffer"): _frombuffer,
}
