"""What is said, as callers hand it in."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, get_args

from nagori.errors import InvalidInputError
from nagori.face.base import Face, optional_id
from nagori.naming import one_scope
from nagori.store.zones import checked_zone
from nagori.text import rules
from nagori.values.message import Message, Role
from nagori.write.hear import Said, hear


class ChatFace(Face):
    """Hear messages; know when their speakers live."""

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
        said = self._said(
            chat_id,
            text,
            speaker=speaker,
            name=name,
            said_at=said_at,
            reply_to=reply_to,
            mentions=mentions,
            external_id=external_id,
            context_id=context_id,
            role=role,
            metadata=metadata,
            user=user,
            group=group,
        )
        return await self._hear(said)

    async def _hear(self, said: Said, due: Mapping[str, datetime] | None = None) -> Message:
        """Store what was said; `due` are jobs about its chat, and when each is to be done."""
        size, now = self.settings.embedding.chunk_size, self._clock()
        heard = await hear([said], self._store, self._embedder, now=now, max_tokens=size, due=due)
        self._worker.wake()
        return heard[0]

    def _said(
        self,
        chat_id: str,
        text: str,
        *,
        speaker: str,
        name: str | None,
        said_at: datetime | None,
        reply_to: str | None,
        mentions: Sequence[str],
        external_id: str | None,
        context_id: str | None,
        role: Role,
        metadata: Mapping[str, Any] | None,
        user: str | None = None,
        group: str | None = None,
    ) -> Said:
        """What a caller hands in, if it is right."""
        self._check()
        if role not in get_args(Role):
            raise InvalidInputError("role", f"give one of {', '.join(get_args(Role))}")
        now = self._clock()
        speaker = rules.checked_id(speaker, "speaker")
        owner = user if user is not None or group is not None else speaker
        return Said(
            chat_id=rules.checked_id(chat_id, "chat_id"),
            content=rules.checked_text(text),
            speaker=speaker,
            scope=one_scope(self.space, user=owner, group=group),
            said_at=now if said_at is None else rules.checked_time(said_at, "said_at"),
            role=role,
            name=optional_id(name, "name"),
            reply_to=optional_id(reply_to, "reply_to"),
            mentions=tuple(rules.checked_id(m, "mentions") for m in mentions),
            external_id=optional_id(external_id, "external_id"),
            context_id=optional_id(context_id, "context_id"),
            metadata=rules.checked_metadata(metadata),
        )

    async def set_time_zone(self, user: str, zone: str) -> None:
        """Note a user's time zone, for printed times and for words like "last week"."""
        checked_zone(zone)
        user = rules.checked_id(user, "user")
        await self._store.users.set_time_zone(self.space, user, zone, now=self._clock())
        self._zones.forget(user)

    async def time_zone(self, user: str | None) -> tzinfo:
        """The user's time zone, or the one of the settings."""
        return await self._zones.of(user)
