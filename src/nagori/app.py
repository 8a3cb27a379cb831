"""The library's face."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from copy import copy
from pathlib import Path
from typing import Any

from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.face.chat_list import Chats
from nagori.face.documents import Documents
from nagori.face.feed import Feed
from nagori.face.garden import Garden
from nagori.face.groups import GroupFace
from nagori.face.keys import Keys
from nagori.face.memorizing import MemorizingFace
from nagori.face.projects import ProjectsFace
from nagori.face.proposals import ProposalFace
from nagori.face.refitting import RefittingFace
from nagori.face.relay import RelayFace
from nagori.face.transfer import TransferFace
from nagori.llm.build import Models, build_models
from nagori.store.port import Store
from nagori.text.rules import checked_id
from nagori.values.job import Backlog
from nagori.values.status import Status
from nagori.values.times import Clock, utc_now
from nagori.wiring import build_store, embedder_from


class Nagori(
    GroupFace,
    ProposalFace,
    RelayFace,
    MemorizingFace,
    TransferFace,
    ProjectsFace,
    RefittingFace,
):
    """Memory for conversations, over one database.

    Open it with `async with Nagori.open("memory.db") as n`.
    """

    def __init__(
        self,
        store: Store,
        embedder: GuardedEmbedder | None,
        models: Models | None = None,
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
    ) -> None:
        settings = settings or Settings()
        models = models or build_models(settings)
        super().__init__(store, embedder, models, space=space, settings=settings, clock=clock)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: str | Path = "nagori.db",
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
        models: Models | None = None,
        prepare: Callable[[Any], Awaitable[None]] | None = None,
        learns: bool = False,
    ) -> AsyncGenerator["Nagori"]:
        """Open a database file, making it if there is none.

        A damaged store does not raise: `status` tells, and operations say what to do. `models`
        are those of the settings, unless they are given. `prepare` is awaited before any job is
        done. With `learns`, projects are learned about in the background while it is open.
        """
        settings = settings or Settings()
        store = build_store(Path(where), settings)
        embedder = embedder_from(settings)
        models = models or build_models(settings)
        self = cls(store, embedder, models, space=space, settings=settings, clock=clock)
        self._learns = learns
        await store.open()
        try:
            if prepare is not None:
                await prepare(self)
            self._start_working()
            yield self
        finally:
            await self._turns.close()
            await self._stop_working()
            await self._project_desk.close()
            await self._groups.close()
            await store.close()
            await self._close_parts()

    @property
    def status(self) -> Status:
        """How the parts are doing."""
        return Status(
            store=self._store.state,
            embedder=self._embedder.state if self._embedder else "none",
            reason=self._store.reason,
            embedder_reason=(self._embedder.reason or "") if self._embedder else "",
            models={
                "chat": self._models.chat.state,
                "decision": self._models.decision.state,
                "summary": self._models.summary.state,
                "title": self._models.title.state,
            },
        )

    @property
    def store(self) -> Store:
        """Where everything is kept."""
        return self._store

    @property
    def models(self) -> Models:
        """What writes answers, summaries and titles."""
        return self._models

    @property
    def chats(self) -> Chats:
        """Chats, to arrange and to read."""
        return Chats(self._store, self._unsaved, self._feed, space=self.space, clock=self._clock)

    @property
    def garden(self) -> Garden:
        """Memories on a map."""
        return Garden(self._store, self._embedder, self._maps, space=self.space)

    @property
    def documents(self) -> Documents:
        """Files and web pages, to import and to read."""
        return Documents(
            self._store,
            space=self.space,
            clock=self._clock,
            max_mb=self.settings.documents.max_mb,
            told=self._told_of_document,
            wake=self._importer.wake,
        )

    @property
    def keys(self) -> Keys:
        """Keys that let callers in over HTTP."""
        return Keys(self._store, self.space, self._clock)

    @property
    def feed(self) -> Feed:
        """Live news of scopes."""
        return self._feed

    @property
    def running_turns(self) -> int:
        """How many turns run in this process."""
        return self._turns.count

    def within(self, space: str) -> "Nagori":
        """The same parts, seen from another space."""
        other = copy(self)
        other._look_from(checked_id(space, "space"))  # noqa: SLF001  # one of our own
        return other

    async def backlog(self) -> list[Backlog]:
        """Jobs that wait or were given up, of the kinds that this version does."""
        kinds = self._worker.kinds | self._importer.kinds | self._analyst.kinds
        return [
            waiting
            for waiting in await self._store.jobs.backlog()
            # What is learned next about a project waits for its time: only what failed counts.
            if waiting.kind in kinds
            or (waiting.kind in self._learner.kinds and waiting.state == "dead")
        ]

    def warm(self) -> None:
        """Load the embedder in the background, so that the first query need not wait for it."""
        if self._embedder:
            self._embedder.warm()
