"""The comparison page at 3, 30 and 300 offers: queries, first drawing against a plain loop template, and gunicorn.

``python -m bench.page`` measures on SQLite, and on PostgreSQL where a server is installed, each in a folder of its own.
Each pair is taken in turn in one run, and a ratio is the median of the ratios of neighbours.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = (3, 30, 300)
CLIENTS, ROUNDS, REQUESTS = 8, 7, 160
PAIRS = 5
Call = Callable[[], object]


def main() -> None:
    """Measure on each database that this machine has."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from postgresql import private_server, server_programs  # beside make's other programs, not a package

    _measure_in("SQLite", "")
    if server_programs() is None:
        print("comparison page, PostgreSQL: left out, no server was found")
        return
    with private_server() as url:
        _measure_in("PostgreSQL", url)


def _measure_in(name: str, url: str) -> None:
    with tempfile.TemporaryDirectory(prefix="recovery-bench-") as folder:
        own = {"VAR_DIR": folder, "RECOVERY_MODE": "test", "DJANGO_SETTINGS_MODULE": "bench.site"}
        environment = {**os.environ, **own, **({"DATABASE_URL": url} if url else {})}
        environment.pop("PORT", None)
        subprocess.run([sys.executable, "-m", "bench.page", name], cwd=ROOT, env=environment, check=True)


def measure(database: str) -> None:
    """Fill the database that the environment names, and print what the page costs there."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    reader, inquiries = filled((*SIZES, 10))
    if database == "SQLite":
        for size in SIZES:
            _drawing(size, inquiries[size], reader)
    for size in SIZES:
        print(f"comparison page, {database}, {size:3} offers: {_queries(inquiries[size], reader)} queries")
    _served(database, inquiries[10], reader)


def ratio(one: Call, other: Call, pairs: int) -> tuple[float, float]:
    """Return the median ratio of ``one`` to ``other``, taken in turn, and the median seconds of ``one``."""
    ratios, seconds = [], []
    for _ in range(pairs):
        first, second = _seconds(one), _seconds(other)
        ratios.append(first / second)
        seconds.append(first)
    return statistics.median(ratios), statistics.median(seconds)


def _seconds(call: Call) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _drawing(size: int, inquiry: Any, reader: Any) -> None:
    from django.template import engines
    from django.template.loader import render_to_string

    from recovery.queries import comparison_of

    comparison = comparison_of(inquiry, reader)
    plain = engines["django"].from_string((ROOT / "bench" / "templates" / "plain_comparison.html").read_text("utf-8"))
    blocks = (comparison.checks, *comparison.answers, comparison.history, comparison.terms, comparison.interface)
    ours = {"comparison": comparison, "span": size + 1, "code": inquiry.code}
    found, seconds = ratio(
        lambda: render_to_string("report/_comparison.html", ours),
        lambda: plain.render({"comparison": comparison, "blocks": blocks}),
        PAIRS,
    )
    print(
        f"comparison page, {size:3} offers: first drawing {found:.2f} x a plain loop template ({seconds * 1000:.0f} ms)"
    )


def _queries(inquiry: Any, reader: Any) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(reader)
    with CaptureQueriesContext(connection) as seen:
        response = client.get(f"/inquiries/{inquiry.code}/comparison/")
    assert response.status_code == 200, response.status_code
    return len(seen)


# --- On gunicorn ------------------------------------------------------------------------------------------------------


def _served(database: str, inquiry: Any, reader: Any) -> None:
    from django.test import Client

    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(reader)
    cookie = "; ".join(f"{name}={value.value}" for name, value in client.cookies.items())
    page = f"/inquiries/{inquiry.code}/comparison/"
    with _gunicorn() as port:
        for address in (page, "/bare/"):
            _ask(port, address, cookie, CLIENTS * 4)
        found, seconds = ratio(
            lambda: _ask(port, page, cookie, REQUESTS), lambda: _ask(port, "/bare/", cookie, REQUESTS), ROUNDS
        )
    print(
        f"comparison page, {database}, 10 offers, gunicorn sync, {CLIENTS} clients: "
        f"{found:.1f} x a bare view ({seconds / REQUESTS * 1000:.1f} ms a request)"
    )


@contextmanager
def _gunicorn() -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    words = ["-m", "gunicorn", "recovery.wsgi:application", "-k", "sync", "-w", "2", "--log-level", "warning"]
    served = subprocess.Popen([sys.executable, *words, "-b", f"127.0.0.1:{port}"], cwd=ROOT)
    try:
        _wait_for(port)
        yield port
    finally:
        served.terminate()
        served.wait(timeout=30)


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("gunicorn did not start within 30 seconds")


def _ask(port: int, address: str, cookie: str, requests: int) -> None:
    """Ask for ``address`` so many times, from several clients at once."""

    def one(_: int) -> None:
        asked = HTTPConnection("127.0.0.1", port, timeout=60)
        asked.request("GET", address, headers={"Cookie": cookie})
        answer = asked.getresponse()
        answer.read()
        asked.close()
        assert answer.status == 200, f"{address}: {answer.status}"

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(one, range(requests)))


# --- What is measured -------------------------------------------------------------------------------------------------


def filled(sizes: tuple[int, ...]) -> tuple[Any, dict[int, Any]]:
    """Return a reader of procurement, and an opened inquiry for each number of offers."""
    from recovery.models import Membership, Organisation, Role, User, db_clock

    house = Organisation.objects.create(name="Buyer House")
    reader = User.objects.create_user("procurement@example.org")
    Membership.objects.create(user=reader, organisation=house, role=Role.PROCUREMENT)
    now = db_clock()
    return reader, {size: _inquiry(house, reader, now, size) for size in sizes}


def _inquiry(house: Any, reader: Any, now: Any, size: int) -> Any:
    from bench.cases import raw_case
    from recovery.models import Inquiry, IntentVersion, Offer, Organisation, Revision, State, digest_of

    case = raw_case(size)
    inquiry = Inquiry.objects.create(
        organisation=house, reference=f"TR-10 {size}", title="What comes back?", state=State.OPENED, created_by=reader,
        deadline_at=now - timedelta(hours=1), opened_at=now, opened_by=reader,
    )  # fmt: skip
    intent = case["intent"]
    version = IntentVersion.objects.create(
        inquiry=inquiry, number=1, answers=intent, digest=digest_of(intent), frozen_at=now
    )
    for raw in case["offers"]:
        supplier = Organisation.objects.create(name=raw.pop("supplier"))
        Revision.objects.create(
            offer=Offer.objects.create(inquiry=inquiry, organisation=supplier), number=1, intent_version=version,
            described=raw, digest=digest_of(raw), arrived_at=now, recorded_at=now, by=reader, client_token="bench",
        )  # fmt: skip
    return inquiry


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
