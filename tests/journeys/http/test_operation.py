"""What operators and bots need: feed, hooks, settings, export, erasure, health, counters."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.journeys.http.conftest import Opening, Site, say, streaming

from nagori.testing.scripted_model import ScriptedModel


async def test_the_feed_tells_of_the_caller_s_changes_only(site: Site) -> None:
    async with site.keyed("carla") as carla, streaming(carla, "GET", "/api/events") as news:
        coming = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0.2)
        await say(site.http, "mine")
        assert not coming.done()
        async with site.client() as http:
            secret = await site.key()
            headers = {"X-API-Key": secret, "Nagori-User": "carla"}
            made = (await http.post("/api/chats", json={"title": "Tea"}, headers=headers)).json()
            first = await asyncio.wait_for(coming, 5)
            assert first.event == "chat"
            assert first.data["type"] == "chat"
            assert first.data["chat"]["id"] == made["id"]
            await say(http, "hers", chat_id=made["id"], headers=headers)
            second = await asyncio.wait_for(anext(news), 5)
            assert second.event == "message"
            assert second.data["message"]["content"] == "hers"


async def test_the_feed_tells_of_the_title_that_a_model_gives(opening: Opening) -> None:
    title = ScriptedModel(["Boats in May"])
    async with (
        opening(title=title) as site,
        streaming(site.http, "GET", "/api/events") as news,
    ):
        await say(site.http, "which boats sail in May?")
        chats = (frame.data["chat"] async for frame in news if frame.event == "chat")
        async with asyncio.timeout(10):
            named = await anext(chat async for chat in chats if chat["title_by"] == "model")

    assert named["title"] == "Boats in May"
    assert named["scope"] == "user:me"


async def test_a_bot_asks_before_and_hands_in_after(site: Site) -> None:
    await site.n.remember("Carla drinks green tea", user="carla")
    async with site.keyed() as bot:
        asked = {"user_id": "carla", "text": "what tea does Carla drink?", "limit": 1}
        found = (await bot.post("/api/retrieve", json=asked)).json()
        assert [item["text"] for item in found["items"]] == ["Carla drinks green tea"]
        dialogue = [
            {"role": "user", "content": "I moved to Kyoto"},
            {"role": "assistant", "content": "Noted."},
        ]
        body = {"user_id": "carla", "messages": dialogue}
        taken = (await bot.post("/api/memorize", json=body)).json()
        assert taken["remembered"] is True
        assert ["Kyoto" in memory["text"] for memory in taken["memories"]] == [True]
        headers = {"Nagori-User": "carla"}
        (chat,) = (await bot.get("/api/chats", headers=headers)).json()["items"]
        path = f"/api/chats/{chat['id']}/messages"
        heard = (await bot.get(path, headers=headers)).json()["items"]
        assert [m["content"] for m in heard] == ["I moved to Kyoto", "Noted."]


async def test_who_is_bound_to_a_user_asks_for_no_other(site: Site) -> None:
    asked = {"user_id": "carla", "text": "tea?"}
    dialogue = {"user_id": "carla", "messages": [{"role": "user", "content": "tea"}]}
    async with site.keyed("ada") as ada:
        for http in (ada, site.http):
            assert (await http.post("/api/retrieve", json=asked)).status_code == 403
            assert (await http.post("/api/memorize", json=dialogue)).status_code == 403
    async with site.keyed(read_only=True) as reader:
        assert (await reader.post("/api/retrieve", json=asked)).status_code == 200
        assert (await reader.post("/api/memorize", json=dialogue)).status_code == 403


async def test_settings_are_shown_without_secrets_and_apply_at_once(opening: Opening) -> None:
    sections = {
        "server": {"api_key": "k-very-secret"},
        "models": {"chat": {"api_key": "k-other-secret"}},
        "recall": {"max_items": 7},
    }
    model = ScriptedModel(["Arr."], repeats=True)
    async with opening(model, **sections) as site:
        shown = (await site.http.get("/api/settings")).json()
        assert "secret" not in json.dumps(shown["settings"]["server"])
        assert shown["settings"]["server"]["api_key"] == "set"
        assert shown["settings"]["models"]["chat"]["api_key"] == "set"
        assert shown["settings"]["openai_api_key"] == "unset"
        assert "recall.max_items" in shown["fixed"]

        changes = {"chat.persona": "You are a pirate.", "recall.max_items": 2}
        put = await site.http.put("/api/settings", json=changes)
        assert put.json()["changeable"]["chat.persona"] == "You are a pirate."
        assert put.json()["changeable"]["recall.max_items"] == 7
        assert put.json()["kept"] == changes
        await say(site.http, "who are you?")
        assert "pirate" in str(model.prompts[-1][0].content)
    async with opening() as site:  # they outlive the process; the environment no longer wins
        shown = (await site.http.get("/api/settings")).json()
        assert shown["changeable"]["chat.persona"] == "You are a pirate."
        assert shown["changeable"]["recall.max_items"] == 2
        back = await site.http.put("/api/settings", json={"chat.persona": None})
        assert "pirate" not in back.text


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"server.host": "0.0.0.0"},  # noqa: S104
        {"chat.rounds": 0},
        {"chat.rounds": "5"},
        {"time_zone": "Mars/Olympus"},
        {"recall.min_relevance": 2},
    ],
)
async def test_settings_that_cant_be_set_are_refused(
    site: Site, changes: dict[str, object]
) -> None:
    assert (await site.http.put("/api/settings", json=changes)).status_code == 422
    assert (await site.http.get("/api/settings")).json()["kept"] == {}


async def test_settings_are_for_who_has_the_whole_space(site: Site) -> None:
    async with site.keyed() as all_of_it, site.keyed("carla") as carla:
        assert (await all_of_it.get("/api/settings")).status_code == 200
        put = await all_of_it.put("/api/settings", json={"time_zone": "Asia/Tokyo"})
        assert put.json()["changeable"]["time_zone"] == "Asia/Tokyo"
        assert (await carla.get("/api/settings")).status_code == 403
        assert (await carla.put("/api/settings", json={"chat.rounds": 1})).status_code == 403
    async with site.keyed(space="elsewhere") as other, site.keyed(read_only=True) as reader:
        assert (await other.get("/api/settings")).status_code == 403
        assert (await reader.get("/api/settings")).status_code == 200
        assert (await reader.put("/api/settings", json={"chat.rounds": 1})).status_code == 403


async def test_stats_count_what_is_the_caller_s(opening: Opening) -> None:
    gate = asyncio.Event()
    async with opening(
        ScriptedModel(["One.", "Two."], gate=gate), chat={"stores_raw": False}
    ) as site:
        await site.n.remember("not mine", user="carla")
        await site.http.post("/api/memories", json={"text": "mine"})
        gone = (await site.http.post("/api/chats", json={})).json()["id"]
        await site.http.delete(f"/api/chats/{gone}")
        async with streaming(site.http, "POST", "/api/chat", json={"message": "hi"}) as frames:
            await anext(frames)
            running = (await site.http.get("/api/stats")).json()
            async with site.keyed("carla") as carla:
                hers = (await carla.get("/api/stats")).json()
            gate.set()
            assert [frame async for frame in frames][-1].event == "done"
        after = (await site.http.get("/api/stats")).json()

    assert (running["chats"], running["messages"], running["memories"]) == (1, 1, 1)
    assert running["turns_running"] == 1
    assert (after["messages"], after["turns_running"]) == (2, 0)
    assert isinstance(after["jobs_waiting"], int)
    assert hers == {
        "chats": 0,
        "messages": 0,
        "memories": 1,
        "turns_running": 0,
        "jobs_waiting": None,
        "groups": None,
        "memorising": {
            "messages": 0,
            "memories": 0,
            "calls": 0,
            "prompt_tokens": 0,
            "completion_tokens": 0,
            "tokens_per_memory": None,
        },
    }


async def test_an_export_is_the_caller_s_and_can_be_brought_in(site: Site, tmp_path: Path) -> None:
    await say(site.http, "I drink tea")
    await site.n.remember("Carla's secret", user="carla")
    await site.n.remember("Everybody's", user=None)

    exported = await site.http.post("/api/export")
    assert exported.headers["content-type"] == "application/jsonl"
    lines = [json.loads(line) for line in exported.text.splitlines()]
    assert lines[0]["nagori"] == 1
    assert {line["kind"] for line in lines[1:]} >= {"chat", "message", "memory"}
    assert {line["scope"] for line in lines[1:] if "scope" in line} == {"user:me"}
    assert "Carla's secret" not in exported.text
    file = tmp_path / "export.jsonl"
    file.write_bytes(exported.content)
    report = await site.n.within("elsewhere").import_file(file)
    assert report.added == len(lines) - 1
    assert report.failed == ()


async def test_the_caller_erases_what_is_theirs(site: Site) -> None:
    first = await say(site.http, "I drink tea")
    await say(site.http, "I drink coffee")
    memory = (await site.http.post("/api/memories", json={"text": "tea"})).json()["id"]
    kept = await site.n.remember("Carla's", user="carla")

    for body in ({}, {"all": False}, {"memory": memory, "all": True}):
        assert (await site.http.post("/api/erase", json=body)).status_code == 422
    receipt = (await site.http.post("/api/erase", json={"memory": memory})).json()
    assert receipt["erased"]["memories"] == 1
    chat = first[0].data["chat_id"]
    await site.http.delete(f"/api/chats/{chat}")
    receipt = (await site.http.post("/api/erase", json={"chat": chat})).json()
    assert receipt["erased"]["messages"] == 2
    assert (await site.http.post("/api/erase", json={"memory": kept.id})).status_code == 404
    await site.http.post("/api/erase", json={"all": True})
    stats = (await site.http.get("/api/stats")).json()
    assert (stats["chats"], stats["messages"], stats["memories"]) == (0, 0, 0)
    assert (await site.n.get(kept.id)).text == "Carla's"


async def test_health_tells_everybody_little_and_the_operator_more(site: Site) -> None:
    assert (await site.http.get("/livez")).json() == {"status": "ok"}
    mine = await site.http.get("/readyz")
    assert mine.status_code == 200
    assert mine.json()["store"] == "ready"
    assert mine.json()["queue"]["waiting"] >= 0
    for headers in ({"X-Forwarded-For": "1.2.3.4"}, {"X-API-Key": await site.key("carla")}):
        theirs = await site.http.get("/readyz", headers=headers)
        assert theirs.status_code == 200
        assert theirs.json()["queue"] is None
        assert theirs.json()["reasons"] is None


async def test_counters_have_no_words_of_callers(site: Site) -> None:
    await say(site.http, "the parcel RX-4711")
    await site.http.get("/api/chats/a-very-private-name")
    await site.http.get("/a-very-private-path?query=RX-4711")

    text = (await site.http.get("/metrics")).text
    assert 'nagori_requests_total{method="POST",route="/api/chat",status="200"} 1.0' in text
    assert 'route="/api/chats/{chat_id}",status="404"' in text
    assert 'nagori_turns_ended_total{how="done"} 1.0' in text
    assert "nagori_turns_running 0.0" in text
    assert "nagori_recalls_total 1.0" in text
    assert "private" not in text
    assert "RX-4711" not in text
    async with site.keyed("me") as keyed, site.keyed(space="elsewhere") as other:
        assert (await keyed.get("/metrics")).status_code == 403
        assert (await other.get("/metrics")).status_code == 403
    proxied = await site.http.get("/metrics", headers={"Via": "1.1 proxy"})
    assert proxied.status_code == 401
