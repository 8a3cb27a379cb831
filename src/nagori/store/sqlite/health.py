"""Whether a database file can be used, found out without touching a byte of it."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import apsw

from nagori.store.sqlite.database import APPLICATION_ID, Database
from nagori.store.sqlite.lock import lock_path, was_marked
from nagori.store.sqlite.migrate import latest

Problem = Literal[
    "missing",
    "unreadable",
    "read_only",
    "zero_bytes",
    "not_a_database",
    "corrupt",
    "wrong_schema",
    "too_new",
]

ADVICE: dict[Problem, str] = {
    "missing": "Put the file back (or restore a backup). If it was deleted on purpose, run "
    "`nagori doctor --accept-deletion`, and a new one will be made.",
    "unreadable": "Give this user the right to read the file and its folder, "
    "or name another with --db.",
    "read_only": "Give this user the right to write the file and its folder "
    "(chmod u+w), or copy both to a place that can be written.",
    "zero_bytes": "The content is gone: restore a backup over it. If nothing of value was in it, "
    "remove the file and its .lock, and a new one will be made.",
    "not_a_database": "This file is something else: name another with --db, or restore a backup.",
    "corrupt": "Copy the file away first, then restore a backup. `sqlite3 FILE .recover` "
    "may save what is readable.",
    "wrong_schema": "This database belongs to another program: name another file with --db.",
    "too_new": "A newer Nagori wrote this file: upgrade (`pip install -U nagori`).",
}

_QUICK_CHECK_BYTES = 64 * 1024 * 1024
"""Files up to this size are looked through at every start; larger ones by `nagori doctor`."""

_TABLES = frozenset({"meta", "scopes", "memories", "messages", "passages", "vectors", "jobs"})


@dataclass(frozen=True, slots=True)
class Health:
    """What is wrong with a file; `problem` is None when nothing is."""

    problem: Problem | None = None
    reason: str = ""
    new: bool = False
    """There is no file yet, and none is missed."""

    @property
    def advice(self) -> str:
        """What a person can do about it."""
        return ADVICE[self.problem] if self.problem else ""


@dataclass(frozen=True, slots=True)
class Survey:
    """How much is in a database file."""

    bytes: int
    schema: int
    memories: int
    messages: int
    chats: int
    waiting: int
    """Passages that still lack a vector of the embedder."""
    failed: int
    """Passages that the embedder refused."""
    dead_jobs: int


def inspect(path: Path, *, thorough: bool = False) -> Health:
    """Look at the file from outside first, then through a read-only connection."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return _absent(path)
    except OSError as error:
        return Health("unreadable", f"{path} can't be looked at: {error.strerror}")
    outside = _outside(path, found)
    if outside.problem:
        return outside
    quick_check = thorough or found.st_size <= _QUICK_CHECK_BYTES
    log = path.with_name(path.name + "-wal")
    if not log.exists():  # nobody has it open: SQLite need not leave its own files beside it
        alone = _inside(path, quick_check=quick_check, immutable=True)
        if not alone.problem or not (log.exists() or _changed(path, found)):
            return alone
    return _inside(path, quick_check=quick_check, immutable=False)


def _changed(path: Path, since: os.stat_result) -> bool:
    now = path.stat()
    return (now.st_mtime_ns, now.st_size) != (since.st_mtime_ns, since.st_size)


def _inside(path: Path, *, quick_check: bool, immutable: bool) -> Health:
    try:
        return _content(path, quick_check=quick_check, immutable=immutable)
    except apsw.BusyError:
        return Health()  # others are at work in it, so it is in use and well
    except apsw.NotADBError:
        return Health("not_a_database", f"{path} is not a SQLite database")
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as error:
        return Health("unreadable", f"{path} can't be opened: {error}")
    except apsw.ReadOnlyError as error:
        return Health("read_only", f"{path} can't be written: {error}")
    except apsw.Error as error:
        return Health("corrupt", f"{path} is damaged: {error}")


