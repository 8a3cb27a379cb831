"""How contexts did, from what was kept of them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean

from nagori.values.group import UsageRecord

DAY = timedelta(days=1)
_WELL = 0.5


@dataclass(frozen=True, slots=True)
class GroupStats:
    """How contexts did lately; None where nothing can be said yet."""

    contexts: int
    contexts_built_per_hour: float
    unique_groups_served: int
    avg_context_build_time_ms: float | None
    avg_relevance_score: float | None
    """Over all candidates."""
    avg_context_message_count: float | None
    token_savings_rate: float | None
    """Against a plain window that reaches as far back."""
    fallback_rate: float | None
    user_satisfaction_score: float | None
    """The mean of what was judged, from 0 to 1."""
    context_effectiveness_rate: float | None
    """The share of answers that nobody was unhappy with."""
    context_cache_hit_rate: float | None = None
    """Messages whose features were kept already, in this process."""


def stats_of(
    records: Sequence[UsageRecord], *, now: datetime, hits: int = 0, misses: int = 0
) -> GroupStats:
    """How the contexts of these records did."""
    first = min((record.created_at for record in records), default=now)
    hours = max((now - first) / timedelta(hours=1), 1 / 60)
    scores = [parts["score"] for one in records for parts in one.relevance_scores.values()]
    tokens = sum(one.build["tokens"] for one in records)
    plain = sum(one.build["plain_tokens"] for one in records)
    judged = [one.success_indicator for one in records if one.success_indicator is not None]
    answered = [one for one in records if one.llm_response is not None]
    unhappy = [
        one
        for one in answered
        if one.success_indicator is not None and one.success_indicator < _WELL
    ]
    return GroupStats(
        contexts=len(records),
        contexts_built_per_hour=len(records) / hours if records else 0.0,
        unique_groups_served=len({one.group_id for one in records}),
        avg_context_build_time_ms=_mean([one.build["took_ms"] for one in records]),
        avg_relevance_score=_mean(scores),
        avg_context_message_count=_mean([len(one.context_message_ids) for one in records]),
        token_savings_rate=1 - tokens / plain if plain else None,
        fallback_rate=_mean([float(bool(one.build["degraded"])) for one in records]),
        user_satisfaction_score=_mean(judged),
        context_effectiveness_rate=1 - len(unhappy) / len(answered) if answered else None,
        context_cache_hit_rate=hits / (hits + misses) if hits + misses else None,
    )


def _mean(numbers: Sequence[float]) -> float | None:
    return fmean(numbers) if numbers else None
