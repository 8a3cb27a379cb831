"""A lock between processes, so that writers queue instead of starving each other."""

import random
import sys
import time
from pathlib import Path
from typing import IO

from nagori.errors import StoreBusyError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            file.seek(2**30)  # far beyond the content: a locked byte can't be read on Windows
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


_DICE = random.Random()  # noqa: S311  # no secret; of its own, so that a program's dice fall as before


class WriteLock:
    """Held around every write transaction of a file, by one writer of one process at a time.

    Two files make a turnstile: who wants to write passes the gate first and keeps it while
    waiting for the lock. A writer that has just finished finds the gate taken, so it can't
    overtake those that wait.
    """

    def __init__(self, database: Path, *, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._lock = lock_path(database).open("ab")
        self._gate = database.with_name(database.name + ".gate").open("ab")

    def __enter__(self) -> None:
        deadline = time.monotonic() + self._timeout_s
        self._wait(self._gate, deadline)
        try:
            self._wait(self._lock, deadline)
        finally:
            _unlock(self._gate)

    def __exit__(self, *_: object) -> None:
        _unlock(self._lock)

    def close(self) -> None:
        """Let go of both files."""
        self._lock.close()
        self._gate.close()

    def _wait(self, file: IO[bytes], deadline: float) -> None:
        pause = 0.0002
        while not _try_lock(file):
            if time.monotonic() > deadline:
                raise StoreBusyError(
                    f"other processes kept the store locked for {self._timeout_s:g} s; try again"
                )
            time.sleep(pause * _DICE.uniform(0.5, 1.5))
            pause = min(pause * 2, 0.004)


def lock_path(database: Path) -> Path:
    """The lock file of a database; it stays, and so tells that there was one."""
    return database.with_name(database.name + ".lock")


def mark(database: Path) -> None:
    """Note that there is a database. Called when it is finished, so a crash before leaves none."""
    if not was_marked(database):
        lock_path(database).write_text("A Nagori database is, or was, beside this file.\n", "utf-8")


def was_marked(database: Path) -> bool:
    """Whether a database was ever finished here."""
    path = lock_path(database)
    return path.exists() and path.stat().st_size > 0
