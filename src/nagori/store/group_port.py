"""The part of the store's seam that is about groups; see `nagori.store.port`."""

import builtins
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from nagori.values.group import Correction, RoomMessage, RoomNews, RoomVersion, UsageRecord
from nagori.values.memory import Page
from nagori.values.scope import Scope
from nagori.values.trial import GroupLayers


class GroupStore(Protocol):
    """Groups with their own settings; where an id may be None, that stands for all of a space."""

    async def layers(self, space: str, id: str) -> GroupLayers:
        """All that is set for a group: in the space, in trials that run, and for it alone."""
        ...

    async def settings(self, space: str, id: str | None) -> Mapping[str, Any]:
        """What is set for the group alone, or for all; nothing for one that is not known."""
        ...

    async def set_settings(
        self, space: str, id: str | None, settings: Mapping[str, Any], *, now: datetime
    ) -> None:
        """Set what is to hold for the group alone, or for all, in place of what was set.

        What was set until then is kept, so that it can be undone.
        """
        ...

    async def undo(self, space: str, id: str | None, *, now: datetime) -> Mapping[str, Any]:
        """What was set before the last change, set again; that change is no more.

        At least the last hundred changes can be undone. `ConflictError` when none is left.
        """
        ...

    async def list(self, space: str) -> builtins.list[str]:
        """Groups in which something was said or for which something is set."""
        ...

    async def having(self, space: str, setting: str) -> builtins.list[str | None]:
        """Groups for which this is set, by their ids; None when it is set for all."""
        ...


class RoomStore(Protocol):
    """What is said in a group, over all of its chats."""

    async def news(
        self,
        scope: Scope,
        *,
        known: RoomVersion | None,
        after: int,
        limit: int,
        analyser: int,
        embedder: str | None,
    ) -> RoomNews:
        """What came after a number since a version that is known; else the last messages.

        All of one state of the data. The limit and what messages come with is as in `heard`.
        """
        ...

    async def heard(
        self,
        scope: Scope,
        *,
        after: int = 0,
        before: int | None = None,
        limit: int,
        analyser: int,
        embedder: str | None,
    ) -> builtins.list[RoomMessage]:
        """The last messages that came after a number, and before another one, oldest first.

        With what the analyser of this version made of them and their first vectors, where those
        are kept.
        """
        ...

    async def find(
        self, scope: Scope, ids: Sequence[str], *, analyser: int, embedder: str | None
    ) -> builtins.list[RoomMessage]:
        """Those of the messages, by their ids or external ids, that are in the group."""
        ...

    async def keep_features(
        self, space: str, features: Mapping[str, str], *, analyser: int, now: datetime
    ) -> None:
        """Keep what an analyser made of messages, by their ids; those that went are passed over."""
        ...

    async def correct(
        self, scope: Scope, id: str, *, belongs_with: str | None, now: datetime
    ) -> Correction:
        """Keep which conversation a message is part of, in place of what was said before.

        Both are messages of the group, by their ids, else `NotFoundError`. It goes with either.
        """
        ...

    async def uncorrect(self, scope: Scope, id: str) -> None:
        """Take back what was said about a message; nothing happens when nothing was."""
        ...

    async def corrections(self, scope: Scope) -> builtins.list[Correction]:
        """What people said about messages of the group, in the order of the messages."""
        ...


class UsageStore(Protocol):
    """How contexts were made, and what came of them."""

    async def add(self, space: str, records: Sequence[UsageRecord]) -> None:
        """Keep records; one that is here already stays as it is."""
        ...

    async def get(self, space: str, context_id: str) -> UsageRecord:
        """One record; `NotFoundError` when there is none."""
        ...

    async def answered(self, space: str, context_id: str, response: str) -> bool:
        """Note the answer that a context led to; False when there is no such record."""
        ...

    async def judged(
        self,
        space: str,
        context_id: str,
        *,
        feedback: str | None = None,
        success: float | None = None,
        signal: Mapping[str, Any] | None = None,
    ) -> UsageRecord:
        """Note what people thought or did; None leaves as it is. `NotFoundError` if unknown."""
        ...

    async def page(
        self, space: str, group_id: str | None, *, limit: int, before: str | None = None
    ) -> Page[UsageRecord]:
        """Records of a group, or of all, newest first; `before` is a context's id."""
        ...
