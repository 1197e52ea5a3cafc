"""The attached files of every offer: what was read in them, and each difference from the answers."""

from collections.abc import Sequence

from recovery.core.attached.beside import Beside, beside
from recovery.core.attached.inventory import INVENTORY, is_manifest
from recovery.core.attached.printed import WHAT_IS_READ, source_of
from recovery.core.comparison.columns import Judged
from recovery.core.comparison.parts import AttachedLine
from recovery.core.comparison.printing import visible
from recovery.core.guide.choices import EVIDENCE_KINDS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import say
from recovery.core.intent import Intent
from recovery.core.summary.naming import label_of


def attached_lines(intent: Intent, judged: Sequence[Judged]) -> tuple[AttachedLine, ...]:
    """Return one line a file, offer after offer, in the order in which they were attached."""
    return tuple(
        _line(place, each, side)
        for place, each in enumerate(judged)
        for side in beside(intent, each.submitted.offer, each.submitted.attached)
    )


def _line(place: int, judged: Judged, side: Beside) -> AttachedLine:
    reading = side.attached.reading
    what = say(WHAT_IS_READ[reading.what]) if reading else say(_("Kept as it is; nothing is read in it"))
    kind = f"{INVENTORY} {label_of(EVIDENCE_KINDS, INVENTORY)}" if is_manifest(side.attached) else ""
    return AttachedLine(
        offer=place,
        name=visible(judged.submitted.offer.name),
        file=visible(side.attached.name),
        digest=side.attached.digest,
        what=what,
        counts_as=kind,
        source=visible(source_of(reading)) if reading else "",
        result=_result(side),
        differences=tuple(
            visible(f"{each.question}, {each.object}: {each.says}" if each.object else f"{each.question}: {each.says}")
            for each in side.differences
        ),
        notes=tuple(visible(each) for each in (*side.compared, *side.notes)),
    )


def _result(side: Beside) -> str:
    if side.attached.reading is None:
        return ""
    if side.differences:
        return say(_("differs from the answers"))
    return say(_("nothing differs from the answers")) if side.compared else say(_("not compared with an answer"))
