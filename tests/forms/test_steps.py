"""The buttons of a questionnaire, the refusals at the field, and what counts as answered."""

import pytest
from django.http import QueryDict

from recovery.core.exchange import read_intent
from recovery.core.guide.supplier import SUPPLIER_SECTIONS
from recovery.forms.blocks import offer_blocks
from recovery.forms.draft import completion_of, slice_digest, with_block
from recovery.forms.page import offer_page, section_of
from recovery.forms.review import conflicts_of, marked_not_stated, review_of
from recovery.forms.spoken import Spoken, intent_spoken, offer_spoken
from recovery.forms.steps import take_step
from tests.factories import _CASE, CONTINUE_AT_10

POINT = {"run": "TR-10", "branch": "main", "scale": "step", "value": 10}
PACKAGE = {"name": "package", "S6": "package", "S7": {"K1": "yes", "K3": "yes", "K12": "yes", "K5": "no"}}
DRAFT = {"name": "B", "answers": {"S1": ["training_provider", "storage_provider"]}, "objects": [PACKAGE]}
DRAFT |= {"copies": [], "evidence": []}
INTENT = read_intent(CONTINUE_AT_10)


def page(section, draft=DRAFT):
    return offer_page(section_of(section, is_supplier=True), draft, CONTINUE_AT_10)


def pressed(do, section="returned", draft=DRAFT, **typed):
    data = QueryDict(mutable=True)
    data.update({name.replace("__", "--"): value for name, value in typed.items()})
    return take_step(do, page(section, draft), data)


def test_a_new_object_claims_no_identical_run():
    assert with_block(DRAFT, "objects")["objects"][1] == {"S22": {"same_future": {"claimed": "no"}}}


def test_blocks_are_added_and_taken_away_without_touching_the_others():
    assert len(pressed("add:copies", "history").draft["copies"]) == 1
    assert pressed("remove:objects-0").draft["objects"] == []
    assert pressed("remove:objects-7").draft == DRAFT
    assert pressed("remove:answers-0").draft == DRAFT
    assert pressed("no-such-button") is None


def test_one_point_is_copied_to_each_returned_part_that_has_one():
    data = QueryDict(mutable=True)
    data.update({f"objects-0-S8--spread-{key}": str(value) for key, value in POINT.items()})
    step = take_step("spread:objects-0-S8", page("progress"), data)
    assert step.draft["objects"][0]["S8"] == {"K1": POINT, "K3": POINT}


def test_no_point_is_copied_when_none_was_written():
    assert "S8" not in pressed("spread:objects-0-S8", "progress").draft["objects"][0]


def test_a_component_of_one_model_is_added_as_not_stated():
    data = QueryDict(mutable=True)
    data["objects-0-S7--new"] = "K3/actor"
    parts = take_step("part:objects-0-S7", page("returned"), data).draft["objects"][0]["S7"]
    assert parts == {**PACKAGE["S7"], "K3/actor": "not_stated"}


def test_a_second_party_answers_beside_the_first_and_one_answer_comes_back():
    draft = {**DRAFT, "objects": [{**PACKAGE, "S12": "one_save"}]}
    split = pressed("party:objects-0-S12", "correspondence", draft).draft
    assert split["objects"][0]["S12"] == [
        {"party": "training_provider", "value": "one_save"},
        {"party": "storage_provider", "value": None},
    ]
    assert pressed("one:objects-0-S12", "correspondence", split).draft == draft


def test_not_stated_counts_as_answered_and_a_blank_does_not():
    def returned(answers):
        blocks = offer_blocks({**DRAFT, "objects": [answers]})
        return next(each for each in completion_of(blocks, {}, SUPPLIER_SECTIONS) if each.section.key == "returned")

    assert returned({}).open == returned({"S6": "not_stated"}).open + 1


def test_marking_what_is_open_leaves_nothing_open_and_changes_no_answer():
    marked = marked_not_stated(DRAFT, CONTINUE_AT_10)
    assert review_of(marked, CONTINUE_AT_10, Spoken(), SUPPLIER_SECTIONS).open == []
    assert marked["objects"][0]["S7"] == PACKAGE["S7"]
    assert marked["answers"]["S2"] == "not_stated"


