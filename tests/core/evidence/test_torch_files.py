"""Files of torch.save and the writers above it, laid down by hand: what is in them and what ties it together."""

import io
import zipfile

import pytest

from recovery.core.evidence.inspection import Correspondence, Outcome, State
from recovery.core.evidence.reading import inspect
from tests.core.evidence.laid import (
    Laid,
    Obj,
    T,
    adagrad,
    adamw,
    model_safetensors,
    scheduler,
    sgd,
    torch_stream,
    torch_zip,
    weights,
)


def only(reading):
    (checkpoint,) = reading.checkpoints
    return checkpoint


def part(reading, kind):
    (component,) = [each for each in only(reading).of_kind(kind) if each.state is not State.EMPTY]
    return component


def values(component):
    return [(each.value, each.unit) for each in component.stated]


def codes(findings):
    return {each.code for each in findings}


GENERAL = {"model": weights(), "optimizer": adamw(10), "lr_scheduler": scheduler(10), "global_step": 10, "epoch": 2}


@pytest.mark.parametrize("lay", [torch_zip, torch_stream])
def test_a_general_checkpoint_states_its_points(lay):
    reading = inspect(lay(GENERAL), "ckpt.pt")
    assert reading.outcome is Outcome.READABLE
    assert values(part(reading, "K3")) == [(10, "optimizer steps")]
    assert values(part(reading, "K5")) == [(10, "scheduler steps")]
    assert [values(each) for each in only(reading).of_kind("K7")] == [[(10, "steps")], [(2, "epochs")]]
    assert part(reading, "K1").content("parameters") == 4
    assert reading.correspondence is Correspondence.SAME_FILE
    assert not only(reading).contradictions


def test_the_optimizer_of_another_step_is_a_mismatch():
    reading = inspect(torch_zip({**GENERAL, "optimizer": adamw(9)}), "ckpt.pt")
    assert reading.correspondence is Correspondence.MISMATCH
    assert any("the optimizer says 9" in each.text.lower() for each in only(reading).contradictions)


def test_a_learning_rate_of_another_moment_gives_away_an_optimizer_without_steps():
    content = {
        "model": weights(),
        "optimizer": sgd(0.9, stepped=True),
        "lr_scheduler": scheduler(10, 5e-6),
        "global_step": 10,
    }
    reading = inspect(torch_zip(content), "ckpt.pt")
    assert part(reading, "K3").content("kind") == "SGD"
    assert not part(reading, "K3").stated
    assert reading.correspondence is Correspondence.MISMATCH


@pytest.mark.parametrize(
    ("optimizer", "state"),
    [
        (adamw(0), State.NEVER_STEPPED),
        (adamw(10), State.PRESENT),
        (sgd(0.9, stepped=False), State.NEVER_STEPPED),
        (sgd(0.9, stepped=True), State.PRESENT),
        (sgd(0.0, stepped=True), State.STATELESS),
        (adagrad(0), State.NEVER_STEPPED),
    ],
)  # fmt: skip
def test_what_an_optimizer_holds_is_told_from_its_key(optimizer, state):
    assert part(inspect(torch_zip({"optimizer": optimizer}), "o.pt"), "K3").state is state


@pytest.mark.parametrize("nothing", [None, [], {}])
def test_a_key_without_contents_is_empty_and_no_optimizer(nothing):
    reading = inspect(torch_zip({"model": weights(), "optimizer_states": nothing}), "c.ckpt")
    assert [each.state for each in only(reading).of_kind("K3")] == [State.EMPTY]
    assert reading.correspondence is Correspondence.SINGLE


def test_weights_alone_state_no_point():
    reading = inspect(torch_zip(weights()), "W10.pt")
    assert not only(reading).stated
    assert codes(only(reading).doubts) == {"weights-untied"}
    assert [each.text for each in reading.claims] == ["The name W10.pt says 10. A name is no progress point."]


def test_a_batchnorm_counter_is_evidence_with_its_own_unit():
    model = {**weights(), "1.num_batches_tracked": T((), 10, "Long"), "1.running_mean": T((8,))}
    reading = inspect(torch_zip({"model": model, "optimizer": adamw(9)}), "c.pt")
    assert values(part(reading, "K2")) == [(10, "training forward passes")]
    assert reading.correspondence is Correspondence.MISMATCH


