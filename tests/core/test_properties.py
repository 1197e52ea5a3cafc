"""T20 to T22 and what follows from them, over generated intents and offers (domain.md 4.7)."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recovery.core.contradictions import contradictions_in
from recovery.core.matching import match
from recovery.core.standing import standing_of
from recovery.core.verdict import Verdict
from tests.core.strategies import cases, cases_at_one_point, components, evidence, pairs

TIMED = {"R9", "R15", "R19", "R21", "R24", "R42", "R45"}
GOOD = {Verdict.MATCHES, Verdict.BROADER}
thorough = settings(max_examples=150, deadline=None)


def fires(intent, offer):
    """Return the rules that fire for an offer."""
    return {each.rule for each in contradictions_in(intent, offer)}


def times_of(offer):
    """Return what a clock wrote in an offer's copies and objects."""
    copied = [(each.requested_at, each.captured_at, each.completed_at, each.volumes) for each in offer.copies]
    return copied, [each.saved_at for each in offer.objects]


def with_times(offer, times):
    """Return the offer with the clock times of another."""
    copied, saved = times
    copies = tuple(
        replace(each, requested_at=at[0], captured_at=at[1], completed_at=at[2], volumes=at[3])
        for each, at in zip(offer.copies, copied, strict=True)
    )
    objects = tuple(replace(each, saved_at=at) for each, at in zip(offer.objects, saved, strict=True))
    return replace(offer, copies=copies, objects=objects)


@thorough
@given(pairs)
def test_t20_no_copy_time_moves_a_verdict(pair):
    intent, one, other = pair
    assume(len(one.copies) == len(other.copies))
    assume(len(one.objects) == len(other.objects))
    # Volumes are contents; only their instants are shuffled, so offers that list other volumes are passed over.
    assume([[v.name for v in c.volumes] for c in one.copies] == [[v.name for v in c.volumes] for c in other.copies])
    shuffled = (with_times(one, times_of(other)), with_times(other, times_of(one)))
    for before, after in zip((one, other), shuffled, strict=True):
        assume(not TIMED & (fires(intent, before) | fires(intent, after)))
        assert match(intent, before) == match(intent, after)


@thorough
@given(cases, st.integers(-4_000, 4_000))
def test_t20_shifting_every_date_and_today_changes_nothing(case, days):
    intent, offer = case
    by = timedelta(days=days)

    def moved(at):
        return None if at is None else at + by

    copies = tuple(
        replace(
            each,
            requested_at=moved(each.requested_at),
            captured_at=moved(each.captured_at),
            completed_at=moved(each.completed_at),
            volumes=tuple(replace(volume, captured_at=moved(volume.captured_at)) for volume in each.volumes),
        )
        for each in offer.copies
    )
    objects = tuple(replace(each, saved_at=moved(each.saved_at)) for each in offer.objects)
    items = tuple(replace(each, on=moved(each.on)) for each in offer.evidence)
    later = replace(offer, copies=copies, objects=objects, evidence=items)
    wanted = replace(intent, today=moved(intent.today), needed_until=moved(intent.needed_until))
    before, after = match(intent, offer), match(wanted, later)
    assert (before.verdict, before.missing, before.blanks) == (after.verdict, after.missing, after.blanks)
    assert fires(intent, offer) == fires(wanted, later)


@thorough
@given(cases_at_one_point, components)
def test_t21_a_part_that_was_not_asked_for_makes_a_match_broader_and_nothing_else(case, extra):
    intent, offer = case
    first = offer.objects[0]
    asked = {*intent.required, *intent.kept, *(row.component for row in intent.contents)}
    assume(extra not in asked and extra.code != "K1" and not first.answer(extra))
    points = (*first.points, (extra, first.points[0][1])) if first.points else first.points
    ids = (*first.ids, (extra, first.ids[0][1])) if first.ids else first.ids
    grown = replace(first, parts=(*first.parts, (extra, "yes")), points=points, ids=ids)
    more = replace(offer, objects=(grown, *offer.objects[1:]))
    assume(fires(intent, offer) == fires(intent, more))  # S6 and the rest left consistent
    before, after = match(intent, offer), match(intent, more)
    if before.verdict in GOOD:
        assert after.verdict in GOOD
    else:
        assert (before.verdict, before.missing, before.blanks) == (after.verdict, after.missing, after.blanks)


@thorough
@given(cases, evidence)
def test_t22_evidence_moves_the_standing_and_never_the_verdict(case, item):
    intent, offer = case
    more = replace(offer, evidence=(*offer.evidence, item))
    assume(contradictions_in(intent, offer) == contradictions_in(intent, more))
    before, after = match(intent, offer), match(intent, more)
    assert before == after


@thorough
@given(cases)
def test_the_name_of_a_supplier_changes_no_verdict(case):
    intent, offer = case
    renamed = replace(offer, supplier="Zelkova")
    assert match(intent, offer) == match(intent, renamed)
    assert standing_of(intent, offer) == standing_of(intent, renamed)


@thorough
@given(cases)
def test_every_answer_leads_to_a_verdict_with_a_reason_and_a_heading(case):
    intent, offer = case
    found = match(intent, offer)
    assert found.reason
    assert found.heading in {"H1", "H2", "H3", "H4", "H5", "H6"}
    assert found.verdict is not Verdict.DOES_NOT_ESTABLISH or found.missing
    assert found.verdict is not Verdict.NOT_COMPARABLE or found.blanks
