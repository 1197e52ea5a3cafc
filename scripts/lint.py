"""Every check that reads without running: style, types, templates, the import law, and what must not be written."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

# Ways in which what a person typed could become markup or a template (security.md 5.5), each with its pattern.
FORBIDDEN = {
    "|safe": re.compile(r"\|\s*safe(seq)?\b"),
    "mark_safe": re.compile(r"\b(mark_safe|SafeText)\b|\bSafeString\("),
    "autoescape off": re.compile(r"\bautoescape\s+off\b"),
    "Template(": re.compile(r"(?<![\w.])Template\("),
    "from_string(": re.compile(r"\bfrom_string\("),
    "inline style or script": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>|\sstyle=[\"']|\son[a-z]+=[\"']"),
}
# (path, what) pairs that are allowed, each with its reason. It should stay short.
ALLOWED = frozenset(
    {
        # The cells of hundreds of offers as one string: each text is escaped where it is put in; a test types markup.
        ("recovery/templatetags/comparing.py", "mark_safe"),
    }
)
# The document is printed, not served: widths of columns may stand at the column. No browser and no policy sees it.
PRINTED = "templates/report/document"
# A lock or a configuration names packages, never the place they come from.
ADDRESSES = re.compile(
    r"index-url|find-links|trusted-host|https?://[^\s\"']*(simple|wheels|pypi|registry)", re.IGNORECASE
)
LOCKS = ("requirements/*", "pyproject.toml", "static/vendor/manifest.json", "Dockerfile", "docker-compose.yml", ".ci/*")


def tracked(*patterns: str) -> list[str]:
    """Return the files that git tracks or would track, as paths from the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [each for each in listed if (ROOT / each).is_file()]


def what_must_not_be_written() -> list[str]:
    """Return one line for each place that turns text into markup, or names a package index."""
    faults = []
    for path in tracked("recovery/*.py", "templates"):
        text = (ROOT / path).read_text(encoding="utf-8")
        for what, pattern in FORBIDDEN.items():
            is_served = path.startswith("templates/") and not path.startswith(PRINTED)
            # A plain-text mail is no markup: escaped, it would print "&amp;" to a person.
            is_mail = what == "autoescape off" and path.endswith(".txt")
            if (path, what) in ALLOWED or is_mail or (what.startswith("inline") and not is_served):
                continue
            lines = [text.count("\n", 0, hit.start()) + 1 for hit in pattern.finditer(text)]
            faults += [f"{path}:{line}: {what}" for line in lines]
    for path in tracked(*LOCKS):
        if ADDRESSES.search((ROOT / path).read_text(encoding="utf-8")):
            faults.append(f"{path}: names a package index or a download address")
    return faults


def said(name: str, *command: str) -> bool:
    """Run one tool; print what it says where it finds fault."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{'ok    ' if done.returncode == 0 else 'FAULT '} {name}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def main() -> int:
    """Run everything; return the exit code."""
    templates = tracked("templates/*.html")  # not mails, where each line end is read
    results = [
        said("ruff check", str(BIN / "ruff"), "check", "."),
        said("ruff format", str(BIN / "ruff"), "format", "--check", "."),
        said("mypy", str(BIN / "mypy")),
        said("import law", str(BIN / "lint-imports")),
        said("migrations", sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"),
        said("vendored files", sys.executable, "scripts/vendor.py", "--check"),
    ]
    if templates:
        results.append(said("djade", str(BIN / "djade"), "--check", "--target-version", "5.2", *templates))
    faults = what_must_not_be_written()
    print(f"{'FAULT ' if faults else 'ok    '} what must not be written", *faults, sep="\n  ")
    return 0 if all(results) and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
