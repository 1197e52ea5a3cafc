"""The settings of the tests: those of the product, in test mode and in a folder that goes away afterwards."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "RECOVERY_TEST_FOLDER" not in os.environ:  # made once, shared with worker processes and with programs a test starts
    os.environ["RECOVERY_TEST_FOLDER"] = tempfile.mkdtemp(prefix="recovery-test-")
    atexit.register(shutil.rmtree, os.environ["RECOVERY_TEST_FOLDER"], ignore_errors=True)
os.environ["RECOVERY_MODE"] = "test"
os.environ["VAR_DIR"] = str(Path(os.environ["RECOVERY_TEST_FOLDER"]) / os.environ.get("PYTEST_XDIST_WORKER", "main"))

from recovery.settings import *
