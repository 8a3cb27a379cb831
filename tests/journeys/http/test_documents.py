"""Documents over HTTP: from the upload to the answer that cites."""

import asyncio
from typing import Any

import httpx2
from tests.journeys.http.conftest import Opening, Site, say, streaming, text_of

from nagori.llm.extractive import ExtractiveModel
from nagori.testing.scripted_model import ScriptedModel

GUIDE = b"""# Porto guide

## Getting around
The tram along the Douro runs every 20 minutes and costs 3.50 euros.

## Food
The bakery in Rua das Flores opens at seven.
"""
HANDBOOK = (
    "# 员工手册\n\n## 请假\n年假为十五天，需提前三天申请。\n\n## 报销\n出差每天补贴一百元。\n"
)


async def upload(http: httpx2.AsyncClient, name: str, data: bytes) -> dict[str, Any]:
    """The document, once it is read or has failed."""
    response = await http.post("/api/documents", files={"file": (name, data)})
    assert response.status_code == 202, response.text
    id = response.json()["id"]
    async with asyncio.timeout(30):
        while True:
            document = (await http.get(f"/api/documents/{id}")).json()
            if document["state"] in ("ready", "failed"):
                return document
            await asyncio.sleep(0.05)


async def search(http: httpx2.AsyncClient, query: str, **more: Any) -> list[dict[str, Any]]:
    body = {"query": query, "kinds": ["document"], **more}
    response = await http.post("/api/memories/search", json=body)
    assert response.status_code == 200, response.text
    return response.json()["items"]


async def test_an_upload_is_read_and_found_with_its_place(site: Site) -> None:
    document = await upload(site.http, "guide.md", GUIDE)

    assert (document["state"], document["title"], document["passages"]) == (
        "ready",
        "Porto guide",
        2,
    )
    best = (await search(site.http, "how often does the tram run?"))[0]
    assert "every 20 minutes" in best["text"]
    assert best["citation"]["document_id"] == document["id"]
    assert best["citation"]["headings"][-1] == "Getting around"
    passages = (await site.http.get(f"/api/documents/{document['id']}/passages")).json()["items"]
    assert [passage["number"] for passage in passages] == [1, 2]


async def test_words_of_software_are_found_in_the_other_language(site: Site) -> None:
    await upload(site.http, "build.md", b"# Building\n\n## Speed\n--no-cache starts anew.\n")
    manual = "# 手册\n\n## 备份\n每天晚上备份一次，保留七天。\n"
    await upload(site.http, "manual.md", manual.encode())

    english = (await search(site.http, "怎样关闭缓存？", mode="lexical"))[0]
    assert english["citation"]["headings"][-1] == "Speed"
    assert english["why"]["lexical"] > 0
    chinese = (await search(site.http, "When are backups made?", mode="lexical"))[0]
    assert chinese["citation"]["headings"][-1] == "备份"
    assert chinese["why"]["lexical"] > 0


async def test_beside_memories_documents_are_judged_by_the_same_words(site: Site) -> None:
    await upload(site.http, "build.md", b"# Building\n\n## Speed\n--no-cache starts anew.\n")

    found = await search(site.http, "怎样关闭缓存？", kinds=["document", "memory"])
    assert [item["why"]["lexical"] for item in found] == [0]


async def test_the_feed_tells_of_an_import(site: Site) -> None:
    async with streaming(site.http, "GET", "/api/events") as frames:
        async with site.client() as other:
            document = await upload(other, "guide.md", GUIDE)
        states: list[str] = []
        async with asyncio.timeout(10):
            async for frame in frames:
                if frame.event == "document":
                    assert frame.data["document"]["id"] == document["id"]
                    states.append(frame.data["document"]["state"])
                    if states[-1] == "ready":
                        break
    assert states[0] == "queued"


async def test_the_same_upload_again_is_the_same_document(site: Site) -> None:
    first = await upload(site.http, "guide.md", GUIDE)
    again = await upload(site.http, "guide.md", GUIDE)
    changed = await upload(site.http, "guide.md", GUIDE.replace(b"20 minutes", b"30 minutes"))

    assert first == again
    assert changed["id"] == first["id"]
    found = " ".join(item["text"] for item in await search(site.http, "tram minutes"))
    assert "30 minutes" in found
    assert "20 minutes" not in found


async def test_an_answer_without_a_model_cites(opening: Opening) -> None:
    model: Any = ExtractiveModel()
    async with opening(model) as site:
        await upload(site.http, "guide.md", GUIDE)
        await upload(site.http, "手册.md", HANDBOOK.encode())

        english = await say(site.http, "When does the bakery open?")
        chinese = await say(site.http, "年假有多少天？")

    assert "Porto guide › Food: “" in text_of(english)
    assert "opens at seven" in text_of(english)
    assert "员工手册 › 请假：“" in text_of(chinese)
    (result,) = [f for f in english if f.event == "tool_result" and f.data["citations"]]
    assert result.data["citations"][0]["title"] == "Porto guide"


