"""`mode="vector"` is S0-6 to the letter: every expected answer is worked out here, from vectors."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, count, cycle
from math import exp
from typing import Any

import numpy as np
import pytest

from nagori import Memory, Nagori, Settings
from nagori.config import RecallSettings
from nagori.testing.builders import NOW
from nagori.testing.clock import HandClock
from nagori.testing.embedders import HashedEmbedder, hashed_vector
from nagori.text.normal import normal_form
from nagori.values.memory import TAGS, Tag

Opened = Callable[..., AbstractAsyncContextManager[Nagori]]

QUERY = "green tea in the garden"
WORDS = ["green tea", "the garden", "in winter", "black coffee", "her sister", "old harbour"]


@dataclass(frozen=True)
class Numbers:
    """The numbers of S0-6, with the document's values."""

    candidates: int = 20
    max_items: int = 5
    min_similarity: float = 0.30
    half_life_days: float = 14.0
    echo_seconds: float = 3.0
    tags: tuple[Tag, ...] = ("manual", "summary", "user_input")


def by_the_document(
    memories: list[Memory], query: str, now: datetime, numbers: Numbers
) -> list[tuple[str, float]]:
    """Ids and scores, as the document says it, step by step."""
    asked = hashed_vector(query, 64).astype(np.float64)
    rows: list[tuple[float, Memory]] = []
    for memory in memories:
        said = normal_form(memory.text) == normal_form(query)
        if memory.tag in numbers.tags and not (said and memory.tag in ("user_input", "ai_output")):
            vector = hashed_vector(memory.text, 64).astype(np.float64)
            rows.append((float(asked @ vector), memory))
    rows.sort(key=lambda row: (-round(row[0], 5), -row[1].created_at.timestamp()))
    rows = rows[: numbers.candidates]
    rows = [row for row in rows if round(row[0], 5) >= numbers.min_similarity]
    young = timedelta(seconds=numbers.echo_seconds)
    rows = [
        (near, memory)
        for near, memory in rows
        if normal_form(memory.text) != normal_form(query) or now - memory.created_at >= young
    ]
    newest: dict[str, tuple[float, Memory]] = {}
    for near, memory in rows:
        known = newest.get(normal_form(memory.text))
        if known is None or memory.created_at > known[1].created_at:
            newest[normal_form(memory.text)] = (near, memory)
    scored: list[tuple[str, float]] = []
    for near, memory in newest.values():
        age_days = (now - memory.created_at).total_seconds() / 86400
        scored.append((memory.id, near * exp(-age_days / numbers.half_life_days)))
    return sorted(scored, key=lambda one: -one[1])[: numbers.max_items]


async def fill(n: Nagori) -> list[Memory]:
    """Near and far, old and new, of all tags; equal texts; the query itself."""
    ages = cycle([0.5, 3, 40, 9, 1, 300, 17, 0.1, 800])
    tags = cycle(TAGS)
    times = (NOW - timedelta(days=next(ages), minutes=minute) for minute in count())
    texts = [" and ".join(some) for size in (1, 2, 3) for some in combinations(WORDS, size)]
    texts += ["Green tea, and the garden!", "green tea AND the garden"]
    kept = [await n.remember(text, user="carla", tag=next(tags), at=next(times)) for text in texts]
    for place, tag in enumerate(TAGS):
        kept += [
            await n.remember("the garden in winter", user="carla", tag=tag, at=next(times)),
            await n.remember(
                "Green tea in the garden.", user="carla", tag=tag, at=NOW - timedelta(seconds=place)
            ),
        ]
    kept.append(await n.remember("green tea is for everybody", at=NOW - timedelta(days=2)))
    await n.remember("green tea in her garden", user="mia", at=NOW)
    return list({memory.id: memory for memory in kept}.values())


async def compare(n: Nagori, memories: list[Memory], query: str, numbers: Numbers) -> int:
    now = NOW + timedelta(seconds=2)
    expected = by_the_document(memories, query, now, numbers)
    found = await n.recall(query, user="carla", mode="vector", profile="chat", as_of=now)

    assert [item.id for item in found.items] == [id for id, _ in expected]
    scores = [item.score for item in found.items]
    assert scores == pytest.approx([score for _, score in expected], rel=1e-3)
    assert [item.why.rank for item in found.items] == list(range(1, len(expected) + 1))
    return len(expected)


