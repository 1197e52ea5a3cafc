"""Whatever a supplier types, nothing is fetched, nothing of this machine is printed, and nobody else is blocked."""

import copy
import http.server
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from bench.cases import JSON, compared, raw_case
from recovery.core.comparison import Cell, Comparison
from recovery.pdf import Limits, PrintingFailed, PrintOrder, print_document
from recovery.pdf.report import render_report
from tests.document.paper import in_drawing_order, plain_text, squeezed

SECRET = "canary-5f1c0d2e-of-this-machine"


class _Counting(http.server.BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def outside() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine that writes down what it is asked for."""
    handler = type("Handler", (_Counting,), {"asked": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", handler.asked
    server.shutdown()
    server.server_close()


def vectors(base: str, secret: Path) -> list[str]:
    """Return 23 ways to name something outside (security.md 5.1)."""
    file = secret.as_uri()
    return [
        f'<img src="{base}/img">',
        f'<link rel="stylesheet" href="{base}/css">',
        f"<style>@import url({base}/import);</style>",
        f'<p style="background:url({base}/background)">x</p>',
        f'<ul style="list-style-image:url({base}/list)"><li>x</ul>',
        f"<style>p::before{{content:url({base}/content)}}</style><p>x</p>",
        f"<style>@font-face{{font-family:f;src:url({base}/font)}}</style><p style='font-family:f'>x</p>",
        f'<object data="{base}/object"></object>',
        f'<embed src="{base}/embed">',
        f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{base}/svg" width="9" height="9"/></svg>',
        f'<svg xmlns="http://www.w3.org/2000/svg"><use href="{base}/use#a"/></svg>',
        (
            "<img src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E"
            f"%3Cimage href='{base}/data' width='9' height='9'/%3E%3C/svg%3E\">"
        ),
        f'<base href="{base}/"><img src="relative">',
        f'<iframe src="{base}/iframe"></iframe>',
        f'<link rel="attachment" href="{base}/attachment">',
        f'<a rel="attachment" href="{base}/anchor">x</a>',
        f'<link rel="attachment" href="{file}">',
        f'<a rel="attachment" href="{file}">x</a>',
        f'<img src="{file}">',
        f'<object data="{file}"></object>',
        '<img src="/etc/passwd">',
        f'<img src="ftp://127.0.0.1/{base[-5:]}">',
        f'<meta http-equiv="refresh" content="0;url={base}/refresh">',
    ]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


def uncompressed(pdf: bytes, folder: Path) -> bytes:
    """Return the file with every stream in clear, so that nothing hides in it."""
    packed, clear = folder / "packed.pdf", folder / "clear.pdf"
    packed.write_bytes(pdf)
    with pikepdf.open(packed) as opened:
        opened.save(clear, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
    return clear.read_bytes()


def with_texts(texts: list[str]) -> JSON:
    """Return TR-10 with ``texts`` typed into every free text of its offers."""
    case = copy.deepcopy(raw_case(3))
    typed = "\n".join(texts)
    for offer in case["offers"]:
        offer["answers"] |= {"S44": typed[:480], "S46": typed[:2000], "S51": texts[0][:400]}
        offer["objects"][0]["S6b"] = typed[-2000:]
    case["offers"][0]["name"] = texts[1][:100]
    case["offers"][1]["supplier"] = texts[2][:100]
    return case


def test_there_are_23_vectors(secret: Path):
    assert len(vectors("http://127.0.0.1:1", secret)) == 23


def test_vectors_in_answers_ask_nothing_and_show_no_file(outside: tuple[str, list[str]], secret: Path, tmp_path: Path):
    base, asked = outside
    comparison, twin = compared(with_texts(vectors(base, secret)))
    printed = render_report(comparison, twin)
    assert asked == []
    assert printed.refused == ()
    clear = uncompressed(printed.pdf, tmp_path)
    assert SECRET.encode() not in clear
    assert b"root:x:0" not in clear
    assert clear.count(b"/EmbeddedFile ") + clear.count(b"/EmbeddedFile\n") == 1
    assert b"/URI (http://127" not in clear


def test_the_same_vectors_in_a_template_are_all_refused(outside: tuple[str, list[str]], secret: Path, tmp_path: Path):
    base, asked = outside
    body = "\n".join(vectors(base, secret))
    html = f'<html lang="en"><head><title>control</title></head><body>{body}</body></html>'
    printed = print_document(PrintOrder(html, "2026-11-30T12:00:00+00:00"))
    assert asked == []
    assert len(printed.refused) >= 12
    assert SECRET.encode() not in uncompressed(printed.pdf, tmp_path)


def test_links_typed_by_a_supplier_are_text(tmp_path: Path):
    case = with_texts(['<a href="javascript:alert(1)">x</a>', "file:///etc/passwd", "https://elsewhere.example/"])
    comparison, twin = compared(case)
    path = tmp_path / "links.pdf"
    path.write_bytes(render_report(comparison, twin).pdf)
    with pikepdf.open(path) as pdf:
        links = [link for page in pdf.pages for link in page.get("/Annots", ())]
        addresses = [str(link.A.URI) for link in links if "/A" in link]
    assert all(each.startswith(("https://docs.pytorch.org/", "https://docs.aws.amazon.com/")) for each in addresses)
    assert squeezed('<a href="javascript:alert(1)">x</a>') in in_drawing_order(path)


def test_template_code_and_part_borders_print_themselves(tmp_path: Path):
    typed = ["{{ 7|add:7 }}{% now 'Y' %}", "<!--part--></section><section class='tall' id='offer-9'>", "&lt;b&gt;"]
    comparison, twin = compared(with_texts(typed))
    path = tmp_path / "typed.pdf"
    path.write_bytes(render_report(comparison, twin).pdf)
    read = in_drawing_order(path)
    assert all(squeezed(each) in read for each in typed)


def test_marks_of_direction_are_shown_and_turn_nothing(tmp_path: Path):
    comparison, twin = compared(with_texts(["evil\u202egnp.exe", "zero\u200bwidth", "e" + "\u0301" * 300]))
    path = tmp_path / "marks.pdf"
    path.write_bytes(render_report(comparison, twin).pdf)
    assert "evil[U+202E]gnp.exe" in in_drawing_order(path)


def _hostile(comparison: Comparison, text: str) -> Comparison:
    """Return ``comparison`` with ``text`` in an answer of the second offer, past every door."""
    first, *others = comparison.answers
    row = first.rows[0]
    cells = (row.cells[0], Cell(text), *row.cells[2:])
    block = replace(first, rows=(replace(row, cells=cells), *first.rows[1:]))
    return replace(comparison, answers=(block, *others))


def test_an_offer_that_cannot_be_printed_blocks_no_other(tmp_path: Path):
    comparison, twin = compared(raw_case(3))
    limits = Limits(cpu_seconds=4, wall_seconds=40)
    hostile = _hostile(comparison, " ".join(f"word{number}" for number in range(400_000)))
    path = tmp_path / "aside.pdf"
    path.write_bytes(render_report(hostile, twin, limits).pdf)
    read = plain_text(path)
    assert "could not be printed" in read
    assert "Alder Recovery" in read
    assert "Cedar Volumes" in read
    assert "word399999" not in read


def test_text_that_no_door_should_let_through_still_prints(tmp_path: Path):
    comparison, twin = compared(raw_case(3))
    path = tmp_path / "odd.pdf"
    path.write_bytes(render_report(_hostile(comparison, "nul \x00 lone \ud800 bell \x07"), twin).pdf)
    assert "nul[U+0000]lone[U+D800]bell[U+0007]" in in_drawing_order(path)


def test_a_document_beyond_its_limits_fails_with_a_reason_and_the_press_goes_on():
    html = f'<html lang="en"><title>t</title><body><p>{"word " * 2_000_000}</p></body></html>'
    order = PrintOrder(html, "2026-11-30T12:00:00+00:00", limits=Limits(cpu_seconds=2, wall_seconds=30))
    with pytest.raises(PrintingFailed) as failed:
        print_document(order)
    assert "processor time" in failed.value.reason
    small = replace(order, html='<html lang="en"><title>t</title><body><p>small</p></body></html>')
    assert print_document(small).pages == 1


def test_a_document_that_asks_for_too_much_memory_fails_with_a_reason():
    html = f'<html lang="en"><title>t</title><body><p>{"word " * 2_000_000}</p></body></html>'
    order = PrintOrder(html, "2026-11-30T12:00:00+00:00", limits=Limits(memory_bytes=300_000_000))
    with pytest.raises(PrintingFailed) as failed:
        print_document(order)
    assert failed.value.reason.startswith("The document was not printed: ")
