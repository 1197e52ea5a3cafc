"""Points, totals and ranks: exact, with bounds while something is unknown (domain.md 4.9.37, 4.9.38)."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.wording import CRITERIA, NOT_STATED, say
from recovery.core.progress import number
from recovery.core.scoring.values import Bounds, CriterionScore, Given, OfferScore, PriceScore, Proposal

HIGHEST = 3
NOUGHT = Bounds(Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Entry:
    """What one offer brings to scoring. ``given``: by criterion, what evaluators gave; ``price`` None: not stated."""

    proposals: tuple[Proposal, ...]
    is_comparable: bool
    given: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    price: Decimal | None = None


def score_offers(
    entries: Sequence[Entry], weights: Mapping[str, Decimal], price_weight: Decimal = Decimal(0)
) -> tuple[OfferScore, ...]:
    """Return the scores of all offers, in their order; ranks and totals only inside the comparable band."""
    prices = [each.price for each in entries if each.is_comparable]
    scored = [_scored(each, weights, price_weight, prices) for each in entries]
    places = iter(ranks([each.total for each in scored if each.total is not None]))
    return tuple(_ranked(each, next(places) if each.total is not None else None) for each in scored)


def agree(given: tuple[Given, ...]) -> tuple[int | None, str]:
    """Return the agreed value, or None, with the reason. One evaluator's value is the agreed one (4.9.37)."""
    values = [each.value for each in given if each.value is not None]
    if not values:
        return None, say(_("No evaluator has given a value yet."))
    if len(set(values)) > 1:
        return None, say(_("The evaluators differ; no value is agreed yet."))
    if len(values) == 1:
        return values[0], say(_("One evaluator; this value is the agreed one."))
    return values[0], say(_("All {count} evaluators gave this value."), count=len(values))


def points(value: int | None, weight: Decimal) -> Bounds:
    """Return value / 3 × weight; an unknown value lies between 0 and 3."""
    low, high = (value, value) if value is not None else (0, HIGHEST)
    return Bounds(Fraction(weight) * low / HIGHEST, Fraction(weight) * high / HIGHEST)


def price_points(price: Decimal | None, prices: Sequence[Decimal | None], weight: Decimal) -> Bounds:
    """Return lowest / price × weight, ``prices`` being those of the comparable band.

    A missing price gives bounds: its own line lies anywhere, and every other line may still fall, since the missing
    price may turn out to be the lowest.
    """
    full = Fraction(weight)
    if price is None:
        return Bounds(Fraction(0), full)
    known = [each for each in prices if each is not None]
    high = full * Fraction(min(known)) / Fraction(price)
    return Bounds(Fraction(0) if len(known) < len(prices) else high, high)


def ranks(totals: Sequence[Bounds]) -> tuple[tuple[int, int], ...]:
    """Return the best and the worst possible place of each total. Equal totals share: 1, 1, 3."""
    lows, highs = sorted(each.low for each in totals), sorted(each.high for each in totals)
    return tuple(_rank(each, lows, highs) for each in totals)


def _rank(own: Bounds, lows: Sequence[Fraction], highs: Sequence[Fraction]) -> tuple[int, int]:
    surely_above = len(lows) - bisect_right(lows, own.high)
    maybe_above = len(highs) - bisect_right(highs, own.low) - (0 if own.is_known else 1)
    return 1 + surely_above, 1 + maybe_above


def _scored(
    entry: Entry, weights: Mapping[str, Decimal], price_weight: Decimal, prices: Sequence[Decimal | None]
) -> OfferScore:
    criteria = tuple(
        _criterion(name, weights.get(name, Decimal(0)), proposal, entry.given.get(name, ()))
        for name, proposal in zip(CRITERIA, entry.proposals, strict=True)
    )
    five = sum((each.points for each in criteria), NOUGHT)
    proposed = sum((points(each.proposal.value, each.weight) for each in criteria), NOUGHT)
    price = _price(entry, prices, price_weight) if price_weight else None
    total = None
    if entry.is_comparable:
        total = five + price.points if price and price.points else five
    return OfferScore(criteria, five, proposed, price, total, None, "", _sum(criteria, price, five, total))


def _criterion(name: str, weight: Decimal, proposal: Proposal, given: tuple[Given, ...]) -> CriterionScore:
    agreed, because = agree(given)
    found = points(agreed, weight)
    value = say(_("0 to 3")) if agreed is None else str(agreed)
    words = say(_("{value} / 3 × {weight} = {points}"), value=value, weight=number(weight), points=found.in_words)
    return CriterionScore(name, weight, proposal, given, agreed, because, found, words)


def _price(entry: Entry, prices: Sequence[Decimal | None], weight: Decimal) -> PriceScore:
    if not entry.is_comparable:
        return PriceScore(weight, entry.price, None, say(_("Prices are compared inside the comparable band only.")))
    found = price_points(entry.price, prices, weight)
    return PriceScore(
        weight, entry.price, found, f"{_ratio(entry.price, prices)} × {number(weight)} = {found.in_words}"
    )


def _ratio(price: Decimal | None, prices: Sequence[Decimal | None]) -> str:
    known = [each for each in prices if each is not None]
    lowest = number(min(known)) if known else say(NOT_STATED)
    if len(known) < len(prices) and known:
        lowest = say(_("{lowest} or less"), lowest=lowest)
    return f"{lowest} / {number(price) if price is not None else say(NOT_STATED)}"


def _sum(criteria: tuple[CriterionScore, ...], price: PriceScore | None, five: Bounds, total: Bounds | None) -> str:
    """Return the whole sum on one line. Thirds are divided once, so that what is printed adds up."""
    terms = [
        f"{say(_('(0 to 3)')) if each.agreed is None else each.agreed} × {number(each.weight)}" for each in criteria
    ]
    words = f"({' + '.join(terms)}) / 3"
    if total is None:
        return f"{words} = {five.in_words}"
    if price is not None and price.points is not None:
        words = f"{words} + {price.sum_in_words.rsplit(' = ', 1)[0]}"
    return f"{words} = {total.in_words}"


def _ranked(score: OfferScore, place: tuple[int, int] | None) -> OfferScore:
    if place is None:
        return replace(score, rank_in_words=say(_("not ranked")))
    best, worst = place
    words = str(best) if best == worst else say(_("{best} to {worst}"), best=best, worst=worst)
    return replace(score, rank=place, rank_in_words=words)
