"""What was read in checkpoint files beside what was answered: only like units, only what the bytes state."""

from decimal import Decimal
from pathlib import Path

import pytest

from recovery.core.attached.beside import Attached, beside
from recovery.core.attached.checkpoints import beside_checkpoint
from recovery.core.attached.found import taken
from recovery.core.attached.reading import Reading, What, reading_form, reading_from
from recovery.core.evidence.inspection import (
    Checkpoint,
    Correspondence,
    Finding,
    Inspection,
    Place,
    State,
    Stated,
)
from recovery.core.evidence.inspection import Component as Part
from recovery.core.evidence.reading import inspect
from recovery.core.intent import Component, Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.progress import Point

CORPUS = Path(__file__).resolve().parents[4] / "shared" / "data" / "checkpoints"
WANTED = Intent(outcome="O3", rule="exactly", wanted=Point("TR-10", "main", "step", Decimal(10)))
AT_NINE = "optimizer state at step 9 in checkpoint-10/optimizer.pt: state[*].step"
MODEL, OPTIMIZER, PROGRESS = Component("K1"), Component("K3"), Component("K7")


def at(value, scale="step"):
    return Point("TR-10", "main", scale, Decimal(value))


def answered(*parts, points=(), **fields):
    return ReturnedObject("B", kind="package", parts=parts, points=points, **fields)


def optimizer(value=9, state=State.PRESENT, unit="optimizer steps", key="state[*].step"):
    place = Place("checkpoint-10/optimizer.pt", key)
    stated = (Stated(value, unit, place),) if value is not None else ()
    return Part("K3", state, (Place("checkpoint-10/optimizer.pt"),), stated=stated)


def read(*parts, correspondence=Correspondence.UNKNOWN, **fields):
    return Checkpoint("checkpoint-10", "torch file", components=parts, correspondence=correspondence, **fields)


def says(returned, checkpoint):
    return [each.says for each in beside_checkpoint(WANTED, returned, checkpoint, at=0).differences]


def offered(returned, checkpoint):
    found = beside_checkpoint(WANTED, returned, checkpoint, at=0)
    return {(each.question, each.place[-1]): each.value for each in found.suggestions}


def test_a_point_that_differs_names_both_halves_and_the_file():
    returned = answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(10)),))
    assert says(returned, read(optimizer(9))) == [f"answered: optimizer state at step 10; read: {AT_NINE}"]


def test_a_point_that_agrees_is_no_difference():
    assert says(answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(10)),)), read(optimizer(10))) == []


@pytest.mark.parametrize("unit", ["scheduler steps", "training forward passes", "environment steps", "epochs"])
def test_numbers_of_another_unit_are_not_set_beside_steps(unit):
    returned = answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(10)),))
    assert says(returned, read(optimizer(3, unit=unit))) == []
    assert offered(answered((OPTIMIZER, "yes")), read(optimizer(3, unit=unit))) == {}


def test_the_point_of_weights_is_never_offered_since_their_bytes_state_none():
    weights = Part("K1", State.PRESENT, (Place("checkpoint-10/model.safetensors"),))
    found = offered(answered((MODEL, "yes"), (OPTIMIZER, "yes")), read(weights, optimizer(10)))
    assert found == {("S8", "K3"): {"scale": "step", "value": 10}}


def test_a_point_in_a_name_is_never_offered_or_compared():
    claim = Finding("name", "The name checkpoint-10 says 10.", Place("checkpoint-10"))
    returned = answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(9)),))
    checkpoint = read(optimizer(None), claims=(claim,))
    assert says(returned, checkpoint) == []
    assert offered(returned, checkpoint) == {}


def test_two_values_in_one_component_are_shown_and_none_is_offered():
    parts = (optimizer(9), optimizer(8))
    returned = answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(10)),))
    assert "step 9" in says(returned, read(*parts))[0]
    assert "step 8" in says(returned, read(*parts))[0]
    assert offered(returned, read(*parts)) == {}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.EMPTY, "there, but empty"),
        (State.NEVER_STEPPED, "never stepped"),
        (State.STATELESS, "keeps no state"),
        (State.PLACEHOLDER, "placeholders"),
        (State.DAMAGED, "damaged"),
    ],
)
def test_a_key_is_not_content(state, words):
    found = says(answered((OPTIMIZER, "yes")), read(optimizer(None, state)))
    assert len(found) == 1
    assert words in found[0]


def test_what_is_answered_and_nowhere_in_the_files_is_named():
    assert says(answered((OPTIMIZER, "yes")), read()) == [
        "answered: optimizer state is in this object; read: no optimizer state in checkpoint-10"
    ]


def test_what_files_of_weights_cannot_show_is_not_said_to_be_missing():
    assert says(answered((Component("K13"), "yes"), (Component("K17"), "yes")), read()) == []


@pytest.mark.parametrize("code", ["no", "new", "not_applicable"])
def test_what_is_answered_not_to_be_there_and_is_there_is_named_and_offered(code):
    returned = answered((OPTIMIZER, code))
    assert len(says(returned, read(optimizer(10)))) == 1
    assert offered(returned, read(optimizer(None)))[("S7", "K3")] == "yes"


