"""The law of the house: the core is pure, the rooms import downwards, and nothing is installed by accident."""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import recovery.core

ROOT = Path(__file__).resolve().parent.parent
FRAMEWORKS = ("django", "celery", "kombu", "weasyprint", "allauth", "crispy_forms")
MODULES = [
    "recovery",
    "recovery.core",
    *sorted(found.name for found in pkgutil.walk_packages(recovery.core.__path__, "recovery.core.")),
    "recovery.cli",
]
# One fresh interpreter imports the modules one after the other; what each one drags in shows at once.
IMPORT_ALL = """
import importlib, json, sys
modules, frameworks = json.loads(sys.argv[1])
found = {}
for name in modules:
    importlib.import_module(name)
    found[name] = [each for each in frameworks if each in sys.modules]
print(json.dumps(found))
"""


def test_every_module_of_the_core_starts_no_framework() -> None:
    # Without -S, so that the frameworks could be imported: only then does the test mean anything.
    command = [sys.executable, "-c", IMPORT_ALL, json.dumps([MODULES, FRAMEWORKS])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {name: seen for name, seen in json.loads(done.stdout).items() if seen} == {}


def test_the_test_above_would_notice(tmp_path: Path) -> None:
    (tmp_path / "impure.py").write_text("import django\n", encoding="utf-8")
    command = [sys.executable, "-c", IMPORT_ALL, json.dumps([["impure"], FRAMEWORKS])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"impure": ["django"]}


def test_the_rooms_import_downwards_only() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["recovery.urls", "recovery.worker"])
def test_loading_the_site_does_not_load_weasyprint(module: str) -> None:
    program = f"import django; django.setup(); import {module}, sys; print('weasyprint' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "False", done.stderr


def test_the_command_line_needs_no_package_installed() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "recovery", "match", "--schema"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
