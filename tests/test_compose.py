"""docker-compose.yml and Dockerfile: valid by the Compose specification, and everything they name exists here."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from django.urls import resolve

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, Any] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SETTINGS = (ROOT / "recovery/settings/__init__.py").read_text("utf-8") + (
    ROOT / "recovery/settings/environment.py"
).read_text("utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Read by Docker or PostgreSQL rather than by our settings.
OTHERS_READ = {"POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB"}
SECRETS = {"SECRET_KEY", "POSTGRES_PASSWORD"}


def copied() -> set[str]:
    """Return what the Dockerfile takes from the project."""
    return {name for line in re.findall(r"^COPY (.*)$", DOCKERFILE, re.MULTILINE) for name in line.split()[:-1]}


def test_the_file_is_valid_by_the_compose_specification() -> None:
    program = Path(sys.executable).with_name("check-jsonschema")
    done = subprocess.run(
        [program, "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, "ok -- validation done"), done.stdout + done.stderr


def test_the_parts_are_there() -> None:
    assert set(SERVICES) == {"web", "worker", "postgres", "redis", "mail"}
    assert SERVICES["mail"]["profiles"] == ["trial"]


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_says_how_it_is(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", SERVICES)
def test_ports_are_published_on_loopback_only(name: str) -> None:
    assert [each for each in SERVICES[name].get("ports", []) if not each.startswith("127.0.0.1:")] == []


def test_named_volumes_are_those_declared() -> None:
    used = {each.split(":")[0] for service in SERVICES.values() for each in service.get("volumes", [])}
    assert used == set(COMPOSE["volumes"])


def test_web_and_worker_are_one_image_with_the_same_settings_and_files() -> None:
    for key in ("image", "build", "environment", "volumes"):
        assert SERVICES["web"][key] == SERVICES["worker"][key], key


@pytest.mark.parametrize("name", sorted(SERVICES["web"]["environment"]))
def test_each_variable_is_read_by_the_settings_and_told_in_the_readme(name: str) -> None:
    assert f'"{name}"' in SETTINGS
    assert f"`{name}`" in README


def test_each_value_taken_from_outside_is_a_variable_we_know() -> None:
    taken = set(re.findall(r"\$\{([A-Z_]+)", TEXT))
    assert taken - OTHERS_READ - {"PORT"} <= set(SERVICES["web"]["environment"])


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_secrets_come_from_outside_and_have_no_default(name: str) -> None:
    uses = re.findall(rf"\$\{{{name}(:[^}}]*)?\}}", TEXT)
    assert uses
    assert [each for each in uses if not each.startswith(":?")] == []


def test_no_password_is_written_down() -> None:
    assert re.findall(r"(?i)(?:password|secret_key): (?!\$\{)\S+", TEXT) == []
    assert re.findall(r"://[^:/$]+:(?!\$\{)[^@\s]+@", TEXT) == []


def test_addresses_name_services_of_the_file() -> None:
    environment = SERVICES["web"]["environment"]
    hosts = [re.sub(r"^\w+://(.*@)?", "", environment[name]) for name in ("DATABASE_URL", "BROKER_URL", "CACHE_URL")]
    assert [each.split(":")[0] for each in hosts] == ["postgres", "redis", "redis"]
    assert environment["DATABASE_URL"].rsplit("/", 1)[1] == SERVICES["postgres"]["environment"]["POSTGRES_DB"]


def test_the_port_inside_is_the_one_the_server_binds_and_the_image_exposes() -> None:
    (published,) = SERVICES["web"]["ports"]
    inside = published.rsplit(":", 1)[1]
    assert f"--bind 0.0.0.0:{inside}" in DOCKERFILE
    assert f"EXPOSE {inside}" in DOCKERFILE
    assert f", {inside}, timeout" in SERVICES["web"]["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", ["web", "worker"])
def test_the_health_check_asks_a_page_of_the_site_and_is_python(name: str) -> None:
    program = SERVICES[name]["healthcheck"]["test"][-1]
    compile(program, name, "exec")
    (page,) = re.findall(r'"GET", "([^"]+)"', program)
    assert resolve(page).url_name == "health"


def test_commands_name_programs_and_applications_of_ours() -> None:
    programs = re.findall(r"(?:&& |exec |\")((?:python|gunicorn|celery)\b[^&\"]*)", DOCKERFILE)
    programs.append(SERVICES["worker"]["command"])
    assert len(programs) == 4
    for command in programs:
        words = command.split()
        assert shutil.which(words[0], path=str(Path(sys.executable).parent)), command
        if words[1] == "manage.py":
            assert words[2] in get_commands()
    assert "gunicorn recovery.wsgi " in DOCKERFILE
    assert "--app recovery.worker worker" in SERVICES["worker"]["command"]


def test_the_image_takes_what_the_site_needs_and_all_of_it_exists() -> None:
    assert {"manage.py", "recovery", "templates", "static", "requirements/base.txt"} == copied()
    assert [name for name in copied() if not (ROOT / name).exists()] == []


def test_the_image_keeps_its_files_in_the_volume_and_runs_without_rights() -> None:
    assert SERVICES["web"]["volumes"] == ["data:/data"]
    assert "VAR_DIR=/data" in DOCKERFILE
    assert re.search(r"install --directory --owner recovery --mode 0700 /data$", DOCKERFILE, re.MULTILINE)
    assert re.search(r"^USER recovery$", DOCKERFILE, re.MULTILINE)


def test_the_image_installs_only_what_the_lock_names() -> None:
    assert re.findall(r"pip install.*", DOCKERFILE) == [
        "pip install --no-cache-dir --require-hashes -r requirements/base.txt"
    ]
