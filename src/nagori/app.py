"""The library's face."""

import asyncio
import builtins
import logging
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.errors import InvalidInputError, StoreFailedError
from nagori.jobs.worker import Worker
from nagori.naming import named_scopes, one_scope
from nagori.recall.planner import Ask, plan_of
from nagori.recall.recall import recall as run_recall
from nagori.recall.zones import Zones, checked_zone
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.draft import MemoryEdit
from nagori.values.memory import TAGS, Change, Memory, Page, Receipt, Source, Tag
from nagori.values.message import Message, Role
from nagori.values.passage import PassageKind
from nagori.values.recall import Mode, Recall, Recalled
from nagori.values.status import Status
from nagori.values.times import Clock, utc_now
from nagori.values.transfer import ImportReport
from nagori.wiring import build_store, build_worker, embedder_from
from nagori.write.hear import Said, hear
from nagori.write.index import embed_all, index_text
from nagori.write.legacy import Origin
from nagori.write.remember import Statement, remember
from nagori.write.transfer import Progress, import_file
from nagori.write.transfer_export import export

log = logging.getLogger("nagori")

_MOST = 1000
"""Items in one answer, at the most."""
_CURSOR = re.compile("[0-9]{1,18}")


class Nagori:
    """Memory for conversations, over one database.

    Open it with `async with Nagori.open("memory.db") as n`.
    """

    def __init__(
        self,
        store: Store,
        embedder: GuardedEmbedder | None,
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self.space = rules.checked_id(space, "space")
        self.settings = settings or Settings()
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._zones = Zones(store.users, self.space, self.settings.time_zone)
        self._worker: Worker = build_worker(store, embedder, clock)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: str | Path = "nagori.db",
        *,
        space: str = "default",
        settings: Settings | None = None,
        clock: Clock = utc_now,
    ) -> AsyncGenerator["Nagori"]:
        """Open a database file, making it if there is none.

        A damaged store does not raise: `status` tells, and operations say what to do.
        """
        settings = settings or Settings()
        store = build_store(Path(where), settings)
        embedder = embedder_from(settings)
        self = cls(store, embedder, space=space, settings=settings, clock=clock)
        await store.open()
        # Not a task group: that would wrap whatever the caller's block raises.
        working = asyncio.create_task(self._work(), name="nagori-jobs")
        try:
            yield self
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            await store.close()
            if embedder:
                await embedder.close()

    @property
    def status(self) -> Status:
        """How the parts are doing."""
        return Status(
            store=self._store.state,
            embedder=self._embedder.state if self._embedder else "none",
            reason=self._store.reason,
            embedder_reason=(self._embedder.reason or "") if self._embedder else "",
        )

    # memories -----------------------------------------------------------------------------------

    async def remember(
        self,
        text: str,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        tag: Tag = "manual",
        chat: str | None = None,
        emotion: str | None = None,
        bot: str | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        at: datetime | None = None,
        message: str | None = None,
    ) -> Memory:
        """Keep a statement, or confirm the memory that already says it.

        `message` is the id of the message that it came from, if there is one.
        """
        now = self._clock()
        scope = one_scope(self.space, user=user, group=group, project=project, chat=chat)
        said_at = now if at is None else rules.checked_time(at, "at")
        external_id = _optional(external_id, "external_id")
        message = _optional(message, "message")
        statement = Statement(
            text=rules.checked_text(text),
            scope=scope,
            tag=rules.checked_tag(tag),
            at=said_at,
            source=Source(
                "message" if message else "statement",
                message or scope.key,
                said_at,
                external_id=external_id,
            ),
            bot=_optional(bot, "bot"),
            chat_id=_optional(chat, "chat"),
            emotion_label=_optional(emotion, "emotion"),
            external_id=external_id,
            metadata=rules.checked_metadata({} if metadata is None else metadata),
        )
        return (await self.remember_all([statement]))[0]

    async def remember_all(
        self, statements: Sequence[Statement], *, embeds_later: bool = False
    ) -> builtins.list[Memory]:
        """Keep many statements, all or none; `embeds_later` leaves their vectors to a job."""
        self._check()
        written = await remember(
            statements,
            self._store,
            self._embedder,
            now=self._clock(),
            max_tokens=self.settings.embedding.chunk_size,
            embeds_later=embeds_later,
        )
        return [self._acknowledged(w.memory) for w in written]

    async def get(self, memory_id: str) -> Memory:
        """The memory with this id."""
        return (await self._store.memories.get(self.space, [_id(memory_id)]))[0]

    async def recent(
        self,
        limit: int = 10,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        tags: Sequence[Tag] | None = None,
    ) -> builtins.list[Memory]:
        """The newest memories of a scope, or of the whole space."""
        page = await self.list(user=user, group=group, project=project, tags=tags, limit=limit)
        return builtins.list(page.items)

    async def edit(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        tag: Tag | None = None,
        emotion: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Memory:
        """Change a memory; a new text can be recalled at once."""
        self._check()
        indexed = None
        if text is not None:
            size = self.settings.embedding.chunk_size
            plain = index_text(rules.checked_text(text), max_tokens=size)
            (indexed,), _ = await embed_all([(text, plain)], self._embedder)
        change = MemoryEdit(
            id=_id(memory_id),
            text=text,
            indexed=indexed,
            tag=None if tag is None else rules.checked_tag(tag),
            emotion_label=_optional(emotion, "emotion"),
            metadata=None if metadata is None else rules.checked_metadata(metadata),
        )
        edited = await self._store.memories.edit(
            self.space, change, embedder=self._fingerprint, now=self._clock()
        )
        return self._acknowledged(edited)

    async def history(self, memory_id: str) -> builtins.list[Change]:
        """What happened to a memory, oldest first."""
        return await self._store.memories.history(self.space, _id(memory_id))

    async def forget(self, memory_id: str) -> None:
        """Stop showing a memory; `restore` undoes it."""
        await self._store.memories.set_status(
            self.space, _id(memory_id), "retired", now=self._clock()
        )

    async def restore(self, memory_id: str) -> Memory:
        """Show a forgotten memory again."""
        return await self._store.memories.set_status(
            self.space, _id(memory_id), "active", now=self._clock()
        )

    async def erase(
        self,
        *,
        memory: str | None = None,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
    ) -> Receipt:
        """Destroy one memory, or everything of a user, group, project or chat. There is no undo."""
        scopes = named_scopes(self.space, user=user, group=group, project=project, chat=chat)
        if len(scopes) + (memory is not None) != 1:
            raise InvalidInputError(
                "erase", "name exactly one of memory, user, group, project, chat"
            )
        now = self._clock()
        if memory is not None:
            return await self._store.erasure.memory(self.space, _id(memory), now=now)
        if chat is not None:
            return await self._store.erasure.chat(self.space, chat, now=now)
        if user is not None:
            self._zones.forget(user)
        return await self._store.erasure.scope(scopes[0], now=now)

    async def list(
        self,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
        tags: Sequence[Tag] | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Memories of a scope, or of the whole space when none is named, newest first."""
        scope = None
        if any(name is not None for name in (user, group, project, chat)):
            scope = one_scope(self.space, user=user, group=group, project=project, chat=chat)
        if cursor is not None and not _CURSOR.fullmatch(cursor):
            raise InvalidInputError("cursor", "give the `next` of the page before")
        return await self._store.memories.page(
            self.space,
            scope,
            tags=TAGS if tags is None else [rules.checked_tag(tag) for tag in tags],
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else int(cursor),
        )

    # transfer -----------------------------------------------------------------------------------

    async def export(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
    ) -> int:
        """Write everything of one scope, or of the space, to a file; returns how many records.

        One JSON object a line: users, chats, messages, and memories of every status with sources
        and history. The file has its name only when it is complete. What is written meanwhile may
        be missing from it; what was there when it began is not.
        """
        scopes = named_scopes(self.space, user=user, group=group, project=project, chat=chat)
        if len(scopes) > 1:
            raise InvalidInputError("scope", "name one of user, group, project, chat, or none")
        self._check()
        return await export(
            Path(path),
            self._store.transfer,
            space=self.space,
            scope=scopes[0] if scopes else None,
            now=self._clock(),
        )

    async def import_file(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Bring in an export, or the records of an older store (JSON, JSONL, SQLite).

        An export comes back as it was, ids, times and histories included. Old records go to the
        named scope, `global` if none is. Either is safe to run twice; a record that can't be used
        is in the report, with its line. `progress` is called with how many are done, and of how
        many, if that is known.
        """
        scope = one_scope(self.space, user=user, group=group, project=project)
        self._check()
        report = await import_file(
            Path(path),
            self._store,
            self._embedder,
            origin=Origin(scope, Path(path).name, await self._zones.of(user)),
            clock=self._clock,
            max_tokens=self.settings.embedding.chunk_size,
            progress=progress,
        )
        self._worker.wake()
        return report

    # recall -------------------------------------------------------------------------------------

    async def recall(
        self,
        query: str,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
        kinds: Sequence[PassageKind] = ("memory",),
        tags: Sequence[Tag] | None = None,
        bot: str | None = None,
        where: Mapping[str, Any] | None = None,
        profile: str = "search",
        mode: Mode = "hybrid",
        limit: int | None = None,
        max_tokens: int | None = None,
        as_of: datetime | None = None,
        documents: Sequence[str] | None = None,
    ) -> Recall:
        """What is remembered that answers the query, best first; every item says why.

        All named scopes and `global` are searched. A named chat limits messages to that chat.
        """
        self._check()
        ask = Ask(
            query,
            named_scopes(self.space, user=user, group=group, project=project, chat=chat),
            user=user,
            chat=chat,
            kinds=kinds,
            tags=tags,
            bot=bot,
            where=where,
            profile=profile,
            mode=mode,
            limit=limit,
            max_tokens=max_tokens,
            as_of=as_of,
            documents=documents,
        )
        plan = await plan_of(
            ask,
            space=self.space,
            settings=self.settings.recall,
            chunk_size=self.settings.embedding.chunk_size,
            chats=self._store.chats,
            zones=self._zones,
            now=self._clock(),
        )
        return await run_recall(plan, self._store, self._embedder)

    async def retrieve(self, user_id: str, text: str, limit: int = 3) -> builtins.list[Recalled]:
        """The best memories of one user for a text, for a bot's prompt. Never raises."""
        if self._store.state == "failed":
            return []  # it was logged once, when it failed
        try:
            found = await self.recall(text, user=user_id, profile="chat", limit=limit)
        except Exception:  # a border: a chat must never break because memory does
            log.exception("retrieve found nothing because of an error")
            return []
        return builtins.list(found.items)

    # chats --------------------------------------------------------------------------------------

    async def hear(
        self,
        chat_id: str,
        text: str,
        *,
        speaker: str,
        name: str | None = None,
        said_at: datetime | None = None,
        reply_to: str | None = None,
        mentions: Sequence[str] = (),
        external_id: str | None = None,
        context_id: str | None = None,
        role: Role = "user",
        metadata: Mapping[str, Any] | None = None,
        user: str | None = None,
        group: str | None = None,
    ) -> Message:
        """Store a message, and the chat that it opens if there is none.

        A new chat belongs to `user` or `group`; to the speaker, when neither is named.
        """
        self._check()
        if role not in get_args(Role):
            raise InvalidInputError("role", f"give one of {', '.join(get_args(Role))}")
        now = self._clock()
        speaker = rules.checked_id(speaker, "speaker")
        owner = user if user is not None or group is not None else speaker
        said = Said(
            chat_id=rules.checked_id(chat_id, "chat_id"),
            content=rules.checked_text(text),
            speaker=speaker,
            scope=one_scope(self.space, user=owner, group=group),
            said_at=now if said_at is None else rules.checked_time(said_at, "said_at"),
            role=role,
            name=_optional(name, "name"),
            reply_to=_optional(reply_to, "reply_to"),
            mentions=tuple(rules.checked_id(m, "mentions") for m in mentions),
            external_id=_optional(external_id, "external_id"),
            context_id=_optional(context_id, "context_id"),
            metadata=rules.checked_metadata({} if metadata is None else metadata),
        )
        size = self.settings.embedding.chunk_size
        heard = await hear([said], self._store, self._embedder, now=now, max_tokens=size)
        self._worker.wake()
        return heard[0]

    async def set_time_zone(self, user: str, zone: str) -> None:
        """Note a user's time zone, for printed times and for words like "last week"."""
        checked_zone(zone)
        user = rules.checked_id(user, "user")
        await self._store.users.set_time_zone(self.space, user, zone, now=self._clock())
        self._zones.forget(user)

    # ---------------------------------------------------------------------------------------------

    @property
    def _fingerprint(self) -> str | None:
        return self._embedder.fingerprint if self._embedder else None

    def _check(self) -> None:
        """Fail at once when the store is out of service, before anything slow is done."""
        if self._store.state != "ready":
            raise StoreFailedError(self._store.reason or "it is not open")

    def _acknowledged(self, memory: Memory) -> Memory:
        """The memory as told to the caller; one that waits for its vector says why."""
        if memory.stage != "stored" or self._embedder is None:
            return memory
        self._worker.wake()
        return replace(memory, degraded=(*memory.degraded, "embedding: its vector follows"))

    async def _work(self) -> None:
        """Do jobs for as long as the store is in service."""
        if self._store.state != "ready":
            return
        try:
            if self._embedder is not None:
                now = self._clock()
                await self._store.passages.want_vectors(self._embedder.fingerprint, now=now)
            await self._worker.run()
        except Exception:  # a border: what waits is done when the store is opened next
            log.exception("jobs stopped because of an error")


def _id(value: str) -> str:
    return rules.checked_id(value, "memory_id")


def _optional(value: str | None, field: str) -> str | None:
    return None if value is None else rules.checked_id(value, field)