def test_the_summary_says_what_comes_back_and_what_is_not_established():
    words = " ".join(offer_spoken(_CASE["offers"][0], CONTINUE_AT_10, INTENT).words)
    assert "model state" in words
    assert "does not establish the optimizer state" in words


REFUSED = [
    ("2026-11-30T10:00", "A time or an identifier"),
    ("snap-0a1b2c3d", "A time or an identifier"),
    ("final", "label"),
    ("ten", "plain number"),
]


@pytest.mark.parametrize(("typed", "sentence"), REFUSED)
def test_what_is_no_progress_point_is_said_at_the_very_input(typed, sentence):
    draft = {**DRAFT, "objects": [{**PACKAGE, "S8": {"K1": {**POINT, "value": typed}}}]}
    shown = page("progress", draft)
    shown.take_faults(offer_spoken(draft, CONTINUE_AT_10, INTENT).faults)
    form = shown.of("objects")[0]
    assert sentence in " ".join(form.errors["S8"])
    assert list(form.input_faults) == ["objects-0-S8-K1-value"]
    assert 'name="objects-0-S8-K1-value"' in form["S8"].widget_html
    assert form["S8"].widget_html.count('aria-invalid="true"') == 1


def test_text_beyond_the_limit_is_kept_and_said_at_its_question():
    draft = {**DRAFT, "answers": {**DRAFT["answers"], "S4": "different", "S5": "x" * 100_000}}
    shown = page("application", draft)
    shown.take_faults(offer_spoken(draft, CONTINUE_AT_10, INTENT).faults)
    form = shown.of("answers")[0]
    assert "100,000 characters" in " ".join(form.errors["S5"])
    assert not shown.unstorable
    assert "x" * 100_000 in form["S5"].widget_html


def test_text_that_no_database_holds_stays_on_the_page_and_the_stored_answer_stays_stored():
    stored = page("application", {**DRAFT, "answers": {**DRAFT["answers"], "S51": "plan 7"}})
    data = QueryDict(mutable=True)
    data.setlist("blocks", ["offer", "answers"])
    data.update({"answers-S50": "none", "answers-S51": "plan \x00 8", "answers-S2": "buyers"})
    interface = page("interface", stored.draft)
    typed = interface.typed(data)
    assert "U+0000" in typed.faults[0]["reason"]
    kept = typed.storable(interface)["answers"]
    assert kept["S51"] == "plan 7"
    assert kept["S50"] == "none"


def test_two_people_on_two_pages_do_not_collide():
    elsewhere = {**DRAFT, "answers": {**DRAFT["answers"], "S50": "none"}}
    assert slice_digest(offer_blocks(DRAFT), "application") == slice_digest(offer_blocks(elsewhere), "application")
    assert slice_digest(offer_blocks(DRAFT), "interface") != slice_digest(offer_blocks(elsewhere), "interface")


def test_contradictions_are_no_errors_and_stand_at_each_of_their_questions():
    mixed = {"K1": POINT, "K3": {**POINT, "value": 9}}
    draft = {**DRAFT, "objects": [{**PACKAGE, "S11a": "yes", "S8": mixed}]}
    spoken = offer_spoken(draft, CONTINUE_AT_10, INTENT)
    assert "R5" in [each.rule for each in spoken.contradictions]
    shown = page("progress", draft)
    shown.take_contradictions(spoken.contradictions)
    assert shown.faults == []
    assert [each.rule for each in shown.of("objects")[0].fields["S8"].remarks] == ["R5"]
    places = conflicts_of(spoken.contradictions, offer_blocks(draft))[0].places
    assert ("S8", "progress", "objects-0-S8") in places
    assert ("S11a", "correspondence", "objects-0-S11a") in places


def test_the_buyer_is_told_what_the_requirement_lacks():
    rules = [each.rule for each in intent_spoken({**CONTINUE_AT_10, "B10": ["K1"]}, None).contradictions]
    assert "RB3" in rules or "RB2" in rules
