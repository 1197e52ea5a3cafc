"""Every case of the corpus of real checkpoint files, against the truth that was written when it was made."""

import json

import jsonschema
import pytest

from recovery.core.evidence.inspection import Correspondence, State
from recovery.core.evidence.inspection_form import from_dict, to_dict
from recovery.core.evidence.manifest_schema import INSPECTION
from tests.core.evidence.corpus import Seen, case_names, read_case, truth_of

CASES = case_names()
OUTCOMES = {"readable": "readable", "damaged": "damaged", "refuse": "refused"}
YES_OR_NO = {"lr_scheduler": "K5", "grad_scaler": "K6", "rng": "K8", "dataloader": "K9", "progress_record": "K7"}
# The truth knows what was saved; these bytes do not show it, as the truth's own notes say.
NOT_IN_THE_BYTES = {
    ("flax-msgpack-sgd-no-state", "optimizer"): "stateless and missing can't be told apart from the bytes",
}
# Hostile cases: the truth lists components of one file of several, or none at all, beside the warning.
LISTED_BESIDE_THE_WARNING = {
    "hostile-names": "the tar's one real member holds a whole checkpoint under a hostile name",
    "hostile-progress-values": "one file's epoch is 10 and one states two steps; per_file says so",
}


@pytest.mark.parametrize("name", CASES)
def test_reading_ends_as_the_truth_expects(name):
    assert read_case(name).outcome.value == OUTCOMES[truth_of(name)["expect"]]


@pytest.mark.parametrize("name", CASES)
def test_correspondence_is_the_truths(name):
    truth, reading = truth_of(name), read_case(name)
    if truth["hostile"] and truth["corresponds"] == "none":
        tied = {Correspondence.SAME_FILE, Correspondence.SAME_STEP}
        assert reading.correspondence not in tied
    else:
        assert reading.correspondence.value == truth["corresponds"]


@pytest.mark.parametrize("name", CASES)
def test_model_and_buffers_are_the_truths(name):
    truth, seen = truth_of(name)["components"], Seen(read_case(name))
    if name in LISTED_BESIDE_THE_WARNING:
        assert seen.states("K1") <= {State.PRESENT}
        return
    model = seen.states("K1")
    if truth["model"] is True:
        assert State.PRESENT in model
    elif truth["model"] == "partial":
        assert model == {State.PARTIAL}
    elif truth["model"] == "unknown":
        assert model <= {State.DAMAGED}
    else:
        assert not model - {State.DAMAGED}
    if truth["buffers"]:
        assert State.PRESENT in seen.states("K2")
    else:
        assert State.PRESENT not in seen.states("K2")


@pytest.mark.parametrize("name", CASES)
def test_optimizer_is_the_truths(name):
    truth, seen = truth_of(name)["components"]["optimizer"], Seen(read_case(name))
    states = seen.states("K3")
    if (name, "optimizer") in NOT_IN_THE_BYTES:
        (component,) = seen.reading.checkpoints[0].of_kind("K3")
        assert component.state is State.EMPTY
        assert any("cannot be told from a missing one" in each for each in component.notes)
    elif name in LISTED_BESIDE_THE_WARNING:
        assert states <= {State.PRESENT, State.NEVER_STEPPED}
    elif truth == "absent":
        assert not states
    elif truth == "damaged":
        assert states == {State.DAMAGED} or (not states and seen.is_unusable)
    else:
        expected = {
            "present": State.PRESENT,
            "initialised-empty": State.NEVER_STEPPED,
            "present-stateless": State.STATELESS,
        }[truth]
        assert expected in states


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("component", YES_OR_NO)
def test_other_components_are_the_truths(name, component):
    truth, seen = truth_of(name), Seen(read_case(name))
    states = seen.states(YES_OR_NO[component])
    if name in LISTED_BESIDE_THE_WARNING:
        assert states <= {State.PRESENT}
    elif truth["components"][component] == "partial":
        assert states == {State.PARTIAL}
    elif truth["components"][component]:
        assert states & ({State.PRESENT, State.DAMAGED} if truth["expect"] == "damaged" else {State.PRESENT})
    elif truth["expect"] == "damaged":
        assert states <= {State.DAMAGED}
    else:
        assert not states


@pytest.mark.parametrize("name", CASES)
def test_counts_of_parameters_are_the_truths(name):
    detail = truth_of(name)["components"].get("model_detail", {})
    models = [each for one in read_case(name).checkpoints for each in one.of_kind("K1") if each.state is State.PRESENT]
    counts = {each.content("parameters") for each in models} - {None}
    tied = detail.get("state_dict_entries", 0) == detail.get("parameters", 0) + detail.get("buffers", 0) + 1
    if counts and "parameters" in detail and not tied:
        assert counts == {detail["parameters"]}


