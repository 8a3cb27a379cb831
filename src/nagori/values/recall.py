"""What a recall found, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any, Literal

from nagori.values.citation import Citation
from nagori.values.memory import Source, Tag, Trust
from nagori.values.passage import PassageKind

Arm = Literal["vector", "lexical", "both"]
Mode = Literal["hybrid", "vector", "lexical"]
MODES: tuple[Mode, ...] = ("hybrid", "vector", "lexical")
ProfileName = Literal["chat", "search", "project"]
Tier = Literal["session", "project", "user", "group", "global"]
"""How far something holds: in one chat, one project, for one user or group, or everywhere."""
_TIERS: Mapping[str, Tier] = {
    "chat": "session",
    "project": "project",
    "user": "user",
    "group": "group",
    "global": "global",
}
Rule = Literal[
    "below_minimum", "echo", "duplicate", "covered", "near_duplicate", "limit", "budget", "tag",
    "superseded",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Why:
    """The parts of a score. `final` is what items are ordered by."""

    similarity: float | None
    """Cosine of meaning; None when there is no vector."""
    lexical: float
    """How much of the query's words is there, 0 to 1."""
    neighbours: float
    """What the messages said just before and after add."""
    decay: float
    """What age leaves, 1 for now."""
    when: float
    """What is left when the query names another time, 1 when it does not."""
    relevance: float
    final: float
    arm: Arm
    rank: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """A passage that was chosen."""

    id: str
    kind: PassageKind
    text: str
    score: float
    why: Why
    at: datetime
    tag: Tag | None = None
    source: Source | None = None
    chat_id: str | None = None
    external_id: str | None = None
    scope: str | None = None
    speaker: str | None = None
    trust: Trust = "own"
    """`untrusted` when it rests on words of anybody but the scope's own user."""
    citation: Citation | None = None
    """Of documents: where in which one it stands."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A passage that was not chosen, and the one rule that cut it."""

    id: str
    text: str
    score: float
    rule: Rule
    kind: PassageKind = "memory"


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to a query, with everything that explains it."""

    query: str
    items: Sequence[Recalled]
    near_misses: Sequence[NearMiss] = ()
    degraded: Sequence[str] = ()
    """What had to be left out, and why."""
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    took_ms: float = 0.0
    zone: tzinfo = UTC

    def render(self, *, tiers: bool = False) -> str:
        """The items as text for a prompt; empty when there is none.

        `tiers` says of each whose it is: the session's, the project's, the user's, or of all.
        """
        if not self.items:
            return ""
        lines = [self._line(item, tier_of(item.scope) if tiers else None) for item in self.items]
        return "\n".join(["Relevant Memories (for reference):", *lines])

    def _line(self, item: Recalled, tier: Tier | None) -> str:
        at = item.at.astimezone(self.zone)
        mark = f"[{tier}]" if tier else ""
        return f"- [{at:%Y-%m-%d %H:%M}][{item.tag or item.kind}]{mark} {item.text}"


def tier_of(scope: str | None) -> Tier | None:
    """The tier that a scope belongs to, if it is told."""
    kind = (scope or "").partition(":")[0]
    return _TIERS.get(kind)
