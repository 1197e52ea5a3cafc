"""What every template keeps to, read from the files."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
FILES = {str(path.relative_to(TEMPLATES)): path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")}
ALONE = re.compile(r'{%\s*include "([^"]+)"([^%]*)\bonly\s*%}')


def test_a_part_that_sends_a_form_is_given_the_token_that_the_site_asks_for() -> None:
    """``only`` withholds the token with everything else, and a form without it is refused."""
    forgotten = [
        f"{name} includes {part}"
        for name, text in FILES.items()
        for part, given in ALONE.findall(text)
        if "{% csrf_token %}" in FILES[part] and "csrf_token=csrf_token" not in given
    ]
    assert forgotten == []