async def test_a_chat_keeps_the_documents_it_is_limited_to(opening: Opening) -> None:
    model: Any = ExtractiveModel()
    async with opening(model) as site:
        guide = await upload(site.http, "guide.md", GUIDE)
        other = await upload(site.http, "other.md", b"# Lisbon\nThe tram in Lisbon is yellow.")
        first = await say(site.http, "what about the tram?", document_ids=[other["id"]])
        chat = first[0].data["chat_id"]
        second = await say(site.http, "and what does the tram cost?", chat_id=chat)
        kept = (await site.http.get(f"/api/chats/{chat}")).json()["document_ids"]
        third = await say(site.http, "what does the tram cost?", chat_id=chat, document_ids=[])

    assert "yellow" in text_of(first)
    assert "3.50" not in text_of(second)
    assert kept == [other["id"]]
    assert "3.50" in text_of(third)
    assert guide["state"] == "ready"


async def test_what_others_have_is_not_there(opening: Opening) -> None:
    async with opening() as site, site.keyed("carla") as carla, site.keyed("diego") as diego:
        document = await upload(carla, "guide.md", GUIDE)
        id = document["id"]

        assert (await diego.get("/api/documents")).json()["items"] == []
        assert await search(diego, "tram") == []
        for method, path in [
            ("GET", ""),
            ("GET", "/passages"),
            ("DELETE", ""),
            ("POST", "/restore"),
            ("POST", "/erase"),
        ]:
            assert (await diego.request(method, f"/api/documents/{id}{path}")).status_code == 404
        refused = await diego.post("/api/chat", json={"message": "hi", "document_ids": [id]})
        assert refused.status_code == 404
        assert await search(diego, "tram", document_ids=[id]) == []


async def test_delete_hides_restore_brings_back_erase_destroys(site: Site) -> None:
    document = await upload(site.http, "guide.md", GUIDE)
    path = f"/api/documents/{document['id']}"

    assert (await site.http.delete(path)).status_code == 204
    assert await search(site.http, "tram") == []
    retired = (await site.http.get("/api/documents?status=retired")).json()["items"]
    assert [one["id"] for one in retired] == [document["id"]]
    assert (await site.http.post(f"{path}/restore")).json()["status"] == "active"
    assert await search(site.http, "tram") != []
    assert (await site.http.post(f"{path}/erase")).json()["erased"]["documents"] == 1
    assert (await site.http.get(path)).status_code == 404


async def test_a_file_that_can_not_be_read_says_why(site: Site) -> None:
    broken = await upload(site.http, "picture.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64)
    empty = await site.http.post("/api/documents", files={"file": ("a.txt", b"")})

    assert broken["state"] == "failed"
    assert broken["error"]
    assert (empty.status_code, empty.json()["detail"]) == (422, "file: is empty")


async def test_addresses_that_are_not_public_are_refused(site: Site) -> None:
    response = await site.http.post("/api/documents/url", json={"url": "ftp://example.org/a"})
    assert response.status_code == 422

    local = await site.http.post("/api/documents/url", json={"url": f"{site.address}/livez"})
    if local.status_code == 202:
        id = local.json()["id"]
        async with asyncio.timeout(10):
            while (found := (await site.http.get(f"/api/documents/{id}")).json())[
                "state"
            ] != "failed":
                await asyncio.sleep(0.05)
        assert found["error"]


async def test_an_import_goes_on_after_a_restart(opening: Opening) -> None:
    book = b"\n\n".join(b"## Chapter %d\n%s" % (n, b"It rained. " * 40) for n in range(2000))
    async with opening() as site:
        response = await site.http.post("/api/documents", files={"file": ("book.md", book + GUIDE)})
        document = response.json()
    async with opening() as site:
        assert (await site.n.documents.get(document["id"])).state != "ready"
        async with asyncio.timeout(60):
            while (await site.n.documents.get(document["id"])).state != "ready":
                await asyncio.sleep(0.05)
        (best, *_) = await search(site.http, "how often does the tram run?")
        assert "every 20 minutes" in best["text"]


async def test_a_model_is_offered_documents_only_when_there_are_some(opening: Opening) -> None:
    model = ScriptedModel(["Hello."], repeats=True)
    async with opening(model) as site:
        await say(site.http, "hi")
        without = [tool.name for tool in model.asked[-1].tools]
        await upload(site.http, "guide.md", GUIDE)
        await say(site.http, "hi again")
        with_them = [tool.name for tool in model.asked[-1].tools]

    assert "search_documents" not in without
    assert "search_documents" in with_them
