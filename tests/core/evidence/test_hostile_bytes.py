"""Nothing in a delivery runs, and damage of any kind ends in an answer: checked in processes of their own."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def run(module):
    """Run a program of this folder and return what it printed."""
    command = [sys.executable, "-m", f"tests.core.evidence.{module}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_reading_executes_imports_connects_and_writes_nothing():
    assert "all for reading" in run("watch")


def test_two_thousand_damaged_deliveries_end_in_an_answer():
    assert "2000 deliveries read" in run("mutate")
