"""A PostgreSQL of one's own for the tests and the bench: in a temporary folder, on a free port, gone afterwards."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def server_programs() -> Path | None:
    """Return the folder that holds initdb and pg_ctl, or None where no server is installed. The newest wins."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: float(each.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for folder in [*debian, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _as_postgres() -> list[str]:
    """Return the words before a command that make it run as ``postgres``: the server's programs refuse root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []


@contextmanager
def private_server() -> Iterator[str]:
    """Start a server that only this machine reaches and yield its DATABASE_URL; stop and delete it at the end.

    Raises CalledProcessError where the server's programs fail, with what they said in ``stderr``.
    """
    programs = server_programs()
    if programs is None:
        raise FileNotFoundError("initdb")
    folder = Path(tempfile.mkdtemp(prefix="recovery-postgresql-"))
    before, port = _as_postgres(), _free_port()
    if before:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)

    def call(*command: str) -> None:
        subprocess.run([*before, *command], cwd=folder, check=True, capture_output=True, text=True)

    data = str(folder / "data")
    # Durability is switched off: the cluster is thrown away, and the tests ask about locks, not about power cuts.
    settings = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off -c full_page_writes=off -c max_connections=300"
    try:
        call(str(programs / "initdb"), "-D", data, "-U", "recovery", "--auth=trust", "-E", "UTF8", "--no-sync")
        call(str(programs / "pg_ctl"), "-D", data, "-w", "-o", settings, "-l", str(folder / "log"), "start")
        try:
            yield f"postgres://recovery@127.0.0.1:{port}/postgres"
        finally:
            call(str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
