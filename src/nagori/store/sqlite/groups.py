"""Groups with their own settings, in the database file."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.values.times import to_micros

SQL = load_queries("groups")


class SqliteGroups:
    """What is set for one group alone."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def settings(self, space: str, id: str) -> Mapping[str, Any]:
        """What is set for the group alone; nothing for one that is not known."""

        def work(db: Database) -> Mapping[str, Any]:
            row = db.row(SQL["settings"], (space, id))
            return {} if row is None else json.loads(row[0])

        return await self._engine.read(work)

    async def set_settings(
        self, space: str, id: str, settings: Mapping[str, Any], *, now: datetime
    ) -> None:
        """Set what is to hold for the group alone, in place of what was set."""
        row = (space, id, json.dumps(dict(settings), ensure_ascii=False), to_micros(now))
        await self._engine.write(lambda db: db.run(SQL["set_settings"], row))

    async def list(self, space: str) -> list[str]:
        """Groups in which something was said or for which something is set."""
        return await self._engine.read(lambda db: [id for (id,) in db.rows(SQL["list"], (space,))])
