"""The page in turns: always at the same place, trusted as it is, and never a reason to fail."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.journeys.turns.conftest import Chatting, ask, models_of, scripted, settings, text_of
from tests.journeys.turns.test_context import layer

from nagori import InvalidInputError, Nagori
from nagori.sync import Nagori as BlockingNagori
from nagori.values.memory import Trust
from nagori.values.prompt import Call, CallPiece


async def test_every_prompt_of_every_chat_holds_the_page(chatting: Chatting) -> None:
    model = scripted("Noted.")
    async with chatting(models_of(model)) as n:
        await n.set_global_memory("## Preferences\n- short answers", user="carla")
        begins: set[object] = set()
        for chat, text in (("a", "hello"), ("b", "你好"), ("a", "what is my name?")):
            await ask(n, text, chat=chat)
            first = [m for m in model.prompts[-1] if m.layer in ("persona", "global", "summary")]
            begins.add(tuple(first))
            assert "- short answers" in layer(model.prompts[-1], "global")
        await ask(n, "hello", chat="his", user="diego")

        assert len(begins) == 1
        assert layer(model.prompts[-1], "global") == ""


async def test_a_change_is_in_the_next_prompt(chatting: Chatting) -> None:
    model = scripted("Noted.")
    async with chatting(models_of(model)) as n:
        await ask(n, "hello")
        assert layer(model.prompts[-1], "global") == ""
        await n.set_global_memory("likes tea", user="carla", mode="append", by="model")
        await ask(n, "and now?")
        assert "likes tea" in layer(model.prompts[-1], "global")


async def test_a_long_page_is_condensed_by_the_summary_model(chatting: Chatting) -> None:
    summary = scripted("## Facts\n- many facts about one house")
    async with chatting(
        models_of(scripted("Noted."), summary=summary), settings(chat={"page_characters": 200})
    ) as n:
        page = await n.set_global_memory(
            "## Facts\n" + "\n".join(f"- fact {k} about the house" for k in range(20)), user="carla"
        )
        assert page.version == 1
        async with asyncio.timeout(10):
            while page.version == 1:
                await asyncio.sleep(0.02)
                page = await n.global_memory(user="carla")

        assert (page.text, page.by) == ("## Facts\n- many facts about one house", "scripted")


async def test_a_store_out_of_service_leaves_the_page_out_and_the_turn_goes_on(
    chatting: Chatting, tmp_path: Path
) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"this is not a database" * 100)
    model = scripted("Hello.")
    async with chatting(models_of(model), path=path) as n:
        assert text_of(await ask(n, "hello")) == "Hello."
        assert layer(model.prompts[-1], "global") == ""


@pytest.mark.parametrize(("trust", "told"), [("own", "tool_result"), ("untrusted", "proposal")])
async def test_with_words_of_others_on_the_page_a_change_of_it_is_only_proposed(
    chatting: Chatting, trust: Trust, told: str
) -> None:
    arguments = json.dumps({"content": "likes milk"})
    model = scripted([CallPiece(Call("c1", "update_global_memory", arguments))], "Done.")
    async with chatting(models_of(model)) as n:
        await n.set_global_memory("likes tea", user="carla", mode="append", trust=trust)

        events = await ask(n, "hello")

        assert told in [event.type for event in events]
        page = await n.global_memory(user="carla")
        assert ("likes milk" in page.text) == (trust == "own")
        assert page.trust == trust


async def test_what_callers_give_is_checked(n: Nagori) -> None:
    for wrong in (
        {"mode": "prepend"},
        {"by": "somebody"},
        {"trust": "mine"},
        {"user": ""},
        {"section": "a\nb"},
        {"message": ""},
    ):
        with pytest.raises(InvalidInputError):
            await n.set_global_memory("tea", **{"user": "carla", **wrong})  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidInputError):
        await n.set_global_memory(3, user="carla")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidInputError):
        await n.global_memory_versions(user="carla", cursor="x")

    assert (await n.global_memory(user="carla")).version == 0


async def test_an_entry_is_found_by_its_meaning(n: Nagori) -> None:
    await n.set_global_memory(
        "用户对花生过敏\nThe user lives in Porto", user="carla", mode="append"
    )
    while await n._worker.step():  # pyright: ignore[reportPrivateUsage]
        pass

    found = await n.recall("where is her home?", user="carla", kinds=("page",))

    assert found.items[0].text == "The user lives in Porto"
    assert found.items[0].why.similarity is not None
    assert found.degraded == []
    both = await n.recall("花生", user="carla", kinds=("memory", "page"))
    assert [(item.kind, item.text) for item in both.items][:1] == [("page", "用户对花生过敏")]
    assert "[page] 用户对花生过敏" in both.render()
    assert list((await n.recall("花生", user="carla")).items) == []


def test_the_blocking_face_has_the_page(tmp_path: Path) -> None:
    with BlockingNagori.open(tmp_path / "m.db", settings=settings()) as n:
        n.set_global_memory("likes tea", user="carla", mode="append")

        assert n.global_memory(user="carla").text == "## Preferences\n- likes tea"
        assert len(n.global_memory_versions(user="carla")) == 1
