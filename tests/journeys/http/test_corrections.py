"""Conversations put right over HTTP."""

from typing import Any

import pytest
from tests.journeys.http.conftest import Site
from tests.journeys.http.test_groups import TALK, heard


def url(message: str) -> str:
    return f"/api/groups/team/messages/{message}/conversation"


async def a_talk(site: Site) -> list[str]:
    """The ids of what was said."""
    return [(await heard(site, text, speaker))["id"] for speaker, text in TALK]


async def a_context(site: Site, message: str) -> dict[str, Any]:
    answer = await site.http.post("/api/groups/team/context", json={"message_id": message})
    return answer.json()


async def test_a_conversation_is_put_right_and_taken_back(site: Site) -> None:
    wifi, cake, router, bringing = await a_talk(site)
    before = await a_context(site, bringing)
    assert [one["id"] for one in before["messages"]] == [cake]
    assert before["links"][bringing]["to"] == cake

    done = await site.http.put(url(bringing), json={"with": router})

    assert done.status_code == 200, done.text
    assert (done.json()["message_id"], done.json()["belongs_with"]) == (bringing, router)
    context = await a_context(site, bringing)
    assert [one["id"] for one in context["messages"]] == [wifi, router]
    opened = (await site.http.get(f"/api/contexts/{context['id']}")).json()
    assert opened["corrections"] == {bringing: router}
    assert opened["record"]["build"]["links"][bringing] == {"to": router, "chance": 0.97}

    alone = await site.http.put(url(bringing), json={"with": None})
    assert alone.json()["belongs_with"] is None
    assert (await a_context(site, bringing))["messages"] == []
    opened = (await site.http.get(f"/api/contexts/{context['id']}")).json()
    assert opened["corrections"] == {bringing: None}

    for _ in range(2):
        assert (await site.http.delete(url(bringing))).status_code == 204
    assert [one["id"] for one in (await a_context(site, bringing))["messages"]] == [cake]


async def test_what_is_wrong_with_a_correction_is_told(site: Site) -> None:
    wifi, cake, *_ = await a_talk(site)
    elsewhere = await site.http.post(
        "/api/groups/other/messages", json={"text": "hi", "speaker": "ann"}
    )

    for message, body, status, why in (
        (cake, {"with": cake}, 422, "itself"),
        (wifi, {"with": cake}, 422, "came before"),
        (cake, {"with": elsewhere.json()["id"]}, 404, "no message"),
        (elsewhere.json()["id"], {"with": None}, 404, "no message"),
        ("nothing", {"with": wifi}, 404, "no message"),
        (cake, {}, 422, "with"),
        (cake, {"with": 7}, 422, "with"),
    ):
        answer = await site.http.put(url(message), json=body)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert why in answer.text
    assert (await site.http.delete(url("nothing"))).status_code == 404


@pytest.mark.parametrize("id", ["om_2", None], ids=["external id", "id"])
async def test_messages_may_be_named_as_the_platform_names_them(site: Site, id: str | None) -> None:
    first = await heard(site, "who brings the cake?", "bob", external_id="om_1")
    second = await heard(site, "look at the router", "cat", external_id="om_2")

    done = await site.http.put(url(id or second["id"]), json={"with": "om_1"})

    told = done.json()
    assert (told["message_id"], told["belongs_with"]) == (second["id"], first["id"])


async def test_what_was_said_is_read_in_parts(site: Site) -> None:
    ids = await a_talk(site)

    last = (await site.http.get("/api/groups/team/messages", params={"limit": 3})).json()

    assert [one["id"] for one in last["items"]] == ids[1:]
    assert last["next"] == ids[1]
    rest = await site.http.get("/api/groups/team/messages", params={"before": last["next"]})
    assert [one["id"] for one in rest.json()["items"]] == ids[:1]
    assert rest.json()["next"] is None
    wrong = await site.http.get("/api/groups/team/messages", params={"before": "nothing"})
    assert wrong.status_code == 404
    assert (await site.http.get("/api/groups/nobody/messages")).json()["items"] == []


async def test_a_message_that_another_was_put_beside_is_told_of_too(site: Site) -> None:
    far = await heard(site, "an old thing", "zoe")
    for number in range(120):
        await heard(site, f"line {number}", f"p{number % 9}")
    asked = await heard(site, "what about it?", "ann")
    context = await a_context(site, asked["id"])
    assert far["id"] not in context["links"]

    await site.http.put(url(asked["id"]), json={"with": far["id"]})

    opened = (await site.http.get(f"/api/contexts/{context['id']}")).json()
    assert far["id"] == opened["messages"][0]["id"]
    assert opened["messages"][-1]["id"] == asked["id"]
