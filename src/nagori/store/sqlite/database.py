"""A connection as our own code sees it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from nagori.errors import StoreError

APPLICATION_ID = 0x4E41474F
""""NAGO": marks a file as ours."""

_OLDEST_SQLITE = (3, 51, 3)
"""Older ones can corrupt a WAL database that several processes use."""

BUSY_S = 10.0
"""How long a connection waits for a lock of SQLite's own; our own lock is taken before."""

Values = Sequence[Any] | Mapping[str, Any]


class Database:
    """A connection that syncs every commit and overwrites what is deleted."""

    __slots__ = ("_connection", "_execute", "_run")

    def __init__(
        self, path: Path, *, read_only: bool = False, immutable: bool = False, create: bool = False
    ) -> None:
        if tuple(map(int, apsw.sqlite_lib_version().split("."))) < _OLDEST_SQLITE:
            raise StoreError(f"SQLite {apsw.sqlite_lib_version()} is too old: upgrade apsw")
        flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
        if create:  # only when asked: a file that went away must not come back empty
            flags |= apsw.SQLITE_OPEN_CREATE
        name = str(path)
        if immutable:  # nobody changes it meanwhile: no locks, and no files beside it
            name, flags = f"{path.absolute().as_uri()}?immutable=1", flags | apsw.SQLITE_OPEN_URI
        self._connection = apsw.Connection(name, flags=flags, statementcachesize=256)
        # apsw's types name a class that Python 3.11 lacks; ours say what we use.
        self._execute: Any = self._connection.execute  # pyright: ignore[reportUnknownMemberType]
        # Nothing is read from what is run for its effect, so one cursor does for all of it.
        self._run: Any = self._connection.cursor().execute  # pyright: ignore[reportUnknownMemberType]
        connection: Any = self._connection
        connection.create_scalar_function("holds", _holds, 2, deterministic=True)
        self.wait_at_most(BUSY_S)
        self._connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        # Plans that don't look at bound values: else some statements are planned at every call.
        self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        for pragma in (
            "foreign_keys = ON",
            "secure_delete = ON",
            "synchronous = FULL",
            "temp_store = MEMORY",  # no text in files that nobody erases
            "cache_size = -8000",
            "wal_autocheckpoint = 8000",  # 16 MB: pages that change often are copied back once
        ):
            self.run(f"PRAGMA {pragma}")

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait for a lock of SQLite's own."""
        self._connection.set_busy_timeout(int(seconds * 1000))

    def run(self, sql: str, values: Values = ()) -> None:
        """Run a statement for its effect."""
        self._run(sql, values)

    def row(self, sql: str, values: Values = ()) -> Any:
        """The first row, or None."""
        return self._execute(sql, values).fetchone()

    def rows(self, sql: str, values: Values = ()) -> list[Any]:
        """All rows."""
        return self._execute(sql, values).fetchall()

    def number(self, pragma: str) -> int:
        """What a pragma says."""
        return int(self.row(f"PRAGMA {pragma}")[0])

    @property
    def last_insert(self) -> int:
        """Number of the row inserted last."""
        return self._connection.last_insert_rowid()

    @property
    def changes(self) -> int:
        """Rows changed since the connection was opened."""
        return self._connection.total_changes()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def _holds(text: str | None, folded: str) -> bool:
    """Whether a text has these words in it, whatever the case of any script's letters."""
    return text is not None and folded in text.casefold()
