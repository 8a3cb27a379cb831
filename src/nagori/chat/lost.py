"""Turns whose process ended in the middle: what they had said is kept, and said to be partial."""

import logging
from collections.abc import Sequence

from nagori.agent.trust import TRUST, UNTRUSTED, prompt_is_untrusted
from nagori.errors import NotFoundError
from nagori.store.port import Store
from nagori.values.draft import MessageDraft
from nagori.values.event import Error, Kept, kept
from nagori.values.ids import new_id
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.scope import Scope
from nagori.values.times import Clock
from nagori.values.turn import Turn, TurnEnd
from nagori.write.index import index_text

log = logging.getLogger("nagori.chat")

_LOOKED_AT = 200
"""Messages of the chat that may have been in the prompt."""


async def recover_lost(store: Store, clock: Clock, *, chunk_size: int, embedder: str | None) -> int:
    """Close every turn that was lost; how many there were."""
    lost = await store.turns.lost(now=clock())
    for space, turn in lost:
        await _recover(store, clock, space, turn, chunk_size=chunk_size, embedder=embedder)
    if lost:
        log.warning(
            "%d answers were cut off when Nagori ended: what was said is kept, marked partial",
            len(lost),
        )
    return len(lost)


async def _recover(
    store: Store, clock: Clock, space: str, turn: Turn, *, chunk_size: int, embedder: str | None
) -> None:
    now = clock()
    events = await store.turns.events(space, turn.id)
    text = "".join(str(e.data.get("text", "")) for e in events if e.type == "answer").strip()
    answer = None
    if text:
        untrusted = await _rested_on_others(store, space, turn, events)
        answer = MessageDraft(
            id=new_id(now),
            chat_id=turn.chat_id,
            scope=Scope.parse(space, turn.scope),
            role="assistant",
            speaker="assistant",
            content=text,
            said_at=now,
            indexed=index_text(text, max_tokens=chunk_size),
            state="partial",
            metadata={TRUST: UNTRUSTED} if untrusted else {},
        )
    last = _end(events, answer.id if answer else None)
    end = TurnEnd("lost", answer=answer, events=[last], jobs=(MEMORISE_JOB,))
    await store.turns.finish(space, turn.id, end, embedder=embedder, now=now)


async def _rested_on_others(store: Store, space: str, turn: Turn, events: Sequence[Kept]) -> bool:
    """Whether the answer may rest on words of others. Nobody can tell any more what tools read."""
    if any(event.type == "tool_result" for event in events):
        return True
    recalled = [item for e in events if e.type == "recalled" for item in e.data.get("items", ())]
    if any(item.get(TRUST) == UNTRUSTED for item in recalled):
        return True
    try:
        chat = await store.chats.get(space, turn.chat_id)
    except NotFoundError:  # deleted meanwhile: its messages can't be looked at
        return True
    past = await store.chats.messages(space, turn.chat_id, limit=_LOOKED_AT)
    user = Scope.parse(space, turn.scope).id
    return prompt_is_untrusted(user=user, chat=chat, past=past, recalled=())


def _end(events: list[Kept], message_id: str | None) -> Kept:
    number = max((event.number for event in events), default=0) + 1
    detail = "Nagori ended in the middle of this answer; ask again for a whole one"
    return kept(Error("interrupted", detail, message_id, number=number))
