"""Who replies to whom: by names, by turns, by what the platform says, one by one or all at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori.group.analysis import Analysed, analyse
from nagori.group.columns import Floats
from nagori.group.line import Line
from nagori.group.links import DEEP, KEPT, LinkState
from nagori.group.roster import Roster

Talk = Callable[[Sequence[tuple[str, str]]], list[Analysed]]

ENGLISH = [
    ("anna", "how do I mount a usb disk on the server?"),
    ("carla", "does anybody know a good editor for python?"),
    ("bo", "anna: plug it in and look at dmesg"),
    ("dora", "carla: I like vim for python"),
    ("anna", "bo: dmesg shows sdb1, what now?"),
    ("carla", "dora: vim is hard to learn, is there an easier editor?"),
    ("bo", "anna: sudo mount /dev/sdb1 /mnt"),
    ("dora", "carla: then try gedit"),
]
CHINESE = [
    ("小安", "服务器上怎么挂载移动硬盘？"),
    ("小卡", "有没有人知道好用的编辑器？"),
    ("老博", "小安，插上以后看一下系统日志"),
    ("朵拉", "小卡，我喜欢用那个老编辑器"),
    ("小安", "老博，日志里显示硬盘了，然后呢？"),
    ("小卡", "朵拉，那个太难学了，有简单一点的编辑器吗？"),
    ("老博", "小安，用挂载命令就行"),
    ("朵拉", "小卡，那就试试自带的编辑器"),
]


def a_state(messages: Sequence[Analysed], vectors: Floats | None = None) -> LinkState:
    state = LinkState(dims=4)
    state.extend(messages, [None] * len(messages) if vectors is None else list(vectors))
    return state


def chatter(count: int, speakers: int = 7) -> list[Analysed]:
    """Messages of many speakers, some to each other, about a few things."""
    rng = np.random.default_rng(count)
    roster = Roster()
    found: list[Analysed] = []
    for at in range(count):
        speaker = f"speaker{rng.integers(speakers)}"
        to = f"speaker{rng.integers(speakers)}: " if rng.random() < 0.4 else ""
        text = f"{to}the {rng.choice(['disk', 'screen', 'kernel'])} number {rng.integers(30)}"
        line = Line(id=f"m{at}", speaker=speaker, name=speaker, text=text, at=20.0 * at)
        found.append(analyse(line, roster))
        roster.hear(speaker, speaker)
    return found


@pytest.mark.parametrize("said", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_a_message_that_calls_a_name_replies_to_that_speakers_last(
    talk: Talk, said: list[tuple[str, str]]
) -> None:
    state = a_state(talk(said))

    for at in range(2, len(said)):
        assert state.links(f"m{at}")[0].to == f"m{at - 2}"


@pytest.mark.parametrize("said", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_two_conversations_at_once_are_told_apart(talk: Talk, said: list[tuple[str, str]]) -> None:
    same = dict(a_state(talk(said)).same("m6"))

    assert min(same[f"m{at}"] for at in (0, 2, 4)) > 0.6
    assert max(same[f"m{at}"] for at in (1, 3, 5)) < 0.3


def test_what_the_platform_says_outweighs_everything_else(talk: Talk) -> None:
    messages = talk(ENGLISH)
    messages[6] = replace(messages[6], reply_to="m1")

    link = a_state(messages).links("m6")[0]

    assert link.to == "m1"
    assert link.chance >= 0.97


def test_a_reply_by_the_platform_may_reach_beyond_the_window() -> None:
    messages = chatter(200)
    messages[190] = replace(messages[190], reply_to="m3")
    state = a_state(messages)

    assert state.links("m190")[0].to == "m3"
    assert dict(state.same("m190"))["m3"] >= 0.97


def test_a_reply_to_a_message_that_is_not_here_belongs_to_nothing_here(talk: Talk) -> None:
    messages = talk(ENGLISH)
    messages[6] = replace(messages[6], reply_to="long ago")
    state = a_state(messages)

    assert max(chance for _, chance in state.same("m6")) < 0.05
    assert state.starts("m6") < 0.05


def test_the_first_message_starts_a_conversation(talk: Talk) -> None:
    state = a_state(talk(ENGLISH))

    assert state.links("m0")[0].to == "m0"
    assert state.starts("m0") == pytest.approx(1)
    assert state.same("m0") == []


def test_what_the_system_says_is_left_out(talk: Talk) -> None:
    messages = talk(ENGLISH)
    messages.insert(3, replace(messages[0], id="joined", is_system=True))
    state = a_state(messages)

    assert "joined" not in state
    assert state.same("m7") == a_state(talk(ENGLISH)).same("m7")


def test_a_message_that_is_told_twice_counts_once(talk: Talk) -> None:
    state = a_state(talk(ENGLISH))
    state.extend(talk(ENGLISH), [None] * len(ENGLISH))

    assert len(state) == len(ENGLISH)


@given(cuts=st.lists(st.integers(0, 100), max_size=4))
@settings(max_examples=10, deadline=None)
def test_messages_one_by_one_or_all_at_once_give_the_same(cuts: list[int]) -> None:
    messages = chatter(100)
    vectors = np.random.default_rng(1).normal(size=(100, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    parts = LinkState(dims=4)
    for start, stop in zip([0, *sorted(cuts)], [*sorted(cuts), 100], strict=True):
        parts.extend(messages[start:stop], list(vectors[start:stop]))

    whole = a_state(messages, vectors)

    for key in ("m30", "m80", "m99"):
        assert [k for k, _ in parts.same(key)] == [k for k, _ in whole.same(key)]
        assert [c for _, c in parts.same(key)] == pytest.approx(
            [c for _, c in whole.same(key)], abs=1e-4
        )


def test_chances_of_links_sum_to_one() -> None:
    state = a_state(chatter(100))

    for at in range(100):
        links = state.links(f"m{at}")
        assert 0.97 < sum(link.chance for link in links) < 1.001
        assert all(int(link.to[1:]) <= at for link in links)


def test_old_messages_are_let_go_and_the_rest_is_as_it_was() -> None:
    messages = chatter(1200, speakers=300)
    small, large = LinkState(dims=4, capacity=600), LinkState(dims=4, capacity=1300)
    for start in range(0, 1200, 50):
        for state in (small, large):
            state.extend(messages[start : start + 50], [None] * 50)

    assert "m1199" in small
    assert "m0" not in small
    assert 300 <= len(small) <= 600
    told, whole = dict(small.same("m1199")), dict(large.same("m1199"))
    assert max(abs(told[key] - whole[key]) for key in list(told)[-60:]) < 0.1


def test_of_a_long_history_the_latest_messages_are_looked_at() -> None:
    messages = chatter(DEEP + 400)
    state = a_state(messages)

    assert len(state) == DEEP + 400
    assert state.links(messages[-1].id)[0].chance > 0
    assert state.same(messages[-1].id)[-1][0] == messages[-2].id


@pytest.mark.parametrize("capacity", [DEEP, DEEP + 10, KEPT])
def test_a_small_state_holds_the_latest_messages_of_a_long_history(capacity: int) -> None:
    messages = chatter(900)
    state = LinkState(dims=4, capacity=capacity)
    state.extend(messages, [None] * len(messages))

    assert 0 < len(state) <= capacity
    assert messages[-1].id in state


def test_vectors_of_another_embedder_count_as_missing(talk: Talk) -> None:
    messages = talk(ENGLISH)
    state = LinkState(dims=4)
    state.extend(messages, [np.ones(7, dtype=np.float32)] * len(messages))

    assert state.same("m7") == a_state(messages).same("m7")


def test_no_message_is_unknown_to_the_state_by_accident() -> None:
    with pytest.raises(KeyError):
        LinkState(dims=4).links("m1")


def test_a_message_that_is_said_to_start_a_conversation_does(talk: Talk) -> None:
    messages = talk(ENGLISH)
    free = a_state(messages)
    state = a_state([*messages[:6], replace(messages[6], reply_to="m6"), messages[7]])

    assert free.starts("m6") < 0.2
    assert state.starts("m6") >= 0.97
    assert state.links("m6")[0].to == "m6"
    assert sum(link.chance for link in state.links("m6")) == pytest.approx(1, abs=0.02)
    assert max(chance for _, chance in state.same("m6")) < 0.04
    assert dict(state.same("m7"))["m5"] == pytest.approx(dict(free.same("m7"))["m5"], abs=0.1)


@pytest.mark.parametrize("count", [60, 2 * KEPT])
def test_the_likeliest_links_of_many_are_the_first_of_each(count: int) -> None:
    messages = [
        replace(one, reply_to=f"m{at - at % 7}" if at % 5 == 0 else None)
        for at, one in enumerate(chatter(count))
    ]
    state = a_state(messages[:50])
    for at in range(50, count):
        state.extend(messages[at : at + 1], [None])
    here = [one.id for one in messages if one.id in state]

    found = state.likeliest([*here, "nothing"])

    assert len(found) > len(here) * 0.9
    for id in here:
        first = state.links(id)[:1]
        assert [found[id]] == first if id in found else first == []
