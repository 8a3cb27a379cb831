"""Groups over HTTP: a bot hears, asks what it should see, answers, and is judged."""

from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, streaming

from nagori.testing.scripted_model import ScriptedModel

TALK = (
    ("ann", "does anybody know why the wifi in room 4 drops?"),
    ("bob", "who brings the cake for Friday?"),
    ("cat", "ann: is it the wifi router on the second floor?"),
    ("dan", "bob: I can bring a chocolate cake"),
)


async def heard(site: Site, text: str, speaker: str, **more: Any) -> dict[str, Any]:
    body = {"text": text, "speaker": speaker, **more}
    answer = await site.http.post("/api/groups/team/messages", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_bot_in_a_group_from_hearing_to_feedback(opening: Opening) -> None:
    model = ScriptedModel(["Chocolate, by Dan."], repeats=True)
    async with opening(model) as site:
        for speaker, text in TALK:
            await heard(site, text, speaker)
        asked = await heard(
            site, "bot, dan: what cake is it now?", "bob", external_id="om_9", mentions=["bot"]
        )

        seen = await site.http.post("/api/groups/team/context", json={"message_id": "om_9"})
        context = seen.json()
        assert context["address"] == {"addressed": True, "reason": "mentioned"}
        assert "bob: I can bring a chocolate cake" in [m["content"] for m in context["messages"]]
        assert all(
            {"score", "parts", "chosen", "why"} <= one.keys() for one in context["candidates"]
        )

        body = {"message_id": asked["id"]}
        async with streaming(site.http, "POST", "/api/groups/team/chat", json=body) as frames:
            events = [frame async for frame in frames]
        assert [events[0].event, events[-1].event] == ["started", "done"]
        assert events[-1].data["finish_reason"] == "stop"
        told = "".join(e.data["text"] for e in events if e.event == "answer")
        assert told == "Chocolate, by Dan."

        used = (await site.http.get("/api/contexts", params={"group_id": "team"})).json()["items"]
        assert len(used) == 2
        answered = next(one for one in used if one["llm_response"] is not None)
        assert answered["llm_response"] == "Chocolate, by Dan."
        judged = await site.http.post(
            f"/api/contexts/{answered['context_id']}/feedback", json={"good": True, "text": "好"}
        )
        assert (judged.json()["success_indicator"], judged.json()["user_feedback"]) == (1.0, "好")
        one = await site.http.get(f"/api/contexts/{answered['context_id']}")
        assert one.json()["record"] == judged.json()
        told = {message["id"]: message["content"] for message in one.json()["messages"]}
        assert told[asked["id"]] == "bot, dan: what cake is it now?"
        assert set(answered["relevance_scores"]) <= told.keys()
        assert (await site.http.get("/api/groups")).json()["items"] == ["team"]


async def test_a_text_can_be_heard_and_answered_at_once_and_only_once(site: Site) -> None:
    body = {"message": "hello", "speaker": "ann", "external_id": "om_1"}
    once = {"Idempotency-Key": "k1"}
    for _ in range(2):
        async with streaming(
            site.http, "POST", "/api/groups/team/chat", json=body, headers=once
        ) as frames:
            events = [frame async for frame in frames]
        assert events[-1].event == "done"

    assert len(site.model.prompts) == 1
    assert "nagori_turns_begun_total 1.0" in (await site.http.get("/metrics")).text


async def test_settings_of_a_group(site: Site) -> None:
    url = "/api/groups/team/settings"
    assert (await site.http.get(url)).json()["own"] == {}

    changed = await site.http.put(url, json={"temperature": 0.1, "bot_names": ["小米"]})
    assert changed.json()["own"] == {"temperature": 0.1, "bot_names": ["小米"]}
    assert changed.json()["settings"]["temperature"] == 0.1
    back = await site.http.put(url, json={"temperature": None})
    assert back.json()["settings"]["temperature"] == 0.7
    bad = await site.http.put(url, json={"max_context_messages": -3})
    assert bad.status_code == 422
    assert "max_context_messages" in bad.text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/groups/team/messages", {"text": "hi"}, 422),
        ("/api/groups/team/messages", {"text": "", "speaker": "ann"}, 422),
        ("/api/groups/team/context", {"message_id": "nothing"}, 404),
        ("/api/groups/team/chat", {}, 422),
        ("/api/groups/team/chat", {"message": "hi"}, 422),
        ("/api/groups/team/chat", {"message": "hi", "message_id": "x", "speaker": "a"}, 422),
        ("/api/groups/team/chat", {"message_id": "nothing"}, 404),
        ("/api/contexts/nothing/feedback", {"good": True}, 404),
        ("/api/contexts/nothing/feedback", {}, 422),
        ("/api/contexts/nothing/feedback", {"success": 7}, 422),
    ],
)
async def test_what_is_wrong_is_told(
    site: Site, path: str, body: dict[str, Any], status: int
) -> None:
    answer = await site.http.post(path, json=body)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


async def test_how_contexts_did_is_counted(opening: Opening) -> None:
    async with opening(group={"context_build_timeout_seconds": 5.0}) as site:
        for speaker, text in TALK:
            await heard(site, text, speaker)
        asked = await heard(site, "dan: what cake?", "bob")
        await site.http.post("/api/groups/team/context", json={"message_id": asked["id"]})
        slow = {"context_build_timeout_seconds": 1e-9}
        await site.http.put("/api/groups/team/settings", json=slow)
        await site.http.post("/api/groups/team/context", json={"message_id": asked["id"]})

        stats = (await site.http.get("/api/stats")).json()["groups"]
        assert (stats["contexts"], stats["unique_groups_served"]) == (2, 1)
        assert stats["fallback_rate"] == 0.5
        text = (await site.http.get("/metrics")).text
        assert 'nagori_group_contexts_total{scorer="trained"} 1.0' in text
        assert 'nagori_group_contexts_total{scorer="recent"} 1.0' in text
        assert 'nagori_group_fallbacks_total{what="context"} 1.0' in text
        assert 'nagori_group_features{kind="made"} 5.0' in text
        async with site.keyed("ada") as http:
            assert (await http.get("/api/stats")).json()["groups"] is None
