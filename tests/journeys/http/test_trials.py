"""Settings for all groups, their undoing, and trials, over HTTP."""

from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, streaming

from nagori.testing.scripted_model import ScriptedModel

ARMS = [{"name": "plain", "share": 1}, {"name": "warm", "settings": {"temperature": 1.5}}]


async def asked(site: Site, number: int, group: str = "team") -> str:
    body = {"text": f"question {number}?", "speaker": "ann", "external_id": f"om_{number}"}
    answer = await site.http.post(f"/api/groups/{group}/messages", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def context(site: Site, message_id: str, group: str = "team") -> dict[str, Any]:
    body = {"message_id": message_id}
    return (await site.http.post(f"/api/groups/{group}/context", json=body)).json()


async def test_settings_for_all_groups_hold_where_a_group_has_no_own(site: Site) -> None:
    url = "/api/group-settings"
    assert (await site.http.get(url)).json()["own"] == {}

    changed = await site.http.put(url, json={"temperature": 0.1, "max_context_messages": 5})
    await site.http.put("/api/groups/team/settings", json={"temperature": 0.4})

    assert changed.json()["own"] == {"temperature": 0.1, "max_context_messages": 5}
    assert changed.json()["settings"]["temperature"] == 0.1
    team = (await site.http.get("/api/groups/team/settings")).json()
    assert team["own"] == {"temperature": 0.4}
    assert (team["settings"]["temperature"], team["settings"]["max_context_messages"]) == (0.4, 5)
    other = (await site.http.get("/api/groups/other/settings")).json()
    assert (other["own"], other["settings"]["temperature"]) == ({}, 0.1)
    assert (await site.http.get("/api/groups")).json()["items"] == ["team"]
    bad = await site.http.put(url, json={"max_context_messages": -3})
    assert (bad.status_code, "max_context_messages" in bad.text) == (422, True)


@pytest.mark.parametrize("url", ["/api/group-settings", "/api/groups/team/settings"])
async def test_changes_are_undone_one_by_one(site: Site, url: str) -> None:
    for temperature in (0.1, 0.2, 0.3):
        await site.http.put(url, json={"temperature": temperature})
    await site.http.put(url, json={"temperature": None})

    undone = [(await site.http.post(f"{url}/undo")).json()["own"] for _ in range(4)]

    assert undone == [{"temperature": 0.3}, {"temperature": 0.2}, {"temperature": 0.1}, {}]
    none_left = await site.http.post(f"{url}/undo")
    assert none_left.status_code == 409
    assert "undo" in none_left.json()["detail"]
    assert (await site.http.get(url)).json()["settings"]["temperature"] == 0.7


async def test_an_undo_that_is_sent_twice_is_done_once(site: Site) -> None:
    url = "/api/groups/team/settings"
    for temperature in (0.1, 0.2):
        await site.http.put(url, json={"temperature": temperature})

    for _ in range(2):
        undone = await site.http.post(f"{url}/undo", headers={"Idempotency-Key": "u1"})
        assert undone.json()["own"] == {"temperature": 0.1}
    assert (await site.http.get(url)).json()["own"] == {"temperature": 0.1}


async def test_a_trial_from_its_start_to_its_adoption_and_back(opening: Opening) -> None:
    async with opening(server={"requests_per_minute": 100_000}) as site:
        started = await site.http.post("/api/trials", json={"name": "warmth", "arms": ARMS})
        assert started.status_code == 201, started.text
        assert (started.json()["by"], started.json()["ended_at"]) == ("message", None)

        for number in range(140):
            found = await context(site, await asked(site, number))
            arm = found["settings"]["trials"]["warmth"]
            body = {"good": arm == "warm" or number % 3 == 0}
            await site.http.post(f"/api/contexts/{found['id']}/feedback", json=body)

        shown = (await site.http.get("/api/trials/warmth")).json()
        assert shown["trial"]["name"] == "warmth"
        plain, warm = shown["outcome"]["arms"]
        assert plain["contexts"] + warm["contexts"] == 140
        assert min(plain["judged"], warm["judged"]) > 50
        assert (warm["success"], plain["success"] < 0.5) == (1.0, True)
        (one,) = shown["outcome"]["comparisons"]
        assert (one["arm"], one["against"], one["verdict"]) == ("warm", "plain", "better")
        assert one["p"] < 0.01
        assert 0.4 < one["interval"][0] <= one["difference"] <= one["interval"][1]

        adopted = await site.http.post("/api/trials/warmth/adopt", json={"arm": "warm"})
        assert adopted.json()["ended_at"] is not None
        team = "/api/groups/team/settings"
        assert (await site.http.get(team)).json()["settings"]["temperature"] == 1.5
        assert "trials" not in (await context(site, "om_1"))["settings"]
        again = await site.http.post("/api/trials/warmth/end")
        assert (again.status_code, "ended" in again.json()["detail"]) == (409, True)
        (listed,) = (await site.http.get("/api/trials")).json()["items"]
        assert listed == adopted.json()
        assert (await site.http.get("/api/trials/warmth")).json()["outcome"] == shown["outcome"]

        undone = await site.http.post("/api/group-settings/undo")
        assert undone.json()["own"] == {}
        assert (await site.http.get(team)).json()["settings"]["temperature"] == 0.7


async def test_a_turn_has_one_arm_for_its_context_and_its_answer(opening: Opening) -> None:
    model = ScriptedModel(["Yes."], repeats=True)
    async with opening(model, server={"requests_per_minute": 100_000}) as site:
        await site.http.post("/api/trials", json={"name": "warmth", "arms": ARMS})
        arms: set[str] = set()
        for number in range(12):
            id = await asked(site, number)
            body: dict[str, Any] = {"message_id": id}
            if number % 2:
                body = {"message": f"and {number}?", "speaker": "bob", "external_id": f"x{number}"}
            url = "/api/groups/team/chat"
            async with streaming(site.http, "POST", url, json=body) as frames:
                assert [frame async for frame in frames][-1].event == "done"
            (record,) = (await site.http.get("/api/contexts", params={"limit": 1})).json()["items"]
            arm = record["build"]["trials"]["warmth"]
            asked_again = await context(site, record["trigger_message_id"])
            assert asked_again["settings"]["trials"] == {"warmth": arm}
            assert model.asked[-1].options["temperature"] == {"plain": 0.7, "warm": 1.5}[arm]
            arms.add(arm)
        assert arms == {"plain", "warm"}


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ({"name": "x", "arms": ARMS[:1]}, 422, "arms"),
        ({"name": "a/b", "arms": ARMS}, 422, "name"),
        ({"name": "x", "arms": [ARMS[0], ARMS[0]]}, 422, "arms"),
        ({"name": "x", "arms": [ARMS[0], {**ARMS[1], "share": 0}]}, 422, "share"),
        ({"name": "x", "arms": ARMS, "by": "speaker"}, 422, "by"),
        ({"name": "x", "arms": [ARMS[0], {"name": "b", "settings": {"bot": "m"}}]}, 422, "bot"),
        ({"name": "other", "arms": ARMS}, 409, "'first' runs and sets temperature"),
        ({"name": "first", "arms": ARMS}, 409, "another name"),
    ],
)
async def test_what_can_not_be_tried_is_told(
    site: Site, body: dict[str, Any], status: int, told: str
) -> None:
    first = await site.http.post("/api/trials", json={"name": "first", "arms": ARMS})
    assert first.status_code == 201

    answer = await site.http.post("/api/trials", json=body)

    assert (answer.status_code, told in answer.text) == (status, True), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert len((await site.http.get("/api/trials")).json()["items"]) == 1


async def test_what_is_not_there_is_not_found(site: Site) -> None:
    await site.http.post("/api/trials", json={"name": "warmth", "arms": ARMS})

    nothing = [
        await site.http.get("/api/trials/nothing"),
        await site.http.post("/api/trials/nothing/end"),
        await site.http.post("/api/trials/nothing/adopt", json={"arm": "warm"}),
        await site.http.post("/api/trials/warmth/adopt", json={"arm": "nothing"}),
    ]

    assert [answer.status_code for answer in nothing] == [404] * 4
    assert (await site.http.get("/api/trials/warmth")).json()["trial"]["ended_at"] is None