TORCH_KINDS = {"Adam", "AdamW", "SGD", "Adafactor", "Adagrad", "RMSprop", "LBFGS", "Rprop", "ASGD", "NAdam", "RAdam"}


@pytest.mark.parametrize("name", CASES)
def test_kinds_of_optimizers_are_the_truths(name):
    detail = truth_of(name)["components"].get("optimizer_detail", {})
    wanted = (
        {detail["class"]}
        if "class" in detail
        else {each["class"] for each in detail.values() if isinstance(each, dict)}
    )
    parts = [each for one in read_case(name).checkpoints for each in one.of_kind("K3")]
    kinds = {each.content("kind") for each in parts if each.state is not State.DAMAGED} - {None}
    for kind in kinds - {"not stated"} if wanted & TORCH_KINDS else ():
        # RAdam's state has Adam's keys, and a flat copy loses the group that tells AdamW: the class is in no file.
        assert kind in wanted or (kind in ("Adam", "AdamW") and wanted & {"Adam", "AdamW", "RAdam"})


RECORDED = {
    "optimizer": (("K3",), ("optimizer steps",)),
    "lr_scheduler": (("K5",), ("scheduler steps",)),
    "progress_record": (("K7",), ("steps", "epochs")),
    "model": (("K2",), ("training forward passes",)),
    "dataloader": (("K9",), ("batches",)),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("component", RECORDED)
def test_progress_is_what_the_bytes_record(name, component):
    """What the truth says is recorded is read; what it says is recorded nowhere is not claimed."""
    truth, seen = truth_of(name), Seen(read_case(name))
    kinds, units = RECORDED[component]
    said = seen.stated(*kinds)
    values = {value for unit in units for value in said.get(unit, set())}
    recorded = truth["recorded"].get(component, {}).get("value")
    if isinstance(recorded, list):
        assert set(recorded) <= values
    elif isinstance(recorded, int):
        assert recorded in values
    elif component == "model":
        # The one trace that weights carry is BatchNorm's counter; where there is none, nothing is claimed.
        assert not seen.stated("K1")
        assert not values or truth["components"]["buffers"]
    elif truth["recorded"] and component in ("optimizer", "dataloader"):
        assert not values


@pytest.mark.parametrize("name", CASES)
def test_weights_never_state_a_point_of_their_own(name):
    assert not Seen(read_case(name)).stated("K1", "K10")


@pytest.mark.parametrize("name", CASES)
def test_undetectable_mismatches_are_not_claimed(name):
    truth, reading = truth_of(name), read_case(name)
    if truth["evidence"].startswith("NOT detectable"):
        assert not any(each.contradictions for each in reading.checkpoints)
        assert any(finding.code == "weights-untied" for each in reading.checkpoints for finding in each.doubts)


PER_FILE = [(name, path, said) for name in CASES for path, said in truth_of(name).get("per_file", {}).items()]


@pytest.mark.parametrize(("name", "path", "said"), PER_FILE)
def test_hostile_files_are_answered_one_by_one(name, path, said):
    reading = read_case(name)
    refusals = [each for each in reading.refusals if each.place is not None and each.place.file.startswith(path)]
    doubts = [each for one in (reading, *reading.checkpoints) for each in one.doubts]
    about = [each for each in doubts if each.place is not None and each.place.file.startswith(path)]
    damage = [each for one in (reading, *reading.checkpoints) for each in one.damage]
    broken = [each for each in damage if each.place is not None and path.startswith(each.place.file.split("!")[0])]
    if said.startswith("names posix.system"):
        assert any("posix.system" in each.text for each in refusals)
    elif said.startswith("walk with a visited set"):
        assert refusals or "same-object" in path
    elif said.startswith(("refuse", "length", "offset", "an array-backed", "a recursive")) or ": refuse" in said:
        assert refusals or about or broken
    elif "report" in said:
        assert (
            refusals
            or about
            or broken
            or any(each.place.file.startswith(path) for one in reading.checkpoints for each in one.stated)
        )
    else:
        assert reading.outcome is not None


FORM = jsonschema.Draft202012Validator(INSPECTION)


@pytest.mark.parametrize("name", CASES)
def test_every_reading_survives_its_json_form(name):
    reading = read_case(name)
    form = json.loads(json.dumps(to_dict(reading)))
    assert from_dict(form) == reading
    FORM.validate(form)
