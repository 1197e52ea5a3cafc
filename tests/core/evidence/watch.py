"""A program: read every delivery under an audit hook; end at the first execution, import, socket or written file."""

import importlib
import os
import pkgutil
import sys

from recovery.core import evidence
from recovery.core.evidence.reading import inspect, inspect_source
from tests.core.evidence.corpus import CORPUS, case_names
from tests.core.evidence.deliveries import held, laid_deliveries

FORBIDDEN = (
    "exec", "compile", "marshal.", "pickle.", "code.__new__", "ctypes.", "socket.", "subprocess.", "os.exec", "os.fork",
    "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "os.kill", "os.remove", "os.rename",
    "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.chown", "os.truncate", "os.utime", "os.putenv",
    "shutil.", "tempfile.", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "sqlite3.", "pty.", "mmap.",
    "builtins.input", "function.__new__",
)  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
watching = False
opened = [0]


def hook(event: str, arguments: "tuple[object, ...]") -> None:
    """Stop the program at anything but reading."""
    if not watching:
        return
    if event == "import" and str(arguments[0]).partition(".")[0] == "encodings":
        return  # Python loads a text codec the first time that it is asked for
    if event == "exec" and "encodings" in getattr(arguments[0], "co_filename", ""):
        return
    if event == "open":
        opened[0] += 1
        mode, flags = arguments[1], arguments[2]
        is_read = isinstance(flags, int) and not flags & WRITING and (mode is None or not set(str(mode)) & set("wax+"))
        is_inside = not isinstance(arguments[0], str) or arguments[0].startswith(
            (str(CORPUS), "/proc", sys.prefix, sys.base_prefix)
        )
        if not is_read or not is_inside:
            stop(event, arguments)
    elif event == "import" or event.startswith(FORBIDDEN):
        stop(event, arguments)


def stop(event: str, arguments: "tuple[object, ...]") -> None:
    """Say what happened and end at once."""
    sys.stderr.write(f"{event} {str(arguments)[:300]}\n")
    sys.stderr.flush()
    os._exit(3)


if __name__ == "__main__":
    # Readers are loaded when their format is met; here all of them are, so that every import left is a foreign one.
    for module in pkgutil.iter_modules(evidence.__path__, f"{evidence.__name__}."):
        importlib.import_module(module.name)
    sources = [held(files) for files in laid_deliveries().values()]
    sys.addaudithook(hook)
    watching = True
    for source in sources:
        inspect_source(source)
    for name in case_names():
        inspect(CORPUS / name)
    watching = False
    read = f"{len(sources)} laid deliveries and {len(case_names())} cases read"
    sys.stdout.write(f"{read}; {opened[0]} files opened, all for reading\n")
