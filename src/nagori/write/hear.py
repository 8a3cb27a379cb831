"""Hearing: from something said to a stored message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nagori.embed.port import Embedder
from nagori.store.port import Store
from nagori.values.draft import MessageDraft
from nagori.values.ids import new_id
from nagori.values.message import Message, Role
from nagori.values.scope import Scope
from nagori.write.index import embed_all, index_text


@dataclass(frozen=True, slots=True)
class Said:
    """A message as it was given."""

    chat_id: str
    content: str
    speaker: str
    scope: Scope
    """Whose the chat is, if it is new."""
    said_at: datetime
    role: Role = "user"
    name: str | None = None
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    external_id: str | None = None
    context_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


async def hear(
    said: Sequence[Said],
    store: Store,
    embedder: Embedder | None,
    *,
    now: datetime,
    max_tokens: int,
    embeds_later: bool = False,
    due: Mapping[str, datetime] | None = None,
) -> list[Message]:
    """Store messages in the order they were said; what can't be embedded now is by a job.

    `due` are further jobs about their chats, and when each is to be done.
    """
    texts = [(s.content, index_text(s.content, max_tokens=max_tokens)) for s in said]
    indexed, _ = await embed_all(texts, None if embeds_later else embedder)
    drafts = [
        MessageDraft(
            id=new_id(now),
            chat_id=s.chat_id,
            scope=s.scope,
            role=s.role,
            speaker=s.speaker,
            content=s.content,
            said_at=s.said_at,
            indexed=i,
            name=s.name,
            reply_to=s.reply_to,
            mentions=s.mentions,
            context_id=s.context_id,
            external_id=s.external_id,
            metadata=s.metadata,
        )
        for s, i in zip(said, indexed, strict=True)
    ]
    fingerprint = embedder.fingerprint if embedder else None
    return await store.chats.hear(drafts, embedder=fingerprint, now=now, due=due)
