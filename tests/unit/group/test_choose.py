"""The messages of a conversation: never the message itself, never too many, in their order."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.group.analysis import Analysed, analyse
from nagori.group.choose import choose
from nagori.group.line import Line
from nagori.group.links import LinkState
from nagori.group.roster import Roster

Talk = Callable[[Sequence[tuple[str, str]]], list[Analysed]]

SPEAKERS = ["anna", "bo", "小王"]
TEXTS = [
    "anna: try the other port",
    "bo, thanks",
    "小王，你看一下这个",
    "which port?",
    "端口是多少？",
    "the port is 8080",
    "hello",
    "好的",
    "",
]


def a_state(messages: Sequence[Analysed]) -> LinkState:
    state = LinkState(dims=4)
    state.extend(messages, [None] * len(messages))
    return state


@given(
    said=st.lists(
        st.tuples(st.sampled_from(SPEAKERS), st.sampled_from(TEXTS)), min_size=1, max_size=40
    ),
    gaps=st.lists(st.floats(0, 1e6), min_size=40, max_size=40),
    most=st.integers(0, 5),
    threshold=st.none() | st.floats(0, 1),
)
@settings(max_examples=40, deadline=None)
def test_the_chosen_are_earlier_in_order_and_not_too_many(
    said: list[tuple[str, str]], gaps: list[float], most: int, threshold: float | None
) -> None:
    roster, messages, now = Roster(), list[Analysed](), 0.0
    for at, (speaker, text) in enumerate(said):
        now += gaps[at]
        messages.append(analyse(Line(f"m{at}", speaker, speaker, text, now), roster))
        roster.hear(speaker, speaker)
    state = a_state(messages)

    chosen = choose(state, messages[-1].id, most=most, threshold=threshold)

    places = [int(one.id[1:]) for one in chosen]
    assert places == sorted(set(places))
    assert len(places) <= most
    assert len(said) - 1 not in places
    assert all(
        one.chance >= (state.model.threshold if threshold is None else threshold) for one in chosen
    )
    assert choose(a_state(messages), messages[-1].id, most=most, threshold=threshold) == chosen


@pytest.mark.parametrize(
    "said",
    [
        [
            ("anna", "how do I mount a usb disk?"),
            ("bo", "anna: look at dmesg"),
            ("anna", "bo: it shows sdb1"),
            ("bo", "anna: then mount it"),
            ("carla", "hello, does anybody here know how to write a shader for the game engine?"),
        ],
        [
            ("小安", "移动硬盘怎么挂载？"),
            ("老博", "小安，看一下系统日志"),
            ("小安", "老博，日志里有了"),
            ("老博", "小安，那就挂载吧"),
            ("小卡", "大家好，请问游戏引擎的着色器怎么写？"),
        ],
    ],
    ids=["English", "Chinese"],
)
def test_a_new_question_of_somebody_new_gets_no_talk_of_others(
    talk: Talk, said: list[tuple[str, str]]
) -> None:
    assert choose(a_state(talk(said)), "m4") == []


def test_more_than_wanted_leaves_the_likeliest(talk: Talk) -> None:
    said = [("anna", "bo: is it on?"), ("bo", "anna: yes it is on")] * 8
    state = a_state(talk(said))

    few, all_of_them = choose(state, "m15", most=3), choose(state, "m15")

    assert len(few) == 3
    assert (
        min(one.chance for one in few)
        >= max(one.chance for one in all_of_them if one not in few) - 1e-5
    )


def test_a_message_that_is_not_here_has_no_conversation() -> None:
    assert choose(LinkState(dims=4), "m1") == []
