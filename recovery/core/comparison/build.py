"""From opened offers to one comparison: match, order by supplier name, count, and lay out."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from recovery.core.attached.inventory import with_inventories
from recovery.core.branching import asked
from recovery.core.chart import Charted, history_chart, progress_chart
from recovery.core.comparison.columns import BANDS, Judged, column, findings, mark, outcome_in_short, word
from recovery.core.comparison.files import attached_lines
from recovery.core.comparison.grids import (
    answer_blocks,
    check_block,
    component_rows,
    history_block,
    interface_block,
    terms_block,
)
from recovery.core.comparison.offer_parts import Band, OfferColumn
from recovery.core.comparison.opened import Opened, Submitted
from recovery.core.comparison.parts import (
    BandList,
    Comparison,
    CriterionLine,
    Exclusion,
    Fact,
    IntentPart,
    OfferVersion,
    OutcomeCell,
    OutcomeColumn,
    OutcomeMatrix,
    Reference,
    ScoreSheet,
    Versions,
)
from recovery.core.comparison.printing import said, visible
from recovery.core.comparison.register import evidence_lines
from recovery.core.contradictions import incomplete_in
from recovery.core.guide.buyer import BUYER_QUESTIONS
from recovery.core.guide.closing import EXCLUSIONS, FOOTER, HOW_TO_CHECK, ORDER_RULE, REFERENCES, SCORE_NOTE, TIE_RULE
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.guide.wording import CRITERIA, NOT_STATED, say
from recovery.core.intent import Intent
from recovery.core.matching import match
from recovery.core.matrix import Cell as Outcome
from recovery.core.matrix import matrix_of
from recovery.core.rules import RULE_SET, RULE_SET_DATE
from recovery.core.scoring import Entry, OfferScore, propose, score_offers
from recovery.core.standing import standing_of
from recovery.core.summary import intent_in_words

_NUMBERS = (
    _("none"),
    _("one"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
)


def compare(opened: Opened) -> Comparison:
    """Return the comparison of all opened offers: one order, the supplier names; one source for page and paper."""
    intent = opened.intent
    judged = [judge(intent, each) for each in opened.in_order]
    columns = tuple(column(intent, each) for each in judged)
    charted = [
        Charted(one.name, one.supplier, each.submitted.offer, each.verdict)
        for one, each in zip(columns, judged, strict=True)
    ]
    raw = _asked_with(opened)
    return Comparison(
        header=opened.header, intent=_intent(opened, raw), summary=_summary(columns), offers=columns,
        bands=_bands(columns), matrix=_matrix(intent, judged), chart=progress_chart(intent, charted),
        answers=answer_blocks(judged, raw), checks=check_block(intent, judged),
        components=component_rows(intent, judged),
        evidence=evidence_lines(judged), scores=_scores(opened, judged, columns),
        history=history_block(judged, raw), history_chart=history_chart(intent, charted),
        terms=terms_block(judged, raw, opened.price_currency), interface=interface_block(judged, raw),
        exclusions=tuple(Exclusion(say(subject), say(who), code) for subject, who, code in EXCLUSIONS),
        references=tuple(Reference(*each) for each in REFERENCES), footer=say(FOOTER), versions=_versions(opened),
        attached=attached_lines(intent, judged),
    )  # fmt: skip


def judge(intent: Intent, submitted: Submitted) -> Judged:
    """Return everything that the rules say about one offer."""
    outcomes = matrix_of(intent, submitted.offer)
    own = next((each.verdict for each in outcomes if each.asked), None)
    standings = standing_of(intent, with_inventories(intent, submitted.offer, submitted.attached))
    return Judged(submitted, own or match(intent, submitted.offer), standings, outcomes)


def _asked_with(opened: Opened) -> dict[str, Any]:
    """Return the buyer's raw answers as branching reads them: with the price's weight where the price counts."""
    return {**opened.intent.raw, "price_weight": str(opened.price_weight)} if opened.price_weight else opened.intent.raw


def _intent(opened: Opened, raw: Mapping[str, Any]) -> IntentPart:
    intent = opened.intent
    requirement = incomplete_in(intent)
    outcome = OUTCOMES.get(intent.outcome)
    facts = []
    for question in BUYER_QUESTIONS:
        text = said(question, raw.get(question.key))
        if text or (question.required and asked(question, raw, raw, raw)):
            facts.append(Fact(say(question.wording), text or say(NOT_STATED)))
    return IntentPart(
        intent.outcome, say(outcome.short) if outcome else say(_("Not decided")),
        tuple(visible(each) for each in intent_in_words(intent)), tuple(facts),
        findings(requirement.incomplete), findings(requirement.asks),
    )  # fmt: skip


def _summary(columns: Sequence[OfferColumn]) -> str:
    """Return the case in one sentence: how many of the offers establish what was asked."""
    if not columns:
        return say(_("No offer was submitted."))
    count = sum(each.band is Band.COMPARABLE for each in columns)
    words = say(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)
    total = say(_NUMBERS[len(columns)]) if len(columns) < len(_NUMBERS) else str(len(columns))
    template = (
        _("{count} of {total} offers establishes that.")
        if count < 2
        else _("{count} of {total} offers establish that.")
    )
    sentence = say(template, count=words, total=total)
    return sentence[:1].upper() + sentence[1:]


def _bands(columns: Sequence[OfferColumn]) -> tuple[BandList, ...]:
    found = []
    for band, (name, lead) in BANDS.items():
        offers = tuple(place for place, each in enumerate(columns) if each.band is band)
        if offers:
            found.append(BandList(band, say(name), say(lead), offers))
    return tuple(found)


def _matrix(intent: Intent, judged: Sequence[Judged]) -> OutcomeMatrix:
    columns = tuple(
        OutcomeColumn(code, say(outcome.short), code == intent.outcome,
                      say(_("asked")) if code == intent.outcome else say(_("not what was asked")))
        for code, outcome in OUTCOMES.items()
    )  # fmt: skip
    return OutcomeMatrix(columns, tuple(tuple(_cell(each, cell) for cell in each.outcomes) for each in judged))


def _cell(judged: Judged, cell: Outcome) -> OutcomeCell:
    if cell.verdict is None:
        return OutcomeCell(None, "–", say(cell.note), "", "")
    verdict = cell.verdict.verdict
    short = outcome_in_short(judged, cell.verdict)
    return OutcomeCell(verdict, mark(verdict), word(verdict), short, visible(cell.verdict.reason))


def _scores(opened: Opened, judged: Sequence[Judged], columns: Sequence[OfferColumn]) -> ScoreSheet:
    entries = [
        Entry(
            propose(opened.intent, each.submitted.offer, each.verdict, each.standings),
            one.band is Band.COMPARABLE, each.submitted.given, each.submitted.offer.terms.price,
        )
        for each, one in zip(judged, columns, strict=True)
    ]  # fmt: skip
    scored = score_offers(entries, opened.weights, opened.price_weight)
    names = {given.by for each in judged for all_given in each.submitted.given.values() for given in all_given}
    label = " · ".join(each for each in (opened.price_currency, opened.price_basis) if each)
    lines = tuple(
        CriterionLine(code, say(title), opened.weights.get(code, Decimal(0))) for code, title in CRITERIA.items()
    )
    return ScoreSheet(
        lines, opened.price_weight, visible(label), scored, tuple(sorted(names)), _note(scored, len(names))
    )


def _note(scored: Sequence[OfferScore], evaluators: int) -> str:
    note = say(SCORE_NOTE)
    if evaluators == 1:
        note = f"{note} {say(_('One evaluator has scored, so that value is the agreed one.'))}"
    if any(each.total and not each.total.is_known for each in scored):
        note = f"{note} {say(_('While a value is unknown, a total is printed with its lowest and its highest value.'))}"
    return note


def _offer_version(submitted: Submitted) -> OfferVersion:
    return OfferVersion(
        visible(submitted.offer.name), visible(submitted.supplier), submitted.code,
        submitted.revision, submitted.intent_version, submitted.digest,
    )  # fmt: skip


def _versions(opened: Opened) -> Versions:
    return Versions(
        RULE_SET, RULE_SET_DATE, RULE_SET, opened.intent_version, opened.intent_digest,
        tuple(_offer_version(each) for each in opened.in_order),
        say(ORDER_RULE), say(TIE_RULE), tuple(say(each) for each in HOW_TO_CHECK),
    )  # fmt: skip
