import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.bots.lanes import Lanes
from nagori.bots.lark.token import Token, Tokens
from nagori.bots.seen import Recent
from nagori.bots.shown import parts

Note = Callable[[str], Callable[[], Awaitable[None]]]


def noting(done: list[str], pause_s: float = 0.0) -> Note:
    def work(name: str) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            await asyncio.sleep(pause_s)
            done.append(name)

        return do

    return work


async def test_a_lane_keeps_its_order_and_lanes_go_side_by_side() -> None:
    done: list[str] = []
    slow, quick = noting(done, 0.02), noting(done)
    lanes = Lanes("tests", most=9)
    for name in ("a1", "a2"):
        lanes.put("a", slow(name))
    lanes.put("b", quick("b1"))

    assert await lanes.close(within_s=5) == 0
    assert done == ["b1", "a1", "a2"]


async def test_more_than_the_most_is_refused_until_there_is_room() -> None:
    done: list[str] = []
    work = noting(done)
    lanes = Lanes("tests", most=2)

    assert [lanes.put("a", work(name)) for name in "123"] == [True, True, False]
    while lanes.waiting:
        await asyncio.sleep(0)
    assert lanes.put("a", work("4"))
    await lanes.close(within_s=5)
    assert done == ["1", "2", "4"]
    assert not lanes.put("a", work("5"))


async def test_what_fails_is_logged_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    async def fail() -> None:
        raise RuntimeError("broken")

    lanes = Lanes("tests", most=9)
    lanes.put("a", fail)
    lanes.put("a", noting(done)("next"))
    await lanes.close(within_s=5)

    assert (done, lanes.failed, lanes.waiting) == (["next"], 1, 0)
    assert "broken" in caplog.text


async def test_what_takes_too_long_is_stopped() -> None:
    done: list[str] = []
    lanes = Lanes("tests", most=9)
    lanes.put("a", noting(done, 60)("late"))
    lanes.put("a", noting(done)("later"))

    assert await lanes.close(within_s=0.01) == 2
    assert done == []


async def test_a_token_is_asked_for_once_and_renewed_before_it_ends() -> None:
    now, given_out = [0.0], [0]

    async def fetch() -> Token:
        await asyncio.sleep(0)
        given_out[0] += 1
        return Token(f"t{given_out[0]}", 7200)

    tokens = Tokens(fetch, lambda: now[0])

    assert set(await asyncio.gather(*(tokens.get() for _ in range(9)))) == {"t1"}
    now[0] = 6899
    assert await tokens.get() == "t1"
    now[0] = 6900
    assert await tokens.get() == "t2"
    tokens.drop("t1")  # an old one says nothing about the new
    assert await tokens.get() == "t2"
    tokens.drop("t2")
    assert await tokens.get() == "t3"


async def test_a_short_lived_token_is_used_for_half_of_its_life() -> None:
    now, given_out = [0.0], [0]

    async def fetch() -> Token:
        given_out[0] += 1
        return Token(f"t{given_out[0]}", 60)

    tokens = Tokens(fetch, lambda: now[0])
    found: list[str] = []
    for now[0] in (0, 29, 31, 59):
        found.append(await tokens.get())

    assert found == ["t1", "t1", "t2", "t2"]


def test_the_oldest_is_forgotten_first() -> None:
    recent: Recent[int] = Recent(2)
    for number, name in enumerate("abac"):
        recent.put(name, number)

    assert ("a" in recent, "b" in recent, "c" in recent) == (True, False, True)
    assert (recent.get("a"), len(recent)) == (2, 2)
    recent.drop("a")
    assert recent.get("a") is None


@given(text=st.text(alphabet="ab \n", max_size=200), most=st.integers(2, 20))
def test_parts_fit_and_lose_nothing_but_blanks(text: str, most: int) -> None:
    found = parts(text, most)

    assert all(0 < len(part) <= most for part in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_the_first_part_stays_as_it_is_while_a_text_grows() -> None:
    text = "one two three four five six"
    firsts = [parts(text[:size], 10)[0] for size in range(11, len(text) + 1)]

    assert set(firsts) == {firsts[0]}
