"""Archives: read like the folder inside them, within limits, with nothing let out of its place."""

import gzip
import io
import tarfile
import zipfile

import pytest

from recovery.core.evidence.budget import Limits
from recovery.core.evidence.inspection import Correspondence, Outcome
from recovery.core.evidence.reading import inspect
from tests.core.evidence.deliveries import laid_deliveries
from tests.core.evidence.laid import adamw, torch_zip, weights

LAID = laid_deliveries()


def only(reading):
    (checkpoint,) = reading.checkpoints
    return checkpoint


def stated(checkpoint, kind):
    return [(each.value, each.unit) for component in checkpoint.of_kind(kind) for each in component.stated]


def said(findings):
    return " ".join(each.text for each in findings)


def tar(files, **header):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, raw in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(raw)
            for key, value in header.items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(raw))
    return buffer.getvalue()


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return buffer.getvalue()


PACKAGE = {
    "B/model.pt": torch_zip(weights()),
    "B/optimizer.pt": torch_zip(adamw(9)),
    "B/progress.json": b'{"global_step": 9}',
}


@pytest.mark.parametrize("pack", [tar, lambda files: gzip.compress(tar(files)), zipped])
def test_an_archive_is_read_like_the_folder_inside(pack):
    reading = inspect(pack(PACKAGE), "V11-latest")
    assert reading.correspondence is Correspondence.SAME_STEP
    assert stated(only(reading), "K7") == [(9, "steps")]
    assert any('"latest"' in each.text for each in reading.claims)


@pytest.mark.parametrize("name", ["../../outside.pt", "/etc/outside.pt", "C:\\outside.pt"])
def test_a_member_that_climbs_out_is_refused(name):
    assert inspect(tar({name: torch_zip(weights())}), "a.tar").outcome is Outcome.REFUSED


def test_a_link_in_a_tar_is_named_and_not_followed():
    raw = tar({"model.pt": b""}, type=tarfile.SYMTYPE, linkname="/etc/passwd")
    assert "not followed" in said(inspect(raw, "a.tar").remarks)


def test_a_bomb_is_refused_before_it_bursts():
    limits = Limits(inflated=8 << 20)
    raw = gzip.compress(gzip.compress(b"\0" * (16 << 20)))
    assert "unpack it first" in said(inspect(raw, "zeros.gz", limits).refusals)


def test_archives_too_deep_inside_each_other_are_refused():
    raw = torch_zip(weights())
    for _ in range(5):
        raw = gzip.compress(raw)
    assert "too deep" in said(inspect(raw, "deep.gz").refusals)
