"""Threads and connections of one database file: one writer, a few readers, one state."""

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import apsw

from nagori.errors import NagoriError, StoreBusyError, StoreError, StoreFailedError, StoreFullError
from nagori.store.sqlite.database import BUSY_S, Database
from nagori.store.sqlite.health import inspect
from nagori.store.sqlite.lock import WriteLock, mark
from nagori.store.sqlite.migrate import create, migrate

log = logging.getLogger("nagori.store")

State = Literal["uninitialized", "ready", "failed"]
T = TypeVar("T")
Work = Callable[[Database], T]

_GROUP = 256
"""Writes that share one transaction, and so one sync to disk, at the most."""

_EMPTY_LOG_S = 1.0
"""How long to wait for those that read from the log: writers wait meanwhile."""


@dataclass(slots=True)
class _Task:
    """Work for a thread, and who waits for it."""

    work: Callable[..., Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: BaseException | None = None


class Engine:
    """Runs work on a database file, off the event loop.

    Writes that wait together are committed together. The state goes from `uninitialized` to
    `ready` or `failed`, and from `ready` to `failed` when damage shows; a failed engine answers at
    once and never touches the file again.
    """

    def __init__(self, path: Path, *, readers: int, busy_timeout_s: float) -> None:
        self.path = path
        self.state: State = "uninitialized"
        self.reason = ""
        self._busy_timeout_s = busy_timeout_s
        self._reader_count = readers
        self._writes: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._reads: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._readers: list[threading.Thread] = []
        self._writer: threading.Thread | None = None
        self._lock: WriteLock | None = None
        self._local = threading.local()
        self._databases: list[Database] = []
        self._file: tuple[int, int] | None = None
        self._closing = False

    async def open(self) -> None:
        """Make or open the file. Never raises for a file in a bad state: `state` tells."""
        await asyncio.get_running_loop().run_in_executor(None, self._open)

    def fail(self, reason: str) -> None:
        """Take the store out of service. The first reason stays, and is logged once."""
        if self.state != "failed":
            self.state, self.reason = "failed", reason
            log.error("memory is out of service: %s", reason)

    def check(self) -> None:
        """Raise unless the store is in service."""
        if self.state != "ready":
            raise StoreFailedError(self.reason or "it is not open")

    async def read(self, work: Work[T]) -> T:
        """The result of `work` on one consistent state of the database."""
        return await self._hand(self._reads, partial(self._read, work))

    def read_here(self, work: Work[T]) -> T:
        """The same, at once and in this thread: for what takes less than the way to another."""
        self._admit()
        return self._read(work)

    async def write(self, work: Work[T]) -> T:
        """The result of `work` once it is durable."""
        return await self._hand(self._writes, work)

    async def empty_log(self) -> bool:
        """Move the log of changes into the file and empty it; False while others read from it."""
        return await self._hand(self._reads, self._empty_log)

    async def close(self) -> None:
        """Finish what was accepted, then let go of everything."""
        self._closing = True
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    async def _hand(self, threads: "queue.SimpleQueue[_Task | None]", work: Callable[..., T]) -> T:
        """What a thread makes of `work`. Our own queues: half the cost of an executor's."""
        self._admit()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        threads.put(_Task(work, done, loop))
        return await done

    def _admit(self) -> None:
        """Raise unless work can still be taken on."""
        self.check()
        if self._closing:
            raise StoreFailedError("it is being closed")

    def _open(self) -> None:
        self._closing = False
        try:
            health = inspect(self.path)
            if not health.problem:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._prepare()
                health = inspect(self.path) if health.new else health
        except (OSError, apsw.Error, StoreError) as error:
            self.fail(f"{self.path} can't be opened: {error}")
            return
        if health.problem:
            self.fail(health.reason)
            return
        self._readers = [
            threading.Thread(target=self._read_loop, name="nagori-read", daemon=True)
            for _ in range(self._reader_count)
        ]
        self._writer = threading.Thread(
            target=self._write_loop, args=(self._lock,), name="nagori-write", daemon=True
        )
        for thread in (*self._readers, self._writer):
            thread.start()
        self._file = self._identity()
        self.state = "ready"

    def _prepare(self) -> None:
        """Create or migrate under the lock, so that processes that start together agree."""
        self._lock = WriteLock(self.path, timeout_s=self._busy_timeout_s)
        with self._lock:
            if not self.path.exists():
                create(self.path)
            db = Database(self.path)
            migrate(db)
            self._databases.append(db)
            mark(self.path)

    def _reader(self) -> Database:
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = Database(self.path)
            self._databases.append(db)
        return db

    def _empty_log(self) -> bool:
        try:
            db = self._reader()
            db.wait_at_most(_EMPTY_LOG_S)
            try:
                busy = db.row("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                db.wait_at_most(BUSY_S)
        except apsw.Error as error:
            raise self._translate(error) from error
        return not busy[0]

    def _read(self, work: Work[T]) -> T:
        try:
            db = self._reader()
            db.run("BEGIN")
            try:
                return work(db)
            finally:
                if db.in_transaction:
                    db.run("ROLLBACK")  # nothing was written; ends the snapshot
        except apsw.Error as error:
            raise self._translate(error) from error

    def _read_loop(self) -> None:
        while (task := self._reads.get()) is not None:
            try:
                task.result = task.work()
            except Exception as error:  # noqa: BLE001  # goes to the caller that sent the work
                task.error = error
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                task.loop.call_soon_threadsafe(_resolve, [task])

    def _write_loop(self, lock: WriteLock) -> None:
        db = self._databases[0]
        stopping = False
        while not stopping:
            group: list[_Task] = []
            item = self._writes.get()
            while item is not None:
                group.append(item)
                if len(group) == _GROUP:
                    break
                try:
                    item = self._writes.get_nowait()
                except queue.Empty:
                    break
            stopping = item is None
            if group:
                self._commit(db, lock, group)

    def _commit(self, db: Database, lock: WriteLock, group: list[_Task]) -> None:
        try:
            self.check()
            with lock:
                self._check_file()
                db.run("BEGIN IMMEDIATE")
                try:
                    self._run(db, group)
                    db.run("COMMIT")
                finally:
                    if db.in_transaction:
                        db.run("ROLLBACK")
        except apsw.Error as error:
            self._fail_all(group, self._translate(error))
        except (NagoriError, OSError) as error:
            self._fail_all(group, error)
        for loop in {write.loop for write in group}:
            mine = [write for write in group if write.loop is loop]
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                loop.call_soon_threadsafe(_resolve, mine)

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.path)  # noqa: PTH116  # at every commit: half the cost of Path's
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _check_file(self) -> None:
        """Fail when the file was deleted or replaced: what is written to it would be lost."""
        if self._identity() != self._file:
            self.fail(f"{self.path} was removed or replaced while it was in use")
            raise StoreFailedError(self.reason)

    def _run(self, db: Database, group: list[_Task]) -> None:
        """Run each write so that one that fails takes nothing else with it."""
        alone = len(group) == 1  # then the transaction itself is its savepoint
        for write in group:
            if not alone:
                db.run("SAVEPOINT one")
            try:
                write.result = write.work(db)
            except (apsw.FullError, apsw.IOError, apsw.CorruptError, apsw.NotADBError):
                raise
            except Exception as error:  # noqa: BLE001  # goes to the caller that sent the work
                write.error = self._translate(error) if isinstance(error, apsw.Error) else error
                db.run("ROLLBACK; BEGIN" if alone else "ROLLBACK TO one")
            if not alone:
                db.run("RELEASE one")

    def _fail_all(self, group: list[_Task], error: BaseException) -> None:
        for write in group:
            write.error = write.error or error

    def _translate(self, error: apsw.Error) -> StoreError:
        if isinstance(error, apsw.BusyError | apsw.LockedError):
            return StoreBusyError(f"the store is busy: {error}")
        if isinstance(error, apsw.FullError):
            return StoreFullError("no room left on the disk: free some, nothing was lost")
        damaged = (apsw.CorruptError, apsw.NotADBError, apsw.CantOpenError, apsw.ReadOnlyError)
        if isinstance(error, damaged):
            self.fail(f"{self.path} is damaged: {error}")
            return StoreFailedError(self.reason)
        return StoreError(f"the store could not do it: {error}")

    def _close(self) -> None:
        if self._writer:
            self._writes.put(None)
            self._writer.join()
        for _ in self._readers:
            self._reads.put(None)
        for thread in self._readers:
            thread.join()
        for db in reversed(self._databases):
            db.close()
        self._databases.clear()
        if self._lock:
            self._lock.close()
        if self.state == "ready":
            self.state = "uninitialized"


def _resolve(group: list[_Task]) -> None:
    for write in group:
        if write.done.done():
            continue
        if write.error is None:
            write.done.set_result(write.result)
        else:
            write.done.set_exception(write.error)
