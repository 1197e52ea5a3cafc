"""Manifests: what the supplier attaches, read back as it was written, and held against what comes back."""

import hashlib
import json
import threading

import jsonschema
import pytest

from recovery.core.evidence.digests import FileDigest, digest_files
from recovery.core.evidence.faults import Refused
from recovery.core.evidence.manifest import Manifest, is_manifest, manifest_form, read_manifest
from recovery.core.evidence.manifest_schema import manifest_schema, report_schema
from recovery.core.evidence.reading import inspect_source
from recovery.core.evidence.source import of_path
from recovery.core.evidence.verification import Status, compare, read_report, verification_form
from tests.core.evidence.deliveries import laid_deliveries
from tests.core.evidence.laid import adamw, torch_zip

NOON = "2026-11-30T12:00:00Z"


def lay(folder, changes=None):
    for path, raw in {**laid_deliveries()["trainer"], **(changes or {})}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(raw)
    return folder


def manifest_of(folder, *, has_digests=True):
    source = of_path(folder)
    files = digest_files(source.files.values())
    listed = files if has_digests else tuple(FileDigest(each.path, each.size) for each in files)
    return Manifest(source.name, NOON, inspect_source(source), listed, has_digests)


def compared(manifest, folder):
    source = of_path(folder)
    return compare(manifest, digest_files(source.files.values()), inspect_source(source), made_at=NOON)


def statuses(found):
    return {each.path.rpartition("/")[2]: each.status for each in found.files}


def test_a_manifest_lists_every_file_with_its_digest(tmp_path):
    form = manifest_form(manifest_of(lay(tmp_path)))
    jsonschema.validate(form, manifest_schema())
    assert [each["path"] for each in form["files"]] == sorted(laid_deliveries()["trainer"])
    for each in form["files"]:
        assert each["sha256"] == hashlib.sha256((tmp_path / each["path"]).read_bytes()).hexdigest()


def test_a_manifest_is_read_back_as_it_was_written(tmp_path):
    manifest = manifest_of(lay(tmp_path))
    assert read_manifest(json.loads(json.dumps(manifest_form(manifest)))) == manifest


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"form": "something"},
        {"made_at": "2026-11-30"},
        {"files": [{"path": "a", "size": -1, "sha256": None, "problem": ""}]},
        {"files": [{"path": "a", "size": 1, "sha256": "x", "problem": ""}]},
        {"files": [{"path": "a", "size": 1, "sha256": None, "problem": ""}] * 2},
        {"files": 3},
        {"inspection": {}},
        {"name": None},
    ],
)
def test_a_manifest_in_another_form_is_refused(tmp_path, change):
    form = {**manifest_form(manifest_of(lay(tmp_path))), **change}
    with pytest.raises(Refused):
        read_manifest(form)


def test_what_is_no_manifest_is_told_apart():
    assert not is_manifest({"files": []})
    assert not is_manifest([1])


def test_an_unchanged_return_is_the_same(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    found = compared(manifest, lay(tmp_path / "return"))
    assert found.is_unchanged
    assert {each.status for each in found.components} == {Status.SAME}


def test_a_changed_optimizer_is_named_by_file_component_and_point(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    found = compared(manifest, lay(tmp_path / "return", {"checkpoint-10/optimizer.pt": torch_zip(adamw(9))}))
    assert not found.is_unchanged
    assert statuses(found)["optimizer.pt"] is Status.CHANGED
    (optimizer,) = [each for each in found.components if each.kind == "K3"]
    assert optimizer.status is Status.CHANGED
    assert optimizer.offered == ((10, "optimizer steps"),)
    assert optimizer.returned == ((9, "optimizer steps"),)
    (model,) = [each for each in found.components if each.kind == "K1"]
    assert model.status is Status.SAME


def test_missing_and_extra_files_are_told_apart(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    returned = lay(tmp_path / "return", {"checkpoint-10/notes.txt": b"new"})
    (returned / "checkpoint-10" / "scheduler.pt").unlink()
    found = compared(manifest, returned)
    assert statuses(found)["scheduler.pt"] is Status.MISSING
    assert statuses(found)["notes.txt"] is Status.EXTRA
    assert not found.is_unchanged


def test_an_extra_file_alone_leaves_everything_unchanged(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    assert compared(manifest, lay(tmp_path / "return", {"notes.txt": b"new"})).is_unchanged


def test_a_renamed_file_is_missing_and_found_elsewhere(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    returned = lay(tmp_path / "return")
    (returned / "checkpoint-10" / "optimizer.pt").rename(returned / "checkpoint-10" / "moved.pt")
    found = compared(manifest, returned)
    (missing,) = [each for each in found.files if each.status is Status.MISSING]
    assert missing.note == "A file with its contents lies at checkpoint-10/moved.pt."


def test_without_digests_nothing_is_called_the_same(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"), has_digests=False)
    found = compared(manifest, lay(tmp_path / "return"))
    assert set(statuses(found).values()) == {Status.NOT_COMPARED}
    assert not found.is_unchanged


def test_an_empty_manifest_establishes_nothing(tmp_path):
    (tmp_path / "offer").mkdir()
    assert not compared(manifest_of(tmp_path / "offer"), lay(tmp_path / "return")).is_unchanged


def test_a_report_is_read_back_and_not_believed_about_its_sum(tmp_path):
    manifest = manifest_of(lay(tmp_path / "offer"))
    found = compared(manifest, lay(tmp_path / "return", {"checkpoint-10/optimizer.pt": torch_zip(adamw(9))}))
    form = json.loads(json.dumps(verification_form(found)))
    jsonschema.validate(form, report_schema())
    report = read_report({**form, "is_unchanged": True})
    assert not report.is_unchanged
    assert report.files == tuple(
        type(each)(each.path, each.status, each.offered, each.returned, each.note) for each in found.files
    )
    assert report.components == found.components


@pytest.mark.parametrize(
    "change", [{"version": 9}, {"files": [1]}, {"components": [{"kind": "K99"}]}, {"inspection": 1}]
)
def test_a_report_in_another_form_is_refused(tmp_path, change):
    form = verification_form(compared(manifest_of(lay(tmp_path / "offer")), lay(tmp_path / "return")))
    with pytest.raises(Refused):
        read_report({**form, **change})


def test_digests_count_every_byte_once(tmp_path):
    source = of_path(lay(tmp_path))
    told = []
    digest_files(source.files.values(), told.append)
    assert sum(told) == sum(each.size for each in source.files.values())


def test_a_file_that_cannot_be_read_does_not_stop_the_rest(tmp_path):
    source = of_path(lay(tmp_path))
    (tmp_path / "checkpoint-10" / "optimizer.pt").unlink()
    found = {each.path.rpartition("/")[2]: each for each in digest_files(source.files.values())}
    assert found["optimizer.pt"].problem
    assert found["model.safetensors"].sha256


def test_an_interrupt_stops_the_threads(tmp_path):
    source = of_path(lay(tmp_path))

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        digest_files(source.files.values(), interrupt)
    assert not [each for each in threading.enumerate() if each.name.startswith("ThreadPool")]
