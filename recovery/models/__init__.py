"""Tables and chainable querysets; rows to core values and back, nothing cleverer."""

from recovery.models.account import Membership, Organisation, Role, User
from recovery.models.attachment import Acceptance, Attachment, KeptFile
from recovery.models.clock import db_clock
from recovery.models.digest import canonical, digest_of
from recovery.models.evaluation import Score
from recovery.models.event import Event
from recovery.models.inquiry import Inquiry, IntentVersion, Invitation, State
from recovery.models.installation import Installation
from recovery.models.job import Job, JobState
from recovery.models.offer import LateAttempt, Offer, Revision
from recovery.models.report import Report, ReportKind

__all__ = [
    "Acceptance",
    "Attachment",
    "Event",
    "Inquiry",
    "Installation",
    "IntentVersion",
    "Invitation",
    "Job",
    "JobState",
    "KeptFile",
    "LateAttempt",
    "Membership",
    "Offer",
    "Organisation",
    "Report",
    "ReportKind",
    "Revision",
    "Role",
    "Score",
    "State",
    "User",
    "canonical",
    "db_clock",
    "digest_of",
]
