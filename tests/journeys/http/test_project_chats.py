"""Chats about a project, over HTTP."""

from pathlib import Path

import pytest
from tests.journeys.http.conftest import Site, say

CODE = 'class Tariff:\n    """What the post takes for a parcel: MAGPIE is the cheap one."""\n'
QUESTION = "what is Tariff?"


@pytest.fixture
async def post(site: Site, tmp_path: Path) -> str:
    """The key of a project."""
    root = tmp_path / "post"
    root.mkdir()
    (root / "tariff.py").write_text(CODE, "utf-8")
    await site.n.projects.learn(root, key="post")
    return "post"


def asked(site: Site) -> str:
    """The last prompt."""
    return "\n".join(message.content for message in site.model.prompts[-1])


async def test_a_chat_is_attached_and_detached(site: Site, post: str) -> None:
    chat = (await site.http.post("/api/chats", json={"title": "Post", "project": post})).json()
    assert chat["project"] == post
    await say(site.http, QUESTION, chat_id=chat["id"])
    assert "MAGPIE" in asked(site)

    path = f"/api/chats/{chat['id']}"
    renamed = await site.http.put(path, json={"title": "Parcels"})
    assert renamed.json()["project"] == post
    detached = await site.http.put(path, json={"project": None})
    assert (detached.status_code, detached.json()["project"]) == (200, None)
    await say(site.http, QUESTION, chat_id=chat["id"])
    assert "MAGPIE" not in asked(site)
    again = await site.http.put(path, json={"project": post})
    assert again.json()["project"] == post


async def test_a_turn_opens_a_chat_about_a_project(site: Site, post: str) -> None:
    frames = await say(site.http, QUESTION, project=post)

    assert "MAGPIE" in asked(site)
    chat = (await site.http.get(f"/api/chats/{frames[0].data['chat_id']}")).json()
    assert chat["project"] == post
    (recalled,) = [frame.data for frame in frames if frame.event == "recalled"]
    assert {(item["kind"], item["scope"]) for item in recalled["items"]} == {
        ("record", "project:post")
    }


async def test_an_unknown_project_is_not_found(site: Site) -> None:
    chat = (await site.http.post("/api/chats", json={})).json()

    for sent in (
        site.http.post("/api/chats", json={"project": "nowhere"}),
        site.http.put(f"/api/chats/{chat['id']}", json={"project": "nowhere"}),
        site.http.post("/api/chat", json={"message": "hi", "project": "nowhere"}),
    ):
        answer = await sent
        assert answer.status_code == 404
        assert "nowhere" in answer.json()["detail"]


async def test_a_key_of_one_user_looks_into_no_project(site: Site, post: str) -> None:
    made = await site.n.chats.create("carla", id="c", project=post)
    async with site.keyed("carla") as carla:
        for sent in (
            carla.post("/api/chats", json={"project": post}),
            carla.put("/api/chats/c", json={"project": post}),
            carla.post("/api/chat", json={"message": QUESTION, "chat_id": "c", "project": post}),
        ):
            assert (await sent).status_code == 403

        frames = await say(carla, QUESTION, chat_id=made.id)
        detached = await carla.put("/api/chats/c", json={"project": None})

    assert "MAGPIE" not in asked(site)
    told = [frame.data["what"] for frame in frames if frame.event == "degraded"]
    assert "project" in told
    assert frames[-1].event == "done"
    assert detached.json()["project"] is None


async def test_a_search_may_name_the_project_profile(site: Site) -> None:
    found = await site.http.post("/api/memories/search", json={"query": "x", "profile": "project"})

    assert found.status_code == 200
    assert found.json()["settings"]["name"] == "project"
