import pytest

from nagori.config import RecallSettings
from nagori.errors import InvalidInputError
from nagori.recall.profile import profile


def test_chat_has_the_numbers_of_the_document() -> None:
    chat = profile("chat", RecallSettings())

    assert (chat.candidates, chat.limit, chat.min_similarity) == (20, 5, 0.30)
    assert (chat.half_life_days, chat.echo_seconds, chat.decays) == (14.0, 3.0, True)
    assert chat.tags == {"manual", "summary", "user_input"}


def test_search_does_not_age_and_returns_ten() -> None:
    search = profile("search", RecallSettings())

    assert (search.limit, search.decays, search.max_tokens) == (10, False, None)
    assert search.candidates >= 20
    assert search.tags == {"manual", "summary", "user_input"}


def test_every_number_is_a_setting() -> None:
    settings = RecallSettings(
        candidates=7, max_items=2, search_items=4, max_tokens=99, min_similarity=0.1,
        min_relevance=0.4, half_life_days=3, decay_floor=0.5, echo_seconds=9,
        include_ai_output=True,
    )  # fmt: skip
    chat, search = profile("chat", settings), profile("search", settings)

    assert (chat.candidates, chat.limit, chat.max_tokens) == (7, 2, 99)
    assert (search.limit, search.candidates) == (4, 8)
    for one in (chat, search):
        assert (one.min_similarity, one.min_relevance) == (0.1, 0.4)
        assert (one.half_life_days, one.decay_floor, one.echo_seconds) == (3, 0.5, 9)
        assert "ai_output" in one.tags


def test_a_minimum_of_zero_is_a_minimum_and_not_the_default() -> None:
    assert profile("chat", RecallSettings(min_relevance=0.0)).min_relevance == 0.0
    assert profile("chat", RecallSettings()).min_relevance > 0


def test_a_prompt_is_more_careful_than_a_search() -> None:
    settings = RecallSettings()

    assert profile("chat", settings).min_relevance > profile("search", settings).min_relevance


def test_the_numbers_in_force_are_shown() -> None:
    shown = profile("chat", RecallSettings(max_items=3)).shown()

    assert (shown["name"], shown["limit"]) == ("chat", 3)
    assert shown["tags"] == ["manual", "summary", "user_input"]


def test_an_unknown_profile_is_refused_with_the_known_names() -> None:
    with pytest.raises(InvalidInputError, match="chat, search"):
        profile("dream", RecallSettings())
