"""Each wrong setting stops the start with one sentence; the right ones are as narrow as security asks."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection

from recovery.settings.environment import Environment
from recovery.settings.folders import key_from, private_folder, refuse_network_folder
from recovery.settings.mail_folder import MailFolder

ROOT = Path(__file__).resolve().parent.parent
READ = "import recovery.settings as s; print(s.RECOVERY_MODE.value, s.DRAIN_SECONDS, s.DATABASES['default']['ENGINE'])"
PRODUCTION = {
    "RECOVERY_MODE": "production",
    "SECRET_KEY": "k7Jw2-" * 10,
    "BASE_URL": "https://offers.example",
    "DATABASE_URL": "postgres://recovery:word@db:5432/recovery",
    "BROKER_URL": "redis://redis:6379/0",
    "CACHE_URL": "redis://redis:6379/1",
    "EMAIL_HOST": "mail.example",
}
WRONG_ANYWHERE = {
    "PORT": "eighty",
    "DATABASE_URL": "mysql://host/name",
    "BROKER_URL": "http://host",
    "CACHE_URL": "memory://",
    "BASE_URL": "offers.example",
    "RECOVERY_MODE": "live",
    "DRAIN_SECONDS": "5",
    "DEBUG": "maybe",
    "EMAIL_PORT": "0",
    "TRUSTED_PROXY_COUNT": "-1",
}
WRONG_IN_PRODUCTION = [
    ("DEBUG", "yes"),
    ("SECRET_KEY", ""),
    ("SECRET_KEY", "short"),
    ("ALLOWED_HOSTS", "*"),
    ("BASE_URL", "http://offers.example"),
    ("DATABASE_URL", ""),
    ("BROKER_URL", ""),
    ("CACHE_URL", ""),
    ("EMAIL_HOST", ""),
    ("DRAIN_SECONDS", "59"),
]


def start(folder: Path, program: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder / "var"), **variables}
    return subprocess.run(program, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)


def read_settings(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return start(folder, [sys.executable, "-W", "error", "-c", READ], **variables)


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    answer = read_settings(tmp_path)
    assert (answer.stdout.split(), answer.stderr) == (["embedded", "60", "django.db.backends.sqlite3"], "")


def test_a_complete_production_is_accepted(tmp_path: Path) -> None:
    answer = read_settings(tmp_path, **PRODUCTION)
    assert (answer.stdout.split(), answer.stderr) == (["production", "60", "django.db.backends.postgresql"], "")


def test_django_finds_nothing_to_say_about_production(tmp_path: Path) -> None:
    answer = start(tmp_path, [sys.executable, "-W", "error", "manage.py", "check", "--deploy"], **PRODUCTION)
    assert answer.stdout + answer.stderr == "System check identified no issues (0 silenced).\n"


@pytest.mark.parametrize("name", WRONG_ANYWHERE)
def test_a_wrong_variable_is_one_sentence_that_names_it(tmp_path: Path, name: str) -> None:
    answer = start(tmp_path, [sys.executable, "manage.py", "check"], **{name: WRONG_ANYWHERE[name]})
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"Not started: {name} ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(("name", "value"), WRONG_IN_PRODUCTION)
def test_production_refuses(tmp_path: Path, name: str, value: str) -> None:
    answer = start(tmp_path, [sys.executable, "manage.py", "check"], **{**PRODUCTION, name: value})
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"Not started: {name} ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("module", ["recovery.worker", "recovery.wsgi"])
def test_worker_and_web_server_end_with_the_same_sentence(tmp_path: Path, module: str) -> None:
    answer = start(tmp_path, [sys.executable, "-c", f"import {module}"], PORT="eighty")
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.startswith("Not started: PORT is 'eighty'")


@pytest.mark.parametrize("mode", ["demo", "test"])
def test_a_short_drain_window_is_for_demonstrations_and_tests(tmp_path: Path, mode: str) -> None:
    answer = read_settings(tmp_path, RECOVERY_MODE=mode, DRAIN_SECONDS="2")
    assert answer.stdout.split()[:2] == [mode, "2"]


def test_the_sentence_about_an_address_keeps_its_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment({"DATABASE_URL": "postgres://me:geheim@[host/name"}).database("sqlite:///x")
    assert "geheim" not in str(refused.value)


def test_a_database_in_memory_is_refused(tmp_path: Path) -> None:
    assert "names a database in memory" in read_settings(tmp_path, DATABASE_URL="sqlite://").stderr


def test_folders_and_key_are_private(tmp_path: Path) -> None:
    assert read_settings(tmp_path).returncode == 0
    for folder in ("var", "var/mail", "var/reports", "var/cache", "var/broker/queue"):
        assert stat.S_IMODE((tmp_path / folder).stat().st_mode) == 0o700, folder
    assert stat.S_IMODE((tmp_path / "var/secret_key").stat().st_mode) == 0o600


def test_a_folder_that_others_can_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    with pytest.raises(ImproperlyConfigured, match="chmod 700"):
        private_folder(tmp_path / "open")


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key_from(tmp_path / "key")
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        key_from(tmp_path / "key")


def test_the_key_is_made_once(tmp_path: Path) -> None:
    assert key_from(tmp_path / "key") == key_from(tmp_path / "key")
    assert [each.name for each in tmp_path.iterdir()] == ["key"]


def test_sqlite_on_a_network_folder_is_refused(tmp_path: Path) -> None:
    refuse_network_folder(tmp_path, "/dev/sda1 / ext4 rw 0 0\n")
    with pytest.raises(ImproperlyConfigured, match="network file system"):
        refuse_network_folder(tmp_path, f"/dev/sda1 / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\n")


def test_mail_is_one_private_file_per_message(tmp_path: Path) -> None:
    settings.MAIL_FOLDER.mkdir(exist_ok=True)
    before = set(settings.MAIL_FOLDER.iterdir())
    connection = get_connection("recovery.settings.mail_folder.MailFolder")
    assert isinstance(connection, MailFolder)
    sent = connection.send_messages([EmailMessage("One", "a", to=["a@example.org"]), EmailMessage("Two", "b")])
    written = set(settings.MAIL_FOLDER.iterdir()) - before
    assert (sent, len(written)) == (2, 2)
    assert {stat.S_IMODE(each.stat().st_mode) for each in written} == {0o600}


def test_the_readme_tells_of_each_variable() -> None:
    read = {
        name
        for path in (ROOT / "recovery/settings").glob("*.py")
        for name in re.findall(r"\b(?:_env|self)\.\w+\(\s*\"([A-Z_]+)\"", path.read_text(encoding="utf-8"))
    }
    told = set(re.findall(r"`([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(read) > 20
    assert read - told == set()


def test_celery_reads_json_only_and_keeps_no_results() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_IGNORE_RESULT is True
    assert settings.CELERY_TASK_ACKS_LATE is True
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1
