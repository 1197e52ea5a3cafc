"""Why the parts are said to belong together: R5-R8, R16, R17, R32, R33."""

from collections.abc import Callable, Iterator
from itertools import combinations

from recovery.core.contradictions.firing import (
    ask,
    component_words,
    components_words,
    hard,
    listed,
    point_words,
)
from recovery.core.contradictions.subject import (
    is_called_complete,
    is_one_of,
    lines_differ,
    pointed_parts,
    values_differ,
)
from recovery.core.guide.choices import TIERS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point, number
from recovery.core.verdict import Contradiction

_TIER_ORDER = {option.code: place for place, option in enumerate(TIERS)}
_TIER_WORDS = {option.code: option.label.lower() for option in TIERS}
_PER_PROCESS = ("K8", "K9")
_WEAK = {"newest": _("the newest of each"), "name": _("a file or folder name")}


def _first_pair(returned: ReturnedObject, differ: Callable[[Point, Point], bool]) -> tuple[str, str, str, str] | None:
    """Return, in words, the first two parts called one checkpoint whose points ``differ``: part, point, part, point."""
    if returned.one_checkpoint != "yes":
        return None
    stated = [(each, returned.point_of(each)) for each in pointed_parts(returned)]
    if all(point == stated[0][1] for _part, point in stated):
        return None
    for (one, first), (other, second) in combinations(stated, 2):
        if differ(first, second):
            return component_words(one), point_words(first), component_words(other), point_words(second)
    return None


def one_checkpoint_at_several_points(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R5: stated to be one checkpoint, with different points. Other scales and K12-K17 are silent (4.9.13, 4.9.24)."""
    for each in offer.objects:
        found = _first_pair(each, lambda one, other: values_differ(one, other, intent))
        if found:
            one, first, other, second = found
            yield hard(
                "R5",
                "H4",
                _("{name} is stated to be one checkpoint, with {one} at {first} and {other} at {second}.").format(
                    name=each.name, one=one, first=first, other=other, second=second
                ),
                _("Return them as separate objects, or correct the points."),
                ("S11a", "S8"),
                about=each.name,
            )


def ids_differ(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R6: the same id is the basis, and the ids differ or one is missing."""
    del intent
    for each in offer.objects:
        parts = pointed_parts(each)
        if each.basis != "same_id" or len(parts) < 2:
            continue
        ids = dict(each.ids)
        missing = [part for part in parts if not ids.get(part)]
        if missing or len({ids[part] for part in parts}) > 1:
            found = (
                _("none is given for {parts}").format(parts=components_words(missing))
                if missing
                else listed(f"{component_words(part)}: {ids[part]}" for part in parts)
            )
            yield hard(
                "R6",
                "H4",
                _(
                    "The parts of {name} are said to carry the same checkpoint id, and the ids do not agree: {found}."
                ).format(name=each.name, found=found),
                _("Give the equal id of every part, or choose another basis."),
                ("S12", "S13"),
                about=each.name,
            )


def one_checkpoint_of_several_lines(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R7: parts from different runs or branches, stated to be one checkpoint (S11a yes)."""
    del intent
    for each in offer.objects:
        found = _first_pair(each, lines_differ)
        if found:
            one, first, other, second = found
            yield hard(
                "R7",
                "H4",
                _("{name} is stated to be one checkpoint, with {one} at {first} and {other} at {second}.").format(
                    name=each.name, one=one, first=first, other=other, second=second
                ),
                _("Parts of two runs or branches are two objects: return them apart, or correct the run or branch."),
                ("S11a", "S8"),
                about=each.name,
            )


def one_checkpoint_by_name_or_time(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R8: stated to be one checkpoint because each part is the newest, or by file or folder name only."""
    del intent
    for each in offer.objects:
        if each.one_checkpoint == "yes" and each.basis in _WEAK:
            yield hard(
                "R8",
                "H4",
                _("{name} is stated to be one checkpoint, and the only basis is {basis}.").format(
                    name=each.name, basis=_WEAK[each.basis]
                ),
                _("Give a basis read from the save itself or the owner's statement, or do not state one checkpoint."),
                ("S11a", "S12"),
                about=each.name,
            )


def unfinished_upload_called_complete(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R16: complete claimed, the upload not finished, and the tier reached below the tier promised (4.9.18).

    Reached and promised the same: no effect. Either tier not stated: no conflict, only a blank.
    """
    del intent
    for each in offer.objects:
        reached, promised = _TIER_ORDER.get(each.tier_reached), _TIER_ORDER.get(each.tier_promised)
        below = reached is not None and promised is not None and reached < promised
        if each.save_state == "staged" and below and is_called_complete(each):
            yield hard(
                "R16",
                "H2",
                _("{name} is claimed to be complete on {promised}, and its upload has reached only {reached}.").format(
                    name=each.name,
                    promised=_TIER_WORDS[each.tier_promised],
                    reached=_TIER_WORDS[each.tier_reached],
                ),
                _("Promise the tier that the save has reached, or finish the upload first."),
                ("S15", "S15a", "S15b"),
                about=each.name,
            )


def shards_missing_called_complete(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R17: files of fewer processes returned than saved, complete claimed, and no conversion stated."""
    del intent
    for each in offer.objects:
        saved, returned = each.saved_by, each.returned_by
        was_converted = bool(each.conversion_tool) or any(code == "converted" for _part, code in each.carried)
        short = saved is not None and returned is not None and returned < saved
        if saved is not None and returned is not None and short and not was_converted and is_called_complete(each):
            yield hard(
                "R17",
                "H4",
                _(
                    "{name} was saved by {saved} processes, files of {returned} are returned, and it is called whole."
                ).format(name=each.name, saved=number(saved), returned=number(returned)),
                _("Return the files of every process, name the conversion, or do not call it complete."),
                ("S14", "S11a" if each.one_checkpoint == "yes" else "S21"),
                about=each.name,
            )


def _layouts_differ(intent: Intent, returned: ReturnedObject) -> bool:
    stated = bool(returned.layout_at_save and returned.layout_after)
    return intent.layout == "different" or (stated and returned.layout_at_save != returned.layout_after)


def required_part_not_carried(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R32: another layout, a required part not carried over, and S21 = O3 or S11a yes (4.9.8)."""
    for each in offer.objects:
        left = [part for part, code in each.carried if code == "not_carried" and is_one_of(part, intent.required)]
        if left and _layouts_differ(intent, each) and is_called_complete(each):
            yield hard(
                "R32",
                "H5",
                _("{name} is claimed to be complete, and {parts} is not carried over to the other layout.").format(
                    name=each.name, parts=components_words(left)
                ),
                _("Say how that part is carried over, or claim another result."),
                ("S16", "S11a" if each.one_checkpoint == "yes" else "S21"),
                about=each.name,
            )


def per_process_state_unchanged(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R33: random state or data position carried over as it is, and the number of processes differs (S14, S16a)."""
    del intent
    for each in offer.objects:
        kept = [part for part, code in each.carried if code == "same" and part.code in _PER_PROCESS]
        counts = each.saved_by is not None and each.returned_by is not None and each.saved_by != each.returned_by
        layouts = bool(each.layout_at_save and each.layout_after) and each.layout_at_save != each.layout_after
        if kept and (counts or layouts):
            yield ask(
                "R33",
                "H5",
                _("{name} carries {parts} over as it is, and the number of processes changes.").format(
                    name=each.name, parts=components_words(kept)
                ),
                _("Say how a state kept by each process fits another number of processes."),
                ("S16", "S16a", "S14"),
                about=each.name,
            )