@pytest.mark.parametrize(
    "query", [QUERY, "the garden", "her sister in winter", "black coffee", "old harbour green tea"]
)
async def test_the_answer_is_that_of_the_document(hashed: Nagori, query: str) -> None:
    memories = await fill(hashed)

    assert await compare(hashed, memories, query, Numbers()) == 5


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({"candidates": 3}, Numbers(candidates=3)),
        ({"candidates": 8}, Numbers(candidates=8)),
        ({"max_items": 2}, Numbers(max_items=2)),
        ({"max_items": 15}, Numbers(max_items=15)),
        ({"min_similarity": 0.75}, Numbers(min_similarity=0.75)),
        ({"min_similarity": -1.0}, Numbers(min_similarity=-1.0)),
        ({"half_life_days": 0.5}, Numbers(half_life_days=0.5)),
        ({"half_life_days": 10_000}, Numbers(half_life_days=10_000)),
        ({"echo_seconds": 0}, Numbers(echo_seconds=0)),
        ({"echo_seconds": 5}, Numbers(echo_seconds=5)),
        ({"include_ai_output": True}, Numbers(tags=TAGS)),
    ],
    ids=lambda one: str(one)[:40],
)
async def test_every_number_of_the_document_is_a_setting(
    opened: Opened, settings: Mapping[str, Any], numbers: Numbers
) -> None:
    made = Settings(recall=RecallSettings(**settings))
    async with opened(HashedEmbedder(), settings=made) as n:
        memories = await fill(n)
        for query in (QUERY, "the garden in winter"):
            await compare(n, memories, query, numbers)


async def test_memories_of_years_ago_are_still_told_apart(hashed: Nagori, clock: HandClock) -> None:
    ages = [400, 250, 900, 300]
    kept = [
        await hashed.remember(f"green tea number {n}", user="carla", at=NOW - timedelta(days=age))
        for n, age in enumerate(ages)
    ]
    expected = by_the_document(kept, "green tea", NOW, Numbers())
    found = await hashed.recall("green tea", user="carla", mode="vector", profile="chat")

    assert [item.id for item in found.items] == [id for id, _ in expected]
    assert len(expected) == 4


async def test_it_is_written_as_the_document_writes_it_in_the_time_of_the_user(
    hashed: Nagori,
) -> None:
    await hashed.set_time_zone("carla", "Asia/Shanghai")
    at = datetime.fromisoformat("2026-05-02T17:30:59+00:00")
    await hashed.remember("I like green tea", user="carla", at=at)
    await hashed.remember("我喜欢 green tea", user="carla", tag="summary", at=at - timedelta(5))

    found = await hashed.recall("green tea", user="carla", mode="vector", profile="chat")
    assert found.render() == (
        "Relevant Memories (for reference):\n"
        "- [2026-05-03 01:30][manual] I like green tea\n"
        "- [2026-04-28 01:30][summary] 我喜欢 green tea"
    )
    elsewhere = await hashed.recall("green tea", chat="c", mode="vector", profile="chat")
    assert elsewhere.render() == ""


async def test_without_a_zone_of_their_own_users_have_that_of_the_settings(
    opened: Opened,
) -> None:
    async with opened(HashedEmbedder(), settings=Settings(time_zone="Asia/Tokyo")) as n:
        await n.remember("I like green tea", user="carla", at=NOW)
        found = await n.recall("green tea", user="carla")

        assert "[2026-05-03 21:00][manual]" in found.render()


async def test_near_duplicates_stay_to_the_letter(hashed: Nagori) -> None:
    for text in ("I like green tea", "I really like green tea"):
        await hashed.remember(text, user="carla")

    vector = await hashed.recall("green tea", user="carla", mode="vector", profile="chat")
    hybrid = await hashed.recall("green tea", user="carla", profile="chat")
    assert len(vector.items) == 2
    assert [m.rule for m in hybrid.near_misses] == ["near_duplicate"]
