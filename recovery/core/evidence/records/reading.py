"""The one entry: bytes of a storage record in, what it says about its copies out."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from recovery.core.errors import EvidenceUnreadable
from recovery.core.evidence.records import (
    aws_backup,
    azure,
    borg,
    btrfs,
    ceph_rbd,
    ebs,
    file_copy,
    fsx,
    gcp,
    kopia,
    kubernetes,
    lustre_hsm,
    lvm,
    ontap,
    restic,
    s3,
    snapper,
    storage_gateway,
    velero,
    weka,
    zfs,
)
from recovery.core.evidence.records.copy_record import Copy, CopyRecord
from recovery.core.evidence.records.document import Document, open_document, open_yaml
from recovery.core.evidence.records.stored import MOST_COPIES

Reader = Callable[[Document], tuple[CopyRecord, ...]]

READERS: tuple[Reader, ...] = (
    ebs.read,
    aws_backup.read,
    fsx.read,
    storage_gateway.read,
    s3.read,
    azure.read,
    gcp.read,
    kubernetes.read,
    velero.read,
    zfs.read,
    lvm.read,
    btrfs.read,
    snapper.read,
    ceph_rbd.read,
    ontap.read,
    weka.read,
    restic.read,
    borg.read,
    kopia.read,
    file_copy.read,
    lustre_hsm.read,
)

JOINS: dict[str, Callable[[tuple[Copy, ...]], tuple[Copy, ...]]] = {
    "Kubernetes volume snapshot": kubernetes.join,
    "restic snapshot": restic.join,
}


def read_records(raw: bytes) -> tuple[CopyRecord, ...]:
    """Return what ``raw`` records about storage copies; nothing where it is a text of another kind.

    The writer is recognised by content alone. Raises EvidenceUnreadable for what is no text, is damaged, hostile or
    beyond the limits of a reading, and for a record that two products could have written.
    """
    document = open_document(raw)
    found = _found(document)
    if not found and document.text:
        found = _found(open_yaml(document))
    if sum(len(record.copies) for record in found) > MOST_COPIES:
        raise EvidenceUnreadable(f"It holds more than {MOST_COPIES:,} copies. Attach the records that matter.")
    return found


def _found(document: Document) -> tuple[CopyRecord, ...]:
    answers = [found for found in (read(document) for read in READERS) if found]
    if len(answers) > 1:
        products = ", ".join(found[0].product for found in answers)
        raise EvidenceUnreadable(f"It is ambiguous: it has the shape of several records ({products}).")
    return answers[0] if answers else ()


def join_records(records: Iterable[CopyRecord]) -> tuple[CopyRecord, ...]:
    """Return ``records`` of several files with those joined that name each other: a request and its content object,
    a listing and a run's summary. Nothing is joined by equal times or alike names.
    """
    kept: list[CopyRecord] = []
    for record in records:
        join = JOINS.get(record.product)
        place = next((number for number, each in enumerate(kept) if join and each.product == record.product), None)
        if join is None or place is None:
            kept.append(record)
            continue
        before = kept[place]
        kept[place] = replace(
            before,
            copies=join(before.copies + record.copies),
            facts=tuple(dict.fromkeys(before.facts + record.facts)),
            notes=tuple(dict.fromkeys(before.notes + record.notes)),
        )
    return tuple(kept)
