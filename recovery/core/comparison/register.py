"""The evidence register: every item of every offer, with what it says and what the claim's standing is."""

from collections.abc import Sequence

from recovery.core.comparison.columns import Judged
from recovery.core.comparison.parts import EvidenceLine
from recovery.core.comparison.printing import visible
from recovery.core.guide.choices import EVIDENCE_CLAIMS, EVIDENCE_KINDS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Option
from recovery.core.guide.supplier import EVIDENCE
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.matching.wording import component_name, listed
from recovery.core.offer import EvidenceItem
from recovery.core.summary.naming import label_of, point_in_words, versions_in_words


def evidence_lines(judged: Sequence[Judged]) -> tuple[EvidenceLine, ...]:
    """Return the register, offer after offer, each in its supplier's own order."""
    return tuple(
        _line(place, each, item) for place, each in enumerate(judged) for item in each.submitted.offer.evidence
    )


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
