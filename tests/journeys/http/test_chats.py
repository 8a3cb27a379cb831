"""Chats over HTTP: make, list, look, change, delete and bring back."""

from tests.journeys.http.conftest import Site, say


async def test_a_chat_is_made_listed_changed_deleted_and_brought_back(site: Site) -> None:
    made = await site.http.post("/api/chats", json={"title": "Tea", "metadata": {"shelf": 2}})
    assert made.status_code == 201
    chat = made.json()
    assert chat["title"] == "Tea"
    assert chat["scope"] == "user:me"
    assert chat["metadata"] == {"shelf": 2}
    path = f"/api/chats/{chat['id']}"

    changed = await site.http.put(path, json={"title": "Green tea", "archived": True})
    assert changed.json()["title"] == "Green tea"
    assert (await site.http.get("/api/chats")).json() == {"items": [], "next": None}
    away = (await site.http.get("/api/chats?archived=true")).json()
    assert [one["id"] for one in away["items"]] == [chat["id"]]
    assert (await site.http.put(path, json={"metadata": {"a": [1]}})).json()["metadata"] == {
        "a": [1]
    }

    assert (await site.http.delete(path)).status_code == 204
    assert (await site.http.get(path)).status_code == 404
    restored = await site.http.post(f"{path}/restore")
    assert restored.status_code == 200
    assert (await site.http.get(path)).json() == restored.json()


async def test_a_list_of_chats_is_read_page_by_page_and_filtered_by_text(site: Site) -> None:
    for title in ("tea", "coffee", "green tea"):
        await site.http.post("/api/chats", json={"title": title})

    first = (await site.http.get("/api/chats?limit=2")).json()
    assert [chat["title"] for chat in first["items"]] == ["green tea", "coffee"]
    rest = (await site.http.get("/api/chats", params={"cursor": first["next"]})).json()
    assert [chat["title"] for chat in rest["items"]] == ["tea"]
    assert rest["next"] is None
    found = (await site.http.get("/api/chats?query=TEA")).json()["items"]
    assert {chat["title"] for chat in found} == {"tea", "green tea"}


async def test_messages_are_read_backwards_page_by_page(site: Site) -> None:
    frames = await say(site.http, "one")
    chat = frames[0].data["chat_id"]
    await say(site.http, "two", chat_id=chat)

    path = f"/api/chats/{chat}/messages"
    last = (await site.http.get(path, params={"limit": 3})).json()
    assert [m["content"] for m in last["items"]] == ["Hello there.", "two", "Hello there."]
    older = (await site.http.get(path, params={"before": last["next"]})).json()
    assert [m["content"] for m in older["items"]] == ["one"]
    assert older["next"] is None


async def test_a_change_that_says_nothing_is_refused(site: Site) -> None:
    chat = (await site.http.post("/api/chats", json={})).json()

    assert (await site.http.put(f"/api/chats/{chat['id']}", json={})).status_code == 422
