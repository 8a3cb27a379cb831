"""What the app offers besides chats: a sample conversation, and bringing data in."""

import json
from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, say, text_of


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_sample_conversation_can_be_asked_about_without_a_model(
    opening: Opening, language: str
) -> None:
    async with opening(models={"chat": {"type": "extractive"}}, embedding={}) as site:
        made = await site.http.post("/api/sample", json={"language": language})
        assert made.status_code == 201
        sample = made.json()
        chat = sample["chat"]
        messages = (await site.http.get(f"/api/chats/{chat['id']}/messages")).json()["items"]
        assert [message["role"] for message in messages] == ["user", "assistant"] * 3
        memories = (await site.http.get("/api/memories")).json()["items"]
        assert {memory["chat_id"] for memory in memories} == {chat["id"]}
        for question in sample["questions"]:
            body = {"query": question, "profile": "chat"}
            found = (await site.http.post("/api/memories/search", json=body)).json()
            assert found["items"], question


async def test_the_sample_again_is_a_new_chat_and_no_new_memories(site: Site) -> None:
    first, again = [(await site.http.post("/api/sample", json={})).json() for _ in range(2)]
    memories = (await site.http.get("/api/memories")).json()["items"]

    assert first["chat"]["id"] != again["chat"]["id"]
    assert len(memories) == 5
    assert {memory["times_said"] for memory in memories} == {1}


async def test_an_export_comes_back_over_http(opening: Opening, tmp_path: Any) -> None:
    async with opening() as site:
        await site.http.post("/api/memories", json={"text": "I like tea"})
        await say(site.http, "hello")
        lines = (await site.http.post("/api/export")).content
    async with opening(path=tmp_path / "other.db") as site:
        for added in (True, False):  # safe to do twice
            report = (await site.http.post("/api/import", files={"file": lines})).json()
            assert (report["format"], report["failed"]) == ("nagori", [])
            assert (report["added"] > 0, report["known"] > 0) == (added, not added)
        memories = (await site.http.get("/api/memories")).json()["items"]
        assert "I like tea" in [memory["text"] for memory in memories]


async def test_records_of_an_older_store_become_the_caller_s(site: Site) -> None:
    old = [{"text": "Ana lives in Porto", "timestamp": "2025-05-03T10:00:00Z"}, {"text": 7}]
    report = (await site.http.post("/api/import", files={"file": json.dumps(old).encode()})).json()

    assert (report["format"], report["added"], len(report["failed"])) == ("json", 1, 1)
    (memory,) = (await site.http.get("/api/memories")).json()["items"]
    assert memory["scope"] == "user:me"


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"hello", b"%PDF-1.4"])
async def test_a_file_that_is_none_of_ours_is_refused(site: Site, content: bytes) -> None:
    refused = await site.http.post("/api/import", files={"file": content})
    assert refused.status_code == 422
    assert "nagori-import" not in refused.text  # no path of the server


async def test_nobody_brings_in_what_may_be_somebody_else_s(site: Site) -> None:
    async with site.keyed("carla") as carla:
        refused = await carla.post("/api/import", files={"file": b"[]"})
        assert refused.status_code == 403


async def test_the_sample_is_not_shown_to_others(site: Site) -> None:
    await site.http.post("/api/sample", json={})
    async with site.keyed("carla") as carla:
        assert (await carla.get("/api/chats")).json()["items"] == []
        assert text_of(await say(carla, "hello")) == "Hello there."
