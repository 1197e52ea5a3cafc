"""Names in pickles: which of them loading would run, and which of those can do harm."""

import sys

SAFE_STANDARD = {
    "collections": {"OrderedDict", "defaultdict", "Counter", "deque"},
    "_codecs": {"encode"},
    "copyreg": {"_reconstructor", "__newobj__", "__newobj_ex__"},
    "copy_reg": {"_reconstructor", "__newobj__"},
    "datetime": {"datetime", "date", "time", "timedelta", "timezone"},
    "pathlib": {"Path", "PurePath", "PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath"},
    "pathlib._local": {"Path", "PurePath", "PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath"},
    "argparse": {"Namespace"},
    "types": {"SimpleNamespace"},
    "decimal": {"Decimal"},
    "fractions": {"Fraction"},
    "uuid": {"UUID", "SafeUUID"},
    "array": {"array", "_array_reconstructor"},
    "random": {"Random"},
    "enum": {"_make_enum"},
    "functools": {"partial"},
    "itertools": {"count", "cycle", "chain", "islice", "repeat"},
    "io": {"BytesIO", "StringIO"},
    "zoneinfo": {"ZoneInfo"},
    "logging": {"Logger", "RootLogger", "getLogger"},
}
SAFE_BUILTINS = {
    "set", "frozenset", "dict", "list", "tuple", "int", "float", "bool", "str", "bytes", "bytearray", "complex",
    "slice", "range", "object", "getattr", "type", "NoneType", "Ellipsis", "iter", "reversed", "enumerate", "zip",
}  # fmt: skip
_BUILTIN_MODULES = {"builtins", "__builtin__"}
_OLD_STANDARD = {
    "commands",
    "os",
    "posix",
    "nt",
    "sys",
    "popen2",
    "thread",
    "dummy_thread",
    "imp",
    "distutils",
    "asyncore",
}
_HARMFUL_FOREIGN = (
    "numpy.testing", "numpy.f2py", "numpy.distutils", "torch.hub", "torch.utils.cpp_extension", "torch.utils._config",
    "torch.serialization.load", "torch.load", "torch.jit.load", "torch._dynamo", "torch._inductor", "torch.fx.graph",
    "torch.utils.bottleneck", "torch.utils.collect_env", "torch.utils.data.datapipes.utils.decoder",
    "cloudpickle", "dill", "joblib", "pandas.eval", "pandas.io", "pip", "setuptools", "pkg_resources",
    "IPython", "jinja2", "ptyprocess", "pexpect", "paramiko", "fabric", "requests", "urllib3", "httpx", "aiohttp",
)  # fmt: skip


def is_harmful(module: str, name: str) -> bool:
    """Return whether a call of this name can run commands, code or a download when loaded carelessly.

    Of the standard library only the containers and values of SAFE_STANDARD are taken for harmless: any other name of
    it has no business in a checkpoint.
    """
    root = module.partition(".")[0]
    if module in _BUILTIN_MODULES:
        return name.partition(".")[0] not in SAFE_BUILTINS or "__" in name
    if module in SAFE_STANDARD and name.partition(".")[0] in SAFE_STANDARD[module] and "__" not in name.strip("_"):
        return False
    if root in sys.stdlib_module_names or root in _OLD_STANDARD:
        return root != "__main__"
    path = f"{module}.{name}"
    return any(path == each or path.startswith(each + ".") for each in _HARMFUL_FOREIGN)


def is_known_class(module: str) -> bool:
    """Return whether the name belongs to a library that readers of checkpoints have, not to the maker's own code."""
    root = module.partition(".")[0]
    return root in {"torch", "numpy", "collections", "builtins", "__builtin__", "_codecs", "copyreg", "copy_reg"}