def test_a_zero_based_epoch_beside_a_step_is_no_mismatch():
    reading = inspect(torch_zip({"state_dict": weights(), "optimizer": adamw(10), "epoch": 9}), "c.pth.tar")
    assert reading.correspondence is Correspondence.SAME_FILE


def test_micro_batches_are_another_unit_and_no_mismatch():
    reading = inspect(torch_zip({"model": weights(), "optimizer": adamw(10), "step": 40}), "c.pt")
    assert reading.correspondence is Correspondence.SAME_FILE
    assert "other-unit" in codes(only(reading).doubts)


def test_big_endian_numbers_are_read_as_such():
    reading = inspect(torch_zip({"optimizer": adamw(10)}, order=">"), "o.pt")
    assert values(part(reading, "K3")) == [(10, "optimizer steps")]


def test_two_names_of_one_storage_are_tied_weights():
    tied = T((8, 4), 1)
    reading = inspect(torch_zip({"wte.weight": tied, "lm_head.weight": tied, "b": T((2,))}), "m.pt")
    assert part(reading, "K1").content("parameters") == 2
    assert part(reading, "K1").content("arrays") == 3


def test_an_average_is_no_second_model():
    reading = inspect(torch_zip({"model": weights(), "model_ema": weights(0.4), "optimizer": adamw(3)}), "c.pt")
    assert part(reading, "K1").places[0].key == "model"
    assert part(reading, "K10").places[0].key == "model_ema"


def test_several_models_stay_apart():
    content = {"generator": weights(), "discriminator": weights(), "opt_g": adamw(4), "opt_d": sgd(0.9, stepped=True)}
    reading = inspect(torch_zip(content), "gan.pt")
    assert {each.member for each in only(reading).of_kind("K1")} == {"generator", "discriminator"}
    assert {each.member for each in only(reading).of_kind("K3")} == {"opt_g", "opt_d"}


def test_lightning_counts_the_steps_of_all_optimizers():
    content = {
        "epoch": 2, "global_step": 16, "pytorch-lightning_version": "2.6.6", "state_dict": weights(),
        "loops": {"fit_loop": {"state_dict": {}, "epoch_loop.state_dict": {"_batches_that_stepped": 9}}},
        "callbacks": {"EarlyStopping": {"wait_count": 0}}, "hyper_parameters": {"lr": 0.1},
        "optimizer_states": [adamw(6), adamw(10)], "lr_schedulers": [scheduler(2)],
    }  # fmt: skip
    reading = inspect(torch_zip(content), "last.ckpt")
    assert only(reading).writer == "PyTorch Lightning"
    assert len(only(reading).of_kind("K3")) == 2
    assert only(reading).of_kind("K11")
    assert only(reading).of_kind("K12")
    assert not only(reading).of_kind("K8")
    assert reading.correspondence is Correspondence.SAME_FILE
    assert any("add up" in each.text for each in only(reading).ties)


def test_lightning_weights_only_keeps_its_counters_and_no_optimizer():
    content = {
        "epoch": 2,
        "global_step": 10,
        "pytorch-lightning_version": "2.6.6",
        "state_dict": weights(),
        "loops": {},
    }
    reading = inspect(torch_zip(content), "w.ckpt")
    assert not only(reading).of_kind("K3")
    assert (10, "steps") in [value for each in only(reading).of_kind("K7") for value in values(each)]


def test_composers_clock_counts_batches_as_steps():
    clock = {
        "iteration": 0,
        "epoch": 1,
        "batch": 10,
        "sample": 80,
        "token": 0,
        "epoch_in_iteration": 1,
        "batch_in_epoch": 2,
    }
    state = {
        "run_name": "r",
        "timestamp": {"Timestamp": clock},
        "model": weights(),
        "optimizers": {"DecoupledAdamW": adamw(10)},
        "schedulers": {"LambdaLR": scheduler(10)},
        "algorithms": [],
        "integrations": {"python": "3.11"},
    }
    reading = inspect(torch_zip({"state": state, "rng": [{"torch": T((5056,), 1, "Byte")}]}), "ep1.pt")
    assert only(reading).writer == "Composer"
    assert (10, "steps") in [value for each in only(reading).of_kind("K7") for value in values(each)]
    assert not any(each.value == 0 and each.unit == "steps" for each in only(reading).stated)
    assert only(reading).of_kind("K8")
    assert not only(reading).contradictions


