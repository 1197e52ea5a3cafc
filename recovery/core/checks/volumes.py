"""Whether a checkpoint that spans several volumes came back whole (domain.md 4.8 G15)."""

from recovery.core.checks.finding import MET, Finding, lacking, waiting
from recovery.core.offer import Offer, ReturnedObject, StorageCopy
from recovery.core.verdict import Missing

_ONE_INSTANT = frozenset(("crash_set", "quiesced", "application"))
_READ_FROM_THE_SAVE = frozenset(("one_save", "same_id", "owner_statement"))


def volumes_whole(offer: Offer, returned: ReturnedObject) -> Finding:
    """G15: every volume that the checkpoint spans is in the copy, as one group or each coherent by the save itself."""
    copy = offer.copy_of(returned)
    if copy is None or not copy.spans:
        return MET
    if not copy.volumes:
        return waiting("H2", "S31")
    if not set(copy.spans) <= {each.name for each in copy.volumes}:
        return lacking("H2", Missing("complete_set"))
    return _consistent(copy, returned)


def _consistent(copy: StorageCopy, returned: ReturnedObject) -> Finding:
    # A committed save whose own record names its parts was whole before anything was copied.
    coherent = returned.save_state == "committed" and returned.basis in _READ_FROM_THE_SAVE
    if len(copy.spans) < 2 or copy.consistency in _ONE_INSTANT or coherent:
        return MET
    return waiting("H2", "S33") if copy.consistency in ("", "unknown") else lacking("H2", Missing("complete_set"))
