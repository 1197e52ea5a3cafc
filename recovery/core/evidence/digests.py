"""SHA-256 of every file of a delivery, several files at a time, in flat memory."""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from recovery.core.evidence.faults import Damaged
from recovery.core.evidence.file_digest import FileDigest
from recovery.core.evidence.source import FileBytes, SourceFile

BLOCK = 1 << 20  # what is read stays in the processor's cache until it is digested


def digest_files(
    files: Iterable[SourceFile], told: Callable[[int], None] = lambda _: None, workers: "int | None" = None
) -> tuple[FileDigest, ...]:
    """Return the digests of ``files`` in the order given.

    ``told`` is called with the number of bytes done since the last call, from one thread at a time. A file that cannot
    be read has its problem in place of a digest. An interrupt stops the threads before it is raised on.
    """
    listed = list(files)
    stopped = threading.Event()
    tell = _one_at_a_time(told)
    found: dict[int, FileDigest] = {}
    largest_first = sorted(range(len(listed)), key=lambda index: -listed[index].size)
    with ThreadPoolExecutor(workers or max(2, os.cpu_count() or 2)) as pool:
        waiting: dict[Future[FileDigest], int] = {}
        try:
            for index in largest_first:
                if len(waiting) >= 64:
                    _collect(waiting, found)
                waiting[pool.submit(digest_file, listed[index], tell, stopped)] = index
            while waiting:
                _collect(waiting, found)
        except BaseException:
            stopped.set()
            for each in waiting:
                each.cancel()
            raise
    return tuple(found[index] for index in range(len(listed)))


def _one_at_a_time(told: Callable[[int], None]) -> Callable[[int], None]:
    lock = threading.Lock()

    def tell(count: int) -> None:
        with lock:
            told(count)

    return tell


def _collect(waiting: "dict[Future[FileDigest], int]", found: dict[int, FileDigest]) -> None:
    done, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
    for each in done:
        found[waiting.pop(each)] = each.result()


def digest_file(file: SourceFile, tell: Callable[[int], None], stopped: threading.Event) -> FileDigest:
    """Return the digest of one file. A size that changes on the way is a problem, not a digest."""
    digest = hashlib.sha256()
    try:
        done = _feed(digest.update, file, tell, stopped)
    except Damaged as error:
        return FileDigest(file.path, file.size, problem=error.reason)
    if stopped.is_set():
        return FileDigest(file.path, file.size, problem="Stopped before its end.")
    if done != file.size:
        return FileDigest(
            file.path, file.size, problem=f"It ended after {done:,} of {file.size:,} bytes while it was read."
        )
    return FileDigest(file.path, file.size, digest.hexdigest())


def _feed(
    update: "Callable[[memoryview | bytes], None]",
    file: SourceFile,
    tell: Callable[[int], None],
    stopped: threading.Event,
) -> int:
    if not isinstance(file.data, FileBytes):
        raw = file.data.read(0, file.size)
        update(raw)
        tell(len(raw))
        return len(raw)
    done = 0
    buffer = memoryview(bytearray(min(BLOCK, max(file.size, 1))))
    with file.data.stream() as handle:
        while not stopped.is_set():
            count = handle.readinto(buffer)
            if not count:
                break
            update(buffer[:count])
            done += count
            tell(count)
    return done