def test_ignite_states_its_iteration():
    trainer = {"iteration": 10, "epoch_length": 5, "max_epochs": 2}
    reading = inspect(torch_zip({"model": weights(), "optimizer": adamw(10), "trainer": trainer}), "checkpoint_10.pt")
    assert only(reading).writer == "Ignite"
    assert [values(each) for each in only(reading).of_kind("K7")] == [[(10, "steps")]]


def test_one_rank_of_a_sharded_save_asks_for_the_others():
    content = {"model": weights(), "shard_metadata": {"param_metadata": []}, "last_optimizer_state": adamw(3)}
    reading = inspect(torch_zip(content), "checkpoint_last-shard0.pt")
    assert only(reading).writer == "fairscale FSDP"
    assert "one-share" in codes(only(reading).doubts)


def test_a_whole_module_is_read_through_its_attributes():
    inner = Obj(
        "torch.nn.modules.linear",
        "Linear",
        (),
        {"_parameters": {"weight": T((8, 4)), "bias": T((8,))}, "_buffers": {}, "_modules": {}},
    )
    module = Obj(
        "mine.net", "Net", (), {"training": True, "_parameters": {}, "_buffers": {}, "_modules": {"fc": inner}}
    )
    reading = inspect(torch_zip(module), "model.pth")
    assert part(reading, "K1").content("parameters") == 2
    assert only(reading).needs == ("mine.net.Net",)


def test_a_whole_optimizer_is_read_through_its_state():
    whole = Obj("torch.optim.sgd", "SGD", (), {"defaults": {}, **sgd(0.9, stepped=True)})
    assert part(inspect(torch_zip({"optimizer": whole, "model": weights()}), "c.pt"), "K3").content("kind") == "SGD"


@pytest.mark.parametrize(
    "name",
    [
        ("os", "system"), ("posix", "system"), ("subprocess", "Popen"), ("builtins", "eval"), ("__builtin__", "exec"),
        ("builtins", "__import__"), ("runpy", "run_path"), ("ctypes", "CDLL"), ("socket", "socket"),
        ("shutil", "rmtree"), ("pickle", "loads"), ("operator", "attrgetter"), ("torch.hub", "load"),
        ("numpy.testing", "runstring"), ("timeit", "timeit"), ("bdb", "Bdb"), ("code", "interact"),
        ("collections", "OrderedDict.__init__.__globals__"),
    ],
)  # fmt: skip
def test_a_name_that_could_do_harm_is_named_and_the_rest_is_listed(name):
    content = {**GENERAL, "extra": Obj(*name, ("touch /tmp/never",))}
    reading = inspect(torch_zip(content), "c.pt")
    assert reading.outcome is Outcome.REFUSED
    assert any(".".join(name) in each.text for each in reading.refusals)
    assert reading.correspondence is Correspondence.NONE
    assert part(reading, "K3").content("kind") == "AdamW"


def test_a_call_after_the_end_of_the_pickle_is_named():
    laid = Laid()
    data = laid.pickle(weights()) + Laid().pickle(Obj("os", "system", ("x",)))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a/data.pkl", data)
        archive.writestr("a/version", "3\n")
        for key, raw in laid.storages.items():
            archive.writestr(f"a/data/{key}", raw)
    reading = inspect(buffer.getvalue(), "c.pt")
    assert {"bytes-after-end", "unsafe-name"} <= codes(reading.refusals)


@pytest.mark.parametrize(("cut", "lay"), [(cut, lay) for cut in (0.2, 0.5, 0.9) for lay in (torch_zip, torch_stream)])
def test_a_cut_file_is_damaged_and_vouches_for_nothing(cut, lay):
    raw = lay(GENERAL)
    reading = inspect(raw[: int(len(raw) * cut)], "c.pt")
    assert reading.outcome is Outcome.DAMAGED
    assert all(each.state is State.DAMAGED for one in reading.checkpoints for each in one.components)


def test_a_second_data_pkl_is_ambiguous():
    reading = inspect(torch_zip(weights(), extra={"other/data.pkl": Laid().pickle({})}), "c.pt")
    assert reading.outcome is Outcome.REFUSED


def test_a_prefix_before_the_zip_is_ambiguous():
    assert inspect(b"\x80\x02}." + torch_zip(weights()), "c.pt").outcome is not Outcome.READABLE