def test_a_blank_answer_is_no_difference_but_an_offer():
    assert says(answered(), read(optimizer(10))) == []
    assert offered(answered(), read(optimizer(10)))[("S7", "K3")] == "yes"


def test_models_of_other_names_are_not_set_side_by_side():
    returned = answered((Component("K3", "actor"), "yes"))
    read_critic = Part("K3", State.PRESENT, (Place("critic.pt"),), member="critic")
    found = beside_checkpoint(WANTED, returned, read(read_critic), at=0)
    assert found.differences == ()
    assert len(found.notes) == 1


def test_parts_that_contradict_each_other_speak_against_one_checkpoint():
    against = (Finding("differs", "The optimizer says 9, the record 10.", None),)
    checkpoint = read(optimizer(9), correspondence=Correspondence.MISMATCH, contradictions=against)
    for fields, question in (({"one_checkpoint": "yes", "basis": "one_save"}, "S11a"), ({"basis": "one_save"}, "S12")):
        found = beside_checkpoint(WANTED, answered((OPTIMIZER, "yes"), **fields), checkpoint, at=0)
        assert [each.question for each in found.differences] == [question]


def test_one_file_offers_one_save_as_the_basis():
    checkpoint = read(optimizer(10), correspondence=Correspondence.SAME_FILE)
    assert offered(answered((OPTIMIZER, "yes")), checkpoint)[("S12", "S12")] == "one_save"


def test_agreeing_steps_alone_are_no_basis():
    checkpoint = read(optimizer(10), correspondence=Correspondence.SAME_STEP)
    assert ("S12", "S12") not in offered(answered((OPTIMIZER, "yes")), checkpoint)


def test_damage_differs_from_a_save_that_is_called_committed():
    checkpoint = read(damage=(Finding("missing", "Shard 2 of 2 is missing.", None),))
    assert says(answered(save_state="committed"), checkpoint) == [
        "answered: the save is committed; read: Shard 2 of 2 is missing."
    ]
    assert says(answered(save_state="staged"), checkpoint) == []


def test_of_several_checkpoints_the_one_that_differs_least_is_compared_and_the_others_are_named():
    nine = Checkpoint("checkpoint-9", "torch file", components=(optimizer(9),))
    ten = Checkpoint("checkpoint-10", "torch file", components=(optimizer(10),))
    reading = Reading(What.MANIFEST, inspection=Inspection("run", "torch file", (nine, ten)))
    offer = Offer("B", objects=(answered((OPTIMIZER, "yes"), points=((OPTIMIZER, at(10)),)),))
    (side,) = beside(WANTED, offer, (Attached("1", "manifest.json", "0", reading),))
    assert side.differences == ()
    assert side.compared == ("B was set beside checkpoint-10, which differs least; the file also lists checkpoint-9.",)


def test_taking_a_value_changes_that_value_and_nothing_else():
    draft = {
        "name": "B",
        "answers": {"S2": "buyers"},
        "objects": [{"name": "A"}, {"name": "B", "S8": {"K3": {"run": "TR-10", "value": 10}, "K7": {"value": 1}}}],
    }
    found = beside_checkpoint(WANTED, answered((OPTIMIZER, "yes")), read(optimizer(9)), at=1)
    changed = taken(draft, found.suggestions[0])
    assert changed["objects"][1]["S8"] == {"K3": {"run": "TR-10", "scale": "step", "value": 9}, "K7": {"value": 1}}
    changed["objects"][1]["S8"]["K3"] = {"run": "TR-10", "value": 10}
    assert changed == draft


def test_a_stored_reading_is_the_reading():
    reading = Reading(
        What.MANIFEST,
        tool="1.0",
        made="2026-11-30T10:00:00Z",
        files=3,
        has_digests=True,
        inspection=Inspection("run", "torch file", (read(optimizer(9)),)),
    )
    assert reading_from(reading_form(reading)) == reading


# --- Real files -------------------------------------------------------------------------------------------------------

if CORPUS.exists():
    WHOLE = answered(
        (MODEL, "yes"), (OPTIMIZER, "yes"), (PROGRESS, "yes"),
        points=((MODEL, at(10)), (OPTIMIZER, at(10)), (PROGRESS, at(10))),
        one_checkpoint="yes", basis="one_save", save_state="committed",
    )  # fmt: skip

    def differences(case):
        (checkpoint,) = inspect(CORPUS / case).checkpoints
        return [each.says for each in beside_checkpoint(WANTED, WHOLE, checkpoint, at=0).differences]

    @pytest.mark.parametrize("case", ["hf-trainer-complete", "pt-general-adamw-everything"])
    def test_files_of_the_point_that_was_answered_show_no_difference(case):
        assert differences(case) == []

    def test_the_optimizer_of_an_earlier_step_is_found_in_its_bytes():
        found = differences("hf-trainer-optimizer-from-9")
        assert any("optimizer state at step 9 in checkpoint-10/optimizer.pt" in each for each in found)

    def test_a_save_without_its_optimizer_shows_it():
        assert any("no optimizer state" in each for each in differences("hf-trainer-no-optimizer"))

    def test_a_fresh_optimizer_is_there_but_not_stepped():
        assert any("never stepped" in each for each in differences("pt-general-optimizer-fresh"))
