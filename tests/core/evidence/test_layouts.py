"""Layouts of folders, laid down by hand: what belongs to one save, what is missing, what names claim."""

import io
import json
import struct
import zipfile

import pytest

from recovery.core.evidence.inspection import Correspondence, Outcome, State
from recovery.core.evidence.reading import inspect, inspect_source
from tests.core.evidence import hdf5_samples
from tests.core.evidence.deliveries import MSGPACK, held, laid_deliveries
from tests.core.evidence.laid import Laid, Obj, T, adamw, model_safetensors, scheduler, torch_zip, weights

LAID = laid_deliveries()


def only(reading):
    (checkpoint,) = reading.checkpoints
    return checkpoint


def read(name, **changes):
    """Return the reading of a laid delivery with files replaced."""
    return inspect_source(held({**LAID[name], **changes}))


def stated(checkpoint, kind):
    return [(each.value, each.unit) for component in checkpoint.of_kind(kind) for each in component.stated]


def said(findings):
    return " ".join(each.text for each in findings)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("trainer", "Hugging Face Trainer checkpoint"),
        ("deepspeed", "DeepSpeed checkpoint"),
        ("megatron", "Megatron-LM checkpoint"),
        ("msgpack", "flax MessagePack"),
        ("loose", "folder of files"),
    ],
)
def test_a_layout_is_known_by_its_content(name, form):
    reading = read(name)
    assert only(reading).format == form
    assert reading.outcome is Outcome.READABLE


def test_deepspeeds_empty_optimizer_key_is_no_optimizer():
    checkpoint = only(read("deepspeed"))
    (optimizer,) = checkpoint.of_kind("K3")
    assert optimizer.places[0].file.endswith("optim_states.pt")
    assert checkpoint.correspondence is Correspondence.SAME_STEP


def test_placeholders_are_no_weights_when_the_partitions_are_lost():
    files = {"global_step10/zero_pp_rank_0_mp_rank_00_model_states.pt": torch_zip({
        "module": {"w": T((0,))}, "optimizer": None, "global_steps": 10, "dp_world_size": 2,
    })}  # fmt: skip
    checkpoint = only(inspect_source(held(files)))
    assert [each.state for each in checkpoint.of_kind("K1")] == [State.PLACEHOLDER]


def test_a_missing_partition_is_named():
    states = torch_zip({"module": weights(), "global_steps": 10, "dp_world_size": 2, "optimizer": None})
    files = {**LAID["deepspeed"], "global_step10/mp_rank_00_model_states.pt": states}
    assert "missing: 1" in said(only(inspect_source(held(files))).damage)


@pytest.mark.parametrize(
    ("pointer", "outcome"),
    [
        (b"global_step10", Outcome.READABLE),
        (b"global_step12", Outcome.DAMAGED),
        (b"../../etc", Outcome.REFUSED),
        (b"a\0b", Outcome.REFUSED),
        (b"", Outcome.REFUSED),
    ],
)
def test_a_pointer_is_a_claim_and_never_followed_out(pointer, outcome):
    assert read("deepspeed", latest=pointer).outcome is outcome


@pytest.mark.parametrize(
    ("tracker", "outcome"),
    [(b"10\n", Outcome.READABLE), (b"12", Outcome.DAMAGED), (b"release", Outcome.DAMAGED), (b"1e9", Outcome.REFUSED)],
)
def test_megatrons_tracker_is_held_against_the_folders(tracker, outcome):
    files = {**LAID["megatron"], "latest_checkpointed_iteration.txt": tracker}
    assert inspect_source(held(files)).outcome is outcome


def dcp(items, *, shards=("__0_0.distcp",), drop=()):
    """Lay down a distributed checkpoint: every item in its own small torch zip, all named by ``.metadata``."""
    base = "torch.distributed.checkpoint"
    listed, stored, paths, data = {}, {}, {}, dict.fromkeys(shards, b"")
    for index, (name, (path, value)) in enumerate(items.items()):
        shard, raw = shards[index % len(shards)], torch_zip(value)
        at, data[shard] = len(data[shard]), data[shard] + raw
        if isinstance(value, T):
            chunk = Obj(f"{base}.metadata", "ChunkStorageMetadata", (), {"offsets": (0,), "sizes": value.shape})
            kind = Obj(f"{base}.metadata", "TensorProperties", (), (Obj("torch", "float32_", ()), None, False))
            listed[name] = Obj(
                f"{base}.metadata",
                "TensorStorageMetadata",
                (),
                {"properties": kind, "size": value.shape, "chunks": [chunk]},
            )
        else:
            listed[name] = Obj(f"{base}.metadata", "BytesStorageMetadata", (), {})
        paths[name] = path
        stored[Obj(f"{base}.metadata", "MetadataIndex", (), {"fqn": name, "index": 0})] = Obj(
            f"{base}.filesystem", "_StorageInfo", (), {"relative_path": shard, "offset": at, "length": len(raw)}
        )
    state = {"state_dict_metadata": listed, "planner_data": paths, "storage_data": stored}
    files = {f"step/{name}": raw for name, raw in data.items()}
    files["step/.metadata"] = Laid().pickle(Obj(f"{base}.metadata", "Metadata", (), state))
    return {path: raw for path, raw in files.items() if path.rpartition("/")[2] not in drop}


