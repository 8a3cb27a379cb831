"""An embedder that is down, slow or wrong costs similarity for a while, and nothing else.

A real provider on loopback misbehaves; jobs run as they do for everybody.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import SecretStr

from nagori import Memory, Nagori, Recall, Settings
from nagori.config import EmbeddingSettings
from nagori.testing.http_provider import Fault, HttpProvider

Kind = Literal["openai", "gemini", "ollama"]
PATHS: dict[Kind, str] = {"openai": "/v1", "gemini": "/v1beta", "ollama": ""}
DEADLINE_S = 0.4
FACT, QUESTION = "The parcel has the number RX-4711", "Where is parcel RX-4711?"

DOWN: list[Fault] = [
    "refused", "hang", "slow", "server_error", "rate_limit", "unauthorized", "cut",
]  # fmt: skip
WRONG: list[Fault] = [
    "broken_json", "wrong_shape", "empty", "bad_utf8", "redirect", "wrong_dims", "nan",
]  # fmt: skip


@pytest.fixture
def provider() -> Iterator[HttpProvider]:
    with HttpProvider() as provider:
        provider.slow_s = 2 * DEADLINE_S
        yield provider


def settings(provider: HttpProvider, kind: Kind = "openai", **more: Any) -> Settings:
    made: dict[str, Any] = {
        "model": "m-1",
        "deadline_s": DEADLINE_S,
        "api_key": SecretStr("k-1"),
    } | more
    base_url = provider.url + PATHS[kind]
    return Settings(embedding=EmbeddingSettings(type=kind, base_url=base_url, **made))


@asynccontextmanager
async def memory_at(folder: Path, made: Settings) -> AsyncGenerator[Nagori]:
    async with Nagori.open(folder / "memory.db", settings=made) as n:
        yield n


async def embedded(n: Nagori, memory: Memory, *, within_s: float = 8) -> Memory:
    """The memory once its vector is there."""
    until = time.monotonic() + within_s
    while (now := await n.get(memory.id)).stage != "embedded":
        assert now.stage == "stored"
        assert time.monotonic() < until, f"still waiting: {n.status}"
        await asyncio.sleep(0.02)
    return now


def first(found: Recall) -> tuple[str, float | None]:
    item = found.items[0]
    return item.text, item.why.similarity


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        *(("openai", fault) for fault in [*DOWN, *WRONG]),
        *((kind, fault) for kind in ("gemini", "ollama") for fault in ("refused", "nan", "hang")),
    ],
)
async def test_while_the_embedder_is_out_words_are_enough_and_it_is_said(
    provider: HttpProvider, tmp_path: Path, kind: Kind, fault: Fault
) -> None:
    async with memory_at(tmp_path, settings(provider, kind, dims=32)) as n:
        provider.fault = fault
        started = time.monotonic()
        memory = await n.remember(FACT, user="carla")
        took = time.monotonic() - started
        found = await n.recall(QUESTION, user="carla")
        to_the_letter = await n.recall(QUESTION, user="carla", mode="vector")
        retrieved = await n.retrieve("carla", QUESTION)
        heard = await n.hear("c1", "It is at the post office", speaker="carla")

        assert memory.stage == "stored"
        assert memory.degraded
        assert took < DEADLINE_S + 2
        assert first(found) == (FACT, None)
        assert found.items[0].why.arm == "lexical"
        assert found.degraded[0].startswith("embedding: ")
        assert (to_the_letter.items, bool(to_the_letter.degraded)) == ([], True)
        assert [item.text for item in retrieved] == [FACT]
        assert heard.content == "It is at the post office"
        assert n.status.store == "ready"
        assert n.status.embedder_reason
        assert "k-1" not in f"{memory} {found} {n.status}"


async def recovers(n: Nagori, provider: HttpProvider, fault: Fault) -> None:
    provider.fault = fault
    memory = await n.remember(FACT, user="carla")
    assert memory.stage == "stored"
    await asyncio.sleep(0.1)  # the job has tried, or is trying
    provider.fault = None
    after = await embedded(n, memory)

    assert after.degraded == ()
    found = await n.recall(QUESTION, user="carla")
    assert found.degraded == []
    assert first(found)[0] == FACT
    assert (first(found)[1] or 0) > 0.3


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        *(("openai", fault) for fault in DOWN if fault != "rate_limit"),
        ("gemini", "server_error"),
        ("ollama", "refused"),
    ],
)
async def test_the_vector_follows_by_itself_when_the_embedder_is_back(
    provider: HttpProvider, tmp_path: Path, kind: Kind, fault: Fault
) -> None:
    async with memory_at(tmp_path, settings(provider, kind)) as n:
        await recovers(n, provider, fault)


@pytest.mark.parametrize("fault", WRONG)
async def test_the_vector_follows_by_itself_when_the_embedder_is_right_again(
    provider: HttpProvider, tmp_path: Path, fault: Fault
) -> None:
    async with memory_at(tmp_path, settings(provider, dims=32)) as n:
        await recovers(n, provider, fault)


async def test_after_one_refused_call_the_vector_follows_at_once(
    provider: HttpProvider, tmp_path: Path
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        provider.fail_next(["rate_limit"])
        memory = await n.remember(FACT, user="carla")
        started = time.monotonic()

        assert memory.stage == "stored"
        await embedded(n, memory)
        assert time.monotonic() - started < 3


async def test_many_that_waited_are_all_embedded_in_few_calls(
    provider: HttpProvider, tmp_path: Path
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        provider.fault = "refused"
        kept = [await n.remember(f"fact number {x}", user="carla") for x in range(40)]
        await n.hear("c1", "said while it was down", speaker="carla")
        provider.fault = None
        provider.requests.clear()
        for memory in kept:
            await embedded(n, memory)

        assert len(provider.requests) < 10
        found = await n.recall("said while down", user="carla", kinds=("message",))
        assert found.degraded == []
        assert found.items[0].why.similarity is not None


async def test_what_waits_when_the_process_ends_is_done_by_the_next(
    provider: HttpProvider, tmp_path: Path
) -> None:
    made = settings(provider)
    provider.fault = "refused"
    async with memory_at(tmp_path, made) as n:
        memory = await n.remember(FACT, user="carla")
    provider.fault = None
    async with memory_at(tmp_path, made) as n:
        await embedded(n, memory)


async def test_an_edit_while_the_embedder_is_out_is_found_by_its_words_and_embedded_later(
    provider: HttpProvider, tmp_path: Path
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        memory = await n.remember("The parcel is lost", user="carla")
        assert memory.stage == "embedded"
        provider.fault = "server_error"
        edited = await n.edit(memory.id, text=FACT)

        assert (edited.stage, bool(edited.degraded)) == ("stored", True)
        assert first(await n.recall(QUESTION, user="carla")) == (FACT, None)
        provider.fault = None
        await embedded(n, memory)
        assert (first(await n.recall(QUESTION, user="carla"))[1] or 0) > 0.3


@pytest.mark.parametrize(
    ("dims", "after"),
    [(32, {"model": "m-2"}), (48, {"model": "m-2"}), (48, {"model": "m-1", "dims": 48})],
)
async def test_with_another_embedder_old_vectors_are_not_compared_and_all_are_made_anew(
    provider: HttpProvider, tmp_path: Path, dims: int, after: dict[str, Any]
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        memories = [await n.remember(FACT, user="carla"), await n.remember("tea", user="carla")]
        assert {memory.stage for memory in memories} == {"embedded"}
    provider.fault = "refused"
    provider.dims = dims
    async with memory_at(tmp_path, settings(provider, **after)) as n:
        found = await n.recall(QUESTION, user="carla")
        assert first(found) == (FACT, None)
        assert found.degraded
        provider.fault = None
        until = time.monotonic() + 8
        while (found := await n.recall(QUESTION, user="carla")).degraded:
            assert found.items[0].text == FACT
            assert all(item.why.similarity is None for item in found.items)
            assert time.monotonic() < until
            await asyncio.sleep(0.05)

        assert first(found)[0] == FACT
        assert (first(found)[1] or 0) > 0.3
        assert {(await n.get(memory.id)).stage for memory in memories} == {"embedded"}


async def test_a_model_that_changed_its_dimensions_under_the_same_name_is_made_anew(
    provider: HttpProvider, tmp_path: Path
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        await n.remember(FACT, user="carla")
    provider.dims = 48
    async with memory_at(tmp_path, settings(provider)) as n:
        until = time.monotonic() + 1.5
        while (found := await n.recall(QUESTION, user="carla")).degraded:
            assert first(found) == (FACT, None)
            assert time.monotonic() < until
            await asyncio.sleep(0.05)


async def test_without_an_embedder_words_do_it_and_nothing_waits(tmp_path: Path) -> None:
    async with memory_at(tmp_path, Settings(embedding=EmbeddingSettings(type="none"))) as n:
        memory = await n.remember(FACT, user="carla")
        found = await n.recall(QUESTION, user="carla")

        assert (memory.stage, memory.degraded) == ("stored", ())
        assert first(found) == (FACT, None)
        assert "none is set up" in found.degraded[0]
        assert (await n.recall(QUESTION, user="carla", mode="vector")).items == []
        assert (await n.recall(QUESTION, user="carla", mode="lexical")).degraded == []
        assert n.status.embedder == "none"


async def test_the_status_tells_what_is_wrong_and_that_it_is_over(
    provider: HttpProvider, tmp_path: Path
) -> None:
    async with memory_at(tmp_path, settings(provider)) as n:
        assert (n.status.store, n.status.embedder, n.status.reason) == ("ready", "ready", "")
        provider.fault = "unauthorized"
        memory = await n.remember(FACT, user="carla")
        assert (n.status.embedder, n.status.embedder_reason) == (
            "unavailable", "the key was refused (401)",
        )  # fmt: skip
        provider.fault = None
        await embedded(n, memory)
        assert (n.status.embedder, n.status.embedder_reason) == ("ready", "")
