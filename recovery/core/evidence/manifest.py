"""The manifest that a supplier attaches: what was read, every file with its size and digest, and when by which tool."""

import re
from typing import Any, NamedTuple

from recovery.core.evidence.faults import Refused
from recovery.core.evidence.file_digest import FileDigest
from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.inspection_form import from_dict, text_in, to_dict

FORM = "recovery-manifest"
VERSION = 1
TOOL_NAME = "recovery"
TOOL_VERSION = "0.1.0"
_DIGEST = r"[0-9a-f]{64}"
_INSTANT = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})"


class Manifest(NamedTuple):
    """A delivery as its supplier's tool saw it. It can be edited: it is an inventory, never a proof of the save.

    ``made_at`` is an ISO 8601 instant with its zone, given by the caller. ``has_digests`` is False where the supplier
    left the digests out, and then a return can be compared by size only.
    """

    name: str
    made_at: str
    inspection: Inspection
    files: tuple[FileDigest, ...]
    has_digests: bool = True
    tool: str = TOOL_NAME
    tool_version: str = TOOL_VERSION

    @property
    def size(self) -> int:
        """Return the bytes of all files together."""
        return sum(each.size for each in self.files)


def manifest_form(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as plain values for JSON; files stand in the order of their paths."""
    return {
        "form": FORM,
        "version": VERSION,
        "tool": {"name": manifest.tool, "version": manifest.tool_version},
        "made_at": manifest.made_at,
        "name": manifest.name,
        "has_digests": manifest.has_digests,
        "file_count": len(manifest.files),
        "byte_count": manifest.size,
        "files": [_file_form(each) for each in sorted(manifest.files, key=lambda each: each.path)],
        "inspection": to_dict(manifest.inspection),
    }


def _file_form(file: FileDigest) -> dict[str, Any]:
    return {"path": file.path, "size": file.size, "sha256": file.sha256 or None, "problem": file.problem}


def is_manifest(raw: Any) -> bool:
    """Return whether a JSON value says that it is a manifest, of whatever version."""
    return isinstance(raw, dict) and raw.get("form") == FORM


def read_manifest(raw: Any) -> Manifest:
    """Return the manifest that a JSON form describes. Raises Refused where it is not one that this tool understands."""
    if not is_manifest(raw):
        raise Refused("It is not a manifest of this tool.")
    if raw.get("version") != VERSION:
        raise Refused(f"It is a manifest of version {str(raw.get('version'))[:20]}; this tool reads version {VERSION}.")
    try:
        tool, files = raw["tool"], tuple(_read_file(each) for each in raw["files"])
        manifest = Manifest(
            text_in(raw["name"]),
            _instant(raw["made_at"]),
            from_dict(raw["inspection"]),
            files,
            raw["has_digests"] is True,
            text_in(tool["name"]),
            text_in(tool["version"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("The manifest is not in the form that the tool writes.") from error
    if len({each.path for each in files}) != len(files):
        raise Refused("The manifest lists a path twice.")
    return manifest


def _read_file(raw: "dict[str, Any]") -> FileDigest:
    size, sha256 = raw["size"], raw["sha256"]
    if type(size) is not int or size < 0 or (sha256 is not None and not re.fullmatch(_DIGEST, text_in(sha256))):
        raise Refused("The manifest gives a file a size or digest that no file has.")
    return FileDigest(text_in(raw["path"]), size, sha256 or "", text_in(raw["problem"]))


def _instant(raw: Any) -> str:
    if not re.fullmatch(_INSTANT, text_in(raw)):
        raise Refused("The manifest gives its time without a zone or in another form.")
    return str(raw)
