"""What the evidence rows say against the offer they support: R22-R29, R44."""

from collections.abc import Iterator
from datetime import date

from recovery.core.contradictions.claims import nearest_version, versions_of
from recovery.core.contradictions.firing import (
    ask,
    claimed,
    component_words,
    components_words,
    point_words,
)
from recovery.core.contradictions.subject import is_excused, is_one_of, objects_of, pointed_parts, points_differ
from recovery.core.guide.choices import EVIDENCE_CLAIMS
from recovery.core.guide.components import MODEL, OPTIMIZER
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Component, Intent, Version
from recovery.core.offer import EvidenceItem, Offer, ReturnedObject
from recovery.core.verdict import Contradiction

_TESTS = ("E5", "E6", "E6i", "E7")


def item_words(item: EvidenceItem) -> str:
    """Return the name of an evidence row, or its kind where it has none."""
    return f"{item.id} ({item.kind})" if item.id else item.kind


def _claim_words(item: EvidenceItem) -> str:
    return next((each.label.lower() for each in EVIDENCE_CLAIMS if each.code == item.claim), item.claim)


def copy_record_for_application_state(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R22: the only evidence is a copy's completion record, offered for more than the copying."""
    del intent
    real = [item for item in offer.evidence if item.kind != "E0"]
    if any(item.kind != "E1" for item in real):
        return
    for item in real:
        if item.claim not in ("", "copying"):
            yield ask(
                "R22",
                "H4",
                _("The only evidence is the record of a storage copy, {item}, offered as evidence of: {claim}.").format(
                    item=item_words(item), claim=_claim_words(item)
                ),
                _("Offer it as evidence of copying, and give evidence of the application's state apart from it."),
                ("S23",),
                about=item.object,
            )


def _differing(offer: Offer, item: EvidenceItem, intent: Intent) -> str:
    """Say how a row about "the same object" differs from the offer, or return ""."""
    names = {*(each.name for each in offer.objects), *(each.name for each in offer.copies)}
    if item.object and item.object not in names:
        return _("it names {object}, which is no object of this offer").format(object=item.object)
    stated: list[tuple[Component, ReturnedObject]] = []
    for each in objects_of(offer, item):
        looked_at = [part for part in pointed_parts(each) if not item.loaded or is_one_of(part, item.loaded)]
        stated.extend((part, each) for part in looked_at if not each.point_of(part).is_blank)
    if item.point.is_blank or not stated:
        return ""
    other = [(part, each) for part, each in stated if points_differ(each.point_of(part), item.point, intent)]
    # A row that names what it loaded speaks of each of these parts; any other row of the object's point as a whole.
    if not other or (not item.loaded and len(other) < len(stated)):
        return ""
    part, each = other[0]
    return _("it is at {point}, and {part} of the offer is at {stated}").format(
        point=point_words(item.point), part=component_words(part), stated=point_words(each.point_of(part))
    )


def same_object_differs(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R23: evidence of "the same object" whose object or point differs from the offer."""
    for item in offer.evidence:
        found = _differing(offer, item, intent) if item.same == "same" else ""
        if found:
            yield claimed(
                "R23",
                "H5",
                _("{item} is offered as evidence of this very object, and {found}.").format(
                    item=item_words(item), found=found
                ),
                _("Call it representative, or give evidence of the object that is offered."),
                ("S23",),
                about=item.object,
            )


def _existed_from(offer: Offer, returned: ReturnedObject) -> date | None:
    """Return the day before which the object cannot have been tested: it was saved, or copied, on that day."""
    copy = offer.copy_of(returned)
    copied = (copy.captured_at or copy.requested_at) if copy else None
    known = [each.date() for each in (returned.saved_at, copied) if each is not None]
    return max(known, default=None)


def tested_before_it_was_saved(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R24: a test of the very object is dated before the object was saved or copied."""
    del intent
    for item in offer.evidence:
        if item.kind not in _TESTS or item.on is None or item.same == "representative":
            continue
        for each in objects_of(offer, item):
            from_day = _existed_from(offer, each)
            if from_day is not None and item.on < from_day:
                yield claimed(
                    "R24",
                    "H5",
                    _("{item} is dated {on}, and {name} was saved or copied only on {day}.").format(
                        item=item_words(item), on=item.on.isoformat(), name=each.name, day=from_day.isoformat()
                    ),
                    _("Correct the date, or call it representative."),
                    ("S23", "S35", "S32"),
                    about=each.name,
                )


def _stated_environment(intent: Intent, offer: Offer) -> tuple[Version, ...]:
    """Return the versions of S4 (S4a, or B3 where it is the buyer's), else those that wrote the save (S3)."""
    return offer.environment_versions or (intent.loads_with if offer.environment == "same" else ()) or offer.saved_with


def tested_in_another_environment(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R25: the environment of a test differs from S3/S4, and it is claimed for that environment."""
    stated = _stated_environment(intent, offer)
    for item in offer.evidence:
        if item.kind not in _TESTS or item.for_buyer_environment != "yes":
            continue
        for each in item.environment:
            version = each.version.strip()
            found, other = nearest_version(version, versions_of(stated, each.name) if version else ())
            if found == "differ":
                yield ask(
                    "R25",
                    "H5",
                    _("{item} was made with {name} {version}, and {other} is stated for the offer.").format(
                        item=item_words(item), name=each.name, version=version, other=other
                    ),
                    _("Say what the test shows for the stated environment, or do not claim it for that one."),
                    ("S23", "S3", "S4"),
                    about=item.object,
                )


def _left_out_optimizer(item: EvidenceItem) -> bool:
    loaded_without = bool(item.loaded) and all(each.code != OPTIMIZER for each in item.loaded)
    weights_arm = "weights_only" in item.arms and "with_optimizer" not in item.arms
    return loaded_without or weights_arm


def continuation_tested_without_optimizer(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R26: a continuation test passed with a load that left the optimizer out, and continuation is claimed."""
    excused = is_excused(Component(OPTIMIZER), intent)
    for item in offer.evidence:
        if item.kind != "E7" or item.result != "passed" or excused or not _left_out_optimizer(item):
            continue
        for each in objects_of(offer, item):
            if each.claimed_outcome == "O3":
                yield claimed(
                    "R26",
                    "H1",
                    _(
                        "{item} passed without loading the optimizer state, and continuing is claimed for {name}."
                    ).format(item=item_words(item), name=each.name),
                    _("Test with the optimizer state, or claim further training with a new optimizer."),
                    ("S23", "S24", "S21"),
                    about=each.name,
                )


def _required_parts(intent: Intent) -> tuple[Component, ...]:
    listed = tuple(row.component for row in intent.contents if row.component) if intent.outcome == "O4" else ()
    model = (Component(MODEL),) if intent.outcome in ("O1", "O2", "O3") else ()
    return (*intent.required, *intent.kept, *listed, *model)


def passed_with_a_part_skipped(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R27: a load or continuation test passed, and its warnings name a required part as missing, ignored or skipped."""
    required = _required_parts(intent)
    for item in offer.evidence:
        skipped = [part for part in item.warned if is_one_of(part, required)]
        if item.kind in ("E6", "E7") and item.result == "passed" and skipped:
            yield claimed(
                "R27",
                "H5",
                _("{item} passed, and its warnings name {parts} as missing, ignored or skipped.").format(
                    item=item_words(item), parts=components_words(skipped)
                ),
                _("State the result as “in part”, or repeat the test with every required part."),
                ("S23", "B10"),
                about=item.object,
            )


def late_manifest_for_the_save(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R28: a manifest made after the return, offered as proof of the save or of what belongs together."""
    del intent
    for item in offer.evidence:
        if item.kind == "E4" and item.manifest_made == "after_return" and item.claim in ("saving", "correspondence"):
            yield ask(
                "R28",
                "H5",
                _("The manifest {item} was made after the return, and is offered as evidence of: {claim}.").format(
                    item=item_words(item), claim=_claim_words(item)
                ),
                _("Offer it as an inventory of what was returned, or give the manifest made at the save."),
                ("S23",),
                about=item.object,
            )


def checksum_without_manifest(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R29: a checksum comparison passed, and it refers to no manifest (E4) of this offer: equal to what?"""
    del intent
    manifests = {item.id for item in offer.evidence if item.kind == "E4" and item.id}
    for item in offer.evidence:
        if item.kind == "E5" and item.result == "passed" and item.manifest not in manifests:
            yield claimed(
                "R29",
                "H5",
                _("{item} passed, and it names no manifest of this offer that it was compared with.").format(
                    item=item_words(item)
                ),
                _("Add the manifest as an evidence row (E4) and name it here, or withdraw the row."),
                ("S23",),
                about=item.object,
            )


def physical_connection_as_evidence(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R44: a physical connection given as evidence for Q2-Q5; it belongs to the physical block."""
    del intent
    for item in offer.evidence:
        if item.physical == "yes" and item.claim:
            yield ask(
                "R44",
                "H6",
                _("{item} is about a physical connection, and is offered as evidence of: {claim}.").format(
                    item=item_words(item), claim=_claim_words(item)
                ),
                _("Describe it under the physical storage interface, where it is printed and never matched."),
                ("S23", "S50"),
                about=item.object,
            )