def survey(path: Path, embedder: str | None) -> Survey:
    """Count what is in a healthy file, through a read-only connection."""
    db = Database(path, read_only=True)
    try:
        mine = "(SELECT id FROM embedders WHERE fingerprint = ?1)"  # `embedded_by` < 0: it refused
        through = "(SELECT coalesce(max(through), 0) FROM embedders WHERE fingerprint = ?1)"
        waiting = f"(embedded_by IS NULL OR abs(embedded_by) NOT IN {mine}) AND seq > {through}"
        return Survey(
            bytes=sum(file.stat().st_size for file in _files(path) if file.exists()),
            schema=db.number("user_version"),
            memories=_count(db, "memories WHERE status = 'active'"),
            messages=_count(db, "messages"),
            chats=_count(db, "chats"),
            waiting=_count(db, f"passages WHERE {waiting}", embedder) if embedder else 0,
            failed=_count(db, f"passages WHERE -embedded_by IN {mine}", embedder),
            dead_jobs=_count(db, "jobs WHERE state = 'dead'"),
        )
    finally:
        db.close()


def accept_deletion(path: Path) -> list[Path]:
    """Let go of a database that is gone: what it left behind is removed, and told.

    Raises FileExistsError when it is not gone.
    """
    if inspect(path).problem != "missing":
        raise FileExistsError(path)
    # A log that stays would be taken for that of the next database.
    left = [file for file in (*_files(path)[1:], lock_path(path)) if file.exists()]
    for file in left:
        file.unlink()
    return left


def _files(path: Path) -> list[Path]:
    """The database and its log of changes."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]


def _count(db: Database, of: str, *values: str | None) -> int:
    """Rows of a table; `of` is never from outside."""
    return int(db.row(f"SELECT count(*) FROM {of}", values)[0])  # noqa: S608


def _absent(path: Path) -> Health:
    if was_marked(path) or any(file.exists() and file.stat().st_size for file in _logs(path)):
        if path.exists():  # another process made it just now
            return inspect(path)
        return Health("missing", f"{path} is gone, though there was a database")
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK | os.X_OK):
        return Health("read_only", f"{path} can't be made: {folder} can't be written")
    return Health(new=True)


def _logs(path: Path) -> list[Path]:
    """What SQLite keeps beside a file; a new one would be overwritten with what is in there."""
    return [path.with_name(path.name + end) for end in ("-wal", "-journal")]


def _outside(path: Path, found: os.stat_result) -> Health:
    if not stat.S_ISREG(found.st_mode):
        return Health("not_a_database", f"{path} is not a file")
    # Mode bits too: a superuser may read and write anything, but no bit at all was meant.
    if not os.access(path, os.R_OK) or not found.st_mode & 0o444:
        return Health("unreadable", f"{path} can't be read: permission denied")
    if not os.access(path, os.W_OK) or not found.st_mode & 0o222:
        return Health("read_only", f"{path} can't be written: permission denied")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return Health("read_only", f"{path.parent} can't be written: permission denied")
    if found.st_size == 0:
        return Health("zero_bytes", f"{path} is empty: its content is gone")
    with path.open("rb") as file:
        header = file.read(100)
    if not header.startswith(b"SQLite format 3\x00"):
        return Health("not_a_database", f"{path} is not a SQLite database")
    if len(header) < 100 or found.st_size < 512:
        return Health("corrupt", f"{path} is damaged: it was cut off")
    return Health()


def _content(path: Path, *, quick_check: bool, immutable: bool) -> Health:
    db = Database(path, read_only=True, immutable=immutable)
    try:
        tables = {name for (name,) in db.rows("SELECT name FROM sqlite_schema")}
        if db.number("application_id") != APPLICATION_ID or not tables >= _TABLES:
            return Health("wrong_schema", f"{path} is a database of another program")
        version = db.number("user_version")
        if version > latest():
            return Health(
                "too_new", f"{path} has schema {version}, this Nagori knows up to {latest()}"
            )
        if quick_check:
            (answer,) = db.row("PRAGMA quick_check(1)")
            if answer != "ok":
                return Health("corrupt", f"{path} is damaged: {answer.splitlines()[-1]}")
        return Health()
    finally:
        db.close()
