"""Memories over HTTP."""

from tests.journeys.http.conftest import Site


async def test_a_memory_lives_its_whole_life_over_http(site: Site) -> None:
    made = await site.http.post(
        "/api/memories",
        json={
            "text": "Carla likes green tea",
            "emotion": "happy",
            "metadata": {"seen": 1},
            "at": "2026-05-03T18:30:00+08:00",
        },
    )
    assert made.status_code == 201
    memory = made.json()
    assert memory["scope"] == "user:me"
    assert memory["emotion_label"] == "happy"
    assert memory["valid_from"] in ("2026-05-03T10:30:00Z", None)
    path = f"/api/memories/{memory['id']}"

    again = await site.http.post("/api/memories", json={"text": "Carla likes green tea"})
    assert again.json()["id"] == memory["id"]
    assert again.json()["times_said"] == 2
    edited = await site.http.patch(path, json={"text": "Carla likes black tea"})
    assert edited.json()["text"] == "Carla likes black tea"
    history = (await site.http.get(f"{path}/history")).json()
    assert [change["what"] for change in history["items"]] == ["created", "confirmed", "edited"]

    assert (await site.http.delete(path)).status_code == 204
    assert (await site.http.get("/api/memories")).json()["items"] == []
    assert (await site.http.get(path)).json()["status"] == "retired"
    assert (await site.http.post(f"{path}/restore")).json()["status"] == "active"
    receipt = (await site.http.post(f"{path}/erase")).json()
    assert receipt["erased"]["memories"] == 1
    assert (await site.http.get(path)).status_code == 404


async def test_memories_are_listed_page_by_page_and_by_tag(site: Site) -> None:
    for text in ("one", "two", "three"):
        await site.http.post("/api/memories", json={"text": text})
    await site.http.post("/api/memories", json={"text": "in short", "tag": "summary"})

    first = (await site.http.get("/api/memories?limit=2")).json()
    assert [memory["text"] for memory in first["items"]] == ["in short", "three"]
    rest = (await site.http.get("/api/memories", params={"cursor": first["next"]})).json()
    assert [memory["text"] for memory in rest["items"]] == ["two", "one"]
    short = (await site.http.get("/api/memories?tags=summary")).json()
    assert [memory["text"] for memory in short["items"]] == ["in short"]
    assert (await site.http.get("/api/memories?tags=nonsense")).status_code == 422
    assert (await site.http.get("/api/memories?cursor=nonsense")).status_code == 422


async def test_memories_can_be_listed_by_the_messages_they_were_made_from(site: Site) -> None:
    for number in range(3):
        await site.n.remember(
            f"fact {number}",
            user="me",
            tag="summary",
            message=f"m{number}",
            external_id=f"{number}",
        )
    await site.n.remember("his fact", user="diego", tag="summary", message="m1")

    both = await site.http.get("/api/memories", params={"messages": ["m0", "m1", "unknown"]})
    assert [memory["text"] for memory in both.json()["items"]] == ["fact 1", "fact 0"]
    page = (await site.http.get("/api/memories?messages=m0&messages=m2&limit=1")).json()
    assert [memory["text"] for memory in page["items"]] == ["fact 2"]
    rest = await site.http.get(f"/api/memories?messages=m0&messages=m2&cursor={page['next']}")
    assert [memory["text"] for memory in rest.json()["items"]] == ["fact 0"]
    assert (await site.http.get("/api/memories?messages=m9")).json()["items"] == []
    assert (await site.http.get("/api/memories?messages=m0&tags=manual")).json()["items"] == []


async def test_an_emotion_of_null_takes_it_away_and_one_left_out_stays(site: Site) -> None:
    made = await site.http.post("/api/memories", json={"text": "tea", "emotion": "happy"})
    path = f"/api/memories/{made.json()['id']}"

    kept = await site.http.patch(path, json={"text": "green tea"})
    assert kept.json()["emotion_label"] == "happy"
    cleared = await site.http.patch(path, json={"emotion": None})
    assert cleared.json()["emotion_label"] is None
    assert cleared.json()["text"] == "green tea"
    assert (await site.http.patch(path, json={"emotion": "calm"})).json()["emotion_label"] == "calm"
    assert (await site.http.patch(path, json={"emotion": ""})).status_code == 422


async def test_a_search_finds_and_says_why(site: Site) -> None:
    await site.http.post("/api/memories", json={"text": "The parcel has the number RX-4711"})
    await site.http.post("/api/memories", json={"text": "Carla likes green tea"})

    found = (await site.http.post("/api/memories/search", json={"query": "parcel RX-4711"})).json()
    assert [item["text"] for item in found["items"]][:1] == ["The parcel has the number RX-4711"]
    assert found["items"][0]["why"]["lexical"] > 0
    assert found["settings"]
    none = await site.http.post(
        "/api/memories/search", json={"query": "parcel", "as_of": "2020-01-01T00:00:00Z"}
    )
    assert none.json()["items"] == []
    wrong = await site.http.post("/api/memories/search", json={"query": "x", "profile": "best"})
    assert wrong.status_code == 422