ITEMS = {
    "model.w": (("model", "w"), T((4, 2), 1)),
    "model.b": (("model", "b"), T((4,), 1)),
    "optim.state.w.step": (("optim", "state", "w", "step"), T((), 10)),
    "optim.state.w.exp_avg": (("optim", "state", "w", "exp_avg"), T((4, 2), 1)),
    "optim.param_groups.0.params": (("optim", "param_groups", 0, "params"), ["w", "b"]),
    "train_state.step": (("train_state", "step"), 10),
}


MODEL_ITEMS = {name: item for name, item in ITEMS.items() if name.startswith("model")}
OPTIMIZER_ITEMS = {name: item for name, item in ITEMS.items() if name.startswith("optim")}


def test_a_distributed_checkpoint_is_read_item_by_item():
    checkpoint = only(inspect_source(held(dcp(ITEMS))))
    assert stated(checkpoint, "K3") == [(10, "optimizer steps")]
    assert stated(checkpoint, "K7") == [(10, "steps")]
    assert checkpoint.of_kind("K1")[0].content("parameters") == 2


def test_a_distributed_checkpoint_without_its_metadata_was_never_committed():
    reading = inspect_source(held(dcp(ITEMS, drop=(".metadata",))))
    assert reading.outcome is Outcome.DAMAGED
    assert "not committed" in said(only(reading).damage)


def test_a_missing_shard_leaves_parts_that_cannot_be_vouched_for():
    shards = ("__0_0.distcp", "__1_0.distcp")
    checkpoint = only(inspect_source(held(dcp(ITEMS, shards=shards, drop=("__1_0.distcp",)))))
    assert [each.state for each in checkpoint.of_kind("K1")] == [State.PARTIAL]
    assert [each.state for each in checkpoint.of_kind("K3")] == [State.DAMAGED]


def test_sharded_saves_inside_a_trainer_folder_are_its_parts():
    model = {
        path.replace("step/", "checkpoint-10/pytorch_model_fsdp_0/"): raw for path, raw in dcp(MODEL_ITEMS).items()
    }
    optimizer = {path.replace("step/", "checkpoint-10/optimizer_0/"): raw for path, raw in dcp(OPTIMIZER_ITEMS).items()}
    record = {
        "checkpoint-10/trainer_state.json": b'{"global_step": 10}',
        "checkpoint-10/scheduler.pt": torch_zip(scheduler(10)),
    }
    checkpoint = only(inspect_source(held({**model, **optimizer, **record})))
    assert checkpoint.of_kind("K1")[0].content("parameters") == 2
    assert stated(checkpoint, "K3") == [(10, "optimizer steps")]
    assert checkpoint.correspondence is Correspondence.SAME_STEP


def test_an_index_is_held_against_its_shards():
    shards = [f"model-0000{number}-of-00002.safetensors" for number in (1, 2)]
    index = json.dumps({"weight_map": {"0.weight": shards[0], "x": shards[1]}})
    files = {"model.safetensors.index.json": index.encode(), "model-00001-of-00002.safetensors": model_safetensors()}
    checkpoint = only(inspect_source(held(files)))
    assert [each.state for each in checkpoint.of_kind("K1")] == [State.PARTIAL]
    assert "model-00002-of-00002.safetensors, which is not there" in said(checkpoint.damage)


def test_an_adapter_is_a_part_of_a_model_that_is_elsewhere():
    config = json.dumps({"peft_type": "LORA", "base_model_name_or_path": "some/base"}).encode()
    files = {"adapter_config.json": config, "adapter_model.safetensors": model_safetensors()}
    checkpoint = only(inspect_source(held(files)))
    assert [each.state for each in checkpoint.of_kind("K1")] == [State.PARTIAL]
    assert checkpoint.of_kind("K14")[0].content("base model") == "some/base"


