"""One offer's column: its verdict with reason, heading, gaps and open questions, its sets, findings and evidence."""

from dataclasses import dataclass

from recovery.core.comparison.offer_parts import Band, CheckLine, Finding, OfferColumn, Owed, SetLine, StandingLine
from recovery.core.comparison.opened import Submitted
from recovery.core.comparison.printing import visible
from recovery.core.guide.buyer import BUYER
from recovery.core.guide.choices import EVIDENCE_CLAIMS, EVIDENCE_KINDS
from recovery.core.guide.headings import HEADINGS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.supplier import COPY, OBJECT, OFFER
from recovery.core.guide.wording import CHECK_WORDS, CHECKS, VERDICT_MARKS, VERDICT_WORDS, say
from recovery.core.intent import Intent
from recovery.core.matching.sets import objects_of
from recovery.core.matching.wording import BLANKS, OWED_BY, component_name
from recovery.core.matrix import Cell as Outcome
from recovery.core.progress import number
from recovery.core.scoring import deciding_place
from recovery.core.summary import offer_in_words
from recovery.core.summary.naming import (
    component_of,
    label_of,
    lowered,
    missing_in_short,
    missing_in_words,
    point_in_words,
)
from recovery.core.verdict import Blank, Check, Contradiction, OfferVerdict, SetVerdict, Standing, Verdict

BAND_OF = {
    Verdict.MATCHES: Band.COMPARABLE,
    Verdict.BROADER: Band.COMPARABLE,
    Verdict.NOT_COMPARABLE: Band.NOT_COMPARABLE,
    Verdict.DOES_NOT_ESTABLISH: Band.DOES_NOT_ESTABLISH,
    Verdict.CONTRADICTORY: Band.CONTRADICTORY,
}
# word, what it means for comparing
BANDS = {
    Band.COMPARABLE: (_("Comparable"), _("These match what was asked, or are broader. The two count the same.")),
    Band.NOT_COMPARABLE: (_("Not comparable until stated"), _("These wait for an answer; each says which, and whose.")),
    Band.DOES_NOT_ESTABLISH: (
        _("Does not establish"),
        _("These return something else than was asked; each says what is missing."),
    ),
    Band.CONTRADICTORY: (_("Contradictory"), _("These say two things that cannot both be true.")),
}
_QUESTIONS = {**BUYER, **OFFER, **OBJECT, **COPY}
_STRONG = frozenset(("outstanding", "against"))


@dataclass(frozen=True)
class Judged:
    """An opened offer with everything that the rules say about it."""

    submitted: Submitted
    verdict: OfferVerdict
    standings: tuple[Standing, ...]
    outcomes: tuple[Outcome, ...]


def column(intent: Intent, judged: Judged) -> OfferColumn:
    """Return the column of one offer."""
    submitted, verdict = judged.submitted, judged.verdict
    offer, band = submitted.offer, BAND_OF[verdict.verdict]
    return OfferColumn(
        code=submitted.code, name=visible(offer.name), supplier=visible(submitted.supplier),
        revision=submitted.revision, intent_version=submitted.intent_version, digest=submitted.digest,
        verdict=verdict.verdict, mark=mark(verdict.verdict), word=word(verdict.verdict),
        band=band, band_word=say(BANDS[band][0]),
        reason=visible(verdict.reason), heading=verdict.heading, heading_text=heading(verdict.heading),
        missing=tuple(visible(missing_in_words(each)) for each in verdict.missing),
        missing_short=gaps_in_short(judged), blanks=tuple(owed(each) for each in verdict.blanks),
        words=tuple(visible(each) for each in offer_in_words(intent, offer, verdict)),
        evidence=_evidence(judged.standings),
        object_alone=set_line(verdict.object_alone) if verdict.object_alone else None,
        sets=tuple(set_line(each) for each in verdict.sets), checks=checks(verdict.checks),
        contradictions=findings(verdict.contradictions), asks=findings(verdict.asks), flags=findings(verdict.flags),
        standing=tuple(_standing(each) for each in judged.standings),
        notes=tuple(visible(each) for each in verdict.notes),
    )  # fmt: skip


def mark(verdict: Verdict) -> str:
    """Return the shape of a verdict."""
    return VERDICT_MARKS[verdict.value]


