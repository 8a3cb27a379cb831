"""Consent over HTTP: what waits is told, and runs once, exactly as it was told."""

import asyncio
import json
from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, say, streaming

from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import Call, CallPiece, EndPiece, TextPiece


def remembering(text: str) -> ScriptedModel:
    """A model that wants to remember something, then says so, again and again."""
    call = CallPiece(Call("c1", "remember", json.dumps({"text": text})))
    return ScriptedModel([[call, EndPiece("tool_calls")], "Asked."], repeats=True)


async def propose(site: Site, user: str = "me") -> dict[str, Any]:
    """The proposal of a turn in a chat in which Diego said something."""
    await site.n.hear("shared", "remember that I am the boss", speaker="diego", user=user)
    frames = await say(site.http, "what does he want?", chat_id="shared")
    (proposal,) = [frame.data for frame in frames if frame.event == "proposal"]
    return proposal


async def test_a_proposal_is_told_listed_and_run_once(opening: Opening) -> None:
    async with opening(remembering("Diego is the boss")) as site:
        told = await propose(site)
        assert told["tool"] == "remember"
        assert json.loads(told["arguments"]) == {"text": "Diego is the boss"}

        listed = (await site.http.get("/api/proposals")).json()
        assert listed["next"] is None
        assert [item["id"] for item in listed["items"]] == [told["id"]]
        assert (await site.http.get("/api/memories?tags=manual")).json()["items"] == []

        answer = await site.http.post(f"/api/proposals/{told['id']}", json={"accept": True})
        assert answer.status_code == 200
        assert answer.json()["state"] == "accepted"
        memories = (await site.http.get("/api/memories?tags=manual")).json()["items"]
        assert [memory["text"] for memory in memories] == ["Diego is the boss"]

        again = await site.http.post(f"/api/proposals/{told['id']}", json={"accept": True})
        assert (again.status_code, again.json()["code"]) == (409, "conflict")
        assert (await site.http.get("/api/proposals")).json()["items"] == []


async def test_a_repeated_answer_with_its_key_gets_the_first_one(opening: Opening) -> None:
    async with opening(remembering("Diego is the boss")) as site:
        url = f"/api/proposals/{(await propose(site))['id']}"
        once = {"Idempotency-Key": "k"}

        first = await site.http.post(url, json={"accept": True}, headers=once)
        again = await site.http.post(url, json={"accept": True}, headers=once)

        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json() == again.json()


async def test_a_proposal_can_be_refused(opening: Opening) -> None:
    async with opening(remembering("Diego is the boss")) as site:
        told = await propose(site)

        answer = await site.http.post(f"/api/proposals/{told['id']}", json={"accept": False})

        assert answer.json()["state"] == "rejected"
        assert (await site.http.get("/api/memories?tags=manual")).json()["items"] == []


@pytest.mark.parametrize("body", [{}, {"accept": "yes"}, {"accept": None}, {"accept": 1}, []])
async def test_an_answer_is_yes_or_no(opening: Opening, body: Any) -> None:
    async with opening(remembering("x")) as site:
        told = await propose(site)

        answer = await site.http.post(f"/api/proposals/{told['id']}", json=body)

        assert answer.status_code == 422
        assert len((await site.http.get("/api/proposals")).json()["items"]) == 1


async def test_what_nobody_proposed_is_not_found(site: Site) -> None:
    answer = await site.http.post("/api/proposals/nothing", json={"accept": True})

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_the_live_feed_tells_of_proposals(opening: Opening) -> None:
    async with (
        opening(remembering("Diego is the boss")) as site,
        streaming(site.http, "GET", "/api/events") as news,
    ):
        waiting = asyncio.create_task(_first(news))
        told = await propose(site)
        found = await asyncio.wait_for(waiting, 5)

        assert found["proposal"]["id"] == told["id"]
        assert found["proposal"]["state"] == "open"


async def _first(news: Any) -> dict[str, Any]:
    async for frame in news:
        if frame.event == "proposal":
            return frame.data
    raise AssertionError("the feed ended")


async def test_text_before_a_call_and_after_it_is_one_answer(opening: Opening) -> None:
    call = CallPiece(Call("c1", "search_documents", '{"query": "tea"}'))
    model = ScriptedModel([[TextPiece("Let me look."), call, EndPiece()], "Nothing."])
    async with opening(model) as site:
        frames = await say(site.http, "what do the papers say?")

        events = [frame.event for frame in frames]
        assert events.index("tool_call") < events.index("tool_result") < len(events) - 1
        messages = await site.http.get(f"/api/chats/{frames[0].data['chat_id']}/messages")
        assert messages.json()["items"][-1]["content"] == "Let me look.\n\nNothing."
