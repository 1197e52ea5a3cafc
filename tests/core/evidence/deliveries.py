"""Deliveries in memory: every case of the corpus, where it exists, and deliveries laid down by hand."""

from recovery.core.evidence.budget import Budget
from recovery.core.evidence.source import HeldBytes, Source, SourceFile
from tests.core.evidence.corpus import case_names, source_of
from tests.core.evidence.laid import (
    T,
    adamw,
    model_safetensors,
    scheduler,
    sgd,
    torch_stream,
    torch_zip,
    weights,
)

LARGEST = 256 << 10
MSGPACK = b"\x82\xa4step\x0a\xa6params\x81\xa1w\xc7\x15\x01\x93\x91\x02\xa7float32\xc4\x08" + b"\0" * 8
GENERAL = {"model": weights(), "optimizer": adamw(10), "lr_scheduler": scheduler(10), "global_step": 10, "epoch": 2}


def laid_deliveries() -> dict[str, dict[str, bytes]]:
    """Return small deliveries of several layouts: files by path."""
    model_states = {"module": weights(), "optimizer": None, "global_steps": 10, "dp_world_size": 1}
    partition = {
        "optimizer_state_dict": {"base_optimizer_state": adamw(10), "single_partition_of_fp32_groups": [T((74,))]}
    }
    megatron = {"iteration": 10, "model": {"language_model": weights()}, "optimizer": {"optimizer": adamw(10)}}
    return {
        "one file": {"ckpt.pt": torch_zip(GENERAL)},
        "stream": {"ckpt.pth": torch_stream(GENERAL)},
        "trainer": {
            "checkpoint-10/model.safetensors": model_safetensors(),
            "checkpoint-10/optimizer.pt": torch_zip(adamw(10)),
            "checkpoint-10/scheduler.pt": torch_zip(scheduler(10)),
            "checkpoint-10/trainer_state.json": b'{"global_step": 10, "epoch": 0.5}',
        },
        "deepspeed": {
            "latest": b"global_step10",
            "global_step10/mp_rank_00_model_states.pt": torch_zip(model_states),
            "global_step10/zero_pp_rank_0_mp_rank_00_optim_states.pt": torch_zip(partition),
        },
        "megatron": {
            "latest_checkpointed_iteration.txt": b"10",
            "iter_0000010/mp_rank_00/model_optim_rng.pt": torch_zip(megatron),
        },
        "msgpack": {"state.msgpack": MSGPACK},
        "loose": {
            "model.pt": torch_zip(weights()),
            "optim.pt": torch_zip(sgd(0.9, stepped=True)),
            "progress.json": b'{"step": 3}',
        },
    }


def corpus_deliveries() -> dict[str, dict[str, bytes]]:
    """Return the corpus's cases whose files are small, as files by path."""
    found = {}
    for name in case_names():
        source = source_of(name)
        found[name] = {
            path: each.data.read(0, each.size) for path, each in source.files.items() if each.size <= LARGEST
        }
    return {name: files for name, files in found.items() if files}


def held(files: dict[str, bytes]) -> Source:
    """Return a delivery of files in memory."""
    return Source("delivery", {path: SourceFile(path, HeldBytes(raw)) for path, raw in sorted(files.items())}, Budget())
