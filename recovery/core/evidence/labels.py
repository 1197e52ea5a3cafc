"""Names from files as they may be printed: one line, nothing invisible, of bearable length."""

import unicodedata

from recovery.core.text import shown

LONGEST_LABEL = 160
LONGEST_PATH = 1_024
_INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}


def label(raw: object, longest: int = LONGEST_LABEL) -> str:
    """Return ``raw`` on one line, invisible characters as marks, cut after ``longest`` characters."""
    if not isinstance(raw, str):
        raw = _plain(raw)
    if len(raw) <= longest and raw.isascii() and raw.isprintable():
        return raw
    cut = raw if len(raw) <= longest else raw[:longest]
    text = "".join(_mark(each) for each in shown(cut))
    return text if cut is raw else f"{text}... ({len(raw):,} characters)"


def _mark(character: str) -> str:
    return f"[U+{ord(character):04X}]" if unicodedata.category(character) in _INVISIBLE else character


def _plain(raw: object) -> str:
    if isinstance(raw, int) and not isinstance(raw, bool) and raw.bit_length() > 256:
        return f"a number of {raw.bit_length():,} bits"
    if isinstance(raw, (int, float, bool, type(None))):
        return str(raw)
    if isinstance(raw, bytes):
        return raw[:LONGEST_LABEL].decode("utf-8", "replace")
    return f"a {type(raw).__name__}"


def path_label(raw: str) -> str:
    """Return a path inside a delivery as it is printed and compared."""
    return label(raw, LONGEST_PATH)


def climbs(name: str) -> bool:
    """Return whether a name would leave the folder that it is read in, on any system."""
    parts = name.replace("\\", "/").split("/")
    return name[:1] in ("/", "\\") or ".." in parts or (len(name) > 1 and name[1] == ":") or "\0" in name
