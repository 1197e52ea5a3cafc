"""C6: the boundary and the listed contents, for stated storage contents only (domain.md 4.4, 4.9.26, 4.9.35)."""

from recovery.core.checks.components import whole_copy
from recovery.core.checks.finding import MET, NOT_APPLICABLE, Finding, answer_of, joined, lacking, waiting
from recovery.core.checks.listed import beside, row_point
from recovery.core.checks.point import names_point
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.intent import Intent, ListedContent
from recovery.core.offer import Offer, ReturnedObject, StorageCopy
from recovery.core.progress import Comparison, compare
from recovery.core.verdict import Check, Missing


def contents_as_listed(intent: Intent, offer: Offer, returned: ReturnedObject) -> Finding:
    """C6. A list not covered is a gap that also names the copy; a covered list without a boundary is a blank."""
    if intent.outcome != "O4":
        return NOT_APPLICABLE
    copy = offer.copy_of(returned)
    rows = tuple(_covered(intent, offer, returned, number) for number in range(1, len(intent.contents) + 1))
    listed = joined(*rows, whole_copy(offer, returned), _picked(returned))
    if returned.kind == "copy_unidentifiable" and listed.blanks:
        return lacking("H2", Missing("contents"))
    if copy is None:
        return (
            joined(listed, lacking("H2", Missing("copy"))) if listed.missing else joined(listed, waiting("H2", "S30"))
        )
    return joined(listed, _boundary(copy))


def _picked(returned: ReturnedObject) -> Finding:
    """4.4 F7 and R10: what a rule picks is stated contents only by a promised point, never by a copy time."""
    if returned.kind != "rule":
        return MET
    if returned.latest_means in ("", "copy_event"):
        return waiting("H4", "S9")
    if returned.point_is == "promise":
        return MET
    return waiting("H4", "S10b" if names_point(returned) and not returned.point_is else "S8")


def _boundary(copy: StorageCopy) -> Finding:
    if copy.boundary == "buyers":
        return MET
    return lacking("H2", Missing("copy")) if copy.boundary == "another" else waiting("H2", "S30a")


def _covered(intent: Intent, offer: Offer, returned: ReturnedObject, number: int) -> Finding:
    """Say whether one listed row is inside; rows that must form one checkpoint are sought in one object."""
    row, copy = intent.contents[number - 1], offer.copy_of(returned)
    for each in beside(offer, returned):
        together = [
            other
            for other, listed in enumerate(intent.contents, 1)
            if other == number or (row.one_checkpoint and listed.one_checkpoint and listed.point == row.point)
        ]
        if all(listed_row(intent, each, copy, other).check is Check.MET for other in together):
            return MET
    return listed_row(intent, returned, copy, number)


def listed_row(intent: Intent, returned: ReturnedObject, copy: StorageCopy | None, number: int) -> Finding:
    """Say whether row ``number`` of B19 is in one object, or said by S30b to be inside its copy."""
    row = intent.contents[number - 1]
    stated = dict(copy.contents).get(number, "") if copy else ""
    gap = Missing(str(row.component) if row.component else "contents", row.point if row.component else None, row.item)
    if stated == "not_inside":
        return lacking("H2", gap)
    if row.component is None:
        return MET if stated == "inside" else waiting("H2", "S30b")
    answer = answer_of(returned, row.component)
    if answer in ("no", "new"):
        return lacking("H2", gap)
    if answer == "not_applicable":  # only the application owner's word counts (4.9.11)
        return waiting("H2", "S7", "owner")
    if answer != "yes":
        return MET if stated == "inside" else waiting("H2", "S30b" if copy else "S7")
    return _row_point(intent, returned, row, gap, stated)


def _row_point(intent: Intent, returned: ReturnedObject, row: ListedContent, gap: Missing, stated: str) -> Finding:
    if row.component is None or row.component.code in WITHOUT_POINT or row.point.is_blank:
        return MET
    found = compare(row.point, row_point(intent, returned, row))
    if found is Comparison.SAME:
        return MET
    if found is Comparison.BLANK:
        return MET if stated == "inside" and returned.point_of(row.component).is_blank else waiting("H2", "S8")
    return waiting("H3", "B6a", "buyer") if found is Comparison.OTHER_SCALE else lacking("H3", gap)
