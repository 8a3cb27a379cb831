"""What was set in the app, in the database file."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, cast

from pydantic import SecretStr

from nagori.errors import StoreError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.seal import Sealer

log = logging.getLogger("nagori.store")

_SQL = load_queries("app_settings")
_SEALED = "sealed"


class SqliteSettings:
    """One row per setting, its value as JSON; secrets are sealed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sealer = Sealer(engine.path.with_name(f"{engine.path.name}.key"))

    async def read(self, space: str) -> Mapping[str, Any]:
        """Every setting by its dotted name, as JSON values; secrets as `SecretStr`."""

        def work(db: Database) -> dict[str, Any]:
            rows = db.rows(_SQL["read"], (space,))
            read = ((key, self._opened(key, json.loads(value))) for key, value in rows)
            return {key: value for key, value in read if value is not None}

        return await self._engine.read(work)

    async def write(self, space: str, changes: Mapping[str, Any]) -> None:
        """Set some; None removes one."""
        values = await asyncio.to_thread(self._kept, changes)

        def work(db: Database) -> None:
            for key, value in values.items():
                if changes[key] is None:
                    db.run(_SQL["remove"], (space, key))
                else:
                    db.run(_SQL["put"], (space, key, value))

        await self._engine.write(work)

    def _kept(self, changes: Mapping[str, Any]) -> dict[str, str]:
        try:
            values = {key: self._sealed(key, value) for key, value in changes.items()}
        except OSError as error:
            problem = f"the key file beside the database can't be written: {error.strerror}"
            raise StoreError(problem) from error
        return {key: json.dumps(value, ensure_ascii=False) for key, value in values.items()}

    def _sealed(self, key: str, value: Any) -> Any:
        if isinstance(value, SecretStr):
            return {_SEALED: self._sealer.seal(value.get_secret_value(), key)}
        return value

    def _opened(self, key: str, value: Any) -> Any:
        """The value; None for a secret that can't be opened, which is as good as none."""
        if not isinstance(value, dict):
            return value
        fields = cast("dict[str, Any]", value)
        if fields.keys() != {_SEALED}:
            return fields
        text = self._sealer.open(str(fields[_SEALED]), key)
        if text is None:
            log.warning("what was set as %s can't be opened: its key file is another", key)
            return None
        return SecretStr(text)
