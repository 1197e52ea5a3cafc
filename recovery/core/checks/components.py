"""C2: the required components are present, whole, in the form asked for, and survive the move (guide Q2)."""

from recovery.core.checks.finding import (
    MET,
    OPTIMIZER,
    Finding,
    answer_of,
    joined,
    lacking,
    required_of,
    waiting,
)
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.verdict import Missing

TIERS = ("memory", "node_local", "shared", "object_store", "other_site")


def components_present(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C2. Contents that are not stated are asked for; contents that cannot be identified are a gap (4.4)."""
    if returned.kind == "copy_unidentifiable":
        return lacking("H2", Missing("contents"))
    if returned.kind == "copy_unstated" and not returned.present():
        return waiting("H2", "S7")
    if not returned.kind:
        return waiting("H5", "S6")
    return joined(
        *(_present(intent, returned, each) for each in required_of(intent)),
        *(_carried(intent, returned, each) for each in required_of(intent)),
        _form(intent, returned),
        _base(intent, returned),
        _conversion(returned),
        _whole(offer, returned),
        _copied(offer, returned),
    )


def missing_at(intent: Intent, component: Component) -> Missing:
    """Return ``component`` as missing at the wanted point, or without a point where it has none of its own (4.9.24)."""
    fixed = intent.rule in ("exactly", "at_least") and component.code not in WITHOUT_POINT
    return Missing(str(component), intent.wanted if fixed else None)


def _present(intent: Intent, returned: ReturnedObject, component: Component) -> Finding:
    answer = answer_of(returned, component)
    if answer == "yes":
        return MET
    if component == OPTIMIZER and intent.outcome == "O2" and answer == "new":
        return MET
    heading = "H1" if component.code in ("K3", "K4") else "H5"
    if answer in ("no", "new"):
        return lacking(heading, missing_at(intent, component))
    if answer == "not_applicable":  # only the application owner's word counts (4.9.11)
        return waiting(heading, "S7", "owner")
    return waiting(heading, "S7")


def _carried(intent: Intent, returned: ReturnedObject, component: Component) -> Finding:
    code = next((each for part, each in returned.carried if part == component), "")
    if code == "not_carried":
        return lacking("H5", missing_at(intent, component))
    asked = intent.outcome == "O3" and intent.layout == "different" and component.code not in WITHOUT_POINT
    if asked and not code and answer_of(returned, component) == "yes":
        return waiting("H5", "S16")
    return MET


def _form(intent: Intent, returned: ReturnedObject) -> Finding:
    models = [each for each in required_of(intent) if each.code == "K1"]
    if not any(answer_of(returned, each) == "yes" for each in models):
        return MET
    if not returned.form:
        return waiting("H1", "S18") if intent.form not in ("", "any") else MET
    if intent.form in ("any", returned.form):
        return MET
    if intent.form:
        return lacking("H1", Missing("form"))
    if returned.form == "as_trained":
        return MET
    # G8: averaged or converted weights are another W; a buyer who named no form is asked, except where O3 settles it.
    return lacking("H1", Missing("form")) if intent.outcome == "O3" else waiting("H1", "B13", "buyer")


def _base(intent: Intent, returned: ReturnedObject) -> Finding:
    if returned.self_contained == "no" and not returned.depends_on:
        return lacking("H2", Missing("base"))
    if returned.form != "adapter" or intent.outcome == "O4":
        return MET
    if not returned.base or (intent.form == "adapter" and intent.base and returned.base != intent.base):
        return lacking("H1", Missing("base"))
    return MET


def _conversion(returned: ReturnedObject) -> Finding:
    converted = returned.form == "converted" or any(code == "converted" for _, code in returned.carried)
    return waiting("H5", "S17") if converted and not returned.conversion_tool else MET


def _whole(offer: Offer, returned: ReturnedObject) -> Finding:
    """4.9.14, 4.9.18 and G15: short of shards, below the promised tier, or short of volumes is no complete set."""
    short = (
        returned.saved_by is not None and returned.returned_by is not None and returned.returned_by < returned.saved_by
    )
    if short and not returned.conversion_tool:
        return lacking("H4", Missing("complete_set"))
    copy = offer.copy_of(returned)
    if copy and copy.volumes and not set(copy.spans) <= {each.name for each in copy.volumes}:
        return lacking("H2", Missing("complete_set"))
    if returned.save_state != "staged":
        return MET
    if not returned.tier_reached or not returned.tier_promised:
        return waiting("H2", "S15a" if not returned.tier_reached else "S15b")
    reached, promised = TIERS.index(returned.tier_reached), TIERS.index(returned.tier_promised)
    return MET if reached >= promised else lacking("H2", Missing("complete_set"))


def _copied(offer: Offer, returned: ReturnedObject) -> Finding:
    """4.9.19: an honestly failed copy holds nothing; one in progress is waited for."""
    copy = offer.copy_of(returned)
    if copy is None or copy.status not in ("failed", "in_progress"):
        return MET
    return lacking("H4", Missing("copy")) if copy.status == "failed" else waiting("H4", "S34")


def whole_copy(offer: Offer, returned: ReturnedObject) -> Finding:
    """Return what C6 asks of the copy as a whole for stated contents: finished, and short of nothing."""
    return joined(_whole(offer, returned), _copied(offer, returned), _base(Intent(outcome="O4"), returned))
