"""Every format that is read, in one table: the first look that suggests it, what knows it by content, and its reader.

Recognisers and readers are named as "module:function" of this room and loaded when first needed, so that reading one
safetensors header does not load the readers of forty other formats. For the same reason plain rows of this room are
named tuples: a frozen dataclass takes seven times as long to make when its module is loaded.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from recovery.core.evidence.inspection import Inspection
from recovery.core.evidence.probe import Probe, is_tar
from recovery.core.evidence.source import Source


@cache
def part(name: str) -> Any:
    """Return the function that "module:function" names in this room."""
    module, _, function = name.partition(":")
    return getattr(import_module(f"recovery.core.evidence.{module}"), function)


class FileFormat(NamedTuple):
    """A format of single files. ``may`` is a first look at the beginning and the names; content decides."""

    code: str
    may: Callable[[Probe], bool]
    recogniser: str
    reader: str

    def recognises(self, probe: Probe) -> bool:
        """Return whether the file is of this format."""
        return self.may(probe) and bool(part(self.recogniser)(probe))

    def read(self, source: Source) -> Inspection:
        """Return what the file holds."""
        found: Inspection = part(self.reader)(source)
        return found


class ArchiveFormat(NamedTuple):
    """A format that only holds files of others."""

    code: str
    recognises: Callable[[Probe], bool]
    opener: str

    def expand(self, source: Source) -> tuple[Source, Inspection]:
        """Return the files inside, and what is wrong with the archive."""
        found: tuple[Source, Inspection] = part(self.opener)(source)
        return found


class FolderFormat(NamedTuple):
    """A layout of several files. ``signs`` are parts of paths, one of which every delivery of this layout has."""

    code: str
    signs: tuple[str, ...]
    claimer: str
    reader: str

    def may(self, paths: str) -> bool:
        """Return whether any path has one of the signs."""
        return any(sign in paths for sign in self.signs)

    def claims(self, source: Source, folder: str) -> set[str]:
        """Return the paths under a folder that belong to this layout, none where it is not one."""
        found: set[str] = part(self.claimer)(source, folder)
        return found

    def read(self, source: Source) -> Inspection:
        """Return what the folder holds."""
        found: Inspection = part(self.reader)(source)
        return found


def _begins(*marks: bytes) -> Callable[[Probe], bool]:
    return lambda probe: probe.head.startswith(marks)


def _holds(*endings: str) -> Callable[[Probe], bool]:
    return lambda probe: any(name.endswith(endings) for name in probe.names)


def _may_be_nothing(probe: Probe) -> bool:
    return not probe.head.strip(b"\0") or probe.head.lstrip()[:1] == b"<" or probe.head.startswith(b"version https://")


def _may_be_torch(probe: Probe) -> bool:
    return probe.is_zip and (b"data.pkl" in probe.head[:400] or _holds("/data.pkl")(probe))


def _may_be_hdf5(probe: Probe) -> bool:
    return probe.head.startswith(b"\x89HDF") or probe.file.name.lower().endswith((".h5", ".hdf5", ".keras"))


def _may_be_safetensors(probe: Probe) -> bool:
    return probe.head[8:9] == b"{" or probe.file.name.endswith(".safetensors")


def _may_be_json(probe: Probe) -> bool:
    return probe.file.name.endswith(".json") or probe.head.lstrip()[:1] == b"{"


def _may_be_msgpack(probe: Probe) -> bool:
    return bool(probe.head) and (0x81 <= probe.head[0] <= 0x8F or probe.head[0] in (0xDE, 0xDF))


def _may_be_pickle(probe: Probe) -> bool:
    return probe.head.startswith(b"\x80") or probe.file.name.lower().endswith((".pkl", ".pickle", ".pt", ".pth", ".p"))


def _may_be_pointer(probe: Probe) -> bool:
    return probe.file.name.startswith(("latest", "last_"))


def _is_other_zip(probe: Probe) -> bool:
    return probe.is_zip and not any(each.recognises(probe) for each in FILES[:-1])


PACKED = (b"\xfd7zXZ\x00", b"BZh", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x04\x22\x4d\x18")
FILES: tuple[FileFormat, ...] = (
    FileFormat("no contents", _may_be_nothing, "plain_files:is_replaced", "plain_files:read_replaced"),
    FileFormat("torch zip", _may_be_torch, "torch_zip:recognises", "torch_zip:read"),
    FileFormat("torch stream", _begins(b"\x80\x02\x8a"), "torch_legacy:recognises", "torch_legacy:read"),
    FileFormat("exported program", _holds("archive_format"), "other_zips:is_export", "other_zips:read_export"),
    FileFormat("stable-baselines3 archive", _holds("data"), "stable_baselines:recognises", "stable_baselines:read"),
    FileFormat("Keras archive", _holds("config.json"), "keras:is_archive", "keras:read_archive"),
    FileFormat("HDF5", _may_be_hdf5, "keras:is_hdf5", "keras:read_hdf5"),
    FileFormat("NumPy archive", _holds(".npy"), "other_zips:is_numpy", "other_zips:read_numpy"),
    FileFormat("office document", _holds(".xml"), "other_zips:is_office", "other_zips:read_office"),
    FileFormat("packed", _begins(*PACKED), "archives:is_packed", "archives:read_packed"),
    FileFormat("safetensors", _may_be_safetensors, "safetensors:recognises", "safetensors:read"),
    FileFormat("pointer", _may_be_pointer, "pointers:recognises", "pointers:read"),
    FileFormat("JSON", _may_be_json, "plain_files:is_anything", "plain_files:read_json_record"),
    FileFormat("flax MessagePack", _may_be_msgpack, "flax_msgpack:recognises", "flax_msgpack:read"),
    FileFormat("pickle", _may_be_pickle, "raw_pickle:recognises", "raw_pickle:read"),
    FileFormat("other", bool, "plain_files:is_anything", "plain_files:read_other"),
)
ARCHIVES: tuple[ArchiveFormat, ...] = (
    ArchiveFormat("gzip", _begins(b"\x1f\x8b\x08"), "archives:expand_gzip"),
    ArchiveFormat("tar", lambda probe: is_tar(probe.file.data), "archives:expand_tar"),
    ArchiveFormat("zip", _is_other_zip, "other_zips:expand_zip"),
)
FOLDERS: tuple[FolderFormat, ...] = (
    FolderFormat(
        "Hugging Face Trainer checkpoint",
        ("trainer_state.json",),
        "huggingface:claims_trainer",
        "huggingface:read_trainer",
    ),
    FolderFormat(
        "accelerate state", ("random_states_",), "huggingface:claims_accelerate", "huggingface:read_accelerate"
    ),
    FolderFormat("DeepSpeed checkpoint", ("_states.pt",), "deepspeed:claims", "deepspeed:read"),
    FolderFormat("Megatron checkpoint", ("mp_rank_", "common.pt", "metadata.json"), "megatron:claims", "megatron:read"),
    FolderFormat("distributed checkpoint (DCP)", (".metadata", ".distcp"), "dcp:claims", "dcp:read"),
    FolderFormat("torchsnapshot", (".snapshot_metadata",), "torchsnapshot:claims", "torchsnapshot:read"),
    FolderFormat("Orbax checkpoint", ("_METADATA", "manifest.ocdbt"), "orbax:claims", "orbax:read"),
    FolderFormat(
        "TensorFlow checkpoint",
        (".index", ".data-", "saved_model.pb", "checkpoint"),
        "tensorflow:claims",
        "tensorflow:read",
    ),
    FolderFormat(
        "Hugging Face model",
        (".index", "config.json", "-of-0"),
        "huggingface:claims_saved_model",
        "huggingface:read_saved_model",
    ),
)
