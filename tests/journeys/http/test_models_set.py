"""Models and embedders that are set in the app: sealed keys, at once in use, tried by a button."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, say, text_of

from nagori.testing.http_provider import HttpProvider
from nagori.testing.model_server import SECRET, ModelServer


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer("Good evening.") as server:
        yield server


def openai_at(model: ModelServer, **more: object) -> dict[str, Any]:
    return {
        "models.chat.type": "openai",
        "models.chat.endpoint": f"{model.url}/v1",
        "models.chat.model": "loopback",
        "models.chat.api_key": SECRET,
        **more,
    }


async def tried(site: Site, part: str = "chat") -> dict[str, Any]:
    return (await site.http.post("/api/settings/test", json={"part": part})).json()


async def test_a_model_that_is_set_in_the_app_answers_the_next_turn_and_after_a_restart(
    opening: Opening, model: ModelServer, tmp_path: Path
) -> None:
    async with opening() as site:
        assert text_of(await say(site.http, "hello")) == "Hello there."
        put = await site.http.put("/api/settings", json=openai_at(model))
        assert put.status_code == 200
        assert text_of(await say(site.http, "hello")) == "Good evening."
        assert (await site.http.get("/readyz")).json()["models"]["chat"] == "ready"
    async with opening() as site:
        assert text_of(await say(site.http, "hello again")) == "Good evening."
        assert model.requests[-1].headers["authorization"] == f"Bearer {SECRET}"
    for file in tmp_path.iterdir():  # noqa: ASYNC240 - a test
        assert SECRET.encode() not in file.read_bytes(), file


async def test_a_key_is_never_shown(site: Site, model: ModelServer) -> None:
    put = await site.http.put("/api/settings", json=openai_at(model))
    for shown in (put, await site.http.get("/api/settings")):
        assert SECRET not in shown.text
        assert shown.json()["changeable"]["models.chat.api_key"] == "set"
        assert shown.json()["kept"]["models.chat.api_key"] == "set"
    exported = await site.http.post("/api/export")
    assert SECRET not in exported.text


async def test_a_key_is_not_sent_to_another_address(site: Site, model: ModelServer) -> None:
    await site.http.put("/api/settings", json=openai_at(model))
    with ModelServer("I listen.") as other:
        put = await site.http.put("/api/settings", json={"models.chat.endpoint": f"{other.url}/v1"})
        assert put.json()["changeable"]["models.chat.api_key"] == "unset"
        assert (await tried(site))["ok"]
        assert SECRET not in json.dumps([request.headers for request in other.requests])

    same = openai_at(model)
    await site.http.put("/api/settings", json=same)
    del same["models.chat.api_key"]
    put = await site.http.put("/api/settings", json=same)  # the same address again
    assert put.json()["changeable"]["models.chat.api_key"] == "set"


async def test_settings_that_cant_work_are_refused_and_nothing_changes(site: Site) -> None:
    put = await site.http.put("/api/settings", json={"models.chat.type": "gemini"})
    assert put.status_code == 422
    assert "GEMINI_API_KEY" in put.json()["detail"]
    assert (await site.http.get("/api/settings")).json()["kept"] == {}
    assert text_of(await say(site.http, "hello")) == "Hello there."


async def test_a_helper_may_have_another_model_of_the_same_provider(
    site: Site, model: ModelServer
) -> None:
    changes = openai_at(model, **{"models.title.model": "small"})
    put = await site.http.put("/api/settings", json=changes)
    assert put.json()["changeable"]["models.title.model"] == "small"
    assert put.json()["changeable"]["models.summary.model"] is None

    assert (await tried(site, "title"))["name"] == "openai:small"
    assert (await tried(site, "summary"))["name"] == "openai:loopback"
    assert [request.body["model"] for request in model.requests] == ["small", "loopback"]


async def test_a_model_that_works_says_something(site: Site, model: ModelServer) -> None:
    await site.http.put("/api/settings", json=openai_at(model))
    told = await tried(site)

    assert (told["ok"], told["what"], told["detail"]) == (True, "works", "Good evening.")
    assert told["took_ms"] > 0


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("unauthorized", "key_refused"),
        ("refused", "unreachable"),
        ("server_error", "unreachable"),
        ("broken_json", "bad_reply"),
    ],
)
async def test_what_does_not_work_is_told_in_words(
    site: Site, model: ModelServer, fault: Any, what: str
) -> None:
    await site.http.put("/api/settings", json=openai_at(model))
    model.fault = fault
    told = await tried(site)

    assert (told["ok"], told["what"]) == (False, what)
    assert told["detail"]
    assert SECRET not in json.dumps(told)
    model.fault = None
    assert (await tried(site))["ok"]  # what failed before is not held against it


async def test_without_a_model_the_test_says_so(opening: Opening) -> None:
    async with opening(models={"chat": {"type": "extractive"}}) as site:
        assert (await tried(site))["what"] == "no_model"
        assert (await tried(site, "embedding"))["what"] == "no_model"


async def test_the_local_embedder_is_tried_as_it_is_used(opening: Opening) -> None:
    async with opening(embedding={}) as site:
        for _ in range(2):
            told = await tried(site, "embedding")
            assert (told["ok"], told["what"]) == (True, "works"), told
        assert (await site.http.get("/readyz")).json()["embedder"] == "ready"


async def test_an_embedder_that_is_set_in_the_app_embeds_what_is_there(
    opening: Opening,
) -> None:
    with HttpProvider() as provider:
        async with opening(embedding={}) as site:
            await site.http.put("/api/settings", json={"embedding.type": "none"})
            assert (await site.http.get("/readyz")).json()["embedder"] == "none"
            made = await site.http.post("/api/memories", json={"text": "Ana lives in Porto."})
            assert made.json()["stage"] == "stored"

            changes = {"embedding.type": "openai", "embedding.base_url": f"{provider.url}/v1"}
            await site.http.put("/api/settings", json=changes)
            told = await tried(site, "embedding")
            assert (told["ok"], "dimensions" in told["detail"]) == (True, True)
            id = made.json()["id"]
            while (await site.http.get(f"/api/memories/{id}")).json()["stage"] == "stored":
                pass


@pytest.mark.parametrize("part", ["chat", "embedding"])
async def test_only_who_may_change_settings_may_try_them(site: Site, part: str) -> None:
    async with site.keyed("carla") as carla, site.keyed(read_only=True) as reader:
        for http in (carla, reader):
            tried = await http.post("/api/settings/test", json={"part": part})
            assert tried.status_code == 403


async def test_a_lost_key_file_costs_the_model_and_not_the_start(
    opening: Opening, model: ModelServer, tmp_path: Path
) -> None:
    async with opening() as site:
        changes = openai_at(model, **{"chat.rounds": 3})
        del changes["models.chat.endpoint"]  # so that a key is needed
        await site.http.put("/api/settings", json=changes)
    (tmp_path / "memory.db.key").unlink()
    async with opening() as site:
        shown = (await site.http.get("/api/settings")).json()
        assert shown["changeable"]["chat.rounds"] == 3
        assert shown["changeable"]["models.chat.api_key"] == "unset"
        assert text_of(await say(site.http, "hello")) == "Hello there."
