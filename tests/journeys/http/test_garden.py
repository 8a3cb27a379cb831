"""The memory garden over HTTP."""

import json
from typing import Any

from tests.journeys.http.conftest import Opening, Site

from nagori.testing.builders import NOW, a_memory
from nagori.values.scope import Scope

TEXTS = (
    "Our dog Momo is afraid of thunder",
    "The cat sleeps in the laundry basket",
    "The database migration runs on Friday",
    "外婆的红烧肉要放冰糖",
)


async def added(site: Site, *texts: str, **more: Any) -> list[str]:
    made = [
        (await site.http.post("/api/memories", json={"text": text, **more})).json()
        for text in texts
    ]
    return [memory["id"] for memory in made]


async def map_of(site: Site) -> dict[str, Any]:
    found = await site.http.get("/api/memories/map")
    assert found.status_code == 200
    return found.json()


def places(found: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {id: (x, y) for id, x, y in zip(found["ids"], found["x"], found["y"], strict=True)}


def far(one: tuple[int, int], other: tuple[int, int]) -> float:
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


async def test_what_means_the_same_lies_together_and_stays_when_more_comes(
    opening: Opening,
) -> None:
    async with opening(embedding={}) as site:
        dog, cat, database, _ = await added(site, *TEXTS)
        before = places(await map_of(site))

        (more,) = await added(site, "Momo the puppy needs his vaccination")
        found = await map_of(site)
        after = places(found)

        assert {id: after[id] for id in before} == before
        assert far(after[dog], after[cat]) < far(after[dog], after[database])
        assert far(after[dog], after[more]) < far(after[database], after[more])
        pets = next(c for c in found["clusters"] if c["id"] == "pets")
        assert pets["label"] == {"en": "Pets", "zh": "宠物"}
        assert pets["count"] >= 2
        row = found["ids"].index(dog)
        assert found["tags"][found["tag"][row]] == "manual"
        assert found["topics"][found["cluster"][row]] == "pets"
        assert found["degraded"] == []


async def test_places_are_the_same_after_a_restart(opening: Opening) -> None:
    async with opening(embedding={}) as site:
        await added(site, *TEXTS)
        before = await map_of(site)
    async with opening(embedding={}) as site:
        assert await map_of(site) == before


async def test_every_change_shows_on_the_map(opening: Opening) -> None:
    async with opening(embedding={}) as site:
        dog, cat, *_ = await added(site, *TEXTS)
        before = await map_of(site)

        await added(site, TEXTS[0])
        said = await map_of(site)
        assert said["times_said"][said["ids"].index(dog)] == 2
        await site.http.patch(f"/api/memories/{cat}", json={"text": "The server runs PostgreSQL"})
        edited = await map_of(site)
        assert places(edited)[cat] != places(before)[cat]
        assert places(edited)[dog] == places(before)[dog]
        await site.http.patch(f"/api/memories/{cat}", json={"tag": "summary"})
        tagged = await map_of(site)
        assert tagged["tags"][tagged["tag"][tagged["ids"].index(cat)]] == "summary"
        await site.http.delete(f"/api/memories/{dog}")
        assert dog not in places(await map_of(site))
        await site.http.post(f"/api/memories/{dog}/restore")
        assert places(await map_of(site))[dog] == places(before)[dog]
        await site.http.post(f"/api/memories/{dog}/erase")
        assert dog not in places(await map_of(site))


async def test_without_an_embedder_words_give_the_places(site: Site) -> None:
    await added(site, *TEXTS)

    found = await map_of(site)
    (degraded,) = found["degraded"]

    assert "no embedder" in degraded
    assert len(set(places(found).values())) == 4
    assert "pets" in {cluster["id"] for cluster in found["clusters"]}


async def test_an_unchanged_map_is_not_sent_again(site: Site) -> None:
    await added(site, "one")
    first = await site.http.get("/api/memories/map")
    mark = first.headers["etag"]

    again = await site.http.get("/api/memories/map", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    await added(site, "two")
    changed = await site.http.get("/api/memories/map", headers={"If-None-Match": mark})
    assert changed.status_code == 200
    assert len(changed.json()["ids"]) == 2


async def test_a_large_map_is_packed_for_those_who_can_unpack(site: Site) -> None:
    me = Scope("default", "user", "me")
    drafts = [a_memory(f"number {n}", scope=me, vectors=False) for n in range(3000)]
    await site.n.store.memories.put(drafts, embedder=None, now=NOW)

    packed = await site.http.get("/api/memories/map", headers={"Accept-Encoding": "gzip"})
    plain = await site.http.get("/api/memories/map", headers={"Accept-Encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(plain.json()["ids"]) == 3000


async def test_an_empty_garden_is_a_map_too(site: Site) -> None:
    found = await map_of(site)

    assert found["ids"] == found["x"] == found["clusters"] == []
    assert found["version"]


async def test_many_are_read_at_once_and_found_by_words_as_typed(site: Site) -> None:
    one, two = await added(site, "Green tea, 100%", "Rain")

    read = await site.http.post("/api/memories/read", json={"ids": [two, "unknown", one]})
    assert [memory["id"] for memory in read.json()["items"]] == [two, one]
    matching = await site.http.post("/api/memories/matching", json={"text": "TEA, 100%"})
    assert matching.json() == {"ids": [one]}
    assert (await site.http.get(f"/api/memories/{one}/before")).json()["items"] == []
    too_many = await site.http.post("/api/memories/read", json={"ids": ["x"] * 201})
    assert too_many.status_code == 422
    nothing = await site.http.post("/api/memories/matching", json={"text": ""})
    assert nothing.status_code == 422


async def test_nobody_sees_the_garden_of_another(site: Site) -> None:
    (mine,) = await added(site, "my secret tea")
    async with site.keyed("somebody") as other:
        found = (await other.get("/api/memories/map")).json()
        assert found["ids"] == []
        read = await other.post("/api/memories/read", json={"ids": [mine]})
        assert read.json()["items"] == []
        typed = await other.post("/api/memories/matching", json={"text": "secret"})
        assert typed.json() == {"ids": []}
        assert (await other.get(f"/api/memories/{mine}/before")).status_code == 404


async def test_an_erased_memory_is_told_to_who_watches(site: Site) -> None:
    (mine,) = await added(site, "soon gone")
    async with site.http.stream("GET", "/api/events") as events:
        lines = events.aiter_lines()
        await anext(lines)
        await site.http.post(f"/api/memories/{mine}/erase")
        async for line in lines:
            if line.startswith("data:") and "erased" in line:
                assert json.loads(line.removeprefix("data:"))
                break
