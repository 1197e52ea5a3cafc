"""The evidence register: every item and every attached file of every offer, with what it says and what was read."""

from collections.abc import Sequence

from recovery.core.attached.beside import Beside, beside
from recovery.core.attached.inventory import INVENTORY, is_manifest
from recovery.core.attached.printed import WHAT_IS_READ, source_of
from recovery.core.comparison.columns import Judged
from recovery.core.comparison.parts import EvidenceLine
from recovery.core.comparison.printing import visible
from recovery.core.guide.choices import EVIDENCE_CLAIMS, EVIDENCE_KINDS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Option
from recovery.core.guide.supplier import EVIDENCE
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.intent import Intent
from recovery.core.matching.wording import component_name, listed
from recovery.core.offer import EvidenceItem
from recovery.core.summary.naming import label_of, point_in_words, versions_in_words


def evidence_lines(intent: Intent, judged: Sequence[Judged]) -> tuple[EvidenceLine, ...]:
    """Return the register, offer after offer: the items in their supplier's order, then the attached files."""
    found: list[EvidenceLine] = []
    for place, each in enumerate(judged):
        found.extend(_line(place, each, item) for item in each.submitted.offer.evidence)
        sides = beside(intent, each.submitted.offer, each.submitted.attached)
        found.extend(_attached(place, each, side) for side in sides)
    return tuple(found)


def _attached(place: int, judged: Judged, side: Beside) -> EvidenceLine:
    """Return the line of an attached file: its digest, what was read in it, and each difference from the answers."""
    offer, reading, blank = judged.submitted.offer, side.attached.reading, say(NOT_STATED)
    kind = INVENTORY if is_manifest(side.attached) else ""
    what = say(WHAT_IS_READ[reading.what]) if reading else say(_("Attached file, kept as it is"))
    details = (
        say(_("sha256 {digest}"), digest=side.attached.digest),
        *((source_of(reading),) if reading and source_of(reading) else ()),
        *(each.says for each in side.differences),
    )
    return EvidenceLine(
        offer=place, name=visible(offer.name), id=visible(side.attached.name), kind=kind,
        kind_label=label_of(EVIDENCE_KINDS, kind) if kind else what,
        claim=label_of(EVIDENCE_CLAIMS, "contents") if kind else blank,
        object=visible(listed(sorted({each.object for each in side.differences}))) or blank,
        same=blank, point=blank, on=None,
        environment=blank, by=say(_("attached by the supplier")), result=_read_result(side),
        details=tuple(visible(each) for each in details),
    )  # fmt: skip


def _read_result(side: Beside) -> str:
    if side.attached.reading is None:
        return say(_("nothing read"))
    if side.differences:
        return say(_("read: differs from the answers"))
    return say(_("read: nothing differs from the answers")) if side.compared else say(_("read"))


def _line(place: int, judged: Judged, item: EvidenceItem) -> EvidenceLine:
    return EvidenceLine(
        offer=place, name=visible(judged.submitted.offer.name), id=_stated(item.id), kind=item.kind,
        kind_label=label_of(EVIDENCE_KINDS, item.kind), claim=label_of(EVIDENCE_CLAIMS, item.claim),
        object=_stated(item.object), same=_choice("same", item.same),
        point=say(NOT_STATED) if item.point.is_blank else visible(point_in_words(item.point)), on=item.on,
        environment=_stated(versions_in_words(item.environment)), by=_stated(item.by),
        result=_result(item), details=_details(item),
    )  # fmt: skip


def _stated(text: str) -> str:
    return visible(text) or say(NOT_STATED)


def _choice(key: str, code: str) -> str:
    options: tuple[Option, ...] = EVIDENCE[key].options
    return label_of(options, code)


def _result(item: EvidenceItem) -> str:
    if not item.result and item.status:
        return say(_("status {status}"), status=_choice("status", item.status).lower())
    return _choice("result", item.result)


def _details(item: EvidenceItem) -> tuple[str, ...]:
    """Return what a kind adds: parts loaded, warnings, the manifest, the runs that were compared."""
    found = []
    if item.loaded:
        found.append(say(_("loaded: {parts}"), parts=listed([component_name(each) for each in item.loaded])))
    if item.warned:
        found.append(say(_("warnings name: {parts}"), parts=listed([component_name(each) for each in item.warned])))
    if item.warnings:
        found.append(say(_("warnings: {text}"), text=item.warnings))
    if item.manifest_made:
        found.append(say(_("manifest made: {when}"), when=_choice("manifest_made", item.manifest_made).lower()))
    if item.manifest:
        found.append(say(_("compared with manifest: {name}"), name=item.manifest))
    if item.arms:
        arms = listed([_choice("arms", each).lower() for each in item.arms])
        found.append(say(_("runs compared: {arms}"), arms=arms))
    return tuple(visible(each) for each in found)
