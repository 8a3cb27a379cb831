"""Idempotency keys: a request that is sent twice is done once."""

import asyncio

import pytest
from tests.journeys.http.conftest import Opening, Site, say, streaming, text_of

from nagori.testing.scripted_model import ScriptedModel

KEY = {"Idempotency-Key": "7f9c"}


async def test_the_same_request_again_gets_the_same_answer(site: Site) -> None:
    body = {"text": "I like tea"}
    first = await site.http.post("/api/memories", json=body, headers=KEY)
    again = await site.http.post("/api/memories", json=body, headers=KEY)

    assert again.status_code == first.status_code == 201
    assert again.json() == first.json()
    assert again.headers["content-type"] == first.headers["content-type"]
    assert again.headers["idempotency-replayed"] == "true"
    assert first.json()["times_said"] == 1
    assert (await site.http.get("/api/memories")).json()["items"][0]["times_said"] == 1


async def test_an_empty_answer_is_repeated_too(site: Site) -> None:
    chat = (await site.http.post("/api/chats", json={})).json()["id"]
    for _ in range(2):
        assert (await site.http.delete(f"/api/chats/{chat}", headers=KEY)).status_code == 204


async def test_a_key_is_for_one_request(site: Site) -> None:
    await site.http.post("/api/memories", json={"text": "I like tea"}, headers=KEY)

    other = await site.http.post("/api/memories", json={"text": "I like coffee"}, headers=KEY)
    assert other.status_code == 422
    elsewhere = await site.http.post("/api/chats", json={"title": "Tea"}, headers=KEY)
    assert elsewhere.status_code == 422
    assert len((await site.http.get("/api/memories")).json()["items"]) == 1


async def test_the_keys_of_two_callers_are_two_keys(site: Site) -> None:
    body = {"text": "I like tea"}
    mine = (await site.http.post("/api/memories", json=body, headers=KEY)).json()
    async with site.keyed("carla") as http:
        hers = (await http.post("/api/memories", json=body, headers=KEY)).json()
    async with site.keyed() as http:
        for user in ("carla", "ada"):
            headers = {**KEY, "Nagori-User": user}
            made = (await http.post("/api/memories", json=body, headers=headers)).json()
            assert made["scope"] == f"user:{user}"

    assert mine["scope"] == "user:me"
    assert hers["scope"] == "user:carla"


async def test_a_request_that_failed_may_be_made_again(site: Site) -> None:
    path = "/api/memories/none"
    assert (await site.http.delete(path, headers=KEY)).status_code == 404
    assert (await site.http.delete(path, headers=KEY)).status_code == 404
    body = {"text": "\u200b"}
    assert (await site.http.post("/api/memories", json=body, headers=KEY)).status_code == 422
    body = {"text": "I like tea"}
    assert (await site.http.post("/api/memories", json=body, headers=KEY)).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201])
async def test_a_key_has_a_length(site: Site, key: str) -> None:
    refused = await site.http.post(
        "/api/memories", json={"text": "I like tea"}, headers={"Idempotency-Key": key}
    )
    assert refused.status_code == 422


async def test_a_message_that_is_sent_again_comes_back_to_its_turn(opening: Opening) -> None:
    gate = asyncio.Event()
    async with opening(ScriptedModel(["Green tea."], gate=gate, piece_chars=3)) as site:
        body = {"message": "what do I drink?"}
        async with streaming(site.http, "POST", "/api/chat", json=body, headers=KEY) as frames:
            started = await anext(frames)
        gate.set()

        again = await say(site.http, "what do I drink?", headers=KEY)
        assert again[0] == started
        assert text_of(again) == "Green tea."
        assert await say(site.http, "what do I drink?", headers=KEY) == again
        path = f"/api/chats/{started.data['chat_id']}/messages"
        messages = (await site.http.get(path)).json()["items"]
        assert [m["content"] for m in messages] == ["what do I drink?", "Green tea."]
        other = await site.http.post("/api/chat", json={"message": "and you?"}, headers=KEY)
        assert other.status_code == 422


async def test_two_at_once_are_one(site: Site) -> None:
    async with site.client() as other:
        body = {"text": "I like tea"}
        both = await asyncio.gather(
            site.http.post("/api/memories", json=body, headers=KEY),
            other.post("/api/memories", json=body, headers=KEY),
        )
    assert sorted(one.status_code for one in both) in ([201, 201], [201, 409])
    assert (await site.http.get("/api/memories")).json()["items"][0]["times_said"] == 1


async def test_an_erasure_takes_the_answers_for_repeats_with_it(site: Site) -> None:
    body = {"text": "I like oolong"}
    first = await site.http.post("/api/memories", json=body, headers=KEY)
    await site.http.post("/api/erase", json={"all": True})

    again = await site.http.post("/api/memories", json=body, headers=KEY)
    assert again.status_code == 201
    assert again.json()["id"] != first.json()["id"]
