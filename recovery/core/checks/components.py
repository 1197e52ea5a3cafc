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
from recovery.core.checks.volumes import volumes_whole
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.verdict import Check, Missing

IDENTIFIED = _("contents that can be identified")
SAVE_NOT_KNOWN = _("Whether the save is committed is stated as not known (S15). Ask the supplier.")
TIERS = ("memory", "node_local", "shared", "object_store", "other_site")


def components_present(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C2. Contents that are not stated are asked for; contents that cannot be identified are a gap (4.4)."""
    if returned.kind == "copy_unidentifiable":
        return lacking("H2", Missing("contents", item=say(IDENTIFIED)))
    if returned.kind == "copy_unstated" and not returned.present():
        return waiting("H2", "S7")
    if not returned.kind:
        return waiting("H5", "S6")
    return joined(
        *(_present(intent, returned, each) for each in required_of(intent)),
        *(_carried(intent, returned, each) for each in required_of(intent)),
        _new_optimizer(intent, returned),
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


def _new_optimizer(intent: Intent, returned: ReturnedObject) -> Finding:
    """4.9.25: where the supplier sets up the new optimizer (B14), an object that names none is waited for."""
    if intent.outcome != "O2" or intent.optimizer_by != "supplier":
        return MET
    named = any(part.code == OPTIMIZER.code and code == "new" for part, code in returned.parts)
    return MET if named else waiting("H3", "S7")


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
        return MET if intent.form == "any" else waiting("H1", "S18")
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
    if not returned.base:
        return lacking("H1", Missing("base"))
    if intent.form != "adapter":
        return MET
    if not intent.base:
        return waiting("H1", "B13a", "buyer")
    same = " ".join(returned.base.casefold().split()) == " ".join(intent.base.casefold().split())
    return MET if same else lacking("H1", Missing("base"))


def _is_converted(returned: ReturnedObject) -> bool:
    return any(code == "converted" for _, code in returned.carried)


def _conversion(returned: ReturnedObject) -> Finding:
    converted = returned.form == "converted" or _is_converted(returned)
    return waiting("H5", "S17") if converted and not returned.conversion_tool else MET


def _whole(offer: Offer, returned: ReturnedObject) -> Finding:
    """4.9.14, 4.9.18 and G15: short of shards, below the promised tier, or short of volumes is no complete set."""
    return joined(_shards(returned), volumes_whole(offer, returned), _uploaded(returned))


def _shards(returned: ReturnedObject) -> Finding:
    saved, back = returned.saved_by, returned.returned_by
    if saved is None and back is None:
        return MET
    if saved is None or back is None:
        return MET if saved == 1 else waiting("H4", "S14")  # half an answer says nothing of the other half
    if back >= saved or returned.conversion_tool or _is_converted(returned):
        return MET
    return lacking("H4", Missing("complete_set"))


def _uploaded(returned: ReturnedObject) -> Finding:
    if returned.save_state == "unknown":
        return Finding(Check.MET, notes=(say(SAVE_NOT_KNOWN),))
    if returned.save_state != "staged":
        return MET
    if not returned.tier_reached or not returned.tier_promised:
        return waiting("H2", "S15a" if not returned.tier_reached else "S15b")
    reached, promised = TIERS.index(returned.tier_reached), TIERS.index(returned.tier_promised)
    return MET if reached >= promised else lacking("H2", Missing("complete_set"))


def _copied(offer: Offer, returned: ReturnedObject) -> Finding:
    """4.9.19: an honestly failed copy holds nothing; one in progress is waited for."""
    copy = offer.copy_of(returned)
    if copy is None and returned.kind.startswith("copy_") and offer.copies:
        return waiting("H2", "S30")  # which of the copies holds it is not said, so nothing is known of that copy
    if copy is None or copy.status not in ("failed", "in_progress"):
        return MET
    return lacking("H4", Missing("copy")) if copy.status == "failed" else waiting("H4", "S34")


def whole_copy(offer: Offer, returned: ReturnedObject) -> Finding:
    """Return what C6 asks of the copy as a whole for stated contents: finished, and short of nothing."""
    return joined(_whole(offer, returned), _copied(offer, returned), _base(Intent(outcome="O4"), returned))