@pytest.mark.parametrize("raw", [hdf5_samples.earliest(), hdf5_samples.latest()])
def test_keras_weights_of_a_compiled_model_hold_the_optimizer(raw):
    checkpoint = only(inspect(raw, "model.weights.h5"))
    assert stated(checkpoint, "K3") == [(10, "optimizer steps")]
    assert checkpoint.of_kind("K3")[0].state is State.PRESENT
    assert "was not followed" in said(checkpoint.doubts)


def keras_archive(config):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("metadata.json", '{"keras_version": "3.15.1"}')
        archive.writestr("config.json", json.dumps(config))
        archive.writestr("model.weights.h5", hdf5_samples.earliest())
    return buffer.getvalue()


def test_a_keras_archive_names_its_optimizer():
    config = {"class_name": "Sequential", "compile_config": {"optimizer": {"class_name": "Adam", "config": {}}}}
    assert only(inspect(keras_archive(config), "m.keras")).of_kind("K3")[0].content("kind") == "Adam"


@pytest.mark.parametrize(
    "layer", [{"class_name": "__lambda__", "config": {"value": "x"}}, {"module": "os", "class_name": "system"}]
)
def test_code_in_a_keras_configuration_is_refused(layer):
    assert inspect(keras_archive({"config": {"layers": [layer]}}), "m.keras").outcome is Outcome.REFUSED


def leaf(path, shape):
    keys = [{"key": each} for each in path.split(".")]
    return {"key_metadata": keys, "value_metadata": {"value_type": "jax.Array", "write_shape": shape}}


def orbax(*, commit=123, data=True):
    tree = {"a": leaf("params.w", [4]), "b": leaf("opt_state.mu", [4]), "c": leaf("step", [])}
    files = {
        "10/_CHECKPOINT_METADATA": json.dumps({"commit_timestamp_nsecs": commit}).encode(),
        "10/state/_METADATA": json.dumps({"tree_metadata": tree}).encode(),
        "10/state/manifest.ocdbt": bytes.fromhex("0cdb3a2a00"),
        "10/metadata/metadata": b'{"step": 10}',
    }
    return {**files, "10/state/d/abc": b"x"} if data else files


def test_orbax_shows_its_structure_and_says_what_is_not_read():
    checkpoint = only(inspect_source(held(orbax())))
    assert stated(checkpoint, "K7") == [(10, "steps")]
    assert any("not visible" in note for note in checkpoint.of_kind("K3")[0].notes)
    assert checkpoint.of_kind("K1")[0].content("elements") == 4


@pytest.mark.parametrize("files", [orbax(commit=None), orbax(data=False)])
def test_an_unfinished_orbax_save_is_damaged(files):
    assert inspect_source(held(files)).outcome is Outcome.DAMAGED


def test_an_orbax_folder_that_keeps_its_temporary_name_was_not_finished():
    files = {path.replace("10/", "10.orbax-checkpoint-tmp/", 1): raw for path, raw in orbax().items()}
    assert "not finished" in said(only(inspect_source(held(files))).damage)


def test_torchsnapshot_keeps_small_values_in_its_metadata():
    array = {"type": "Tensor", "location": "batched/x", "serializer": "buffer_protocol", "dtype": "torch.float32"}
    manifest = {
        "0/model": {"type": "dict", "keys": ["w"]},
        "0/model/w": {**array, "shape": [2, 2], "byte_range": [4, 20]},
        "0/optim/state/0/step": {**array, "shape": [], "byte_range": [0, 4]},
        "0/optim/state/0/exp_avg": {**array, "shape": [2, 2], "byte_range": [4, 20]},
        "0/optim/param_groups/0/lr": {"type": "float", "serialized_value": "/Knx0k1iUD8="},
        "0/progress/steps": {"type": "int", "serialized_value": "10"},
    }
    metadata = json.dumps({"version": "0.1.0", "world_size": 1, "manifest": manifest}).encode()
    files = {"s/.snapshot_metadata": metadata, "s/batched/x": struct.pack("<5f", 10, 0, 0, 0, 0)}
    checkpoint = only(inspect_source(held(files)))
    assert stated(checkpoint, "K3") == [(10, "optimizer steps")]
    assert stated(checkpoint, "K7") == [(10, "steps")]
    assert checkpoint.correspondence is Correspondence.SAME_STEP
    del files["s/batched/x"]
    assert inspect_source(held(files)).outcome is Outcome.DAMAGED


