"""What was set in the app, in the database file."""

import json
from collections.abc import Mapping
from typing import Any

from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries

_SQL = load_queries("app_settings")


class SqliteSettings:
    """One row per setting, its value as JSON."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def read(self, space: str) -> Mapping[str, Any]:
        """Every setting by its dotted name, as JSON values."""
        return await self._engine.read(
            lambda db: {key: json.loads(value) for key, value in db.rows(_SQL["read"], (space,))}
        )

    async def write(self, space: str, changes: Mapping[str, Any]) -> None:
        """Set some; None removes one."""
        values = {key: json.dumps(value, ensure_ascii=False) for key, value in changes.items()}

        def work(db: Database) -> None:
            for key, value in values.items():
                if changes[key] is None:
                    db.run(_SQL["remove"], (space, key))
                else:
                    db.run(_SQL["put"], (space, key, value))

        await self._engine.write(work)
