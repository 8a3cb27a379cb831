"""The job that condenses a page, over a real store."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from nagori import ModelUnavailableError
from nagori.chat.condensing import Condenser
from nagori.chat.page import append
from nagori.chat.pages import PageChange, Pages
from nagori.errors import NagoriError
from nagori.jobs.worker import Worker
from nagori.llm.extractive import ExtractiveModel
from nagori.llm.port import Model
from nagori.store.page_port import CONDENSE_JOB
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, NOW, SPACE, a_memory
from nagori.testing.clock import HandClock
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.page import GlobalPage
from nagori.values.prompt import PromptMessage, Reply, Tool
from nagori.values.scope import Scope

MOST = 200
AWAY = ModelUnavailableError("scripted", "out of service")
LONG = "## Preferences\n- likes tea\n\n## Facts\n" + "\n".join(
    f"- fact {n} is about the old house in Porto" for n in range(9)
)
SHORT = "## Preferences\n- likes tea\n\n## Facts\n- nine facts about an old house in Porto"


class Desk:
    """A page, and the job beside it."""

    def __init__(self, store: SqliteStore, model: Model, clock: HandClock) -> None:
        self.store, self.clock = store, clock
        self.told: list[tuple[Scope, GlobalPage]] = []
        self.pages = Pages(store.pages, over=MOST, chunk_size=300, embedder=None, clock=clock)
        condenser = Condenser(
            store,
            model,
            clock,
            most=MOST,
            chunk_size=300,
            embedder=None,
            told=lambda scope, page: self.told.append((scope, page)),
        )
        self.worker = Worker(store.jobs, {CONDENSE_JOB: condenser.handle}, clock)

    async def write(self, text: str) -> GlobalPage:
        return await self.pages.change(CARLA, PageChange(text))

    async def append(self, text: str) -> GlobalPage:
        return await self.pages.change(CARLA, PageChange(text, "append", by="model"))

    async def work(self) -> GlobalPage:
        """The page after everything that is due was done, a minute later."""
        self.clock.move(minutes=1)
        while await self.worker.step():
            pass
        return await self.store.pages.get(CARLA)

    async def waiting(self) -> int:
        return sum(waiting.count for waiting in await self.store.jobs.backlog())


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


def scripted(*scripts: str | NagoriError) -> ScriptedModel:
    return ScriptedModel(scripts, name="scripted")


async def test_a_short_page_is_left_alone(store: SqliteStore, clock: HandClock) -> None:
    model = scripted(SHORT)
    desk = Desk(store, model, clock)
    await desk.write("- likes tea")

    assert (await desk.work()).version == 1
    assert model.asked == []


@pytest.mark.parametrize("reply", [SHORT, f"```markdown\n{SHORT}\n```", f"\n{SHORT}\n\n"])
async def test_the_model_rewrites_a_long_page(
    store: SqliteStore, clock: HandClock, reply: str
) -> None:
    model = scripted(reply)
    desk = Desk(store, model, clock)
    await desk.write(LONG)

    page = await desk.work()

    assert (page.text, page.by, page.version) == (SHORT, "scripted", 2)
    asked = model.prompts[0][0].content
    assert LONG in asked
    assert f"at most {MOST} characters" in asked
    assert desk.told == [(CARLA, page)]
    assert await desk.waiting() == 0
    assert [old.text for old in await store.pages.versions(CARLA, limit=9)] == [SHORT, LONG]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I am sorry.\n" * 40,
        "## Preferences\n- likes tea",
        "- likes tea\n- nine facts",
        "## Preferences\n## Facts",
        "## Preferences\n- 喜欢喝茶\n\n## Facts\n- 关于波尔图老房子的九个事实",
        LONG,
    ],
)
async def test_a_reply_that_is_no_page_is_not_taken(
    store: SqliteStore, clock: HandClock, reply: str
) -> None:
    desk = Desk(store, scripted(reply), clock)
    await desk.write(LONG)

    page = await desk.work()

    assert page.by == "extractive"
    assert len(page.text) <= MOST
    assert "likes tea" in page.text
    assert "fact 8 " in page.text
    assert "fact 0 " not in page.text
    assert await desk.waiting() == 0


async def test_without_any_model_it_is_done_by_rule_and_that_is_it(
    store: SqliteStore, clock: HandClock
) -> None:
    desk = Desk(store, ExtractiveModel(), clock)
    await desk.write(LONG)

    page = await desk.work()

    assert (page.by, page.version) == ("extractive", 2)
    assert len(page.text) <= MOST
    assert await desk.waiting() == 0
    again = await desk.append("has a cat, a dog, and two birds that can speak")
    assert len(again.text) > MOST
    page = await desk.work()
    assert (page.by, page.version) == ("extractive", 4)
    assert "two birds" in page.text


async def test_a_model_that_is_back_does_it_again_from_all_that_there_was(
    store: SqliteStore, clock: HandClock
) -> None:
    model = scripted(AWAY, AWAY, SHORT)
    desk = Desk(store, model, clock)
    await desk.write(LONG)
    assert (await desk.work()).by == "extractive"
    await desk.append("has a cat")
    again = "has a bicycle and rides it every day to work in the city, in any weather"
    await desk.append(again)
    by_rule = await desk.work()
    assert by_rule.by == "extractive"
    assert len(by_rule.text) <= MOST
    assert await desk.waiting() == 1

    page = await desk.work()

    assert (page.text, page.by) == (SHORT, "scripted")
    asked = model.prompts[-1][0].content
    for entry in ("fact 0 ", "fact 8 ", "has a cat", again):
        assert entry in asked
    assert await desk.waiting() == 0


async def test_what_a_person_rewrote_meanwhile_is_not_undone(
    store: SqliteStore, clock: HandClock
) -> None:
    desk = Desk(store, scripted(AWAY, SHORT), clock)
    await desk.write(LONG)
    await desk.work()
    mine = await desk.write("- nothing of that is true")

    assert await desk.work() == mine
    assert await desk.waiting() == 0


class Interrupted(ScriptedModel):
    """While it writes its first answer, somebody else does something."""

    meanwhile: Callable[[], Awaitable[object]]

    async def reply(
        self,
        messages: Sequence[PromptMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        reply = await super().reply(messages, schema=schema, tools=tools, options=options)
        if len(self.asked) == 1:
            await self.meanwhile()
        return reply


async def test_an_entry_that_comes_while_the_model_writes_is_not_lost(
    store: SqliteStore, clock: HandClock
) -> None:
    model = Interrupted([SHORT, f"{SHORT}\n- has a cat"], name="scripted")
    desk = Desk(store, model, clock)
    model.meanwhile = lambda: desk.append("has a cat")
    await desk.write(LONG)

    page = await desk.work()

    assert (page.text, page.by) == (f"{SHORT}\n- has a cat", "scripted")
    assert "has a cat" in model.prompts[1][0].content
    assert await desk.waiting() == 0


async def test_a_page_that_is_erased_while_the_model_writes_stays_erased(
    store: SqliteStore, clock: HandClock
) -> None:
    model = Interrupted([SHORT], name="scripted")
    desk = Desk(store, model, clock)
    model.meanwhile = lambda: store.erasure.scope(CARLA, now=clock())
    await desk.write(LONG)

    assert (await desk.work()).version == 0
    assert len(await store.pages.versions(CARLA, limit=9)) == 0


async def test_after_an_erasure_the_page_is_rebuilt_without_what_was_erased(
    store: SqliteStore, clock: HandClock
) -> None:
    memory = a_memory("fact 3 is about the old house in Porto")
    await store.memories.put([memory], embedder=None, now=NOW)
    desk = Desk(store, scripted(SHORT, AWAY), clock)
    await desk.write(LONG)
    assert (await desk.work()).text == SHORT

    await store.erasure.memory(SPACE, memory.id, now=NOW)

    page = await desk.work()
    assert page.by == "extractive"
    assert "nine facts" not in page.text
    assert "fact 8 " in page.text
    assert len(page.text) <= MOST
    texts = [old.text for old in await store.pages.versions(CARLA, limit=9)]
    assert not any("fact 3 " in text or "nine facts" in text for text in texts)
    assert append(page.text, "likes tea") == page.text
