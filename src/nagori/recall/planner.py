"""From what a caller asks to a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from nagori.config import RecallSettings
from nagori.errors import InvalidInputError
from nagori.recall.plan import Plan
from nagori.recall.profile import Profile, profile
from nagori.store.chat_port import ChatStore
from nagori.store.zones import Zones
from nagori.text import rules
from nagori.text.timewords import time_words
from nagori.values.memory import Tag
from nagori.values.passage import KINDS, Filter, PassageKind
from nagori.values.recall import MODES, Mode
from nagori.values.scope import Scope

_MOST_ITEMS = 1000
_MOST_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Ask:
    """A recall as a caller words it; nothing is checked yet."""

    query: str
    scopes: Sequence[Scope]
    """Every scope that was named."""
    user: str | None = None
    chat: str | None = None
    kinds: Sequence[PassageKind] = ("memory",)
    tags: Sequence[Tag] | None = None
    bot: str | None = None
    where: Mapping[str, Any] | None = None
    profile: str = "search"
    mode: Mode = "hybrid"
    limit: int | None = None
    max_tokens: int | None = None
    as_of: datetime | None = None
    documents: Sequence[str] | None = None
    without: frozenset[str] = frozenset()
    """Leaves out memories whose metadata has one of these keys."""


async def plan_of(
    ask: Ask,
    *,
    space: str,
    settings: RecallSettings,
    chunk_size: int,
    chats: ChatStore,
    zones: Zones,
    now: datetime,
) -> Plan:
    """The plan that answers what was asked; raises `InvalidInputError` for what makes no sense."""
    query = rules.checked_text(ask.query, "query")
    if ask.mode not in MODES:
        raise InvalidInputError("mode", f"give one of {', '.join(MODES)}")
    chosen = _profile(ask, settings)
    then = None if ask.as_of is None else rules.checked_time(ask.as_of, "as_of")
    zone = await zones.of(ask.user)
    return Plan(
        query=query,
        space=space,
        scopes=await _scopes(ask, space, chats),
        profile=chosen,
        mode=ask.mode,
        where=Filter(
            tags=chosen.tags,
            bot=None if ask.bot is None else rules.checked_id(ask.bot, "bot"),
            chat_id=ask.chat,
            documents=None if ask.documents is None else frozenset(ask.documents),
            as_of=then,
            metadata=rules.checked_metadata(ask.where),
            without=ask.without,
        ),
        now=then or now,
        zone=zone,
        interval=time_words(query, now=then or now, zone=zone),
        chunk_size=chunk_size,
    )


def _profile(ask: Ask, settings: RecallSettings) -> Profile:
    chosen = profile(ask.profile, settings)
    if ask.tags is not None:
        chosen = replace(chosen, tags=frozenset(rules.checked_tag(tag) for tag in ask.tags))
    if ask.limit is not None:
        limit = rules.checked_limit(ask.limit, "limit", _MOST_ITEMS)
        chosen = replace(chosen, limit=limit, candidates=max(chosen.candidates, 2 * limit))
    if ask.max_tokens is not None:
        budget = rules.checked_limit(ask.max_tokens, "max_tokens", _MOST_TOKENS)
        chosen = replace(chosen, max_tokens=budget)
    return chosen


async def _scopes(ask: Ask, space: str, chats: ChatStore) -> dict[PassageKind, Sequence[Scope]]:
    """Where each kind is looked for; messages lie in the scope of whoever their chat is."""
    for kind in ask.kinds:
        if kind not in KINDS:
            raise InvalidInputError("kinds", f"give some of {', '.join(KINDS)}")
    scopes: dict[PassageKind, Sequence[Scope]] = {}
    if "memory" in ask.kinds:
        scopes["memory"] = [*ask.scopes, Scope(space, "global")]
    if "page" in ask.kinds:
        scopes["page"] = ask.scopes
    if "document" in ask.kinds:
        scopes["document"] = ask.scopes
    if "record" in ask.kinds:
        scopes["record"] = [scope for scope in ask.scopes if scope.kind == "project"]
    if "message" in ask.kinds:
        scopes["message"] = ask.scopes
        if ask.chat is not None:
            owner = await chats.scope_of(space, ask.chat)
            scopes["message"] = [owner] if owner else []
    return scopes
