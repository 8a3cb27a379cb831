"""Every route, with the keys of others: nothing can be read, changed, listed, counted or inferred.

A route that is not in the table fails the first test: say there what others get from it.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from tests.journeys.http.conftest import Opening, Site, say, streaming

from nagori import Nagori, Settings
from nagori.server.app import create_app
from nagori.server.limits import Buckets
from nagori.testing.contract.proposals import a_proposal
from nagori.values.times import utc_now
from nagori.values.trial import Arm

MARK = "RX-4711"
"""A word that only Carla's data holds."""

Kind = Literal["hers", "own", "named", "group", "space", "server", "open"]
"""What a route is about.

`hers`: a thing of Carla's, by its id: for others it is not there. `own`: what the caller has:
others get theirs. `named`: a user named in the body: others may not. `group`: a group
of the space: not for keys of one user. `space`: the server's own
space. `server`: the whole server. `open`: nobody in particular.
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """How to ask a route for what is Carla's."""

    kind: Kind
    writes: bool = False
    body: Any = None
    headers: dict[str, str] | None = None
    file: bytes | None = None
    query: dict[str, str] | None = None


def tool(name: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


MCP = {"Accept": "application/json, text/event-stream"}
TABLE: dict[tuple[str, str], list[Probe]] = {
    ("GET", "/api/chats"): [Probe("own")],
    ("POST", "/api/chats"): [Probe("own", writes=True, body={"title": "mine"})],
    ("GET", "/api/chats/{chat_id}"): [Probe("hers")],
    ("PUT", "/api/chats/{chat_id}"): [Probe("hers", writes=True, body={"title": "taken"})],
    ("DELETE", "/api/chats/{chat_id}"): [Probe("hers", writes=True)],
    ("POST", "/api/chats/{chat_id}/restore"): [Probe("hers", writes=True)],
    ("GET", "/api/chats/{chat_id}/messages"): [Probe("hers")],
    ("GET", "/api/chats/{chat_id}/turns"): [Probe("hers")],
    ("POST", "/api/sample"): [Probe("own", writes=True, body={"language": "en"})],
    ("POST", "/api/chat"): [
        Probe("own", writes=True, body={"message": "what is the parcel's number?"}),
        Probe("hers", writes=True, body={"message": "number?", "chat_id": "{chat_id}"}),
        Probe("hers", writes=True, body={"message": "number?", "replaces": "{message_id}"}),
        Probe("hers", writes=True, body={"message": "?", "document_ids": ["{document_id}"]}),
    ],
    ("GET", "/api/turns/{turn_id}/events"): [Probe("hers")],
    ("POST", "/api/turns/{turn_id}/stop"): [Probe("hers", writes=True)],
    ("GET", "/api/proposals"): [Probe("own")],
    ("POST", "/api/proposals/{proposal_id}"): [
        Probe("hers", writes=True, body={"accept": True}),
        Probe("hers", writes=True, body={"accept": False}),
    ],
    ("GET", "/api/events"): [Probe("own")],
    ("GET", "/api/memories"): [Probe("own"), Probe("own", query={"messages": "{message_id}"})],
    ("POST", "/api/memories"): [
        Probe("own", writes=True, body={"text": "mine"}),
        Probe("hers", writes=True, body={"text": "mine", "chat_id": "{chat_id}"}),
    ],
    ("POST", "/api/memories/search"): [
        Probe(
            "own",
            body={"query": "parcel number", "kinds": ["memory", "message", "page", "document"]},
        ),
        Probe("hers", body={"query": "parcel number", "chat_id": "{chat_id}"}),
    ],
    ("GET", "/api/memories/map"): [Probe("own")],
    ("POST", "/api/memories/matching"): [Probe("own", body={"text": "parcel"})],
    ("POST", "/api/memories/read"): [Probe("own", body={"ids": ["{memory_id}"]})],
    ("GET", "/api/memories/{memory_id}/before"): [Probe("hers")],
    ("GET", "/api/memories/{memory_id}"): [Probe("hers")],
    ("PATCH", "/api/memories/{memory_id}"): [Probe("hers", writes=True, body={"text": "taken"})],
    ("DELETE", "/api/memories/{memory_id}"): [Probe("hers", writes=True)],
    ("POST", "/api/memories/{memory_id}/restore"): [Probe("hers", writes=True)],
    ("POST", "/api/memories/{memory_id}/erase"): [Probe("hers", writes=True)],
    ("GET", "/api/memories/{memory_id}/history"): [Probe("hers")],
    ("GET", "/api/global-memory"): [Probe("own")],
    ("PUT", "/api/global-memory"): [
        Probe("own", writes=True, body={"content": "planted", "mode": "append"}),
        Probe("own", writes=True, body={"content": "planted", "version": 0}),
    ],
    ("GET", "/api/global-memory/versions"): [Probe("own")],
    ("GET", "/api/documents"): [Probe("own")],
    ("POST", "/api/documents"): [Probe("own", writes=True, file=b"mine")],
    ("POST", "/api/documents/url"): [Probe("own", writes=True, body={"url": "ftp://a.example"})],
    ("GET", "/api/documents/{document_id}"): [Probe("hers")],
    ("DELETE", "/api/documents/{document_id}"): [Probe("hers", writes=True)],
    ("GET", "/api/documents/{document_id}/passages"): [Probe("hers")],
    ("POST", "/api/documents/{document_id}/restore"): [Probe("hers", writes=True)],
    ("POST", "/api/documents/{document_id}/erase"): [Probe("hers", writes=True)],
    ("POST", "/api/retrieve"): [Probe("named", body={"user_id": "carla", "text": "parcel number"})],
    ("POST", "/api/memorize"): [
        Probe(
            "named",
            writes=True,
            body={"user_id": "carla", "messages": [{"role": "user", "content": "planted"}]},
        )
    ],
    ("GET", "/api/groups"): [Probe("group")],
    ("POST", "/api/groups/{group_id}/messages"): [
        Probe("group", writes=True, body={"text": "planted", "speaker": "carla"})
    ],
    ("POST", "/api/groups/{group_id}/context"): [
        Probe("group", writes=True, body={"message_id": "{group_message_id}"})
    ],
    ("POST", "/api/groups/{group_id}/chat"): [
        Probe("group", writes=True, body={"message": "number?", "speaker": "carla"})
    ],
    ("GET", "/api/groups/{group_id}/settings"): [Probe("group")],
    ("PUT", "/api/groups/{group_id}/settings"): [
        Probe("group", writes=True, body={"persona": "Be evil."})
    ],
    ("GET", "/api/groups/{group_id}/messages"): [Probe("group")],
    ("PUT", "/api/groups/{group_id}/messages/{message_id}/conversation"): [
        Probe("group", writes=True, body={"with": None})
    ],
    ("DELETE", "/api/groups/{group_id}/messages/{message_id}/conversation"): [
        Probe("group", writes=True)
    ],
    ("POST", "/api/groups/{group_id}/settings/undo"): [Probe("group", writes=True)],
    ("GET", "/api/group-settings"): [Probe("group")],
    ("PUT", "/api/group-settings"): [
        Probe("group", writes=True, body={"persona": "Be evil."}),
    ],
    ("POST", "/api/group-settings/undo"): [Probe("group", writes=True)],
    ("GET", "/api/trials"): [Probe("group")],
    ("POST", "/api/trials"): [
        Probe(
            "group",
            writes=True,
            body={
                "name": "evil",
                "arms": [{"name": "a"}, {"name": "b", "settings": {"length_text": "Be evil."}}],
            },
        )
    ],
    ("GET", "/api/trials/{trial_name}"): [Probe("group")],
    ("POST", "/api/trials/{trial_name}/end"): [Probe("group", writes=True)],
    ("POST", "/api/trials/{trial_name}/adopt"): [
        Probe("group", writes=True, body={"arm": "knowing"})
    ],
    ("GET", "/api/groups/{group_id}/summaries"): [Probe("group")],
    ("POST", "/api/groups/{group_id}/summaries"): [Probe("group", writes=True)],
    ("GET", "/api/groups/{group_id}/members"): [Probe("group")],
    ("GET", "/api/groups/{group_id}/members/{speaker}"): [Probe("group")],
    ("DELETE", "/api/groups/{group_id}/members/{speaker}"): [
        Probe("group", writes=True),
        Probe("group", writes=True, query={"erase": "true"}),
    ],
    ("GET", "/api/contexts"): [Probe("group")],
    ("GET", "/api/contexts/{context_id}"): [Probe("group")],
    ("POST", "/api/contexts/{context_id}/feedback"): [
        Probe("group", writes=True, body={"good": True})
    ],
    ("GET", "/api/projects"): [Probe("group")],
    ("POST", "/api/projects"): [Probe("group", writes=True, body={"path": "{folder}"})],
    ("GET", "/api/projects/{key}"): [Probe("group")],
    ("DELETE", "/api/projects/{key}"): [Probe("group", writes=True)],
    ("POST", "/api/projects/{key}/analysis"): [Probe("group", writes=True)],
    ("POST", "/api/projects/{key}/ask"): [Probe("group", body={"question": "parcel number?"})],
    ("GET", "/api/projects/{key}/search"): [Probe("group", query={"query": "parcel number"})],
    ("GET", "/api/projects/{key}/records"): [Probe("group")],
    ("GET", "/api/projects/{key}/records/{record_id}"): [Probe("group")],
    ("GET", "/api/projects/{key}/failures"): [Probe("group")],
    ("GET", "/api/projects/{key}/domains"): [Probe("group")],
    ("GET", "/api/projects/{key}/patterns"): [Probe("group")],
    ("GET", "/api/projects/{key}/tree"): [Probe("group")],
    ("GET", "/api/projects/{key}/lines"): [Probe("group", query={"path": "parcel.py"})],
    ("GET", "/api/projects/{key}/rounds"): [Probe("group")],
    ("POST", "/api/projects/{key}/rounds"): [Probe("group", writes=True)],
    ("GET", "/api/projects/{key}/gaps"): [Probe("group")],
    ("PUT", "/api/projects/{key}/learning"): [
        Probe("group", writes=True, body={"is_enabled": False})
    ],
    ("GET", "/api/settings"): [Probe("space")],
    ("PUT", "/api/settings"): [Probe("space", writes=True, body={"chat.persona": "Be evil."})],
    ("POST", "/api/settings/test"): [Probe("space", writes=True, body={"part": "chat"})],
    ("GET", "/api/stats"): [Probe("own")],
    ("POST", "/api/import"): [Probe("own", writes=True, file=b"{}")],
    ("POST", "/api/export"): [Probe("own")],
    ("POST", "/api/erase"): [
        Probe("hers", writes=True, body={"chat": "{chat_id}"}),
        Probe("hers", writes=True, body={"chat": "{deleted_id}"}),
        Probe("hers", writes=True, body={"memory": "{memory_id}"}),
        Probe("own", writes=True, body={"all": True}),
    ],
    ("GET", "/livez"): [Probe("open")],
    ("GET", "/readyz"): [Probe("open")],
    ("GET", "/metrics"): [Probe("server")],
    ("GET", "/openapi.json"): [Probe("open")],
    ("GET", "/{path:path}"): [Probe("open", headers={"Accept": "text/html"})],
    ("POST", "/v1/chat/completions"): [
        Probe(
            "own",
            writes=True,
            body={"model": "nagori", "messages": [{"role": "user", "content": "parcel number?"}]},
        ),
        Probe(
            "hers",
            writes=True,
            body={"model": "nagori", "messages": [{"role": "user", "content": "number?"}]},
            headers={"X-Nagori-Chat": "{chat_id}"},
        ),
    ],
    ("GET", "/v1/models"): [Probe("own")],
    ("GET", "/v1/models/{model}"): [Probe("own")],
    ("POST", "/mcp"): [
        Probe("own", body=tool("list_memories"), headers=MCP),
        Probe("own", body=tool("search_memories", query="parcel number"), headers=MCP),
        Probe("own", body=tool("get_memory", memory_id="{memory_id}"), headers=MCP),
        Probe("own", body=tool("delete_memory", memory_id="{memory_id}"), headers=MCP),
    ],
}


async def test_every_route_is_in_the_table(hashed: Nagori) -> None:
    app = create_app(hashed, settings=Settings())
    described = {
        (method.upper(), path)
        for path, operations in app.openapi()["paths"].items()
        for method in operations
    }
    others = {path for route in app.routes if (path := getattr(route, "path", None))}

    assert described <= TABLE.keys()
    assert others <= {path for _, path in TABLE}
    assert {path for _, path in TABLE} == {path for _, path in described} | others


# Carla, and those who are not she ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hers:
    """A site with Carla's data, and a way to see all of it."""

    site: Site
    ids: dict[str, str]
    http: httpx2.AsyncClient

    async def all(self) -> tuple[Any, ...]:
        """Everything of Carla's, and everything that is not scoped to a user."""
        export = (await self.http.post("/api/export")).text.splitlines()[1:]
        settings = await self.site.n.store.settings.read("default")
        stats = (await self.http.get("/api/stats")).json()
        proposals = (await self.http.get("/api/proposals")).json()
        documents = (await self.http.get("/api/documents")).json()
        project = self.site.n.project("parcel-code")
        records = list(await project.records())
        assert MARK in str(proposals)
        assert MARK in str(records)
        return (sorted(export), dict(settings), stats, proposals, documents, records)


def parcel_folder(where: Path) -> Path:
    folder = where / "parcel-code"
    folder.mkdir()
    (folder / "parcel.py").write_text(f'NUMBER = "{MARK}"\n"""Of the parcel."""\n', "utf-8")
    return folder


@pytest.fixture
async def hers(opening: Opening, tmp_path: Path) -> AsyncIterator[Hers]:
    async with (
        opening(server={"requests_per_minute": 100_000}) as site,
        site.keyed("carla") as http,
    ):
        frames = await say(http, f"my parcel has the number {MARK}")
        deleted = (await http.post("/api/chats", json={"title": f"{MARK} too"})).json()["id"]
        await http.delete(f"/api/chats/{deleted}")
        body = {"text": f"Carla's parcel has the number {MARK}"}
        memory = (await http.post("/api/memories", json=body)).json()["id"]
        page = {"content": f"## Facts\n- her parcel has the number {MARK}"}
        assert (await http.put("/api/global-memory", json=page)).status_code == 200
        guide = {"file": ("guide.md", f"# Parcel\nIts number is {MARK}.".encode())}
        document = (await http.post("/api/documents", files=guide)).json()["id"]
        await site.n.documents.imported(document)
        started = frames[0].data
        proposal = a_proposal(
            arguments=json.dumps({"text": MARK}),
            chat_id=started["chat_id"],
            expires_at=utc_now() + timedelta(days=1),
        )
        await site.n.store.proposals.add("default", proposal)
        group = site.n.group("team")
        await group.set_settings({"persona": f"You know the number {MARK}."})
        heard = await group.hear(f"the team's parcel is {MARK}", speaker="carla")
        context = await group.context(heard)
        of_carla = {"member": "carla", "name": "Carla", "statement": f"likes {MARK}"}
        likes = f"Carla likes {MARK}"
        await site.n.remember(likes, group="team", tag="summary", metadata=of_carla)
        await site.n.all_groups.set_settings({"error_text": f"{MARK} failed"})
        folder = parcel_folder(tmp_path)
        report = await site.n.projects.learn(folder, key="parcel-code")
        record = (await site.n.project("parcel-code").records(limit=1)).items[0]
        assert report.records > 0
        knowing = Arm("knowing", {"length_text": f"{MARK} was cut off"})
        await site.n.trials.start("parcel-trial", [Arm("plain"), knowing])
        ids = {
            "trial_name": "parcel-trial",
            "group_id": "team",
            "speaker": "carla",
            "group_message_id": heard.id,
            "context_id": context.id,
            "chat_id": started["chat_id"],
            "turn_id": started["turn_id"],
            "message_id": started["message_id"],
            "deleted_id": deleted,
            "memory_id": memory,
            "document_id": document,
            "path": "settings",
            "proposal_id": proposal.id,
            "model": "nagori",
            "key": "parcel-code",
            "folder": str(folder),
            "record_id": record.id,
        }
        yield Hers(site, ids, http)


Who = Callable[[Site], Any]


def keyed(user: str | None, names: str | None = None, **more: Any) -> Who:
    @asynccontextmanager
    async def coming(site: Site) -> AsyncGenerator[httpx2.AsyncClient]:
        secret = await site.key(user, **more)
        headers = {"authorization": f"Bearer {secret}"}
        if names is not None:
            headers["nagori_user"] = names
        async with site.client(**headers) as client:
            yield client

    return coming


def unkeyed(**headers: str) -> Who:
    return lambda site: site.client(**headers)


OTHERS: dict[str, Who] = {
    "another space's key that names her": keyed(None, "carla", space="elsewhere"),
    "another space's key of a user of her name": keyed("carla", space="elsewhere"),
    "another user's key": keyed("ada"),
    "the space's key that names another user": keyed(None, "ada"),
    "the local user": unkeyed(),
}
BOUND = ("another space's key of a user of her name", "another user's key")
RUN_THE_SPACE = ("the space's key that names another user", "the local user")
"""Its settings are theirs, too."""


def filled(value: Any, ids: dict[str, str]) -> Any:
    """The value with ids in the place of their names."""
    text = json.dumps(value)
    return json.loads(re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], found[0]), text))


