"""Named settings over the one pipeline."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nagori.config import RecallSettings
from nagori.errors import InvalidInputError
from nagori.values.memory import Tag

NAMES = ("chat", "search", "project")

CHAT_MINIMUM = 0.5
"""As likely as not to be what was asked for: what enters a prompt unasked must be that good."""
SEARCH_MINIMUM = 0.2
"""A person who searches looks through weaker matches too."""

PROJECT_ITEMS = 5
"""Records that are put before a question about a project (S4-7)."""
PROJECT_MINIMUM = 0.02
"""Who asks about a project is shown what comes nearest, with how near that is."""
PROJECT_CANDIDATES = 120
"""Records that are considered: a file is judged by several of its own."""


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
    if name not in NAMES:
        raise InvalidInputError("profile", f"{name!r} is none of {', '.join(NAMES)}")
    tags: set[Tag] = set(settings.tags)
    if settings.include_ai_output:
        tags.add("ai_output")
    chats = name == "chat"
    items = settings.max_items if chats else settings.search_items
    minimum, considered = SEARCH_MINIMUM, settings.candidates
    if name == "project":
        items, minimum, considered = PROJECT_ITEMS, PROJECT_MINIMUM, PROJECT_CANDIDATES
    return Profile(
        name=name,
        candidates=settings.candidates if chats else max(considered, 2 * items),
        limit=items,
        min_relevance=_or(settings.min_relevance, CHAT_MINIMUM if chats else minimum),
        decays=chats,
        half_life_days=settings.half_life_days,
        decay_floor=settings.decay_floor,
        min_similarity=settings.min_similarity,
        echo_seconds=settings.echo_seconds,
        tags=frozenset(tags),
        max_tokens=settings.max_tokens if chats else None,
    )


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
