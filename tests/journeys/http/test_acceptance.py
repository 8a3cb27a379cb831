"""T1 to T6 of the first design document, over HTTP: a real server process, a model on loopback."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.journeys.http.conftest import Frame, say, text_of

from nagori.testing.model_server import ModelServer, settings_for


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer("Noted, Carla.") as server:
        yield server


@asynccontextmanager
async def served(path: Path, model: ModelServer, **env: str) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of a server process of its own, as `nagori serve` starts it."""
    chat = settings_for(model)
    wanted = {
        "NAGORI_MODELS__CHAT__TYPE": "openai",
        "NAGORI_MODELS__CHAT__ENDPOINT": str(chat.endpoint),
        "NAGORI_MODELS__CHAT__MODEL": "loopback",
        "NAGORI_MODELS__CHAT__API_KEY": "sk-loopback",
        **env,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "nagori.cli.main", "--db", str(path), "serve", "--port", "0",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, cwd=path.parent,
        env={**os.environ, **wanted, "PYTHONUNBUFFERED": "1"},  # noqa: TID251  # a process of its own
    )  # fmt: skip
    try:
        address = await _address_of(process)
        async with httpx2.AsyncClient(base_url=address, timeout=20) as client:
            yield client
    finally:
        process.terminate()
        async with asyncio.timeout(20):
            await process.wait()


async def _address_of(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(30):
        async for line in process.stdout:
            if found := re.search(rb"http://127\.0\.0\.1:\d+", line):
                return found[0].decode()
    raise AssertionError("the server told no address")


async def opened(http: httpx2.AsyncClient) -> str:
    """The id of a new chat."""
    return (await http.post("/api/chats", json={})).json()["id"]


def recalled(frames: list[Frame]) -> list[str]:
    """What memory brought into the prompt."""
    return [
        item["text"]
        for frame in frames
        if frame.event == "recalled"
        for item in frame.data["items"]
    ]


def prompt(model: ModelServer) -> list[dict[str, Any]]:
    """What the model was asked last in a chat: helpers don't stream."""
    return [r.body for r in model.requests if r.body.get("stream")][-1]["messages"]


async def test_t1_a_message_is_answered_and_streamed(tmp_path: Path, model: ModelServer) -> None:
    model.answer = "one two three four five six seven"
    async with served(tmp_path / "memory.db", model) as http:
        frames = await say(http, "count, please")

        assert text_of(frames) == model.answer
        assert sum(frame.event == "answer" for frame in frames) > 1
        assert [frames[0].event, frames[-1].event] == ["started", "done"]
        assert [frame.id for frame in frames] == [str(n) for n in range(1, len(frames) + 1)]


async def test_t2_what_was_just_typed_is_never_recalled_however_often(
    tmp_path: Path, model: ModelServer
) -> None:
    async with served(tmp_path / "memory.db", model) as http:
        one, two = await opened(http), await opened(http)
        for chat in (one, one, two, two, None):
            frames = await say(http, "我最喜欢的茶是乌龙茶", chat_id=chat)

            assert "我最喜欢的茶是乌龙茶" not in recalled(frames)
            said = [m["content"] for m in prompt(model) if m["role"] == "user"]
            assert said[-1] == "我最喜欢的茶是乌龙茶"
            context = "".join(m["content"] for m in prompt(model) if m["role"] == "system")
            assert "我最喜欢的茶是乌龙茶" not in context


async def test_t3_a_restart_brings_back_the_last_chat(tmp_path: Path, model: ModelServer) -> None:
    path = tmp_path / "memory.db"
    async with served(path, model) as http:
        old, new = await opened(http), await opened(http)
        await say(http, "an older chat", chat_id=old)
        await say(http, "my sister lives in Porto", chat_id=new)
        before = (await http.get(f"/api/chats/{new}/messages")).json()
    async with served(path, model) as http:
        chats = (await http.get("/api/chats")).json()["items"]
        assert [chat["id"] for chat in chats] == [new, old]
        assert (await http.get(f"/api/chats/{new}/messages")).json() == before
        await say(http, "and where does she live?", chat_id=new)
        assert "my sister lives in Porto" in [m["content"] for m in prompt(model)]


async def test_t4_a_memory_added_by_hand_is_in_the_next_prompt(
    tmp_path: Path, model: ModelServer
) -> None:
    async with served(tmp_path / "memory.db", model) as http:
        made = await http.post("/api/memories", json={"text": "Carla is allergic to peanuts"})
        assert made.status_code == 201

        frames = await say(http, "what am I allergic to?")

        assert recalled(frames) == ["Carla is allergic to peanuts"]
        context = [m for m in prompt(model) if "allergic to peanuts" in m["content"]]
        assert [m["role"] for m in context] == ["system"]


@pytest.mark.parametrize(("switch", "expected"), [("false", False), ("true", True)])
async def test_t5_the_models_own_words_take_no_part_unless_they_are_let_in(
    tmp_path: Path, model: ModelServer, switch: str, expected: bool
) -> None:
    model.answer = "The capital of Portugal is Lisbon."
    env = {"NAGORI_RECALL__INCLUDE_AI_OUTPUT": switch}
    async with served(tmp_path / "memory.db", model, **env) as http:
        await say(http, "tell me something")
        frames = await say(http, "what is the capital of Portugal?")

        assert ("The capital of Portugal is Lisbon." in recalled(frames)) is expected


async def test_t6_the_parts_of_a_score_agree(tmp_path: Path, model: ModelServer) -> None:
    """Similarity, filter, duplicates and order, as the server tells them."""
    async with served(tmp_path / "memory.db", model) as http:
        for text in ("Carla likes oolong tea", "Carla likes oolong tea!", "The sky was grey"):
            await http.post("/api/memories", json={"text": text})

        found = (await http.post("/api/memories/search", json={"query": "which tea?"})).json()

        texts = [item["text"] for item in found["items"]]
        assert texts[0] == "Carla likes oolong tea"
        assert "Carla likes oolong tea!" not in texts  # the same, said again
        why = found["items"][0]["why"]
        assert -1 <= why["similarity"] <= 1
        assert why["rank"] == 1
        assert found["items"] == sorted(found["items"], key=lambda i: -i["score"])
        assert all(miss["rule"] for miss in found["near_misses"])
