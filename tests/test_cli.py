"""``recovery match`` from the outside: a process without Django, files in, verdicts or faults out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from recovery.cli import main

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "docs" / "examples" / "tr10"
T03 = str(EXAMPLES / "t03.json")
T01 = str(EXAMPLES / "t01.json")


def written(folder: Path, value: object, name: str = "case.json") -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def test_one_file_gives_one_result(capsys: pytest.CaptureFixture[str]):
    assert main(["match", T03]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [each["verdict"] for each in result["offers"]] == ["does_not_establish", "matches", "does_not_establish"]
    assert result["rules"] == "2026.1"


def test_the_json_twin_of_a_comparison_is_judged_by_its_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    case = json.loads(Path(T03).read_text("utf-8"))
    twin = {"format": "recovery-comparison/1", "rules": "2026.1", "case": case, "comparison": {}}
    assert main(["match", written(tmp_path, twin)]) == 0
    of_twin = capsys.readouterr().out
    assert main(["match", T03]) == 0
    assert of_twin == capsys.readouterr().out


def test_several_files_give_results_in_the_order_of_the_arguments(capsys: pytest.CaptureFixture[str]):
    assert main(["match", T03, T01]) == 0
    results = json.loads(capsys.readouterr().out)
    assert [(each["file"], each["result"]["outcome"]) for each in results] == [(T03, "O3"), (T01, "O1")]


def test_table_prints_verdicts_reasons_and_matrix(capsys: pytest.CaptureFixture[str]):
    assert main(["match", "--table", T03]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  Offer B (Birch State): Matches the requested object as described" in lines
    assert any("A later" in line for line in lines)
    assert "    Evidence: Copying: Supports the claim it is offered for; none was asked" in lines
    row = next(line for line in lines if line.startswith("  V11 ") and "matches" in line)
    assert row.split() == ["V11", *["does", "not", "establish"] * 3, "matches"]


def test_schema_is_a_schema_and_takes_every_example(capsys: pytest.CaptureFixture[str]):
    assert main(["match", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in EXAMPLES.glob("*.json"):
        assert list(validator.iter_errors(json.loads(path.read_text("utf-8")))) == []


def test_every_fault_of_every_file_is_one_line_with_its_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = written(
        tmp_path,
        {
            "format": "recovery-case/1",
            "intent": {"B8": "final", "B99": 1},
            "offers": [{"name": "A", "objects": [{"S6": "x"}]}],
        },
        "first.json",
    )
    second = written(tmp_path, "{", "second.json")
    assert main(["match", T03, first, second, str(tmp_path / "absent.json")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    assert [line.split(": ")[1] for line in lines[:3]] == ["intent.B8", "intent.B99", "offers[0].objects[0].S6"]
    assert lines[3].startswith(f"{second}: It is not JSON")
    assert lines[4] == f"{tmp_path / 'absent.json'}: No such file or directory"
    assert len(lines) == 5


BAD_FILES = [
    "",
    "null",
    "[]",
    '"text"',
    "{}",
    '{"format": "recovery-case/1", "intent": [], "offers": {}}',
    '{"format": "recovery-case/1", "offers": [null, 3, {"name": {"a": 1}}]}',
    '{"format": "recovery-case/1", "today": "tomorrow"}',
    '{"format": "recovery-case/1", "format": "recovery-case/1"}',
    '{"format": "recovery-case/1", "intent": {"B8": NaN}}',
    '{"format": "recovery-case/1", "intent": {"B2": "a\\u0000b"}}',
    '{"format": "recovery-case/1", "intent": {"B2": "\\ud800"}}',
    "[" * 50_000,
]


@pytest.mark.parametrize("text", BAD_FILES)
def test_bad_file_is_refused_with_lines_and_no_traceback(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["match", written(tmp_path, text)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip()
    assert "Traceback" not in printed.err


def test_a_file_that_is_not_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "weights.pt"
    path.write_bytes(b"\x80\x02\xff" * 100)
    assert main(["match", str(path)]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_direction_controls_in_a_refused_answer_are_made_visible(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bad = {"format": "recovery-case/1", "intent": {"B1": "O1\u202e\nO2"}}
    assert main(["match", written(tmp_path, bad)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "[U+202E]" in lines[0]


def test_no_file_named_is_said_so(capsys: pytest.CaptureFixture[str]):
    assert main(["match"]) == 2
    assert "name at least one file" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["recovery", "recovery.cli"])
def test_command_runs_as_a_module_and_loads_no_framework(module: str):
    program = (
        "import runpy, sys\n"
        f"sys.argv = ['recovery', 'match', {T03!r}]\n"
        "try:\n"
        f"    runpy.run_module({module!r}, run_name='__main__')\n"
        "except SystemExit as done:\n"
        "    print(done.code, sorted(set(sys.modules) & {'django', 'celery', 'weasyprint', 'yaml'}), file=sys.stderr)\n"
    )
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout)["outcome"] == "O3"
    assert done.stderr.strip() == "0 []"


def test_standard_input_is_read():
    done = subprocess.run(
        [sys.executable, "-m", "recovery", "match", "-"],
        cwd=ROOT,
        input=Path(T01).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout)["outcome"] == "O1"


def test_terminal_without_unicode_still_gets_json():
    done = subprocess.run(
        [sys.executable, "-m", "recovery", "match", str(EXAMPLES / "t17.json"), "--schema"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout.decode("ascii"))["properties"]["format"] == {"const": "recovery-case/1"}


def test_documented_case_matches_as_its_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    page = (ROOT / "docs" / "guide" / "exchange-form.md").read_text("utf-8")
    example = page.split("```json\n")[1].split("```")[0]
    assert main(["match", written(tmp_path, example)]) == 0
    assert json.loads(capsys.readouterr().out)["offers"][0]["verdict"] == "matches"
