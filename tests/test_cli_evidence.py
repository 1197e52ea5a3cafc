"""``recovery inspect`` and ``recovery verify`` from the outside: a supplier's walk, a buyer's, and what goes wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from recovery.cli import main
from tests.core.evidence.deliveries import laid_deliveries
from tests.core.evidence.laid import Obj, adamw, torch_zip, weights

ROOT = Path(__file__).parents[1]


def lay(folder, changes=None):
    for path, raw in {**laid_deliveries()["trainer"], **(changes or {})}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(raw)
    return str(folder)


def test_inspect_prints_what_is_there_at_which_point(tmp_path, capsys):
    assert main(["inspect", lay(tmp_path / "run")]) == 0
    table = capsys.readouterr().out
    assert "optimizer state" in table
    assert "10 optimizer steps" in table
    assert "Nothing in the files ties the weights to 10." in table
    assert "not stated" in table
    assert "A name is no progress point." in table


def test_inspect_writes_a_manifest_and_verify_accepts_the_same(tmp_path, capsys):
    manifest = tmp_path / "manifest.json"
    assert main(["inspect", lay(tmp_path / "run"), "-o", str(manifest)]) == 0
    assert json.loads(manifest.read_text())["file_count"] == 4
    assert main(["verify", str(manifest), lay(tmp_path / "back")]) == 0
    assert "there unchanged" in capsys.readouterr().out


def test_verify_names_the_changed_file_and_component(tmp_path, capsys):
    manifest, report = tmp_path / "manifest.json", tmp_path / "report.json"
    main(["inspect", lay(tmp_path / "run"), "-o", str(manifest), "--quiet"])
    back = lay(tmp_path / "back", {"checkpoint-10/optimizer.pt": torch_zip(adamw(9))})
    assert main(["verify", str(manifest), back, "--report", str(report)]) == 1
    printed = capsys.readouterr().out
    assert "optimizer.pt" in printed
    assert "offered 10 optimizer steps, returned 9 optimizer steps" in printed
    found = json.loads(report.read_text())
    assert not found["is_unchanged"]
    assert found["counts"]["changed"] == 1


def test_a_manifest_written_into_the_delivery_is_not_part_of_it(tmp_path):
    run = lay(tmp_path / "run")
    for _ in range(2):
        assert main(["inspect", run, "-o", f"{run}/manifest.json", "--quiet"]) == 0
    paths = [each["path"] for each in json.loads(Path(run, "manifest.json").read_text())["files"]]
    assert "manifest.json" not in paths


def test_json_goes_to_standard_output_alone(tmp_path, capsys):
    assert main(["inspect", lay(tmp_path / "run"), "--json", "--no-digests"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert not form["has_digests"]
    assert {each["sha256"] for each in form["files"]} == {None}


@pytest.mark.parametrize("command", ["inspect", "verify"])
def test_the_schema_is_printed(capsys, command):
    assert main([command, "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"]


def test_something_harmful_ends_in_1_and_is_listed(tmp_path, capsys):
    (tmp_path / "c.pt").write_bytes(torch_zip({"model": weights(), "x": Obj("os", "system", ("true",))}))
    assert main(["inspect", str(tmp_path / "c.pt")]) == 1
    printed = capsys.readouterr().out
    assert "os.system. It was not called." in printed
    assert "model parameters" in printed


def test_names_from_files_cannot_write_to_the_terminal(tmp_path, capsys):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a\x1b[2J\u202eb.pt").write_bytes(torch_zip(weights()))
    main(["inspect", str(tmp_path / "d")])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ["inspect"],
        ["inspect", "/nowhere/at/all"],
        ["verify"],
        ["verify", "/nowhere.json", str(ROOT / "docs")],
        ["verify", __file__, str(ROOT / "docs")],
    ],
)
def test_wrong_use_is_one_line_and_2(capsys, arguments):
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unreadable_file_is_listed_and_does_not_stop_the_rest(tmp_path, capsys):
    run = lay(tmp_path / "run")
    os.mkfifo(f"{run}/pipe")
    manifest = tmp_path / "manifest.json"
    assert main(["inspect", run, "-o", str(manifest)]) == 0
    assert "pipe: Not a regular file" in capsys.readouterr().out


def test_an_interrupt_is_clean(tmp_path):
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(40 << 30)
    command = [sys.executable, "-m", "recovery", "inspect", str(large), "-o", str(tmp_path / "m.json"), "--progress"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(2.5)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "interrupted; nothing was written." in errors
    assert "Traceback" not in errors
    assert sorted(each.name for each in tmp_path.iterdir()) == ["large.bin"]


def test_help_shows_a_worked_example(capsys):
    for command in ("inspect", "verify"):
        with pytest.raises(SystemExit) as stop:
            main([command, "--help"])
        assert stop.value.code == 0
        assert "worked example:" in capsys.readouterr().out
