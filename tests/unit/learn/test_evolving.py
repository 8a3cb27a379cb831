"""Days, limits and back-off of the learner."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.config_learn import LearnSettings
from nagori.errors import InvalidInputError
from nagori.learn.backoff import backed_off, recovered, wait_s
from nagori.learn.evolving import (
    Limits,
    Needed,
    checked_limits,
    day_of,
    limits_of,
    on_day,
    tomorrow,
    wait_of,
)
from nagori.values.project import EvolutionStatus

NOW = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
LIMITS = Limits(3, 1000, 1.0)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu"])
@given(st.integers(0, 3 * 366 * 24 * 3600))
def test_tomorrow_is_the_first_moment_of_another_day(zone: str, seconds: int) -> None:
    now, there = NOW + timedelta(seconds=seconds), ZoneInfo(zone)
    next_day = tomorrow(now, there)

    assert timedelta(0) < next_day - now <= timedelta(hours=25)
    assert day_of(next_day, there) > day_of(now, there)
    assert day_of(next_day - timedelta(seconds=1), there) == day_of(now, there)


def test_a_new_day_counts_from_zero_and_an_old_one_brings_nothing_back() -> None:
    status = EvolutionStatus(
        questions_generated_today=3, tokens_today=7, cost_today=0.5, last_reset_date="2026-03-28"
    )

    fresh = on_day(status, "2026-03-29")
    assert (fresh.questions_generated_today, fresh.tokens_today, fresh.cost_today) == (0, 0, 0.0)
    assert on_day(status, "2026-03-28") == on_day(status, "2026-03-27") == status


@pytest.mark.parametrize(
    ("change", "needed", "why"),
    [
        ({}, Needed(10, 0.1), None),
        ({"is_enabled": False}, Needed(), "paused"),
        ({"backoff_until": NOW + timedelta(seconds=1), "last_error": "429"}, Needed(), "429"),
        ({"backoff_until": NOW}, Needed(), None),
        ({"questions_generated_today": 3}, Needed(), "questions"),
        ({"tokens_today": 991}, Needed(10), "tokens"),
        ({"tokens_today": 1001}, Needed(), None),
        ({"cost_today": 0.95}, Needed(10, 0.1), "money"),
    ],
)
def test_what_keeps_a_round_from_beginning_is_told(
    change: dict[str, object], needed: Needed, why: str | None
) -> None:
    status = replace(EvolutionStatus(), **change)
    wait = wait_of(status, LIMITS, needed, now=NOW, zone=ZoneInfo("UTC"))

    assert (wait is None) == (why is None)
    assert wait is None or why is None or why in wait.why


def test_waiting_doubles_up_to_the_longest_and_a_success_ends_it() -> None:
    waits = [wait_s(errors, first_s=60, longest_s=1000) for errors in range(1, 8)]
    assert waits == [60, 120, 240, 480, 960, 1000, 1000]
    assert wait_s(10**6, first_s=60, longest_s=1e9) == 1e9

    off = backed_off(
        EvolutionStatus(), "x" * 900, now=NOW, first_s=60, longest_s=1000, at_least_s=90
    )
    assert off.backoff_until == NOW + timedelta(seconds=90)
    assert (off.current_phase, len(off.last_error or "")) == ("BACKING_OFF", 500)
    assert recovered(off) == EvolutionStatus()


def test_a_projects_own_limits_are_checked_and_go_before_those_for_all() -> None:
    own = checked_limits({"tokens_per_day": 5, "cost_per_day": 0.5})

    assert limits_of(LearnSettings(), own) == Limits(20, 5, 0.5)
    assert limits_of(LearnSettings(), checked_limits({"tokens_per_day": None})) == limits_of(
        LearnSettings(), {}
    )
    for bad in (
        {"tokens": 1},
        {"tokens_per_day": -1},
        {"cost_per_day": "1"},
        {"questions_per_day": True},
    ):
        with pytest.raises(InvalidInputError):
            checked_limits(bad)
