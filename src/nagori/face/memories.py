"""Memories, as callers see them."""

import builtins
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from nagori.errors import InvalidInputError
from nagori.face.base import Face, optional_id
from nagori.naming import named_scopes, one_scope
from nagori.text import rules
from nagori.values.draft import MemoryEdit
from nagori.values.memory import TAGS, Change, Memory, Page, Receipt, Source, Tag
from nagori.values.scope import Scope
from nagori.write.index import embed_all, index_text
from nagori.write.remember import Statement, remember

_MOST = 1000
"""Items in one answer, at the most."""
_CURSOR = re.compile("[0-9]{1,18}")


class MemoryFace(Face):
    """Remember, look at, change, forget and erase."""

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
        external_id = optional_id(external_id, "external_id")
        message = optional_id(message, "message")
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
            bot=optional_id(bot, "bot"),
            chat_id=optional_id(chat, "chat"),
            emotion_label=optional_id(emotion, "emotion"),
            external_id=external_id,
            metadata=rules.checked_metadata(metadata),
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
        clear_emotion: bool = False,
    ) -> Memory:
        """Change a memory; a new text can be recalled at once."""
        self._check()
        indexed = None
        if text is not None:
            size = self.settings.embedding.chunk_size
            plain = index_text(rules.checked_text(text), max_tokens=size)
            (indexed,), _ = await embed_all([(text, plain)], self._embedder, stated=True)
        change = MemoryEdit(
            id=_id(memory_id),
            text=text,
            indexed=indexed,
            tag=None if tag is None else rules.checked_tag(tag),
            emotion_label="" if clear_emotion else optional_id(emotion, "emotion"),
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
        self._told(
            await self._store.memories.set_status(
                self.space, _id(memory_id), "retired", now=self._clock()
            )
        )

    async def restore(self, memory_id: str) -> Memory:
        """Show a forgotten memory again."""
        return self._told(
            await self._store.memories.set_status(
                self.space, _id(memory_id), "active", now=self._clock()
            )
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
            return await self._erase_memory(_id(memory))
        if chat is not None:
            return await self._store.erasure.chat(self.space, chat, now=now)
        if user is not None:
            self._zones.forget(user)
        if project is not None:
            receipt = await self._project_work.erase(scopes[0])
        else:
            receipt = await self._store.erasure.scope(scopes[0], now=now)
        self._feed.publish(scopes[0], "erased", receipt)
        return receipt

    async def list(
        self,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
        tags: Sequence[Tag] | None = None,
        messages: Sequence[str] | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Memories of a scope, or of the whole space when none is named, newest first.

        `messages` keeps those that were made from one of these messages.
        """
        scope = None
        if any(name is not None for name in (user, group, project, chat)):
            scope = one_scope(self.space, user=user, group=group, project=project, chat=chat)
        if cursor is not None and not _CURSOR.fullmatch(cursor):
            raise InvalidInputError("cursor", "give the `next` of the page before")
        return await self._store.memories.page(
            self.space,
            scope,
            tags=TAGS if tags is None else [rules.checked_tag(tag) for tag in tags],
            messages=None if messages is None else [_message(id) for id in messages],
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else int(cursor),
        )

    async def _erase_memory(self, id: str) -> Receipt:
        scope = None if self._feed.quiet else (await self.get(id)).scope
        receipt = await self._store.erasure.memory(self.space, id, now=self._clock())
        if scope is not None:
            self._feed.publish(Scope.parse(self.space, scope), "erased", receipt)
        return receipt

    def _told(self, memory: Memory) -> Memory:
        if self._feed.quiet:  # asked first: a bulk of memories need not be told to nobody
            return memory
        self._feed.publish(Scope.parse(self.space, memory.scope), "memory", memory)
        return memory

    def _acknowledged(self, memory: Memory) -> Memory:
        """The memory as told to the caller; one that waits for its vector says why."""
        self._told(memory)
        if memory.stage != "stored" or self._embedder is None:
            return memory
        self._worker.wake()
        return replace(memory, degraded=(*memory.degraded, "embedding: its vector follows"))


def _id(value: str) -> str:
    return rules.checked_id(value, "memory_id")


def _message(value: str) -> str:
    return rules.checked_id(value, "messages")
