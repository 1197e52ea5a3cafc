"""``python -m bench``: document, page, matching and evidence against others, as ratios. ``--quick`` looks at less.

Name one or more of document, again, matching, evidence and page to measure only those. Nothing here is a test: a figure
that is not reached is printed as it is.
"""

import argparse
import io
import logging
import os
import platform
import sys
import tempfile

PARTS = ("document", "again", "matching", "evidence", "page")


def main(words: list[str]) -> None:
    """Measure what was asked for, in folders that go away afterwards."""
    asked = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    asked.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all of them when none is named"
    )
    asked.add_argument("--quick", action="store_true", help="fewer sizes and repetitions")
    given = asked.parse_args(words)
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        asked.error(f"{', '.join(sorted(unknown))}: there is no such part; there are {', '.join(PARTS)}")
    parts = given.parts or PARTS
    print(f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}", flush=True)
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as folder:
        os.environ |= {"VAR_DIR": folder, "RECOVERY_MODE": "test", "DJANGO_SETTINGS_MODULE": "bench.site"}
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("PORT", None)
        _measure(parts, quick=given.quick)
    if "page" in parts and not given.quick:
        from bench import page

        page.main()


def _measure(parts: list[str] | tuple[str, ...], *, quick: bool) -> None:
    import django
    from django.core.management import call_command

    from bench import again, document, evidence, matching

    django.setup()
    logging.getLogger("pikepdf").setLevel(logging.WARNING)
    if "document" in parts:
        document.measure(quick=quick)
    if "again" in parts:
        call_command("migrate", verbosity=0)
        again.measure(quick=quick)
    if "matching" in parts:
        matching.measure(quick=quick)
    if "evidence" in parts:
        evidence.measure(quick=quick)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    main(sys.argv[1:])
