"""Turns over HTTP: streamed, resumed, stopped, left and come back to."""

import asyncio
import time
from pathlib import Path

from tests.journeys.http.conftest import Opening, Site, say, streaming, text_of

from nagori.errors import ModelUnavailableError
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import EndPiece, TextPiece, ThoughtPiece

THOUGHTS = [ThoughtPiece("hm"), TextPiece("Green "), TextPiece("tea."), EndPiece()]


async def test_a_turn_is_streamed_as_numbered_events(opening: Opening) -> None:
    async with opening(ScriptedModel([THOUGHTS])) as site:
        frames = await say(site.http, "what do I drink?")

        assert frames[0].event == "started"
        assert frames[-1].event == "done"
        assert "thinking" in [frame.event for frame in frames]
        assert text_of(frames) == "Green tea."
        assert [frame.id for frame in frames] == [str(n + 1) for n in range(len(frames))]
        assert all(frame.data["number"] == int(frame.id or 0) for frame in frames)
        assert all(frame.data["type"] == frame.event for frame in frames)
        chat = (await site.http.get(f"/api/chats/{frames[0].data['chat_id']}")).json()
        assert chat["scope"] == "user:me"


async def test_a_reader_resumes_after_the_last_event_it_saw(opening: Opening) -> None:
    async with opening(ScriptedModel([THOUGHTS])) as site:
        frames = await say(site.http, "what do I drink?")
        path = f"/api/turns/{frames[0].data['turn_id']}/events"

        async with streaming(site.http, "GET", path) as again:
            assert [frame async for frame in again] == frames
        async with streaming(site.http, "GET", path, headers={"Last-Event-ID": "2"}) as rest:
            assert [frame async for frame in rest] == frames[2:]
        async with streaming(site.http, "GET", path, params={"after": 3}) as rest:
            assert [frame async for frame in rest] == frames[3:]
        wrong = await site.http.get(path, headers={"Last-Event-ID": "third"})
        assert wrong.status_code == 422


async def test_a_reader_who_leaves_comes_back_to_the_whole_turn(opening: Opening) -> None:
    gate = asyncio.Event()
    async with opening(ScriptedModel([THOUGHTS], gate=gate)) as site:
        async with streaming(
            site.http, "POST", "/api/chat", json={"message": "what do I drink?"}
        ) as frames:
            started = await anext(frames)
        turn = started.data["turn_id"]
        await asyncio.sleep(0.2)
        gate.set()

        async with streaming(site.http, "GET", f"/api/turns/{turn}/events") as again:
            seen = [frame async for frame in again]
        assert seen[0] == started
        assert text_of(seen) == "Green tea."
        assert site.n.running_turns == 0


async def test_a_turn_that_nobody_reads_is_stopped_after_a_while(opening: Opening) -> None:
    model = ScriptedModel([THOUGHTS], gate=asyncio.Event())
    async with opening(model, chat={"unread_s": 1.0}) as site:
        async with streaming(site.http, "POST", "/api/chat", json={"message": "hi"}) as frames:
            await anext(frames)
        until = time.monotonic() + 20
        while site.n.running_turns:
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        assert model.closed == 1


async def test_a_stop_ends_the_turn_within_a_second_and_keeps_what_was_said(
    opening: Opening,
) -> None:
    model = ScriptedModel([[TextPiece("Green "), TextPiece("tea.")]], gate=asyncio.Event())
    async with opening(model) as site, site.client() as other:
        async with streaming(site.http, "POST", "/api/chat", json={"message": "hi"}) as frames:
            started = await anext(frames)
            async for frame in frames:
                if frame.event == "answer":
                    break
            began = time.monotonic()
            stopped = await other.post(f"/api/turns/{started.data['turn_id']}/stop")
            rest = [frame async for frame in frames]
        assert time.monotonic() - began < 1
        assert stopped.json()["state"] == "stopped"
        assert rest[-1].event == "done"
        assert rest[-1].data["finish_reason"] == "stopped"
        path = f"/api/chats/{started.data['chat_id']}/messages"
        messages = (await site.http.get(path)).json()["items"]
        assert [(m["content"], m["state"]) for m in messages] == [
            ("hi", "final"),
            ("Green", "partial"),
        ]


async def test_a_second_turn_in_a_chat_is_refused_while_one_runs(opening: Opening) -> None:
    gate = asyncio.Event()
    async with opening(ScriptedModel([THOUGHTS], gate=gate)) as site:
        async with streaming(site.http, "POST", "/api/chat", json={"message": "one"}) as frames:
            chat = (await anext(frames)).data["chat_id"]
            second = await site.http.post("/api/chat", json={"message": "two", "chat_id": chat})
            assert second.status_code == 409
            assert second.headers["content-type"] == "application/problem+json"
            assert second.json()["code"] == "conflict"
            gate.set()
            assert [frame async for frame in frames][-1].event == "done"
        messages = (await site.http.get(f"/api/chats/{chat}/messages")).json()["items"]
        assert [m["content"] for m in messages] == ["one", "Green tea."]


async def test_what_cant_be_begun_is_no_stream(site: Site) -> None:
    unknown = await site.http.post("/api/chat", json={"message": "hi", "chat_id": "nowhere"})
    assert unknown.status_code == 404
    blank = await site.http.post("/api/chat", json={"message": " \u200b "})
    assert blank.status_code == 422
    document = await site.http.post("/api/chat", json={"message": "hi", "document_ids": ["d1"]})
    assert document.status_code == 404
    edit = await site.http.post("/api/chat", json={"message": "hi", "replaces": "m1"})
    assert edit.status_code == 404
    assert (await site.http.get("/api/turns/none/events")).status_code == 404
    assert (await site.http.post("/api/turns/none/stop")).status_code == 404
    assert (await site.http.get("/api/chats")).json()["items"] == []