async def asked(
    http: httpx2.AsyncClient, route: tuple[str, str], probe: Probe, ids: dict[str, str]
) -> httpx2.Response:
    """The answer; of a stream without end, what comes at once."""
    method, path = route
    url = re.sub(r"\{(\w+)(?::path)?\}", lambda found: ids[found[1]], path)
    headers = filled(probe.headers or {}, ids)
    body = None if probe.body is None else filled(probe.body, ids)
    if probe.file is not None:
        return await http.request(method, url, files={"file": ("a.txt", probe.file)})
    if path != "/api/events":
        query = filled(probe.query or {}, ids)
        return await http.request(method, url, json=body, headers=headers, params=query)
    async with http.stream(method, url) as response:
        if response.status_code != 200:
            await response.aread()
        return response


def probes() -> list[tuple[tuple[str, str], Probe]]:
    return [(route, probe) for route, all_of_it in TABLE.items() for probe in all_of_it]


def without_ids(text: str, ids: dict[str, str]) -> str:
    for id in ids.values():
        text = text.replace(id, "ID")
    return text


@pytest.mark.parametrize("who", OTHERS)
async def test_others_get_nothing_of_hers(hers: Hers, who: str) -> None:
    before = await hers.all()
    same = ("model", "path")
    unknown = {name: id if name in same else "x" * 26 for name, id in hers.ids.items()}
    async with OTHERS[who](hers.site) as http:
        for route, probe in probes():
            if probe.kind in ("space", "group") and who in RUN_THE_SPACE:
                continue
            told = (*route, probe)
            answer = await asked(http, route, probe, hers.ids)
            assert answer.status_code < 500, told
            if route[1] == "/api/events":
                continue  # see the test of the feed
            assert MARK not in answer.text, told
            if probe.kind == "hers":
                assert answer.status_code == 404, told
                nothing = await asked(http, route, probe, unknown)
                assert nothing.status_code == 404, told
                assert without_ids(answer.text, hers.ids) == without_ids(nothing.text, unknown)
            elif (probe.kind == "group" and who in BOUND) or (
                probe.kind == "named" and "another space" not in who
            ):
                assert answer.status_code == 403, told
    assert await hers.all() == before
    assert not any(MARK in str(prompt) for prompt in hers.site.model.prompts[1:])


