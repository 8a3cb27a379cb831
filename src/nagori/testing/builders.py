"""Drafts and queries for tests: each takes only what the test is about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import numpy as np

from nagori.embed.port import Vectors
from nagori.testing.embedders import hashed_vector
from nagori.text.code_terms import code_query
from nagori.text.terms import query_terms
from nagori.values.draft import Indexed, MemoryDraft, MessageDraft
from nagori.values.memory import Source, Tag
from nagori.values.message import Chat, MessageState, Role
from nagori.values.passage import Filter, PassageKind, Query
from nagori.values.scope import Scope
from nagori.values.turn import TurnDraft
from nagori.write.index import index_text

NOW = datetime(2026, 5, 3, 12, 0, tzinfo=UTC)
"""The present of tests that don't say otherwise."""

SPACE = "default"
CARLA = Scope(SPACE, "user", "carla")
DIMS = 16
HASHED = f"hashed-{DIMS}"
"""Fingerprint of the vectors that builders make."""

_numbers = count(1)


def later(minutes: float) -> datetime:
    """So many minutes after `NOW`; before it, if negative."""
    return NOW + timedelta(minutes=minutes)


def an_id() -> str:
    """An id that no other call in this process gives."""
    return f"id-{next(_numbers):06d}"


def indexed(text: str, *, vectors: bool = True, dims: int = DIMS, max_tokens: int = 300) -> Indexed:
    """A text made findable, with the vectors of the hashed embedder unless told otherwise."""
    plain = index_text(text, max_tokens=max_tokens)
    if not vectors:
        return plain
    rows = [hashed_vector(text[p.start : p.end], dims) for p in plain.pieces]
    return replace(plain, vectors=np.array(rows, np.float32))


def a_memory(
    text: str = "she likes green tea",
    *,
    scope: Scope = CARLA,
    tag: Tag = "manual",
    at: datetime = NOW,
    id: str | None = None,
    bot: str | None = None,
    chat_id: str | None = None,
    message: str | None = None,
    external_id: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    vectors: bool = True,
    dims: int = DIMS,
    max_tokens: int = 300,
) -> MemoryDraft:
    """A memory to be added; `message` is the id of the one that it came from."""
    kind = "message" if message else "statement"
    return MemoryDraft(
        id=id or an_id(),
        scope=scope,
        text=text,
        tag=tag,
        at=at,
        source=Source(kind, message or scope.key, at, external_id=external_id),
        indexed=indexed(text, vectors=vectors, dims=dims, max_tokens=max_tokens),
        bot=bot,
        chat_id=chat_id,
        external_id=external_id,
        metadata=metadata or {},
    )


def a_message(
    content: str = "what shall we drink?",
    *,
    chat_id: str = "chat-1",
    scope: Scope = CARLA,
    speaker: str = "carla",
    role: Role = "user",
    said_at: datetime = NOW,
    id: str | None = None,
    external_id: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    vectors: bool = True,
    state: MessageState = "final",
) -> MessageDraft:
    """A message to be stored."""
    return MessageDraft(
        id=id or an_id(),
        chat_id=chat_id,
        scope=scope,
        role=role,
        speaker=speaker,
        content=content,
        said_at=said_at,
        indexed=indexed(content, vectors=vectors),
        state=state,
        external_id=external_id,
        metadata=metadata or {},
    )


def an_answer(
    content: str = "green tea, as always",
    *,
    chat_id: str = "chat-1",
    scope: Scope = CARLA,
    said_at: datetime = NOW,
    id: str | None = None,
    state: MessageState = "final",
    vectors: bool = True,
) -> MessageDraft:
    """What a turn ends with."""
    return a_message(
        content,
        chat_id=chat_id,
        scope=scope,
        speaker="mia",
        role="assistant",
        said_at=said_at,
        id=id,
        state=state,
        vectors=vectors,
    )


def a_turn(
    content: str = "what shall we drink?",
    *,
    chat_id: str = "chat-1",
    scope: Scope = CARLA,
    said_at: datetime = NOW,
    id: str | None = None,
    external_id: str | None = None,
    replaces: str | None = None,
    bot: str | None = None,
    title: str = "a title",
    lease_until: datetime | None = None,
    vectors: bool = True,
) -> TurnDraft:
    """A turn about to begin, with a minute for its first sign of life."""
    message = a_message(
        content,
        chat_id=chat_id,
        scope=scope,
        said_at=said_at,
        external_id=external_id,
        vectors=vectors,
    )
    return TurnDraft(
        id=id or an_id(),
        message=message,
        title=title,
        lease_until=lease_until or said_at + timedelta(minutes=1),
        replaces=replaces,
        bot=bot,
    )


def a_chat(
    id: str | None = None,
    *,
    scope: Scope = CARLA,
    title: str | None = None,
    at: datetime = NOW,
    bot: str | None = None,
    archived: bool = False,
) -> Chat:
    """A chat that was made and used last at the same time."""
    return Chat(
        id=id or an_id(),
        scope=scope.key,
        created_at=at,
        updated_at=at,
        title=title,
        bot=bot,
        archived=archived,
    )


def a_query(
    text: str = "green tea",
    *,
    scopes: Sequence[Scope] = (CARLA,),
    kinds: Sequence[PassageKind] = ("memory",),
    where: Filter | None = None,
    now: datetime | None = None,
    vector: Vectors | None = None,
    embedder: str = HASHED,
) -> Query:
    """A query by words and meaning, asked a day after `NOW`."""
    return Query(
        space=scopes[0].space if scopes else SPACE,
        scopes={kind: list(scopes) for kind in kinds},
        terms=query_terms(text),
        now=now or NOW + timedelta(days=1),
        vector=hashed_vector(text, DIMS) if vector is None else vector,
        embedder=embedder,
        where=where or Filter(),
        wording=code_query(text) if "record" in kinds else None,
    )
