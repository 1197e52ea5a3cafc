"""Private folders and the key file under ``var/``: made with narrow rights, refused when others can read them."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# SQLite's WAL needs memory shared between processes, which these do not give.
_NETWORK = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "fuse.sshfs", "fuse.glusterfs", "afs", "lustre")


def private_folder(path: Path) -> Path:
    """Return ``path``, made with mode 0700; raises ImproperlyConfigured where that is not so and cannot be."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        rights = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {path} cannot be made or read ({error.strerror}); set VAR_DIR to a folder of your own."
        ) from error
    if rights & 0o077:
        raise ImproperlyConfigured(f"The folder {path} can be read by others; run: chmod 700 {path}")
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"The folder {path} cannot be written; set VAR_DIR to a folder of your own.")
    return path


def key_from(path: Path) -> str:
    """Return the key kept in ``path``, made once; several processes that start at the same time get the same one."""
    if not path.exists():
        handle, name = tempfile.mkstemp(dir=path.parent)  # mkstemp gives mode 0600
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(name, path)  # fails where another process was first, unlike a rename
        except FileExistsError:
            pass
        finally:
            Path(name).unlink()
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ImproperlyConfigured(f"The key file {path} can be read by others; run: chmod 600 {path}")
    return path.read_text(encoding="ascii").strip()


def refuse_network_folder(path: Path, mounts: str) -> None:
    """Raise ImproperlyConfigured where ``path`` lies on a network file system by the text of /proc/mounts."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if len(point) >= len(best) and path.resolve().is_relative_to(point):
            best, kind = point, fields[2]
    if kind in _NETWORK:
        raise ImproperlyConfigured(
            f"The folder {path} lies on a network file system ({kind}), where SQLite loses data; "
            "set VAR_DIR to a local folder or DATABASE_URL to a PostgreSQL server."
        )
