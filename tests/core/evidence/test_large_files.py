"""Files over 4 GB: sizes and places stand in 64-bit fields. The files are sparse and take no room."""

import io
import struct
import zlib

from recovery.core.evidence.inspection import Outcome
from recovery.core.evidence.reading import inspect
from tests.core.evidence.laid import Laid, T

LARGE = 5 << 30
FULL = 0xFFFFFFFF


def lay_entry(file, name, raw):
    """Lay down one stored entry, a number for so many bytes that are never written; return its directory entry."""
    header = file.tell()
    size, crc = (raw, 0) if isinstance(raw, int) else (len(raw), zlib.crc32(raw))
    file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 45, 0, 0, 0, 0, crc, FULL, FULL, len(name), 20))
    file.write(name + struct.pack("<HHQQ", 1, 16, size, size))
    if isinstance(raw, int):
        file.seek(raw, io.SEEK_CUR)
    else:
        file.write(raw)
    fixed = (0x02014B50, 45, 45, 0, 0, 0, 0, crc, FULL, FULL, len(name), 28, 0, 0, 0, 0, FULL)
    return struct.pack("<IHHHHHHIIIHHHHHII", *fixed) + name + struct.pack("<HHQQQ", 1, 24, size, size, header)


def lay_end(file, directory, count):
    """Lay down the directory and both end records."""
    start = file.tell()
    file.write(directory)
    end = file.tell()
    file.write(struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, len(directory), start))
    file.write(struct.pack("<IIQI", 0x07064B50, 0, end, 1))
    file.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, FULL, FULL, 0))


def lay_torch(path):
    """Lay down a torch file with one storage of 5 GB and an optimizer's step behind it."""
    laid = Laid()
    optimizer = {"state": {0: {"step": T((), 7), "exp_avg": T((1,))}}, "param_groups": []}
    data = laid.pickle({"model": {"weight": T((1,))}, "optimizer": optimizer})
    one, many = laid.value(1), laid.value(LARGE // 4)
    said, middle = laid.value("0") + laid.value("cpu"), b"tQ" + laid.value(0) + b"("
    assert data.count(said + one + middle + one) == 1
    data = data.replace(said + one + middle + one, said + many + middle + many)
    entries = [("a/data.pkl", data), ("a/data/0", LARGE)]
    entries += [(f"a/data/{key}", raw) for key, raw in laid.storages.items() if key != "0"]
    entries += [("a/version", b"3\n")]
    with path.open("wb") as file:
        directory = b"".join(lay_entry(file, name.encode(), raw) for name, raw in entries)
        lay_end(file, directory, len(entries))


def test_a_torch_file_over_four_gigabytes_is_read_through_its_64_bit_directory(tmp_path):
    lay_torch(tmp_path / "large.pt")
    reading = inspect(tmp_path / "large.pt")
    (checkpoint,) = reading.checkpoints
    assert reading.outcome is Outcome.READABLE
    assert checkpoint.of_kind("K1")[0].content("elements") == LARGE // 4
    assert [each.value for each in checkpoint.of_kind("K3")[0].stated] == [7]


def test_safetensors_over_four_gigabytes_are_read_by_their_header(tmp_path):
    header = b'{"w":{"dtype":"F32","shape":[%d],"data_offsets":[0,%d]}}' % (LARGE // 4, LARGE)
    path = tmp_path / "large.safetensors"
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(header)) + header)
        file.truncate(8 + len(header) + LARGE)
    (checkpoint,) = inspect(path).checkpoints
    assert checkpoint.of_kind("K1")[0].content("elements") == LARGE // 4
