"""The five rules, one by one and together."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.group.analysis import Analysed
from nagori.group.rules import (
    Relevance,
    Weights,
    keyword_overlap,
    mention_relation,
    rarities,
    relevances,
    reply_chain,
    reply_graph,
    select,
    time_decay,
)

Talk = Callable[[Sequence[tuple[str, str]]], list[Analysed]]

SAID = [
    ("anna", "the printer on floor two is broken"),
    ("carla", "who wants pizza?"),
    ("bo", "anna: I will look at the printer"),
    ("dora", "carla: me"),
    ("anna", "bo: thanks, the printer blinks red"),
]


def test_the_weights_are_those_of_the_document() -> None:
    assert Weights() == Weights(0.40, 0.20, 0.15, 0.15, 0.10)


def test_the_conversation_is_more_relevant_than_other_talk(talk: Talk) -> None:
    found = {one.id: one.score for one in relevances(talk(SAID))}

    assert min(found["m0"], found["m2"]) > max(found["m1"], found["m3"])


def test_the_parts_tell_where_a_score_comes_from(talk: Talk) -> None:
    bo = relevances(talk(SAID))[2]

    assert bo.parts.reply_chain == 1
    assert bo.parts.mention_relation == 1
    assert bo.parts.keyword_overlap > 0
    assert bo.score == pytest.approx(
        0.40 * 1 + 0.20 * bo.parts.time_decay + 0.15 * bo.parts.user_continuity + 0.15 * 1
        + 0.10 * bo.parts.keyword_overlap
    )  # fmt: skip


def test_a_reply_by_the_platform_leads_the_chain(talk: Talk) -> None:
    messages = talk(SAID)
    messages[4] = replace(messages[4], reply_to="m1")

    assert reply_graph(messages)[4] == 1


def test_a_reply_to_what_is_not_here_leads_nowhere(talk: Talk) -> None:
    messages = talk([("anna", "one"), ("anna", "two")])
    messages[1] = replace(messages[1], reply_to="gone")

    assert reply_graph(messages) == [None, None]


def test_a_message_that_is_said_to_start_a_conversation_replies_to_nobody(talk: Talk) -> None:
    messages = talk(SAID)
    assert reply_graph(messages)[4] == 2

    messages[4] = replace(messages[4], reply_to="m4")

    assert reply_graph(messages)[4] is None


def test_a_chain_counts_less_with_each_step() -> None:
    assert reply_chain(1) == 1
    assert reply_chain(2) > reply_chain(3) > 0
    assert reply_chain(None) == reply_chain(50) == 0


def test_time_halves_every_ten_minutes_and_a_clock_may_go_back() -> None:
    assert time_decay(0) == 1
    assert time_decay(600) == pytest.approx(0.5)
    assert time_decay(-5) == 1


def test_speaking_to_the_same_person_is_half_a_relation(talk: Talk) -> None:
    messages = talk(
        [("bodo", "hi"), ("anna", "bodo: one"), ("carla", "bodo: two"), ("dora", "I saw bodo")]
    )

    assert mention_relation(messages[2], messages[1]) == 0.5
    assert mention_relation(messages[2], messages[0]) == 1
    assert mention_relation(messages[3], messages[0]) == 0.5
    assert mention_relation(messages[3], messages[1]) == 0


@pytest.mark.parametrize(
    "texts", [("the red printer", "a printer"), ("红色打印机坏了", "打印机在哪")]
)
def test_shared_rare_words_overlap_in_both_languages(talk: Talk, texts: tuple[str, str]) -> None:
    messages = talk([("anna", texts[0]), ("bo", "pizza 披萨"), ("carla", texts[1])])
    rarity = rarities(messages)

    assert keyword_overlap(messages[2], messages[0], rarity) > 0
    assert keyword_overlap(messages[2], messages[1], rarity) == 0


def test_weights_can_be_set(talk: Talk) -> None:
    only_time = Weights(0, 1, 0, 0, 0)

    found = relevances(talk(SAID), weights=only_time)

    assert [one.score for one in found] == sorted(one.score for one in found)


def test_a_score_is_at_most_one(talk: Talk) -> None:
    assert max(one.score for one in relevances(talk(SAID), weights=Weights(9, 9, 9, 9, 9))) == 1


@given(
    scores=st.lists(st.floats(0, 1), max_size=30),
    most=st.integers(0, 25),
    threshold=st.floats(0, 1),
)
def test_selection_keeps_order_threshold_and_limit(
    scores: list[float], most: int, threshold: float
) -> None:
    found = [Relevance(f"{at:02d}", score, Weights()) for at, score in enumerate(scores)]

    kept = select(found, most=most, threshold=threshold)

    assert [one.id for one in kept] == sorted(one.id for one in kept)
    assert len(kept) == min(most, sum(score >= threshold for score in scores))
    assert all(one.score >= threshold for one in kept)
