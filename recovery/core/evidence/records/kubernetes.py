"""Kubernetes: VolumeSnapshot, VolumeGroupSnapshot and their content objects, as YAML, JSON or description."""

from dataclasses import replace
from typing import Any

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Member
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.kubectl_describe import is_description, printed_name, read_descriptions
from recovery.core.evidence.records.labels import labels_in_pairs, labels_in_text
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known, strings
from recovery.core.guide.marking import gettext_noop as _

_KINDS = ("VolumeSnapshot", "VolumeSnapshotContent", "VolumeGroupSnapshot", "VolumeGroupSnapshotContent")
_REQUEST = _("when the request object was made; not the instant of the contents")
_CUT = _("when the storage system took the copy, as its driver reports")
_READY = (
    Usability.USABLE,
    _("The record prints it as ready to use; for snapshots made elsewhere this may be a default."),
)
_WAITING = (Usability.BEING_MADE, _("The copy is not ready to use; the instant of its contents may already stand."))
_ERROR = (Usability.FAILED, _("The record carries an error and is not ready to use."))
_NOT_SAID = (Usability.NOT_STATED, _("The record does not say whether the copy is ready to use."))
_DRIVER = _("The kind of the object does not fix the mechanism: the product behind the driver decides.")
_GROUP = _(
    "The interface asks the driver for one instant in write order for all members; nothing is asked of the application."
)


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the snapshots of Kubernetes objects; nothing for another document."""
    if is_description(document.text):
        objects = tuple(Row(each, "", printed_name) for each in read_descriptions(document.text))
    else:
        objects = tuple(_objects(document))
    copies = tuple(_copy(each) for each in objects if each.value.get("kind") in _KINDS)
    if not copies or len(copies) != len(objects):
        return ()
    output = "kubectl describe" if document.text else "kubectl get -o yaml"
    return (CopyRecord("Kubernetes volume snapshot", output, Captures.UNKNOWN, join(copies)),)


def _objects(document: Document) -> list[Row]:
    found: list[Any] = []
    for value in document.values:
        is_list = isinstance(value, dict) and str(value.get("kind", "")).endswith("List")
        found.extend(value.get("items") or [] if is_list else [value])
    return [Row(each if isinstance(each, dict) else {}) for each in found]


def _copy(row: Row) -> Copy:
    if row.value["kind"].endswith("Content"):
        return _content(row)
    group = row.value["kind"] == "VolumeGroupSnapshot"
    in_write_order = group and str(row.value.get("apiVersion")).startswith("groupsnapshot.storage.k8s.io/")
    content = row.row("status") if row.text("status", "boundVolumeSnapshotContentName") else row.row("spec")
    return replace(
        _common(row),
        copy_id=_full_name(row, row.text("metadata", "name")),
        ids=known(
            row.printed("metadata", "uid"),
            row.printed("status", "boundVolumeSnapshotContentName"),
            content.printed("boundVolumeGroupSnapshotContentName"),
            row.printed("status", "boundVolumeGroupSnapshotContentName"),
        ),
        source_name=_full_name(row, row.text("spec", "source", "persistentVolumeClaimName")),
        set_id=_full_name(row, row.text("metadata", "name"))
        if group
        else row.text("status", "volumeGroupSnapshotName"),
        captured=row.instant("status", "creationTime", meaning=_CUT),
        consistency=Consistency.CRASH_SET if in_write_order else Consistency.UNKNOWN,
        consistency_reason=_GROUP if in_write_order else _DRIVER,
    )


def _content(row: Row) -> Copy:
    claims = row.texts("spec", "persistentVolumeClaimList")
    handles = row.texts("spec", "source", "volumeHandles")
    handle = row.text("status", "snapshotHandle") or row.text("spec", "source", "snapshotHandle")
    group = row.text("status", "volumeGroupSnapshotHandle")
    return replace(
        _common(row),
        copy_id=handle or group,
        ids=known(
            row.printed("metadata", "name"),
            row.printed("metadata", "uid"),
            row.printed("spec", "driver"),
            row.printed("spec", "volumeSnapshotRef", "uid"),
            row.printed("spec", "volumeGroupSnapshotRef", "uid"),
        ),
        source_id=row.text("spec", "source", "volumeHandle"),
        set_id=group or row.text("spec", "volumeGroupSnapshotName"),
        members=tuple(Member(source_name=each) for each in claims) + tuple(Member(source_id=each) for each in handles),
        captured=row.instant("status", "creationTime", meaning=_CUT),
        consistency_reason=_DRIVER,
    )


def _common(row: Row) -> Copy:
    usability, reason = _usability(row)
    return Copy(
        name=row.text("metadata", "name"),
        requested=row.instant("metadata", "creationTimestamp", meaning=_REQUEST),
        states=known(row.printed("status", "readyToUse"), row.printed("status", "error", "message")),
        usability=usability,
        usability_reason=reason,
        labels=labels_in_text("metadata.name", row.text("metadata", "name"))
        + labels_in_pairs("metadata.labels", _stated_pairs(row, "labels"))
        + labels_in_pairs("metadata.annotations", _stated_pairs(row, "annotations")),
    )


def _usability(row: Row) -> tuple[Usability, str]:
    ready = row.text("status", "readyToUse")
    if ready == "true":
        return _READY
    if row.value.get("status") and isinstance(row.value["status"], dict) and row.value["status"].get("error"):
        return _ERROR
    return _WAITING if ready == "false" else _NOT_SAID


def _stated_pairs(row: Row, key: str) -> tuple[tuple[str, str], ...]:
    """The labels or annotations, without the copy of the whole object that kubectl keeps in one of them."""
    held = row.row("metadata", key)
    kept = {each: value for each, value in held.value.items() if "last-applied-configuration" not in each}
    return Row({key: kept}).pairs(key)


def _full_name(row: Row, name: str | None) -> str | None:
    space = row.text("metadata", "namespace")
    return f"{space}/{name}" if name and space else name


def join(copies: tuple[Copy, ...]) -> tuple[Copy, ...]:
    """Return ``copies`` with each request joined to the content object that names it, by uid or by bound name."""
    contents = [copy for copy in copies if _is_content(copy)]
    joined, used = [], []
    for copy in copies:
        if _is_content(copy):
            continue
        mine = next((each for each in contents if _tied(copy, each)), None)
        joined.append(copy if mine is None else _merged(copy, mine))
        used.extend([] if mine is None else [id(mine)])
    return tuple(joined) + tuple(each for each in contents if id(each) not in used)


def _values(copy: Copy, *endings: str) -> set[str]:
    plain = {each.field.replace(" ", "").lower(): each.value for each in copy.ids}
    return {value for field, value in plain.items() if field.endswith(tuple(ending.lower() for ending in endings))}


def _is_content(copy: Copy) -> bool:
    return bool(_values(copy, "metadata.name"))


def _tied(copy: Copy, content: Copy) -> bool:
    by_uid = _values(copy, "metadata.uid") & _values(content, "Ref.uid")
    by_name = _values(copy, "ContentName") & _values(content, "metadata.name")
    referred = _values(content, "Ref.uid")
    return bool(by_uid or (by_name and not referred))


def _merged(copy: Copy, content: Copy) -> Copy:
    space = (copy.copy_id or "").rpartition("/")[0]
    members = tuple(
        replace(each, source_name=f"{space}/{each.source_name}") if space and each.source_name else each
        for each in content.members
    )
    finer = content.captured or copy.captured
    doubtful = Usability.USABLE not in (copy.usability, content.usability)
    worse = content if content.usability is not Usability.USABLE and not doubtful else copy
    return replace(
        copy,
        copy_id=content.copy_id or copy.copy_id,
        ids=tuple(dict.fromkeys(copy.ids + content.ids)),
        source_id=content.source_id,
        members=members,
        captured=finer,
        other_times=tuple(each for each in (copy.captured,) if each and each != finer),
        states=tuple(dict.fromkeys(copy.states + content.states)),
        usability=worse.usability,
        usability_reason=worse.usability_reason,
        labels=tuple(dict.fromkeys(copy.labels + content.labels)),
        notes=strings((*copy.notes, *content.notes)),
    )
