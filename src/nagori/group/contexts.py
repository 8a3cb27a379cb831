"""Contexts for a bot in a group: chosen, or the last messages, or none; never an error."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from time import perf_counter
from typing import Any

from nagori.config_groups import GroupSettings
from nagori.errors import StoreError
from nagori.group.addressing import address_here
from nagori.group.building import (
    THREAD,
    Choice,
    choose_context,
    plain_tokens,
    tokens_of,
    weights_of,
)
from nagori.group.collecting import Collector
from nagori.group.layers import Holding
from nagori.group.room import Room
from nagori.group.rooms import Rooms
from nagori.store.port import Store
from nagori.values.group import Address, Candidate, GroupContext, UsageRecord
from nagori.values.ids import new_id
from nagori.values.message import Message
from nagori.values.scope import Scope
from nagori.values.times import Clock

log = logging.getLogger("nagori.group")

RECENT = 10
"""Messages of the plain context that stands in for a chosen one."""
_FALLBACK_S = 2.0
_NOT_ADDRESSED = Address(addressed=False, reason="not addressed")


class Contexts:
    """Makes contexts and counts what had to stand in for one."""

    def __init__(self, store: Store, rooms: Rooms, collector: Collector, clock: Clock) -> None:
        self._store, self._rooms, self._collector, self._clock = store, rooms, collector, clock
        self.fallbacks: Counter[str] = Counter()
        self.built = 0
        self.watchers: list[Callable[[GroupContext], None]] = []
        """Told of every context."""

    async def of(self, scope: Scope, message: Message, holding: Holding) -> GroupContext:
        """What the bot gets to see before it answers a message of the group. Never raises."""
        settings = holding.settings
        started = perf_counter()
        self.built += 1
        try:
            async with asyncio.timeout(settings.context_build_timeout_seconds):
                made = await self._made(scope, message, settings)
        except TimeoutError:
            limit = settings.context_build_timeout_seconds
            made = await self._instead(
                scope, message, settings, "timeout", f"context: it took over {limit:g} s"
            )
        except StoreError as error:
            made = await self._instead(scope, message, settings, "store", f"store: {error}")
        except Exception:  # a border: a group must never break because choosing does
            log.exception("the last messages stand in for a context because of an error")
            made = await self._instead(
                scope, message, settings, "error", "context: an error of ours"
            )
        context = self._context(scope, message, holding, made, started)
        if settings.enable_async_data_collection and self._store.state == "ready":
            self._collector.put(scope.space, _record(context, message, self._clock()))
        for told in self.watchers:
            told(context)
        return context

    async def _made(self, scope: Scope, message: Message, settings: GroupSettings) -> "_Made":
        if self._store.state == "failed":
            room = self._rooms.known(scope)
            if room is None or message.id not in room:
                raise StoreError(self._store.reason)
            self.fallbacks["store"] += 1
            degraded = f"store: {self._store.reason}"
            return replace(self._choose(room, message, [], settings), degraded=(degraded,))
        async with self._rooms.entered(scope) as room:
            if message.id not in room:
                raise LookupError(f"message {message.id!r} is not among the last of its group")
            if not settings.enable_intelligent_memory:
                return self._recent(room, message, settings)
            thread = await self._thread(scope, room, message)
            return self._choose(room, message, thread, settings)

    def _choose(
        self, room: Room, message: Message, thread: Sequence[Message], settings: GroupSettings
    ) -> "_Made":
        choice = choose_context(room, message, thread, settings)
        chosen = choice.messages
        return _Made(
            choice,
            address=address_here(room, message, settings, parent=thread[0] if thread else None),
            tokens=tokens_of(room, chosen),
            plain_tokens=plain_tokens(room, message, chosen),
        )

    async def _thread(self, scope: Scope, room: Room, message: Message) -> list[Message]:
        """What the message replies to, one after another, the nearest first, however old."""
        found: list[Message] = []
        seen, told = {message.id}, room.replies_to(message)
        while told is not None and len(found) < THREAD:
            one = await self._rooms.find(scope, room, told)
            if one is None or one[0].id in seen:
                break
            parent, told = one
            found.append(parent)
            seen.add(parent.id)
        return found

    def _recent(self, room: Room, message: Message, settings: GroupSettings) -> "_Made":
        """The last messages, as they come."""
        said = [one for one in room.before(message.id) if one.role != "system"]
        last = said[-min(RECENT, settings.max_context_messages) :]
        chosen = [Candidate(one, 0.0, {}, chosen=True, why="recent") for one in reversed(last)]
        return _Made(
            Choice("recent", chosen),
            address=address_here(room, message, settings),
            tokens=tokens_of(room, last),
            plain_tokens=tokens_of(room, last),
        )

    async def _instead(
        self, scope: Scope, message: Message, settings: GroupSettings, why: str, told: str
    ) -> "_Made":
        """The last messages, from the store or as this process knows them; else nothing."""
        self.fallbacks[why] += 1
        if not settings.fallback_on_error:
            return _Made(Choice("none", []), degraded=(told,))
        try:
            async with asyncio.timeout(_FALLBACK_S):
                last = await self._last(scope, message)
        except Exception as error:  # a border: nothing is still better than an error
            self.fallbacks["empty"] += 1
            if not isinstance(error, StoreError | TimeoutError):
                log.exception("a context is empty because of an error")
            return _Made(Choice("none", []), degraded=(told, "context: it is empty"))
        chosen = [Candidate(one, 0.0, {}, chosen=True, why="recent") for one in reversed(last)]
        tokens = sum(len(one.content) // 3 for one in last)
        return _Made(Choice("recent", chosen), tokens=tokens, plain_tokens=tokens, degraded=(told,))

    async def _last(self, scope: Scope, message: Message) -> list[Message]:
        room = self._rooms.known(scope)
        if self._store.state == "failed":
            said = [] if room is None else room.messages()
        else:
            heard = await self._store.rooms.heard(
                scope, limit=RECENT + 1, analyser=0, embedder=None
            )
            said = [one.message for one in heard]
        return [one for one in said if one.id != message.id and one.role != "system"][-RECENT:]

    def _context(
        self,
        scope: Scope,
        message: Message,
        holding: Holding,
        made: "_Made",
        started: float,
    ) -> GroupContext:
        return GroupContext(
            id=new_id(self._clock()),
            group_id=scope.id,
            message_id=message.id,
            messages=made.choice.messages,
            candidates=made.choice.candidates,
            links=made.choice.links,
            scorer=made.choice.scorer,
            address=made.address,
            tokens=made.tokens,
            plain_tokens=made.plain_tokens,
            degraded=made.degraded,
            settings={**_told(holding.settings), **holding.told},
            took_ms=(perf_counter() - started) * 1000,
        )


@dataclass(frozen=True, slots=True)
class _Made:
    """A choice with what is told about it."""

    choice: Choice
    address: Address = _NOT_ADDRESSED
    tokens: int = 0
    plain_tokens: int = 0
    degraded: tuple[str, ...] = ()


def _told(settings: GroupSettings) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        "max_context_messages": settings.max_context_messages,
        "max_context_tokens": settings.max_context_tokens,
        "time_window_hours": settings.time_window_hours,
    }
    if settings.uses_rules:
        told["relevance_threshold"] = settings.relevance_threshold
        told["weights"] = asdict(weights_of(settings))
    return told


def _record(context: GroupContext, message: Message, now: datetime) -> UsageRecord:
    return UsageRecord(
        context_id=context.id,
        group_id=context.group_id,
        user_id=message.speaker,
        trigger_message_id=message.id,
        context_message_ids=tuple(one.id for one in context.messages),
        relevance_scores={
            one.message.id: {"score": round(one.score, 4)}
            | {name: round(value, 4) for name, value in one.parts.items()}
            for one in context.candidates
        },
        build={
            "scorer": context.scorer,
            "took_ms": round(context.took_ms, 3),
            "tokens": context.tokens,
            "plain_tokens": context.plain_tokens,
            "degraded": list(context.degraded),
            "address": context.address.reason,
            "links": {
                id: {"to": link.to, "chance": round(link.chance, 3)}
                for id, link in context.links.items()
            },
            "settings": dict(context.settings),
            "trials": context.settings.get("trials", {}),
        },
        created_at=now,
    )
