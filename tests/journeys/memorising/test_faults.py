"""Twelve faults of each helper of memorising: the chat goes on, and what failed is done later."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.journeys.memorising.conftest import Helpers, House, decided, settled, texts

from nagori import Nagori
from nagori.testing.http_provider import Fault, HttpProvider
from nagori.testing.model_server import MODEL_FAULTS, ModelFault
from nagori.testing.model_wire import ModelAnswer
from nagori.values.event import ToolResult
from nagori.values.memorising import BY_RULES
from nagori.values.prompt import Call

SAID, STATED = "I live in Porto with my cat Miso", "The user lives in Porto with a cat, Miso."
STILL_ANSWERS: tuple[ModelFault, ...] = ("slow",)
EMBEDDING_FAULT: dict[str, Fault] = {"wrong_schema": "wrong_shape"}


@pytest.fixture
def embedder() -> Iterator[HttpProvider]:
    with HttpProvider() as provider:
        provider.retry_after_s, provider.slow_s = 0.2, 0.05
        yield provider


async def considered(n: Nagori) -> None:
    """Wait until what was said has been considered, by whomever."""
    async with asyncio.timeout(20):
        while (await n.store.memorising.to_memorise("default", "c", limit=1)).fresh:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("which", ["decision", "summary"])
@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_a_model(house: House, helpers: Helpers, which: str, fault: ModelFault) -> None:
    helpers.summary.answer = STATED
    failing = getattr(helpers, which)
    failing.fault = fault
    async with house(helpers, embedding={"type": "none"}) as n:
        answer = await n.answer("c", SAID, user="carla")
        await considered(n)
        made = (await n.list(user="carla", tags=["summary"])).items

        assert answer.content == "Noted."
        if fault in STILL_ANSWERS:
            assert [memory.text for memory in made] == [STATED]
        else:
            assert all(memory.degraded == (BY_RULES,) for memory in made)
            assert all("Porto" in memory.text or "Miso" in memory.text for memory in made)
        failing.fault = None
        await n.answer("c", "good night", user="carla")
        if which == "decision" or fault != "wrong_schema":  # any text is a statement
            async with asyncio.timeout(20):
                while await texts(n) != [STATED]:
                    await asyncio.sleep(0.05)
            (memory,) = (await n.list(user="carla", tags=["summary"])).items
            assert memory.degraded == ()
        messages = [message.content for message in await n.chats.messages("c")]
        assert messages == [SAID, "Noted.", "good night", "Noted."]


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_embedder(
    house: House, helpers: Helpers, embedder: HttpProvider, fault: ModelFault
) -> None:
    helpers.summary.answer = STATED
    embedder.fault = EMBEDDING_FAULT.get(fault, fault)  # pyright: ignore[reportAttributeAccessIssue]  # they have the same names
    by_http = {"type": "openai", "base_url": f"{embedder.url}/v1", "deadline_s": 1.0}
    async with house(helpers, embedding=by_http) as n:
        answer = await n.answer("c", SAID, user="carla")
        await settled(n)
        (memory,) = (await n.list(user="carla", tags=["summary"])).items

        assert answer.content == "Noted."
        assert memory.text == STATED
        found = await n.recall("where does Miso live?", user="carla")
        assert STATED in [item.text for item in found.items]
        embedder.fault = None
        async with asyncio.timeout(20):
            while (await n.get(memory.id)).stage == "stored":
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_a_tool(
    house: House, helpers: Helpers, embedder: HttpProvider, fault: ModelFault
) -> None:
    """Tools that write and that look up, while what they need to understand a text fails."""
    helpers.decision.answer = decided(worth=False)
    helpers.chat.answer_next([tool_calls(), "Miso, of course."])
    by_http = {"type": "openai", "base_url": f"{embedder.url}/v1", "deadline_s": 1.0}
    async with house(helpers, embedding=by_http) as n:
        await n.remember("Miso is the cat of Carla", user="carla")
        embedder.fault = EMBEDDING_FAULT.get(fault, fault)  # pyright: ignore[reportAttributeAccessIssue]  # they have the same names
        events = [event async for event in n.turn("c", "keep in mind: window seats", user="carla")]
        results = {event.id: event for event in events if isinstance(event, ToolResult)}

        assert (events[-1].type, [result.error for result in results.values()]) == (
            "done",
            [None] * 2,
        )
        assert "Miso is the cat of Carla" in results["look"].content
        *_, answer = await n.chats.messages("c")
        assert (answer.state, answer.content) == ("final", "Miso, of course.")
        (memory,) = (await n.list(user="carla", tags=["manual"])).items[:1]
        assert memory.text == "Carla prefers window seats"
        embedder.fault = None
        async with asyncio.timeout(20):
            while (await n.get(memory.id)).stage == "stored":
                await asyncio.sleep(0.05)


def tool_calls() -> ModelAnswer:
    return ModelAnswer(
        calls=(
            Call("write", "remember", '{"text": "Carla prefers window seats"}'),
            Call("look", "search_memories", '{"query": "whose cat is Miso?"}'),
        )
    )