async def test_what_is_the_server_s_is_for_who_runs_it(hers: Hers) -> None:
    for who, coming in OTHERS.items():
        async with coming(hers.site) as http:
            for route, probe in probes():
                status = None
                if probe.kind == "server":
                    status = 200 if who == "the local user" else 403
                elif probe.kind == "space" and not probe.writes:
                    status = 200 if who in RUN_THE_SPACE else 403
                if status is not None:
                    answer = await asked(http, route, probe, hers.ids)
                    assert answer.status_code == status, (who, *route)


def at_once(buckets: Buckets, name: str) -> float:
    return 0.0


async def test_without_a_key_nothing_opens(hers: Hers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "wait_s", at_once)  # there are many routes
    before = await hers.all()
    async with hers.site.client(via="1.1 elsewhere") as http:
        for route, probe in probes():
            answer = await asked(http, route, probe, hers.ids)
            assert answer.status_code == (200 if probe.kind == "open" else 401), route
            assert MARK not in answer.text, route
    assert await hers.all() == before


async def test_a_key_that_may_only_read_changes_nothing(hers: Hers) -> None:
    before = await hers.all()
    async with hers.site.keyed("carla", read_only=True) as http:
        for route, probe in probes():
            answer = await asked(http, route, probe, hers.ids)
            if probe.writes:
                assert answer.status_code == 403, route
            else:
                assert answer.status_code < 500, route
    assert await hers.all() == before


async def test_the_feed_of_others_stays_silent(hers: Hers) -> None:
    async with AsyncExitStack() as stack:
        waiting: list[asyncio.Future[Any]] = []
        for coming in OTHERS.values():
            http = await stack.enter_async_context(coming(hers.site))
            news = await stack.enter_async_context(streaming(http, "GET", "/api/events"))
            waiting.append(asyncio.ensure_future(anext(news)))
        own = await stack.enter_async_context(streaming(hers.http, "GET", "/api/events"))
        async with hers.site.keyed("carla") as http:
            await say(http, f"{MARK} again", chat_id=hers.ids["chat_id"])
            await http.post("/api/memories", json={"text": f"{MARK} again"})
            await http.put(f"/api/chats/{hers.ids['chat_id']}", json={"title": MARK})
        seen = [(await asyncio.wait_for(anext(own), 5)).event for _ in range(2)]
        assert seen == ["message", "message"]
        await asyncio.sleep(0.2)
        assert not any(one.done() for one in waiting)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
