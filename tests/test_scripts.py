"""The programs behind make: a taken port is a sentence, both servers stop together, and the linters can find fault."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def script(name: str) -> ModuleType:
    spec = spec_from_file_location(f"script_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def serve(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], **variables}
    command = [sys.executable, "scripts/serve.py", *words]
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        answer = serve("--check", PORT=str(taken))
    assert answer.returncode == 1
    assert answer.stderr == f"Not started: port {taken} is in use; free it or choose another: make run PORT=8001\n"


def test_a_port_that_is_no_number_is_one_sentence() -> None:
    answer = serve("--check", PORT="eighty")
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.startswith("Not started: PORT is 'eighty'")


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path, port: int) -> None:
    answer = serve("--prepare", VAR_DIR=str(tmp_path / "var"), DATABASE_URL=f"postgres://me:word@127.0.0.1:{port}/x")
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.startswith("Not started: the database of DATABASE_URL does not answer")
    assert "word" not in answer.stderr


@pytest.fixture
def site(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """A site without the demonstration, on a free port and in a folder of its own."""
    clean = {"PATH": os.environ["PATH"], "RECOVERY_MODE": "embedded", "PORT": str(port), "VAR_DIR": str(tmp_path / "v")}
    process = subprocess.Popen(
        [sys.executable, "scripts/serve.py"],
        cwd=ROOT, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    yield process
    if process.poll() is None:
        process.terminate()
        process.wait(60)
    assert process.stdout is not None
    process.stdout.close()


def read_until(process: subprocess.Popen[str], words: str) -> str:
    assert process.stdout is not None
    seen = ""
    for line in process.stdout:
        seen += line
        if words in line:
            return seen
    pytest.fail(f"{words!r} was never said:\n{seen}")


def children_of(pid: int) -> dict[int, str]:
    """Return the direct children by process id, with their command lines."""
    found = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((each / "stat").read_text().rsplit(")", 1)[1].split()[1])
            command = (each / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        if parent == pid:
            found[int(each.name)] = command
    return found


@pytest.mark.slow
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_site_and_worker_start_answer_and_stop_together(
    site: subprocess.Popen[str], port: int, by: signal.Signals
) -> None:
    read_until(site, f"Serving on http://127.0.0.1:{port}")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
        assert answer.status == 200
    children = children_of(site.pid)
    assert sorted(re.findall(r"gunicorn|celery", " ".join(children.values()))) == ["celery", "gunicorn"]
    site.send_signal(by)
    assert site.wait(60) == 0
    assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.slow
def test_a_worker_that_dies_is_started_again(site: subprocess.Popen[str]) -> None:
    read_until(site, "Serving on")
    (worker,) = [pid for pid, command in children_of(site.pid).items() if "celery" in command]
    os.kill(worker, signal.SIGKILL)
    read_until(site, "The worker ended with code -9; it starts again")
    for _ in range(100):
        again = [pid for pid, command in children_of(site.pid).items() if "celery" in command and pid != worker]
        if again:
            break
        time.sleep(0.1)
    assert len(again) == 1


def test_the_vendored_files_are_those_of_the_manifest() -> None:
    vendor = script("vendor")
    assert vendor.faults_of(vendor.read_manifest()) == []


def test_each_vendored_package_has_its_licence_beside_it() -> None:
    vendor = script("vendor")
    for package in vendor.read_manifest()["packages"]:
        assert package["licence"], package["name"]
        assert [file for file in package["files"] if "LICENSE" in file["to"]], package["name"]


def test_the_check_of_vendored_files_finds_fault() -> None:
    vendor = script("vendor")
    manifest = vendor.read_manifest()
    first, second = manifest["packages"][0]["files"][:2]
    first["sha256"] = "0" * 64
    manifest["packages"][0]["files"].remove(second)
    assert vendor.faults_of(manifest) == [
        f"{first['to']} differs from the digest in manifest.json.",
        f"{second['to']} is not listed in manifest.json.",
    ]


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("|safe", "{{ title|safe }}"),
        ("|safe", "{{ titles | safeseq }}"),
        ("mark_safe", "return mark_safe(title)"),
        ("autoescape off", "{% autoescape off %}"),
        ("Template(", "Template(title).render(context)"),
        ("from_string(", "engine.from_string(title)"),
        ("inline style or script", '<td style="color:red">'),
        ("inline style or script", '<a onclick="go()">'),
        ("inline style or script", "<script>go()</script>"),
    ],
)
def test_what_must_not_be_written_is_found(what: str, line: str) -> None:
    assert script("lint").FORBIDDEN[what].search(line)


@pytest.mark.parametrize(
    "line", ["{{ unsafe }}", '<script src="/static/js/a.js" defer></script>', 'template = "x"', "get_template(name)"]
)
def test_what_may_be_written_is_left_alone(line: str) -> None:
    assert not [what for what, pattern in script("lint").FORBIDDEN.items() if pattern.search(line)]


@pytest.mark.parametrize("name", ["base", "dev"])
def test_each_pinned_package_has_digests_and_the_lock_names_no_place(name: str) -> None:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    entries = [each for each in re.split(r"\n(?=\S)", lock.strip()) if not each.startswith("#")]
    assert [entry.split(" ")[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not script("lint").ADDRESSES.search(lock)
    assert "://" not in lock


def test_everything_make_calls_exists() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    called = set(re.findall(r"scripts/[a-z_]+\.(?:py|sh)", text))
    called |= {f"{name}/__main__.py" for name in re.findall(r"-m ([a-z]+)", text)}
    assert sorted(each for each in called if not (ROOT / each).exists()) == []


def test_the_one_file_program_runs_alone_and_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    tool = script("tool")
    first, second = tool.build(tmp_path / "a.pyz"), tool.build(tmp_path / "b.pyz")
    assert first.read_bytes() == second.read_bytes()
    command = [sys.executable, "-I", "-S", str(first), "match", "--schema"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