def test_stable_baselines_counts_environment_steps_and_decodes_nothing():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data", json.dumps({"num_timesteps": 2048, "policy_class": {":serialized:": "gASVIg=="}}))
        archive.writestr("policy.pth", torch_zip(weights()))
        archive.writestr("policy.optimizer.pth", torch_zip(adamw(40)))
        archive.writestr("_stable_baselines3_version", "2.9.2")
    checkpoint = only(inspect(buffer.getvalue(), "ppo.zip"))
    assert stated(checkpoint, "K7") == [(2048, "environment steps")]
    assert stated(checkpoint, "K3") == [(40, "optimizer steps")]
    assert "not decoded" in said(checkpoint.doubts)


def table(entries):
    """Lay down a LevelDB table with one block and no compression."""

    def varint(number):
        raw = b""
        while number > 127:
            raw, number = raw + bytes([number & 127 | 128]), number >> 7
        return raw + bytes([number])

    def block(pairs):
        body = b"".join(b"\0" + varint(len(key)) + varint(len(value)) + key + value for key, value in pairs)
        return body + struct.pack("<II", 0, 1)

    data = block(entries)
    index = block([(entries[-1][0], b"\0" + varint(len(data)))])
    handles = varint(0) + varint(0) + varint(len(data) + 5) + varint(len(index))
    return data + b"\0" * 5 + index + b"\0" * 5 + handles.ljust(40, b"\0") + bytes.fromhex("57fb808b247547db")


def variable(dtype, sizes, offset, size):
    """Lay down the protocol buffer of one variable in shard 0."""
    shape = b"".join(b"\x12\x02\x08" + bytes([each]) for each in sizes)
    return bytes([8, dtype, 0x12, len(shape)]) + shape + bytes([0x20, offset, 0x28, size])


def test_a_tensorflow_checkpoint_states_its_iterations():
    end = b"/.ATTRIBUTES/VARIABLE_VALUE"
    index = table([
        (b"", b"\x08\x01"),
        (b"model/kernel" + end, variable(1, [2, 2], 0, 16)),
        (b"optimizer/_iterations" + end, variable(9, [], 16, 8)),
        (b"optimizer/_variables/2" + end, variable(1, [2, 2], 0, 16)),
        (b"save_counter" + end, variable(9, [], 24, 8)),
    ])  # fmt: skip
    pointer = b'model_checkpoint_path: "ckpt-10"\n'
    files = {
        "checkpoint": pointer,
        "ckpt-10.index": index,
        "ckpt-10.data-00000-of-00001": b"\0" * 16 + struct.pack("<qq", 10, 2),
    }
    checkpoint = only(inspect_source(held(files)))
    assert stated(checkpoint, "K3") == [(10, "optimizer steps")]
    assert not checkpoint.of_kind("K7")
    del files["ckpt-10.data-00000-of-00001"]
    assert inspect_source(held(files)).outcome is Outcome.DAMAGED


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("optimizer.pt", b""),
        ("model.safetensors", b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 4\n"),
        ("last.ckpt", b"<!DOCTYPE html><html><body>404</body></html>"),
        ("model.pt", b"\0" * 4096),
        ("model.pt.part1", torch_zip(weights())[:100]),
        ("model.tar.xz", b"\xfd7zXZ\x00"),
    ],
)
def test_what_stands_in_place_of_contents_is_damage(name, raw):
    reading = inspect(raw, name)
    assert reading.outcome is Outcome.DAMAGED
    assert not any(each.state is State.PRESENT for one in reading.checkpoints for each in one.components)


@pytest.mark.parametrize(("name", "raw"), [("README.txt", b"a full backup"), ("log.csv", b"step,loss\n10,1\n")])
def test_a_text_that_claims_a_checkpoint_is_none(name, raw):
    reading = inspect(raw, name)
    assert reading.outcome is Outcome.READABLE
    assert not reading.checkpoints


def test_a_record_that_gives_its_step_twice_is_refused_with_both():
    files = {**LAID["trainer"], "checkpoint-10/trainer_state.json": b'{"global_step": 9, "global_step": 10}'}
    reading = inspect_source(held(files))
    assert reading.outcome is Outcome.REFUSED
    assert "as 9 and as 10" in said(reading.refusals)


def test_the_same_bytes_give_the_same_reading():
    assert read("trainer") == read("trainer")
    assert inspect(MSGPACK, "s") == inspect(MSGPACK, "s")


def test_skipped_steps_of_a_gradient_scaler_are_no_mismatch():
    scaler = {"scale": 1.0, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 9, "_growth_tracker": 1}
    files = {
        **LAID["trainer"],
        "checkpoint-10/scaler.pt": torch_zip(scaler),
        "checkpoint-10/optimizer.pt": torch_zip(adamw(8)),
        "checkpoint-10/scheduler.pt": torch_zip(scheduler(8)),
    }
    assert only(inspect_source(held(files))).correspondence is not Correspondence.MISMATCH