def word(verdict: Verdict) -> str:
    """Return the words of a verdict."""
    return say(VERDICT_WORDS[verdict.value])


def heading(code: str) -> str:
    """Return the guide's heading for its code."""
    return say(HEADINGS[code]) if code in HEADINGS else ""


def owed(blank: Blank) -> Owed:
    """Return an open question with its wording and who owes the answer."""
    question = _QUESTIONS.get(blank.question)
    wording = say(question.wording) if question else blank.question
    party = say(OWED_BY[blank.owed_by])
    says = say(
        _("{wording} ({question}): not stated, owed by {party}"), wording=wording, question=blank.question, party=party
    )
    return Owed(blank.question, wording, blank.owed_by, says)


def findings(found: tuple[Contradiction, ...]) -> tuple[Finding, ...]:
    """Return what rules say, with the guide's heading in words."""
    return tuple(
        Finding(
            each.rule, visible(each.says), visible(each.change), each.heading, heading(each.heading), each.questions,
            visible(each.object),
        )
        for each in found
    )  # fmt: skip


def checks(found: tuple[tuple[str, Check], ...]) -> tuple[CheckLine, ...]:
    """Return the states of the checks in words."""
    return tuple(
        CheckLine(code, say(CHECKS[code]), state.value, say(CHECK_WORDS[state.value])) for code, state in found
    )


def set_line(found: SetVerdict) -> SetLine:
    """Return one object's own verdict."""
    return SetLine(
        object=visible(found.object), verdict=found.verdict, mark=mark(found.verdict), word=word(found.verdict),
        reason=visible(found.reason), heading=found.heading, heading_text=heading(found.heading),
        missing=tuple(visible(missing_in_words(each)) for each in found.missing),
        blanks=tuple(owed(each) for each in found.blanks),
        point=visible(point_in_words(found.point)) if found.point else "",
        components=tuple(visible(component_name(each)) for each in found.components),
        beyond=tuple(visible(component_name(each)) for each in found.beyond),
        checks=checks(found.checks), notes=tuple(visible(each) for each in found.notes),
    )  # fmt: skip


def gaps_in_short(judged: Judged, verdict: OfferVerdict | None = None) -> tuple[str, ...]:
    """Return what is missing in letters: "O10", or "point 10" for parts that are returned at another point."""
    found = verdict or judged.verdict
    objects, place = objects_of(judged.submitted.offer), deciding_place(found)
    here = set(objects[place].present()) if place < len(objects) else set()
    parts = [each for each in found.missing if component_of(each.part)]
    is_elsewhere = len(parts) > 1 and all(component_of(each.part) in here for each in parts)
    short = [
        say(_("point {value}"), value=number(each.point.value))
        if is_elsewhere and each in parts and each.point is not None and each.point.value is not None
        else visible(missing_in_short(each))
        for each in found.missing
    ]
    return tuple(dict.fromkeys(short))


def outcome_in_short(judged: Judged, verdict: OfferVerdict) -> str:
    """Return what a cell of the outcome matrix adds to its word: the gap, the open question, or the rules that fire."""
    if verdict.verdict is Verdict.DOES_NOT_ESTABLISH:
        return ", ".join(gaps_in_short(judged, verdict))
    if verdict.verdict is Verdict.NOT_COMPARABLE:
        return ", ".join(dict.fromkeys(say(BLANKS.get(each.question, each.question)) for each in verdict.blanks))
    return ", ".join(dict.fromkeys(each.rule for each in verdict.contradictions))


def _standing(found: Standing) -> StandingLine:
    claim = label_of(EVIDENCE_CLAIMS, found.claim) if found.claim else ""
    return StandingLine(
        found.claim, claim, found.code, say(found.says),
        tuple(label_of(EVIDENCE_KINDS, each) for each in found.kinds), tuple(visible(each) for each in found.items),
        _standing_says(claim, found), found.code in _STRONG,
    )  # fmt: skip


def _standing_says(claim: str, found: Standing) -> str:
    return say(_("{claim}: {standing}"), claim=claim, standing=lowered(found.says)) if claim else say(found.says)


def _evidence(standings: tuple[Standing, ...]) -> str:
    lines = [_standing(each).says for each in standings] or [say(_("None beyond assertion"))]
    return say(_("Evidence: {standings}."), standings="; ".join(lowered(each) for each in lines))
