"""Old SQLite files: any table that has text and timestamp. They are read, never changed."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from nagori.errors import InvalidInputError
from nagori.write.legacy import Problem

_NAGORI = 0x4E41474F
_NEEDED = {"text", "timestamp"}
_LEFT_OUT = {"embedding", "vector"}
"""Made by another model, so of no use here."""


def is_sqlite(start: bytes) -> bool:
    """Whether a file that starts so is an SQLite database."""
    return start == b"SQLite format 3\0"


def sqlite_records(path: Path) -> tuple[int, Callable[[], Iterator[tuple[int, Any]]]]:
    """How many records there are, and what reads them: each with its row's number."""
    with _reading(path) as db:
        tables = _tables(db, path)
        total = sum(_count(db, name) for name, _ in tables)
    return total, lambda: _read(path, tables)


def _count(db: sqlite3.Connection, table: str) -> int:
    return db.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()[0]  # noqa: S608  # a name


def _read(path: Path, tables: list[tuple[str, list[str]]]) -> Iterator[tuple[int, Any]]:
    with _reading(path) as db:
        for name, columns in tables:
            wanted = ", ".join(_quoted(column) for column in columns)
            names = [column.lower() for column in columns]
            rows = db.execute(f"SELECT {wanted} FROM {_quoted(name)}")  # noqa: S608  # names, quoted
            number = 0
            try:
                for number, row in enumerate(rows, 1):
                    yield number, {k: _decoded(v) for k, v in zip(names, row, strict=True)}
            except sqlite3.DatabaseError as error:
                yield number + 1, Problem(f"the rest of {name} can't be read ({error})")


def _decoded(value: Any) -> Any:
    """A text as such; bytes that are none stay bytes."""
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value


def _tables(db: sqlite3.Connection, path: Path) -> list[tuple[str, list[str]]]:
    """Tables with records, and their columns that are read."""
    if db.execute("PRAGMA application_id").fetchone()[0] == _NAGORI:
        raise InvalidInputError(
            "path", f"{path} is a database of Nagori: open it, export it, and import that"
        )
    names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    found: list[tuple[str, list[str]]] = []
    for (raw,) in names.fetchall():
        name = raw.decode()
        info = db.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
        columns = [row[1].decode() for row in info]
        if {column.lower() for column in columns} >= _NEEDED:
            found.append((name, [c for c in columns if c.lower() not in _LEFT_OUT]))
    if not found:
        raise InvalidInputError("path", f"{path} has no table with the columns text and timestamp")
    return found


@contextmanager
def _reading(path: Path) -> Generator[sqlite3.Connection]:
    """The database, read only. What its last writer left in a log is read too, from a copy."""
    logs = [path.with_name(path.name + end) for end in ("-wal", "-journal")]
    if not any(log.exists() and log.stat().st_size for log in logs):
        with _connected(f"{path.absolute().as_uri()}?mode=ro&immutable=1") as db:
            yield db
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for file in (path, *logs):
            if file.exists():
                shutil.copyfile(file, copy.with_name(file.name))
        with _connected(copy.as_uri()) as db:
            yield db


@contextmanager
def _connected(uri: str) -> Generator[sqlite3.Connection]:
    try:
        # Batches are read by whichever thread is free, one after the other.
        with closing(sqlite3.connect(uri, uri=True, check_same_thread=False)) as db:
            db.text_factory = bytes  # so that one text in a wrong encoding spoils only its record
            yield db
    except sqlite3.Error as error:
        raise InvalidInputError("path", f"the SQLite file can't be read: {error}") from error


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
