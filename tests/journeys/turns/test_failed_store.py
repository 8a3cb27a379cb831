"""A store that can't be opened: chats live in this process, and say so."""

from pathlib import Path

import pytest
from tests.journeys.turns.conftest import Chatting, ask, models_of, scripted, started, text_of

from nagori import NotFoundError


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.db"
    path.write_bytes(b"this is not a database" * 100)
    return path


def read(path: Path) -> bytes:
    return path.read_bytes()


async def test_a_turn_still_answers_and_says_that_it_is_not_saved(
    chatting: Chatting, broken: Path
) -> None:
    before = read(broken)
    model = scripted("Hello, Carla.")
    async with chatting(models_of(model), path=broken) as n:
        assert n.status.store == "failed"
        events = await ask(n, "hello, I am Carla")

        assert text_of(events) == "Hello, Carla."
        assert not started(events).saved
        assert any(event.type == "degraded" for event in events)
        assert events[-1].type == "done"

        await ask(n, "and what is my name?")
        assert "hello, I am Carla" in [m.content for m in model.prompts[-1]]
        assert len(await n.chats.messages("c")) == 4
        assert [chat.id for chat in await n.chats.list("carla")] == ["c"]
    assert read(broken) == before


async def test_unsaved_chats_are_as_private_as_saved_ones(chatting: Chatting, broken: Path) -> None:
    async with chatting(models_of(scripted("Hello.")), path=broken) as n:
        await ask(n, "hello")
        with pytest.raises(NotFoundError):
            await ask(n, "what did she say?", user="eve")
        assert len(await n.chats.list("eve")) == 0
