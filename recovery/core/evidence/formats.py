"""Every format that is read, in one table: how it is known by its content, and the reader of it."""

from collections.abc import Callable
from dataclasses import dataclass

from recovery.core.evidence import (
    archives,
    dcp,
    deepspeed,
    flax_msgpack,
    huggingface,
    keras,
    megatron,
    orbax,
    other_zips,
    plain_files,
    pointers,
    raw_pickle,
    safetensors,
    stable_baselines,
    tensorflow,
    torch_legacy,
    torch_zip,
    torchsnapshot,
)
from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.probe import Probe
from recovery.core.evidence.source import Source
from recovery.core.evidence.tar_directory import is_tar


@dataclass(frozen=True)
class FileFormat:
    """A format of single files."""

    code: str
    recognises: Callable[[Probe], bool]
    read: Callable[[Source], Inspection]


@dataclass(frozen=True)
class ArchiveFormat:
    """A format that only holds files of others."""

    code: str
    recognises: Callable[[Probe], bool]
    expand: "Callable[[Source], tuple[Source, Inspection]]"


@dataclass(frozen=True)
class FolderFormat:
    """A layout of several files: ``claims`` gives the paths under a folder that belong to it."""

    code: str
    claims: Callable[[Source, str], set[str]]
    read: Callable[[Source], Inspection]


def _is_torch(probe: Probe) -> bool:
    if probe.directory is not None:
        return torch_zip.is_torch_zip(probe.directory)
    return probe.is_zip and b"data.pkl" in probe.head[:400]


FILES: tuple[FileFormat, ...] = (
    FileFormat("no contents", lambda p: bool(plain_files.replaced_by(p.head, p.file)), plain_files.read_replaced),
    FileFormat("torch zip", _is_torch, torch_zip.read),
    FileFormat("torch stream", lambda p: torch_legacy.is_torch_legacy(p.head), torch_legacy.read),
    FileFormat("exported program", other_zips.is_export, other_zips.read_export),
    FileFormat("stable-baselines3 archive", stable_baselines.recognises, stable_baselines.read),
    FileFormat("Keras archive", keras.is_archive, keras.read_archive),
    FileFormat("HDF5", keras.is_hdf5, keras.read_hdf5),
    FileFormat("NumPy archive", other_zips.is_numpy, other_zips.read_numpy),
    FileFormat("office document", other_zips.is_office, other_zips.read_office),
    FileFormat("packed", lambda p: bool(archives.packed_with(p.head)), archives.read_packed),
    FileFormat("safetensors", lambda p: safetensors.is_safetensors(p.head, p.file.name), safetensors.read),
    FileFormat("pointer", lambda p: pointers.is_pointer(p.file.name), pointers.read),
    FileFormat(
        "JSON", lambda p: p.file.name.endswith(".json") or p.head.lstrip()[:1] == b"{", plain_files.read_json_record
    ),
    FileFormat("flax MessagePack", lambda p: flax_msgpack.is_flax(p.head), flax_msgpack.read),
    FileFormat("pickle", lambda p: raw_pickle.may_be_pickle(p.head, p.file.name), raw_pickle.read),
    FileFormat("other", plain_files.is_anything, plain_files.read_other),
)
ARCHIVES: tuple[ArchiveFormat, ...] = (
    ArchiveFormat("gzip", lambda p: archives.is_gzip(p.head), archives.expand_gzip),
    ArchiveFormat("tar", lambda p: is_tar(p.file.data), archives.expand_tar),
    ArchiveFormat("zip", lambda p: p.is_zip and not any(f.recognises(p) for f in FILES[:-1]), other_zips.expand_zip),
)
FOLDERS: tuple[FolderFormat, ...] = (
    FolderFormat("Hugging Face Trainer checkpoint", huggingface.claims_trainer, huggingface.read_trainer),
    FolderFormat("accelerate state", huggingface.claims_accelerate, huggingface.read_accelerate),
    FolderFormat("DeepSpeed checkpoint", deepspeed.claims, deepspeed.read),
    FolderFormat("Megatron checkpoint", megatron.claims, megatron.read),
    FolderFormat("distributed checkpoint (DCP)", dcp.claims, dcp.read),
    FolderFormat("torchsnapshot", torchsnapshot.claims, torchsnapshot.read),
    FolderFormat("Orbax checkpoint", orbax.claims, orbax.read),
    FolderFormat("TensorFlow checkpoint", tensorflow.claims, tensorflow.read),
    FolderFormat("Hugging Face model", huggingface.claims_saved_model, huggingface.read_saved_model),
)
