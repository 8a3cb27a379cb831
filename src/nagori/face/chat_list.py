"""Chats, as callers arrange and read them: `n.chats`."""

import asyncio
import builtins
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from nagori.chat.unsaved import UnsavedChats
from nagori.errors import StoreFailedError
from nagori.face.feed import Feed
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.ids import new_id
from nagori.values.memory import Page
from nagori.values.message import Chat, Message
from nagori.values.scope import Scope
from nagori.values.times import Clock

_MOST = 200
_LOOK_EVERY_S = 1.0
"""How often a chat is looked at for what other processes wrote."""
_MAX_TITLE = 200


class Chats:
    """The chats of a space. Those of a store that failed live in this process only."""

    def __init__(
        self, store: Store, unsaved: UnsavedChats, feed: Feed, *, space: str, clock: Clock
    ) -> None:
        self._store, self._unsaved, self._feed = store, unsaved, feed
        self._space, self._clock = space, clock

    async def active(self, user: str, *, bot: str | None = None) -> Chat:
        """The chat that the user used last; a new one when there is none."""
        scope = self._scope(user)
        if self._failed:
            chats = self._unsaved.chats(scope)
            if chats:
                return chats[0]
            raise StoreFailedError(self._store.reason)
        found = await self._store.shelf.active(scope, bot=bot)
        return found if found is not None else await self.create(user, bot=bot)

    async def create(
        self,
        user: str,
        *,
        id: str | None = None,
        title: str | None = None,
        bot: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        project: str | None = None,
    ) -> Chat:
        """A new chat of a user. Without a title, the first message gives it one.

        `project` is the key of the one that it is about; `NotFoundError` when there is none.
        """
        now, scope = self._clock(), self._scope(user)
        chat = Chat(
            id=new_id(now) if id is None else rules.checked_id(id, "id"),
            scope=scope.key,
            created_at=now,
            updated_at=now,
            title=None if title is None else _title(title),
            title_by="rule" if title is None else "person",
            bot=None if bot is None else rules.checked_id(bot, "bot"),
            metadata=rules.checked_metadata(metadata),
            project=None if project is None else rules.checked_id(project, "project"),
        )
        made = await self._store.shelf.add(chat, space=self._space)
        self._feed.publish(scope, "chat", made)
        return made

    async def get(self, chat_id: str) -> Chat:
        """The chat with this id."""
        chat_id = rules.checked_id(chat_id, "chat_id")
        if self._failed:
            return self._unsaved.chat(self._space, chat_id)
        return await self._store.chats.get(self._space, chat_id)

    async def list(
        self,
        user: str,
        *,
        query: str | None = None,
        archived: bool | None = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Chat]:
        """A user's chats, the one used last first; `query` looks into titles and messages."""
        scope, limit = self._scope(user), rules.checked_limit(limit, "limit", _MOST)
        if self._failed:
            return Page(self._unsaved.chats(scope)[:limit], None)
        query = query.strip() or None if query else None
        return await self._store.shelf.page(
            scope, query=query, archived=archived, limit=limit, cursor=cursor
        )

    async def rename(self, chat_id: str, title: str) -> Chat:
        """The chat with a title that stays."""
        return await self._change(chat_id, title=_title(title))

    async def archive(self, chat_id: str, *, archived: bool = True) -> Chat:
        """Put a chat away, or bring it back."""
        return await self._change(chat_id, archived=archived)

    async def describe(self, chat_id: str, metadata: Mapping[str, Any]) -> Chat:
        """The chat with other metadata."""
        return await self._change(chat_id, metadata=rules.checked_metadata(metadata))

    async def attach(self, chat_id: str, project: str | None) -> Chat:
        """The chat, about the project with this key from now on; None: about none."""
        attached = await self._store.chats.attach(
            self._space,
            rules.checked_id(chat_id, "chat_id"),
            None if project is None else rules.checked_id(project, "project"),
        )
        return self._told(attached)

    async def delete(self, chat_id: str) -> None:
        """Retire a chat: it can be restored for 30 days. Its memories stay."""
        chat_id = rules.checked_id(chat_id, "chat_id")
        chat = await self._store.chats.get(self._space, chat_id)
        await self._store.shelf.retire(self._space, chat_id, now=self._clock())
        self._feed.publish(Scope.parse(self._space, chat.scope), "chat_deleted", {"id": chat_id})

    async def restore(self, chat_id: str) -> Chat:
        """Bring back a chat that was deleted."""
        chat_id = rules.checked_id(chat_id, "chat_id")
        return self._told(await self._store.shelf.restore(self._space, chat_id))

    async def messages(
        self, chat_id: str, limit: int = 50, before: str | None = None
    ) -> builtins.list[Message]:
        """The last messages of a chat, or those before one of them, oldest first."""
        chat_id = rules.checked_id(chat_id, "chat_id")
        limit = rules.checked_limit(limit, "limit", _MOST)
        if self._failed:
            return self._unsaved.messages(self._space, chat_id)[-limit:]
        await self._store.chats.get(self._space, chat_id)
        return await self._store.chats.messages(self._space, chat_id, limit=limit, before=before)

    async def observe(self, chat_id: str) -> AsyncGenerator[Message]:
        """Messages of a chat from now on, whoever writes them, also from other processes."""
        chat = await self.get(chat_id)
        last = await self.messages(chat_id, 1)
        after = last[-1].id if last else None
        woken = asyncio.Event()
        async with aclosing(self._feed.listen(Scope.parse(self._space, chat.scope))) as news:
            watching = asyncio.create_task(_wake(news, woken))
            try:
                while True:
                    found = await self._store.shelf.messages_after(
                        self._space, chat_id, after=after, limit=_MOST
                    )
                    for message in found:
                        after = message.id
                        yield message
                    woken.clear()
                    try:
                        async with asyncio.timeout(_LOOK_EVERY_S):
                            await woken.wait()
                    except TimeoutError:
                        pass
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    async def _change(
        self,
        chat_id: str,
        *,
        title: str | None = None,
        archived: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Chat:
        changed = await self._store.shelf.change(
            self._space,
            rules.checked_id(chat_id, "chat_id"),
            title=title,
            archived=archived,
            metadata=metadata,
            now=self._clock(),
        )
        return self._told(changed)

    def _told(self, chat: Chat) -> Chat:
        self._feed.publish(Scope.parse(self._space, chat.scope), "chat", chat)
        return chat

    def _scope(self, user: str) -> Scope:
        return Scope(self._space, "user", rules.checked_id(user, "user"))

    @property
    def _failed(self) -> bool:
        return self._store.state == "failed"


async def _wake(news: AsyncGenerator[Any], woken: asyncio.Event) -> None:
    async for _ in news:
        woken.set()


def _title(title: str) -> str:
    text = " ".join(rules.checked_text(title, "title").split())
    return text[:_MAX_TITLE]