def test_a_flipped_byte_is_found_by_the_checksum():
    raw = bytearray(torch_zip(weights()))
    raw[raw.index(b"archive/data/0") + len("archive/data/0") + 3] ^= 1
    assert inspect(bytes(raw), "c.pt").outcome is Outcome.DAMAGED


FOLDER = {
    "model.pt": torch_zip(weights()),
    "optimizer.pt": torch_zip(adamw(10)),
    "progress.json": b'{"global_step": 10}',
}


def lay_folder(folder, files):
    for name, raw in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return folder


def test_parts_in_one_folder_are_tied_by_their_records(tmp_path):
    reading = inspect(lay_folder(tmp_path / "B", FOLDER))
    assert reading.correspondence is Correspondence.SAME_STEP
    assert any(each.text == "Nothing in the files ties the weights to 10." for each in only(reading).doubts)


def test_several_files_of_one_kind_are_never_joined(tmp_path):
    files = {"model_8.pt": torch_zip(weights()), "model_10.pt": torch_zip(weights())}
    files |= {f"optim_{step}.pt": torch_zip(adamw(step)) for step in (8, 10, 12)}
    reading = inspect(lay_folder(tmp_path / "run", files))
    assert len(reading.checkpoints) == 5
    assert reading.correspondence is Correspondence.UNKNOWN


@pytest.mark.parametrize("step", [9, 10])
def test_a_trainer_folder_is_compared_with_its_record(tmp_path, step):
    files = {
        "checkpoint-10/model.safetensors": model_safetensors(),
        "checkpoint-10/optimizer.pt": torch_zip(adamw(step)),
        "checkpoint-10/scheduler.pt": torch_zip(scheduler(10)),
        "checkpoint-10/trainer_state.json": b'{"global_step": 10, "epoch": 0.5}',
        "checkpoint-10/rng_state_0.pth": torch_zip({"cpu": T((5056,), 1, "Byte")}),
    }
    reading = inspect(lay_folder(tmp_path, files))
    expected = Correspondence.SAME_STEP if step == 10 else Correspondence.MISMATCH
    assert reading.correspondence is expected
    assert only(reading).name == "checkpoint-10"


def test_a_missing_rank_is_named(tmp_path):
    files = {
        "model.safetensors": model_safetensors(),
        "trainer_state.json": b'{"global_step": 10}',
        "rng_state_0.pth": torch_zip({"cpu": T((5056,), 1, "Byte")}),
        "rng_state_2.pth": torch_zip({"cpu": T((5056,), 1, "Byte")}),
    }
    reading = inspect(lay_folder(tmp_path, files))
    assert any("missing: 1" in each.text for each in only(reading).damage)


def test_a_link_out_of_the_delivery_is_not_followed(tmp_path):
    secret = tmp_path / "secret.pt"
    secret.write_bytes(torch_zip(GENERAL))
    folder = tmp_path / "delivery"
    folder.mkdir()
    (folder / "model.pt").symlink_to(secret)
    reading = inspect(folder)
    assert not reading.checkpoints
    assert any("leads out" in each.text for each in reading.remarks)


def plainly_pickled(value):
    """Lay down a tensor as pickle writes it without torch.save: its storage is the bytes of a small torch file."""
    laid = Laid()
    laid.tensor(value)
    ((key, raw),) = laid.storages.items()
    stored = (
        b"("
        + laid.value("storage")
        + laid.name("torch", "FloatStorage")
        + laid.value((key, "cpu", 1, None))[1:-1]
        + b"tQ"
    )
    head = torch_stream(0).split(b"\x80\x02\x8a\x01\x00.")[0]
    inner = head + b"\x80\x02" + stored + b"." + Laid().pickle([key]) + (1).to_bytes(8, "little") + raw
    return Obj("torch._utils", "_rebuild_tensor_v2", (Obj("torch.storage", "_load_from_bytes", (inner,)), 0, (), ()))


def test_tensors_in_a_plain_pickle_are_read_from_the_bytes_they_carry():
    state = {0: {"step": plainly_pickled(T((), 10)), "exp_avg": plainly_pickled(T((), 1))}}
    raw = Laid().pickle({"optimizer": {"state": state, "param_groups": [{"params": [0], "betas": (0.9, 0.999)}]}})
    assert values(part(inspect(raw, "state.pkl"), "K3")) == [(10, "optimizer steps")]
