"""What is known of a group, over HTTP: opted in, read, made now, forgotten."""

import asyncio
from typing import Any

from tests.journeys.http.conftest import Opening, Site

TALK = (
    ("u1", "Ann", "I live in Porto with my cat Miso"),
    ("u2", "Bob", "the release of the parser slips to Thursday because of the migration"),
    ("u1", "Ann", "then the migration comes first and the release of the parser on Thursday"),
)
WANTS = {
    "enable_summaries": True,
    "enable_member_profiles": True,
    "knowledge_delay_seconds": 0,
}


async def said(site: Site) -> None:
    for speaker, name, text in TALK:
        body = {"text": text, "speaker": speaker, "name": name}
        answer = await site.http.post("/api/groups/team/messages", json=body)
        assert answer.status_code == 201, answer.text


async def members(site: Site) -> list[dict[str, Any]]:
    return (await site.http.get("/api/groups/team/members")).json()["items"]


async def test_a_group_that_opted_in_is_known(opening: Opening) -> None:
    async with opening() as site:
        await site.http.put("/api/groups/team/settings", json=WANTS)
        await said(site)
        async with asyncio.timeout(20):
            while not (found := await members(site)):
                await asyncio.sleep(0.02)
        assert (found[0]["speaker"], found[0]["name"]) == ("u1", "Ann")

        profile = (await site.http.get("/api/groups/team/members/u1")).json()
        assert "Ann lives in Porto with their cat Miso." in [m["text"] for m in profile["memories"]]
        made = await site.http.post("/api/groups/team/summaries")
        assert made.status_code == 200, made.text
        (summary,) = made.json()["items"]
        assert "migration" in summary["text"]
        assert summary["scope"] == "group:team"
        assert (await site.http.post("/api/groups/team/summaries")).json() == {"items": []}
        page = (await site.http.get("/api/groups/team/summaries?limit=1")).json()
        assert page == {"items": [summary], "next": None}

        gone = await site.http.delete("/api/groups/team/members/u1")
        assert gone.json()["memories"] >= 1
        assert (await site.http.get("/api/groups/team/members/u1")).status_code == 404
        destroyed = await site.http.delete("/api/groups/team/members/u1?erase=true")
        assert destroyed.json() == gone.json()
        assert (await site.http.delete("/api/groups/team/members/u1")).status_code == 404


async def test_a_group_that_did_not_opt_in_says_how(opening: Opening) -> None:
    async with opening() as site:
        await said(site)
        refused = await site.http.post("/api/groups/team/summaries")

        assert refused.status_code == 409
        assert "enable_summaries" in refused.json()["detail"]
        assert await members(site) == []
        assert (await site.http.get("/api/groups/team/summaries?cursor=x")).status_code == 422
        wrong = await site.http.put("/api/groups/team/settings", json={"shares_with": "everybody"})
        assert wrong.status_code == 422
