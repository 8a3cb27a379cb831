from dataclasses import replace
from datetime import timedelta

import pytest

from nagori.group.stats import stats_of
from nagori.testing.builders import NOW
from nagori.testing.contract.groups import a_record
from nagori.values.group import UsageRecord


def used(
    number: int,
    *,
    tokens: int = 100,
    plain: int = 400,
    degraded: bool = False,
    answer: str | None = None,
    success: float | None = None,
) -> UsageRecord:
    build = {
        "took_ms": 2.0 * number,
        "tokens": tokens,
        "plain_tokens": plain,
        "degraded": ["context: slow"] if degraded else [],
    }
    return replace(
        a_record(f"c-{number}", group=f"g{number % 2}"),
        build=build,
        llm_response=answer,
        success_indicator=success,
        created_at=NOW - timedelta(hours=number),
    )


def test_nothing_kept_tells_nothing() -> None:
    stats = stats_of([], now=NOW)

    assert (stats.contexts, stats.contexts_built_per_hour, stats.unique_groups_served) == (0, 0, 0)
    assert stats.avg_context_build_time_ms is None
    assert stats.token_savings_rate is None
    assert stats.context_effectiveness_rate is None


def test_each_figure_is_what_it_says() -> None:
    records = [
        used(1, answer="a", success=1.0),
        used(2, answer="b", success=0.0, degraded=True),
        used(3, answer="c"),
        used(4),
    ]

    stats = stats_of(records, now=NOW, hits=9, misses=1)

    assert stats.contexts_built_per_hour == pytest.approx(1.0)
    assert stats.unique_groups_served == 2
    assert stats.avg_context_build_time_ms == pytest.approx(5.0)
    assert stats.avg_relevance_score == pytest.approx(0.9)
    assert stats.avg_context_message_count == pytest.approx(2.0)
    assert stats.token_savings_rate == pytest.approx(0.75)
    assert stats.fallback_rate == pytest.approx(0.25)
    assert stats.user_satisfaction_score == pytest.approx(0.5)
    assert stats.context_effectiveness_rate == pytest.approx(2 / 3)
    assert stats.context_cache_hit_rate == pytest.approx(0.9)
