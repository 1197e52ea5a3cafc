"""What the evidence supports, printed beside a verdict and never part of it (domain.md 4.6, 4.9.2, 4.9.4)."""

from recovery.core.contradictions.subject import objects_of
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent, WantedEvidence
from recovery.core.offer import EvidenceItem, Offer
from recovery.core.progress import Comparison, compare
from recovery.core.verdict import Standing

STANDINGS = {
    "against": _("Evidence against the claim"),
    "covers": _("Covers the claim asked"),
    "representative": _("Representative object"),
    "another_claim": _("Supports another claim"),
    "outstanding": _("Asked for and outstanding"),
    "none_beyond_assertion": _("None beyond assertion"),
}
OFFERED_FOR = _("Supports the claim it is offered for; none was asked")
# 4.6: what a kind can be evidence of, whatever it was offered for.
ESTABLISHES = {
    "E0": frozenset[str](),
    "E1": frozenset(("copying",)),
    "E2": frozenset(("saving",)),
    "E3": frozenset(("contents",)),
    "E4": frozenset(("contents", "correspondence", "saving")),
    "E5": frozenset(("integrity",)),
    "E6": frozenset(("loading",)),
    "E6i": frozenset(("inference", "loading")),
    "E7": frozenset(("continuing", "loading")),
}
_TESTS = frozenset(("E5", "E6", "E6i", "E7"))


def standing_of(intent: Intent, offer: Offer) -> tuple[Standing, ...]:
    """Return one standing for each claim that the buyer wants evidence of; without a wish, one for each claim offered.

    A test of the very object that did not pass always adds "against" (4.9.4).
    """
    if intent.wanted_evidence:
        found = tuple(_wanted(each, offer) for each in intent.wanted_evidence)
    else:
        found = _offered(offer)
    claims = {each.claim for each in found if each.code == "against"}
    extra = (_against(each) for each in offer.evidence if _is_against(each) and each.claim not in claims)
    return (*found, *extra)


def _wanted(wanted: WantedEvidence, offer: Offer) -> Standing:
    items = [each for each in offer.evidence if each.kind in wanted.kinds]
    codes = [_code(each, wanted.claim, offer) for each in items]
    for code in ("against", "covers", "representative", "another_claim"):
        if code in codes:
            names = tuple(each.id or each.kind for each, found in zip(items, codes, strict=True) if found == code)
            return Standing(wanted.claim, code, wanted.kinds, names, STANDINGS[code])
    return Standing(wanted.claim, "outstanding", wanted.kinds, (), STANDINGS["outstanding"])


def _offered(offer: Offer) -> tuple[Standing, ...]:
    items = [each for each in offer.evidence if each.kind != "E0"]
    if not items:
        return (Standing("", "none_beyond_assertion", (), (), STANDINGS["none_beyond_assertion"]),)
    found = []
    for item in items:
        code = _code(item, item.claim, offer)
        says = OFFERED_FOR if code == "covers" else STANDINGS[code]
        found.append(Standing(item.claim, code, (item.kind,), (item.id or item.kind,), says))
    return tuple(dict.fromkeys(found))


def _code(item: EvidenceItem, claim: str, offer: Offer) -> str:
    if _is_against(item):
        return "against"
    if item.claim != claim or claim not in ESTABLISHES.get(item.kind, frozenset()):
        return "another_claim"
    if item.same != "same" or not _is_this(item, offer):
        return "representative"
    unproven = item.kind in _TESTS and item.result != "passed"
    return "outstanding" if unproven else "covers"


def _is_against(item: EvidenceItem) -> bool:
    return item.kind in _TESTS and item.same == "same" and item.result == "failed"


def _is_this(item: EvidenceItem, offer: Offer) -> bool:
    """Say whether the item is about this object and point; another environment makes it representative (G21)."""
    names = {*(each.name for each in offer.objects), *(each.name for each in offer.copies)}
    if item.object and item.object not in names:
        return False
    for each in objects_of(offer, item) if item.object else offer.objects:
        stated = [point for part, point in each.points if not point.has_blank and each.answer(part) != "no"]
        if stated and not item.point.has_blank and compare(item.point, stated[0]) is not Comparison.SAME:
            return False
    if item.kind not in ("E6", "E6i", "E7") or not item.environment or not offer.saved_with:
        return True
    stated_versions = {each.name: each.version for each in (*offer.saved_with, *offer.environment_versions)}
    return all(stated_versions.get(each.name, each.version) == each.version for each in item.environment)


def _against(item: EvidenceItem) -> Standing:
    return Standing(item.claim, "against", (item.kind,), (item.id or item.kind,), STANDINGS["against"])
