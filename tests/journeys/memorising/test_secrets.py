"""Secrets that people type: their own chat keeps them, nothing else does."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.journeys.memorising.conftest import Helpers, House, decided, settled
from tests.journeys.memorising.secrets import Planted, planted

from nagori import Nagori
from nagori.testing.model_wire import Body


def _parrot(body: Body) -> str:
    """A careless model: it states and answers whatever it was shown."""
    asked = body["messages"][-1]["content"]
    if "Summarize what the user says" not in asked:
        return "You said: " + asked
    said = asked.split("<conversation>")[-1].split("</conversation>")[0]
    return "\n".join(line.removeprefix("user: ") for line in said.splitlines() if line.strip())


def _holds(text: str, one: Planted) -> bool:
    return one.secret in text


@pytest.fixture(params=["models", "rules"])
async def told(
    request: pytest.FixtureRequest, house: House, helpers: Helpers
) -> AsyncIterator[tuple[Nagori, Helpers]]:
    """Everything was said, in chats of their own, and considered."""
    helpers.chat.answer = _parrot
    helpers.summary.answer = _parrot
    helpers.decision.answer = decided(worth=True)
    sections: dict[str, object] = {"embedding": {"type": "none"}, "agent": {"enabled": False}}
    if request.param == "rules":
        sections["models"] = {"chat": {"type": "extractive"}}
    async with house(helpers if request.param == "models" else None, **sections) as n:
        for number, one in enumerate(planted()):
            await n.answer(f"chat-{number}", one.text, user="carla")
        await settled(n, within_s=120)
        yield n, helpers


async def test_no_secret_is_in_a_memory_a_log_another_chat_or_an_export(
    told: tuple[Nagori, Helpers], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    n, helpers = told
    caplog.set_level(logging.DEBUG)
    memories = [m.text async for m in _all(n)]
    for server in (helpers.decision, helpers.summary):
        memories += [str(seen.body) for seen in server.requests]
    helpers.chat.requests.clear()
    await n.answer("another", "what do you know about my keys, cards and passwords?", user="carla")
    await n.answer("another", "你知道我的密码、密钥和卡号吗？", user="carla")
    prompts = [str(seen.body) for seen in helpers.chat.requests]
    out = tmp_path / "out.jsonl"
    await n.export(out)
    exported = "\n".join(
        line for line in out.read_text("utf-8").splitlines() if '"memory"' in line[:40]
    )

    leaked = [
        (one.kind, one.text)
        for one in planted()
        if any(_holds(text, one) for text in (*memories, *prompts, exported, caplog.text))
    ]

    assert memories
    assert leaked == []


async def _all(n: Nagori):
    cursor = None
    while True:
        page = await n.list(
            user="carla",
            tags=["user_input", "ai_output", "manual", "summary"],
            limit=500,
            cursor=cursor,
        )
        for memory in page.items:
            yield memory
        cursor = page.next
        if cursor is None:
            return


async def test_what_was_typed_with_a_secret_is_no_echo_of_itself(house: House) -> None:
    said = "my wifi password is Blue-Kettle-42, please note it"
    async with house(embedding={"type": "none"}) as n:
        await n.answer("c", said, user="carla")
        await settled(n)

        found = await n.recall(said, user="carla", tags=["user_input"])

        assert found.items == []
