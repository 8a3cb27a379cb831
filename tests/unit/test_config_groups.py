"""Settings of groups by the names of the design, with its defaults."""

import logging
from typing import Any

import pytest

from nagori.config import Settings
from nagori.config_groups import GROUP_VARIABLES

DESIGN: dict[str, tuple[Any, str, Any]] = {
    "MEMORY_ENABLE_INTELLIGENT_MEMORY": (True, "false", False),
    "MEMORY_FALLBACK_ON_ERROR": (True, "false", False),
    "MEMORY_MAX_CONTEXT_MESSAGES": (20, "12", 12),
    "MEMORY_TIME_WINDOW_HOURS": (24, "6", 6),
    "MEMORY_RELEVANCE_THRESHOLD": (0.3, "0.5", 0.5),
    "MEMORY_REPLY_CHAIN_WEIGHT": (0.4, "0.1", 0.1),
    "MEMORY_USER_CONTINUITY_WEIGHT": (0.15, "0.2", 0.2),
    "MEMORY_TIME_DECAY_WEIGHT": (0.2, "0.3", 0.3),
    "MEMORY_MENTION_RELATION_WEIGHT": (0.15, "0.25", 0.25),
    "MEMORY_KEYWORD_OVERLAP_WEIGHT": (0.1, "0.15", 0.15),
    "MEMORY_CONTEXT_BUILD_TIMEOUT_SECONDS": (5, "2", 2),
    "MEMORY_ENABLE_ASYNC_DATA_COLLECTION": (True, "false", False),
}
"""Each variable with its default, and another value."""


@pytest.mark.parametrize("variable", DESIGN)
def test_every_variable_of_the_design_sets_its_field(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default, text, value = DESIGN[variable]
    field = GROUP_VARIABLES[variable]
    assert getattr(Settings().group, field) == default

    monkeypatch.setenv(variable, text)

    assert getattr(Settings().group, field) == value


def test_none_is_missing() -> None:
    assert GROUP_VARIABLES.keys() == DESIGN.keys()


def test_our_own_variable_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_MAX_CONTEXT_MESSAGES", "12")
    monkeypatch.setenv("NAGORI_GROUP__MAX_CONTEXT_MESSAGES", "7")
    monkeypatch.setenv("MEMORY_TIME_WINDOW_HOURS", "6")

    group = Settings().group

    assert (group.max_context_messages, group.time_window_hours) == (7, 6)


def test_a_wrong_value_is_told_of_once_and_the_default_stands(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MEMORY_MAX_CONTEXT_MESSAGES", "many of them")
    monkeypatch.setenv("MEMORY_TIME_WINDOW_HOURS", "6")

    with caplog.at_level(logging.WARNING):
        first, second = Settings().group, Settings().group

    assert first == second
    assert (first.max_context_messages, first.time_window_hours) == (20, 6)
    assert caplog.text.count("MEMORY_MAX_CONTEXT_MESSAGES") == 1


@pytest.mark.parametrize("variable", [name for name in DESIGN if name.endswith("WEIGHT")])
def test_any_weight_lets_the_rules_score(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Settings().group.uses_rules

    monkeypatch.setenv(variable, "0.2")

    assert Settings().group.uses_rules
    monkeypatch.setenv("NAGORI_GROUP__SCORER", "trained")
    assert not Settings().group.uses_rules
