"""Amazon S3: listings of versions, of objects and of open uploads, and one object's head."""

from recovery.core.evidence.records.copy_record import Copy, CopyRecord, Printed
from recovery.core.evidence.records.document import Document
from recovery.core.evidence.records.labels import labels_in_paths
from recovery.core.evidence.records.levels import Captures, Consistency, Usability
from recovery.core.evidence.records.printed import Row, known
from recovery.core.guide.marking import gettext_noop as _

_WRITTEN = _("when the service wrote this object; there is no time for a set of objects")
_LISTED = _("A listed object is whole: an upload is not shown before it is completed.")
_OPEN = _("The upload is still open: the object does not exist yet.")
_ALONE = _("Each object is whole by itself; a checkpoint of several objects is not.")
_HIDDEN = _("The newest entry of this key is a delete marker: a plain listing does not show the object.")
_CUT_SHORT = _("The listing was cut short: it does not hold every key.")
_EACH_KEY = _("The mark of the latest version belongs to one key, not to a checkpoint.")
_LISTING = _("A listing says what was there when it was made and prints no time of its own.")
_REPLICATION = {
    "COMPLETED": (Usability.USABLE, _("The replication of this object is printed as completed.")),
    "REPLICA": (Usability.USABLE, _("This object is a replica; other objects of a checkpoint may still be missing.")),
    "PENDING": (Usability.BEING_MADE, _("The replication of this object is pending.")),
    "FAILED": (Usability.FAILED, _("The replication of this object failed and is not tried again by itself.")),
}


def read(document: Document) -> tuple[CopyRecord, ...]:
    """Return the objects of an S3 record; nothing for another document."""
    whole = document.only
    notes = (_CUT_SHORT,) if whole.value.get("IsTruncated") in (True, "true") else ()
    if whole.holds("Versions", "Key", "VersionId") or whole.holds("DeleteMarkers", "Key", "VersionId"):
        return (_record("aws s3api list-object-versions", _versions(whole), notes=(*notes, _EACH_KEY)),)
    if whole.holds("Uploads", "UploadId", "Key"):
        return (
            _record(
                "aws s3api list-multipart-uploads", tuple(_upload(each, whole) for each in whole.rows("Uploads")), notes
            ),
        )
    if whole.holds("Contents", "Key", "ETag"):
        return (_record("aws s3api list-objects-v2", (_listing(whole),), (*notes, _LISTING)),)
    if whole.has("ETag", "LastModified") and (whole.has("ReplicationStatus") or whole.has("VersionId")):
        return (_record("aws s3api head-object", (_head(whole),), ()),)
    return ()


def _record(output: str, copies: tuple[Copy, ...], notes: tuple[str, ...]) -> CopyRecord:
    return CopyRecord("Amazon S3 objects", output, Captures.OBJECTS, copies, (), notes)


def _versions(whole: Row) -> tuple[Copy, ...]:
    hidden = {row.text("Key") for row in whole.rows("DeleteMarkers") if row.text("IsLatest") == "true"}
    return tuple(_version(row, whole, hidden=row.text("Key") in hidden) for row in whole.rows("Versions"))


def _version(row: Row, whole: Row, *, hidden: bool) -> Copy:
    key = row.text("Key")
    return Copy(
        copy_id=row.text("VersionId"),
        ids=known(row.printed("ETag"), row.printed("IsLatest")),
        source_name=key,
        held_in=whole.text("Name"),
        captured=row.instant("LastModified", meaning=_WRITTEN),
        usability=Usability.USABLE,
        usability_reason=_LISTED,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ALONE,
        labels=labels_in_paths("Key", (key or "",)),
        notes=(_HIDDEN,) if hidden else (),
    )


def _upload(row: Row, whole: Row) -> Copy:
    key = row.text("Key")
    return Copy(
        copy_id=row.text("UploadId"),
        source_name=key,
        held_in=whole.text("Bucket"),
        requested=row.instant("Initiated", meaning=_("when the upload was begun")),
        usability=Usability.BEING_MADE,
        usability_reason=_OPEN,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ALONE,
        labels=labels_in_paths("Key", (key or "",)),
    )


def _listing(whole: Row) -> Copy:
    rows = whole.rows("Contents")
    keys = [row.text("Key") or "" for row in rows]
    return Copy(
        source_name=whole.text("Prefix"),
        held_in=whole.text("Name"),
        ids=(Printed("Contents", str(len(rows))),),
        usability_reason=_("A listing of objects is no record of a copy."),
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ALONE,
        labels=labels_in_paths("Key", keys),
    )


def _head(whole: Row) -> Copy:
    usability, reason = _REPLICATION.get(whole.text("ReplicationStatus") or "", (Usability.USABLE, _LISTED))
    return Copy(
        copy_id=whole.text("VersionId"),
        ids=known(whole.printed("ETag"), whole.printed("ContentLength")),
        captured=whole.instant("LastModified", meaning=_WRITTEN),
        states=known(whole.printed("ReplicationStatus")),
        usability=usability,
        usability_reason=reason,
        consistency=Consistency.FILE_BY_FILE,
        consistency_reason=_ALONE,
        notes=(_("The record does not print the key of the object."),),
    )
