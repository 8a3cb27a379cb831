"""Named settings over the one pipeline."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nagori.config import RecallSettings
from nagori.errors import InvalidInputError
from nagori.values.memory import Tag

CHAT_MINIMUM = 0.5
"""As likely as not to be what was asked for: what enters a prompt unasked must be that good."""
SEARCH_MINIMUM = 0.2
"""A person who searches looks through weaker matches too."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How a recall chooses."""

    name: str
    candidates: int
    """Different texts that are considered."""
    limit: int
    """Items that are returned."""
    min_relevance: float
    decays: bool
    half_life_days: float
    decay_floor: float
    min_similarity: float
    echo_seconds: float
    tags: frozenset[Tag]
    max_tokens: int | None

    def shown(self) -> Mapping[str, Any]:
        """The numbers that were in force, for people who ask why."""
        return {f: getattr(self, f) for f in self.__slots__} | {"tags": sorted(self.tags)}


def profile(name: str, settings: RecallSettings) -> Profile:
    """The profile of that name with these settings."""
    tags: set[Tag] = {"manual", "summary", "user_input"}
    if settings.include_ai_output:
        tags.add("ai_output")
    chat = Profile(
        name="chat",
        candidates=settings.candidates,
        limit=settings.max_items,
        min_relevance=_or(settings.min_relevance, CHAT_MINIMUM),
        decays=True,
        half_life_days=settings.half_life_days,
        decay_floor=settings.decay_floor,
        min_similarity=settings.min_similarity,
        echo_seconds=settings.echo_seconds,
        tags=frozenset(tags),
        max_tokens=settings.max_tokens,
    )
    search = Profile(
        name="search",
        candidates=max(settings.candidates, 2 * settings.search_items),
        limit=settings.search_items,
        min_relevance=_or(settings.min_relevance, SEARCH_MINIMUM),
        decays=False,
        half_life_days=settings.half_life_days,
        decay_floor=settings.decay_floor,
        min_similarity=settings.min_similarity,
        echo_seconds=settings.echo_seconds,
        tags=frozenset(tags),
        max_tokens=None,
    )
    known = {"chat": chat, "search": search}
    if name not in known:
        raise InvalidInputError("profile", f"{name!r} is none of {', '.join(known)}")
    return known[name]


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
