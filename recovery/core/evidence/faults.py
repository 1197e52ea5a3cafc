"""Why a file, or a part of one, was not read to its end."""

from recovery.core.errors import EvidenceUnreadable


class Unreadable(EvidenceUnreadable):
    """The common part of the two: ``names`` are harmful names met before reading stopped."""

    names: "tuple[str, ...]" = ()


class Damaged(Unreadable):
    """The bytes stop short, contradict themselves, or are not what their place promises."""


class Refused(Unreadable):
    """The bytes are malformed or made to harm a careless reader; reading stops on purpose."""


class BeyondBudget(Refused):
    """The bytes ask for more work or memory than one reading may spend."""