async def test_an_edited_message_replaces_what_came_after_it(site: Site) -> None:
    first = await say(site.http, "I drink tea")
    chat, message = first[0].data["chat_id"], first[0].data["message_id"]
    await say(site.http, "I drink coffee", chat_id=chat, replaces=message)

    messages = (await site.http.get(f"/api/chats/{chat}/messages")).json()["items"]
    shown = [m["content"] for m in messages if m["state"] != "replaced"]
    assert shown == ["I drink coffee", "Hello there."]


async def test_a_model_that_fails_ends_the_turn_with_an_error_and_the_chat_goes_on(
    opening: Opening,
) -> None:
    model = ScriptedModel([ModelUnavailableError("scripted", "it is down"), "Back again."])
    async with opening(model) as site:
        frames = await say(site.http, "hi")
        assert frames[-1].event == "error"
        assert frames[-1].data["code"] == "model_unavailable"

        chat = frames[0].data["chat_id"]
        assert text_of(await say(site.http, "and now?", chat_id=chat)) == "Back again."


async def test_without_a_store_chats_still_answer_and_everything_says_so(
    opening: Opening, tmp_path: Path
) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"this is no database" * 1000)
    async with opening(path=path, server={"api_key": "k-1"}) as site:
        frames = await say(site.http, "are you there?", chat_id="from-before")
        assert text_of(frames) == "Hello there."
        assert frames[0].data["saved"] is False
        assert frames[0].data["chat_id"] == "from-before"

        ready = await site.http.get("/readyz")
        assert ready.status_code == 503
        assert ready.json()["store"] == "failed"
        assert ready.json()["chats"] == "unsaved"
        kept = await site.http.post("/api/memories", json={"text": "I like tea"})
        assert kept.status_code == 503
        assert kept.json()["code"] == "store_failed"
        assert str(tmp_path) not in kept.text
        body = {"user_id": "me", "text": "tea?"}
        retrieved = await site.http.post("/api/retrieve", json=body)
        assert retrieved.status_code == 200
        assert retrieved.json()["items"] == []
        assert retrieved.json()["degraded"]
        dialogue = {"user_id": "me", "messages": [{"role": "user", "content": "I like tea"}]}
        memorized = await site.http.post("/api/memorize", json=dialogue)
        assert memorized.status_code == 200
        assert memorized.json()["remembered"] is False
        assert str(tmp_path) not in memorized.text
        repeated = await say(site.http, "again", headers={"Idempotency-Key": "k"})
        assert repeated[-1].event == "done"
        async with site.client(authorization="Bearer k-1", nagori_user="carla") as keyed:
            assert text_of(await say(keyed, "me too")) == "Hello there."
        async with site.client(x_api_key="nagori_unknown") as other:
            assert (await other.get("/api/chats")).status_code == 503
    assert path.read_bytes() == b"this is no database" * 1000


async def test_a_chat_tells_what_happened_on_the_way_to_its_answers(opening: Opening) -> None:
    thoughts = [ThoughtPiece("hm, "), ThoughtPiece("tea"), TextPiece("Green "), TextPiece("tea.")]
    async with opening(ScriptedModel([[*thoughts, EndPiece()]], repeats=True)) as site:
        await site.n.remember("I drink green tea", user="me")
        frames = await say(site.http, "what do I drink?")
        chat, answer = frames[0].data["chat_id"], frames[-1].data["message_id"]
        await say(site.http, "and else?", chat_id=chat)

        page = (await site.http.get(f"/api/chats/{chat}/turns")).json()
        first, second = page["items"]
        assert first["turn"]["id"] == frames[0].data["turn_id"]
        assert first["turn"]["answer_id"] == answer
        told = [frame.data for frame in frames if frame.event not in ("answer", "thinking")]
        assert [event for event in first["events"] if event["type"] != "thinking"] == told
        assert [e["text"] for e in first["events"] if e["type"] == "thinking"] == ["hm, tea"]
        (recalled,) = [e for e in first["events"] if e["type"] == "recalled"]
        assert [item["text"] for item in recalled["items"]] == ["I drink green tea"]
        last = (await site.http.get(f"/api/chats/{chat}/turns", params={"limit": 1})).json()
        assert last["items"] == [second]
        async with site.keyed("carla") as other:
            assert (await other.get(f"/api/chats/{chat}/turns")).status_code == 404


async def test_a_chat_tells_of_the_turn_that_runs(opening: Opening) -> None:
    gate = asyncio.Event()
    async with opening(ScriptedModel([THOUGHTS], gate=gate)) as site:
        async with streaming(site.http, "POST", "/api/chat", json={"message": "hi"}) as frames:
            started = await anext(frames)
        chat = started.data["chat_id"]

        (running,) = (await site.http.get(f"/api/chats/{chat}/turns")).json()["items"]
        assert (running["turn"]["state"], running["events"]) == ("running", [])
        assert running["turn"]["id"] == started.data["turn_id"]
        gate.set()


async def test_what_nearly_came_in_is_told_with_the_rule_that_kept_it_out(
    opening: Opening,
) -> None:
    async with opening(recall={"max_items": 1}) as site:
        await site.n.remember("My sister Ana grows tomatoes on her balcony", user="me")
        await site.n.remember("My sister Ana grows basil in the kitchen", user="me")
        frames = await say(site.http, "what does my sister Ana grow on her balcony?")

        (recalled,) = [frame.data for frame in frames if frame.event == "recalled"]
        assert [item["text"][-7:] for item in recalled["items"]] == ["balcony"]
        (miss,) = recalled["near_misses"]
        assert (miss["text"][-7:], miss["rule"]) == ("kitchen", "limit")
