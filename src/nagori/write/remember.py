"""Remembering: from a statement to a stored memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from nagori.embed.port import Embedder
from nagori.store.port import Store
from nagori.values.draft import MemoryDraft, Written
from nagori.values.ids import new_id
from nagori.values.memory import Source, Tag
from nagori.values.scope import Scope
from nagori.write.index import embed_all, index_text


@dataclass(frozen=True, slots=True)
class Statement:
    """Something to be remembered, as given."""

    text: str
    scope: Scope
    tag: Tag
    at: datetime
    source: Source
    bot: str | None = None
    chat_id: str | None = None
    emotion_label: str | None = None
    external_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


def draft(statement: Statement, *, now: datetime, max_tokens: int) -> MemoryDraft:
    """The statement as it will be stored; its vectors come later."""
    return MemoryDraft(
        id=new_id(now),
        scope=statement.scope,
        text=statement.text,
        tag=statement.tag,
        at=statement.at,
        source=statement.source,
        indexed=index_text(statement.text, max_tokens=max_tokens),
        bot=statement.bot,
        chat_id=statement.chat_id,
        emotion_label=statement.emotion_label,
        external_id=statement.external_id,
        metadata=statement.metadata,
    )


async def remember(
    statements: Sequence[Statement],
    store: Store,
    embedder: Embedder | None,
    *,
    now: datetime,
    max_tokens: int,
    embeds_later: bool = False,
) -> list[Written]:
    """Store statements, all or none. What can't be embedded now is embedded by a job."""
    drafts = [draft(s, now=now, max_tokens=max_tokens) for s in statements]
    if embedder is not None and not embeds_later:
        indexed, _ = await embed_all([(d.text, d.indexed) for d in drafts], embedder, stated=True)
        drafts = [replace(d, indexed=i) for d, i in zip(drafts, indexed, strict=True)]
    fingerprint = embedder.fingerprint if embedder else None
    return await store.memories.put(drafts, embedder=fingerprint, now=now)
