"""What was chosen in a group and what came of it, as lines to train with."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import fields
from typing import Any

from nagori.store.port import Store
from nagori.values.group import Correction, UsageRecord
from nagori.values.message import Message
from nagori.values.scope import Scope

_PAGE = 200


async def lines(store: Store, scope: Scope) -> AsyncGenerator[dict[str, Any]]:
    """Contexts, newest first, and what people put right; each message stands before its first use.

    The `type` of a line says which of the three it is. A message that is gone has no line.
    """
    known: set[str] = set()

    async def untold(ids: Sequence[str]) -> list[dict[str, Any]]:
        wanted = [id for id in dict.fromkeys(ids) if id not in known]
        heard = await store.rooms.find(scope, wanted, analyser=0, embedder=None) if wanted else []
        # One that is asked for by its external id may have been told by its own.
        found = [one.message for one in heard if one.message.id not in known]
        known.update(wanted, (message.id for message in found))
        return [_message(message) for message in found]

    async for page in _pages(store, scope):
        for line in await untold([id for record in page for id in record.told_of]):
            yield line
        for record in page:
            yield _context(record)
    corrections = await store.rooms.corrections(scope)
    ends = [id for one in corrections for id in (one.message_id, one.belongs_with) if id]
    for line in await untold(ends):
        yield line
    for one in corrections:
        yield _correction(one)


async def _pages(store: Store, scope: Scope) -> AsyncGenerator[Sequence[UsageRecord]]:
    cursor: str | None = None
    while True:
        page = await store.usage.page(scope.space, scope.id, limit=_PAGE, before=cursor)
        if page.items:
            yield page.items
        cursor = page.next
        if cursor is None:
            return


def _message(message: Message) -> dict[str, Any]:
    return {
        "type": "message",
        "id": message.id,
        "speaker": message.speaker,
        "name": message.name,
        "role": message.role,
        "text": message.content,
        "reply_to": message.reply_to,
        "mentions": list(message.mentions),
        "external_id": message.external_id,
        "said_at": message.said_at.isoformat(),
    }


def _context(record: UsageRecord) -> dict[str, Any]:
    told = {field.name: getattr(record, field.name) for field in fields(record)}
    return {"type": "context", **told, "created_at": record.created_at.isoformat()}


def _correction(one: Correction) -> dict[str, Any]:
    return {
        "type": "correction",
        "message_id": one.message_id,
        "belongs_with": one.belongs_with,
        "corrected_at": one.corrected_at.isoformat(),
    }
