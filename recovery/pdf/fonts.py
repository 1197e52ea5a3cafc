"""The fonts of the document: only those in static/vendor/fonts, whatever the machine has."""

from pathlib import Path
from xml.sax.saxutils import escape

PROJECT = Path(__file__).resolve().parent.parent.parent
FONT_FOLDER = PROJECT / "static" / "vendor" / "fonts"
STYLESHEET = PROJECT / "static" / "css" / "document.css"

_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <selectfont><rejectfont><glob>*.woff2</glob></rejectfont></selectfont>
</fontconfig>
"""


def write_configuration(folder: Path) -> Path:
    """Write a fontconfig file into ``folder`` that knows the bundled TrueType files alone; return its path."""
    path = folder / "fonts.conf"
    text = _CONFIGURATION.format(fonts=escape(str(FONT_FOLDER)), cache=escape(str(folder / "cache")))
    path.write_text(text, "utf-8")
    return path
