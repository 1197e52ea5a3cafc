"""Which questions are asked and still open: what a draft may leave, and publishing or submitting may not (4.9.34)."""

from collections.abc import Iterator, Mapping
from typing import Any

from recovery.core.branching import Raw, asked, is_by_party, is_not_stated, is_stated, values_of
from recovery.core.contradictions import incomplete_in
from recovery.core.errors import AnswerRejected, AnswersRejected
from recovery.core.exchange.reading_intent import read_intent
from recovery.core.guide.buyer import BUYER_QUESTIONS
from recovery.core.guide.components import WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Kind, Question
from recovery.core.guide.supplier import EVIDENCE, OFFER_QUESTIONS
from recovery.core.guide.supplier_copy import COPY_QUESTIONS
from recovery.core.guide.supplier_object import OBJECT_QUESTIONS
from recovery.core.intent import Intent

OPEN = _("This question is open. Answer it, or mark it “not stated”.")
REQUIRED = _("This question needs an answer before the inquiry can be published.")

_BLOCKS = (("objects", OBJECT_QUESTIONS), ("copies", COPY_QUESTIONS), ("evidence", tuple(EVIDENCE.values())))


def _is_marked(raw: Any) -> bool:
    """Return whether an answer, or that of any party, is marked "not stated"."""
    if is_by_party(raw):
        return any(is_not_stated(each["value"]) for each in raw)
    return is_not_stated(raw)


def _short(question: Question, raw: Any, path: str) -> Iterator[AnswerRejected]:
    for text in values_of(raw):
        if question.shortest and isinstance(text, str) and len(text.strip()) < question.shortest:
            reason = _("At least {n} characters are needed.").format(n=question.shortest)
            yield AnswerRejected(question.key, reason, path)


def _open_cells(question: Question, raw: Any, path: str) -> Iterator[AnswerRejected]:
    """Yield the required columns that a row leaves open; a row of blanks asks for nothing."""
    for value in values_of(raw):
        rows = [(path, value)] if question.kind is Kind.RECORD else []
        if question.kind is Kind.TABLE and isinstance(value, (list, tuple)):
            rows = [(f"{path}[{place}]", row) for place, row in enumerate(value)]
        for place, row in rows:
            for column in question.columns:
                given = row.get(column.key) if isinstance(row, Mapping) else None
                if column.required and is_stated(row) and not is_stated(given):
                    yield AnswerRejected(question.key, _("This column is needed."), f"{place}.{column.key}")


def _open_questions(
    questions: tuple[Question, ...],
    raw: Raw,
    offer: Raw,
    intent: Raw,
    path: str,
) -> Iterator[AnswerRejected]:
    for question in questions:
        given, place = raw.get(question.key), f"{path}.{question.key}" if path else question.key
        if not asked(question, raw, offer, intent):
            continue
        if question.required and not is_stated(given) and not _is_marked(given):
            yield AnswerRejected(question.key, OPEN, place)
        yield from _short(question, given, place)
        yield from _open_cells(question, given, place)


def _open_parts(raw: Raw, intent: Intent, path: str) -> Iterator[AnswerRejected]:
    """Yield each required component that S7 passes over, and each part said to be inside whose point S8 passes over."""
    parts = [each for each in values_of(raw.get("S7")) if isinstance(each, Mapping)]
    points = [each for each in values_of(raw.get("S8")) if isinstance(each, Mapping)]
    if parts:
        answered = {key for each in parts for key in each}
        for component in (str(each) for each in (*intent.required, *intent.kept) if str(each) not in answered):
            reason = _("The buyer requires this component. Say whether it is in this object, or mark it “not stated”.")
            yield AnswerRejected("S7", reason, f"{path}.S7.{component}")
    if points:
        pointed = {key for each in points for key in each}
        inside = dict.fromkeys(key for each in parts for key, code in each.items() if code == "yes")
        for key in (each for each in inside if each.partition("/")[0] not in WITHOUT_POINT and each not in pointed):
            reason = _("This component is said to be in the object. Give its point, or mark it “not stated”.")
            yield AnswerRejected("S8", reason, f"{path}.S8.{key}")


def _buyer(raw: Raw) -> Iterator[AnswerRejected]:
    for found in _open_questions(BUYER_QUESTIONS, raw, raw, raw, ""):
        # The buyer cannot leave a required question "not stated" (4.9.34), so the sentence is another.
        yield AnswerRejected(found.key, REQUIRED, found.path) if found.reason == OPEN else found
    for question in BUYER_QUESTIONS:
        if question.required and _is_marked(raw.get(question.key)) and asked(question, raw, raw, raw):
            yield AnswerRejected(question.key, REQUIRED, question.key)
    try:
        intent = read_intent(raw)
    except AnswersRejected as error:
        yield from error.faults
        return
    if intent.outcome in ("O1", "O2") and intent.required and all(each.code != "K1" for each in intent.required):
        yield AnswerRejected("B10", _("Keeping or training on a model needs model state (K1)."), "B10")
    for row, reason in enumerate(intent.not_applicable):
        if len(reason.reason) < 10:
            yield AnswerRejected("B11", _("At least {n} characters are needed.").format(n=10), f"B11[{row}].reason")
    for rule in incomplete_in(intent).incomplete:
        key = rule.questions[0]
        yield AnswerRejected(key, f"{rule.says} {rule.change}", key)


def _supplier(raw: Raw, intent: Intent) -> Iterator[AnswerRejected]:
    answers = raw.get("answers") or {}
    yield from _open_questions(OFFER_QUESTIONS, answers, answers, intent.raw, "answers")
    if not raw.get("objects") and not raw.get("copies"):
        yield AnswerRejected("S6", _("Describe at least one returned object or storage copy."), "objects")
    for room, questions in _BLOCKS:
        for place, block in enumerate(raw.get(room) or ()):
            here = f"{room}[{place}]"
            yield from _open_questions(questions, block, answers, intent.raw, here)
            if room == "objects":
                yield from _open_parts(block, intent, here)


def missing_answers(raw: Raw, side: str, intent: Intent | None = None) -> tuple[AnswerRejected, ...]:
    """Return what is asked and neither answered nor marked "not stated", once for each place.

    ``side`` is "buyer": ``raw`` is the intent's answers, and a required question must be answered. Or it is "supplier":
    ``raw`` is an offer in the exchange form, and ``intent`` what it answers. Forms use it to publish and to submit,
    never for a draft.
    """
    found = _buyer(raw) if side == "buyer" else _supplier(raw, intent or Intent())
    return tuple({fault.path: fault for fault in reversed(list(found))}.values())[::-1]
