"""What a file is follows from its bytes; weights and archives are refused whatever they are called."""

import gzip
import io
import json
import pickle
import struct
import tarfile
import zipfile

import pytest

from recovery.core.attached.content import AttachmentRefused, Content, content_of, saved_name, shown_name


def a_zip() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02.")
    return held.getvalue()


def a_tar() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("model.bin"))
    return held.getvalue()


def safetensors() -> bytes:
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    return struct.pack("<Q", len(header)) + header + b"\0\0\0\0"


KEPT = [
    (b'{"Snapshots": []}', Content.TEXT),
    ("später\n".encode(), Content.TEXT),
    (b"\x1b[32mok\x1b[0m\n", Content.TEXT),
    ("NAME\n".encode("utf-16"), Content.TEXT),
    (b"%PDF-1.7\n\x00\xff", Content.PDF),
    (b"\x89PNG\r\n\x1a\n\x00\x00", Content.PICTURE),
    (b"\xff\xd8\xff\xe0\x00\x10JFIF", Content.PICTURE),
    (b"<html><script>alert(1)</script>", Content.TEXT),
]
REFUSED = [
    (a_zip(), "zip"),
    (gzip.compress(b"x"), "gzip"),
    (a_tar(), "tar"),
    (pickle.dumps({"w": 1.0}, protocol=2), "pickle"),
    (safetensors(), "safetensors"),
    (b"\x89HDF\r\n\x1a\n\0", "HDF5"),
    (b"GGUF\x03\x00\x00\x00", "GGUF"),
    (b"\x93NUMPY\x01\x00", "NumPy"),
    (b"7z\xbc\xaf\x27\x1c\0", "7-Zip"),
]


@pytest.mark.parametrize(("raw", "content"), KEPT)
def test_text_pictures_and_pdfs_are_kept(raw, content):
    assert content_of(raw) is content


@pytest.mark.parametrize(("raw", "word"), REFUSED, ids=[word for _, word in REFUSED])
def test_weights_and_archives_are_refused_with_a_sentence_that_offers_the_tool(raw, word):
    with pytest.raises(AttachmentRefused) as refused:
        content_of(raw)
    assert word in str(refused.value)
    assert "attach the manifest" in str(refused.value)


@pytest.mark.parametrize("raw", [b"", b"\x7fELF\x02\x01", b"\xff\xfe\x00", b"MZ\x90\x00", b"text \x00 text"])
def test_what_is_neither_text_nor_printable_is_refused(raw):
    with pytest.raises(AttachmentRefused):
        content_of(raw)


def test_a_pointer_to_weights_is_not_taken_for_a_record():
    with pytest.raises(AttachmentRefused, match="pointer"):
        content_of(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")


NAMES = [
    ("../../etc/passwd", "passwd"),
    ("..\\..\\boot.ini", "boot.ini"),
    ("C:\\work\\manifest.json", "manifest.json"),
    ("a\x00b.json", "ab.json"),
    ("a\r\nSet-Cookie: x", "a Set-Cookie: x"),
    ("CON.pdf", "CON.pdf"),
    (".htaccess", "htaccess"),
    ("..", "file"),
    ("", "file"),
    ("evil\u202efdp.exe", "evilfdp.exe"),
    ("zero\u200bwidth", "zero\u200bwidth"),
    ("<b>x</b>.txt", "b>.txt"),
    ("\ud800lone.txt", "lone.txt"),
    ("x" * 300 + ".json", "x" * 114 + "….json"),
]


@pytest.mark.parametrize(("given", "shown"), NAMES, ids=range(len(NAMES)))
def test_a_name_is_shown_without_what_climbs_hides_or_steers(given, shown):
    assert shown_name(given) == shown
    assert len(shown_name(given)) <= 120


def test_a_download_is_named_by_what_its_bytes_are():
    assert saved_name("manifest.json", Content.TEXT) == "manifest.json"
    assert saved_name("evil.html", Content.TEXT) == "evil.html.txt"
    assert saved_name("run.exe", Content.PDF) == "run.exe.pdf"
    assert saved_name("proof.pdf", Content.TEXT) == "proof.pdf.txt"
