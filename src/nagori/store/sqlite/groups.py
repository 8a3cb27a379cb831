"""Groups with their own settings, in the database file."""

import builtins
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nagori.errors import ConflictError
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.engine import Engine
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.trial_rows import trial_of
from nagori.values.times import to_micros
from nagori.values.trial import GroupLayers

SQL = load_queries("groups")
_ALL = ""
"""Stands for all groups of the space where else the id of one is."""
_STEPS = 100
"""How often what was set can be taken back; older steps are forgotten."""


class SqliteGroups:
    """What is set for one group alone, or for all of a space."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def layers(self, space: str, id: str) -> GroupLayers:
        """All that is set for a group: in the space, in trials that run, and for it alone."""

        def work(db: Database) -> GroupLayers:
            found: dict[str, Mapping[str, Any]] = {}
            trials: list[Any] = []
            for name, text, started_at in db.rows(SQL["layers"], (space, id)):
                if started_at is None:
                    found[name] = json.loads(text)
                else:
                    trials.append(trial_of((name, text, started_at, None)))
            return GroupLayers(found.get(_ALL, {}), found.get(id, {}), tuple(trials))

        return await self._engine.read(work)

    async def settings(self, space: str, id: str | None) -> Mapping[str, Any]:
        """What is set for the group alone, or for all; nothing for one that is not known."""
        return await self._engine.read(lambda db: _read(db, space, id or _ALL))

    async def set_settings(
        self, space: str, id: str | None, settings: Mapping[str, Any], *, now: datetime
    ) -> None:
        """Set what is to hold for the group alone, or for all, in place of what was set."""
        await self._engine.write(lambda db: replace_settings(db, space, id, settings, now))

    async def undo(self, space: str, id: str | None, *, now: datetime) -> Mapping[str, Any]:
        """What was set before the last change, set again; `ConflictError` without a change."""
        key = (space, id or _ALL)

        def work(db: Database) -> Mapping[str, Any]:
            row = db.row(SQL["before"], key)
            if row is None:
                raise ConflictError("no change of these settings is left to undo")
            seq, text = row
            db.run(SQL["set_settings"], (*key, text, to_micros(now)))
            db.run(SQL["drop_before"], (seq,))
            return json.loads(text)

        return await self._engine.write(work)

    async def list(self, space: str) -> list[str]:
        """Groups in which something was said or for which something is set."""
        return await self._engine.read(lambda db: [id for (id,) in db.rows(SQL["list"], (space,))])

    async def having(self, space: str, setting: str) -> builtins.list[str | None]:
        """Groups for which this is set, by their ids; None when it is set for all."""
        key = (space, setting)
        return await self._engine.read(
            lambda db: [id or None for (id,) in db.rows(SQL["having"], key)]
        )


def replace_settings(
    db: Database, space: str, id: str | None, settings: Mapping[str, Any], now: datetime
) -> None:
    """Set what is to hold for a group, or for all, and keep what was set until then."""
    key, at = (space, id or _ALL), to_micros(now)
    row = db.row(SQL["settings"], key)
    before = "{}" if row is None else row[0]
    if row is None or json.loads(before) != settings:
        db.run(SQL["set_settings"], (*key, json.dumps(dict(settings), ensure_ascii=False), at))
    if json.loads(before) != settings:
        db.run(SQL["keep_before"], (*key, before, at))
        db.run(SQL["drop_oldest"], (*key, _STEPS))


def add_settings(db: Database, space: str, settings: Mapping[str, Any], now: datetime) -> None:
    """Set some more for all groups of a space."""
    replace_settings(db, space, None, {**_read(db, space, _ALL), **settings}, now)


def erase_settings(db: Database, space: str, id: str) -> None:
    """Destroy what is and was set for a group."""
    db.run(SQL["delete"], (space, id))
    db.run(SQL["delete_before"], (space, id))


def _read(db: Database, space: str, id: str) -> Mapping[str, Any]:
    row = db.row(SQL["settings"], (space, id))
    return {} if row is None else json.loads(row[0])
