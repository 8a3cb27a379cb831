"""Users in the database file."""

from datetime import datetime

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.times import to_micros

_SQL = load_queries("users")


class SqliteUsers:
    """What is known of users beside their data."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def set_time_zone(self, space: str, id: str, zone: str, *, now: datetime) -> None:
        """Note where a user lives, in time."""

        def work(db: Database) -> None:
            db.run(_SQL["set_time_zone"], (space, id, zone, to_micros(now)))

        await self._engine.write(work)

    async def time_zone(self, space: str, id: str) -> str | None:
        """The user's time zone, if it was ever set."""

        def work(db: Database) -> str | None:
            found = db.row(_SQL["time_zone"], (space, id))
            return found[0] if found else None

        return await self._engine.read(work)
