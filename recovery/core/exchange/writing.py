"""Out of the core: the result of a case as JSON values (domain.md 4.10)."""

from decimal import Decimal
from typing import Any

from recovery.core.contradictions import incomplete_in
from recovery.core.exchange.case import Case
from recovery.core.intent import Intent
from recovery.core.matching import match
from recovery.core.matrix import Cell, matrix_of
from recovery.core.offer import Offer
from recovery.core.progress import Point, number
from recovery.core.rules import RULE_SET, RULE_SET_DATE
from recovery.core.standing import standing_of
from recovery.core.verdict import Blank, Check, Contradiction, Missing, OfferVerdict, SetVerdict, Standing

RESULT_FORMAT = "recovery-result/1"


def _number(value: Decimal) -> int | str:
    """Return a whole number as itself and any other as its digits, so that no reader rounds it."""
    return int(value) if value == value.to_integral_value() and abs(value) < 2**53 else number(value)


def point_json(point: Point | None) -> dict[str, Any] | None:
    """Return what a point states, in the form in which S8 is given; None where nothing is."""
    if point is None or point.is_blank:
        return None
    stated: dict[str, Any] = {"run": point.run, "branch": point.branch, "scale": point.scale}
    found = {key: value for key, value in stated.items() if value}
    if point.value is not None:
        found["value"] = _number(point.value)
    return {**found, "never_rolled_back": "yes"} if point.unbranched else found


def _missing(missing: tuple[Missing, ...]) -> list[dict[str, Any]]:
    found = []
    for each in missing:
        row: dict[str, Any] = {"part": each.part}
        if (point := point_json(each.point)) is not None:
            row["point"] = point
        found.append({**row, "item": each.item} if each.item else row)
    return found


def _blanks(blanks: tuple[Blank, ...]) -> list[dict[str, str]]:
    return [{"question": each.question, "owed_by": each.owed_by} for each in blanks]


def _checks(checks: tuple[tuple[str, Check], ...]) -> dict[str, str]:
    return {name: check.value for name, check in checks}


def _codes(found: tuple[Contradiction, ...]) -> list[str]:
    return list(dict.fromkeys(each.rule for each in found))


def _said(found: tuple[Contradiction, ...]) -> list[dict[str, Any]]:
    return [
        {
            "rule": each.rule,
            "weight": each.weight.value,
            "heading": each.heading,
            "object": each.object,
            "says": each.says,
            "change": each.change,
            "questions": list(each.questions),
        }
        for each in found
    ]


def set_json(found: SetVerdict) -> dict[str, Any]:
    """Return the verdict of one coherent set."""
    return {
        "object": found.object,
        "verdict": found.verdict.value,
        "reason": found.reason,
        "heading": found.heading,
        "point": point_json(found.point),
        "components": [str(each) for each in found.components],
        "beyond": [str(each) for each in found.beyond],
        "missing": _missing(found.missing),
        "blanks": _blanks(found.blanks),
        "checks": _checks(found.checks),
        "contradictions": list(found.contradictions),
        "notes": list(found.notes),
    }


def verdict_json(found: OfferVerdict) -> dict[str, Any]:
    """Return the verdict of one offer; rules by code, and what each says under ``said``."""
    return {
        "verdict": found.verdict.value,
        "reason": found.reason,
        "heading": found.heading,
        "missing": _missing(found.missing),
        "blanks": _blanks(found.blanks),
        "contradictions": _codes(found.contradictions),
        "asks": _codes(found.asks),
        "flags": _codes(found.flags),
        "said": _said((*found.contradictions, *found.asks, *found.flags)),
        "checks": _checks(found.checks),
        "object_alone": set_json(found.object_alone) if found.object_alone else None,
        "sets": [set_json(each) for each in found.sets],
        "notes": list(found.notes),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    if cell.verdict is None:
        return {"asked": cell.asked, "verdict": None, "note": cell.note}
    return {
        "asked": cell.asked,
        "verdict": cell.verdict.verdict.value,
        "reason": cell.verdict.reason,
        "heading": cell.verdict.heading,
        "missing": _missing(cell.verdict.missing),
        "blanks": _blanks(cell.verdict.blanks),
        "contradictions": _codes(cell.verdict.contradictions),
        "note": cell.note,
    }


def _standing(found: tuple[Standing, ...]) -> list[dict[str, Any]]:
    return [
        {
            "claim": each.claim,
            "code": each.code,
            "kinds": list(each.kinds),
            "items": list(each.items),
            "says": each.says,
        }
        for each in found
    ]


def offer_result(intent: Intent, offer: Offer) -> dict[str, Any]:
    """Return everything that is said of one offer: verdict, standing of its evidence, and the outcome matrix."""
    return {
        "offer": offer.name,
        "supplier": offer.supplier,
        **verdict_json(match(intent, offer)),
        "standing": _standing(standing_of(intent, offer)),
        "matrix": {cell.outcome: _cell(cell) for cell in matrix_of(intent, offer)},
    }


def case_result(case: Case) -> dict[str, Any]:
    """Return the result of one case: what the requirement lacks, and each offer in the order of the file."""
    requirement = incomplete_in(case.intent)
    return {
        "format": RESULT_FORMAT,
        "rules": RULE_SET,
        "rules_date": RULE_SET_DATE,
        "today": case.today.isoformat() if case.today else None,
        "outcome": case.intent.outcome or None,
        "incomplete": _codes(requirement.incomplete),
        "asks": _codes(requirement.asks),
        "said": _said((*requirement.incomplete, *requirement.asks)),
        "offers": [offer_result(case.intent, offer) for offer in case.offers],
    }
