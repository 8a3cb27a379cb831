"""`/mcp` of the real server: the same keys, users and spaces as everywhere else."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from nagori import Nagori, Settings
from nagori.server.serve import listening

SETTINGS = Settings.model_validate({"embedding": {"type": "none"}, "server": {"port": 0}})
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@pytest.fixture
async def n(tmp_path: Path) -> AsyncIterator[Nagori]:
    async with Nagori.open(tmp_path / "memory.db", settings=SETTINGS) as n:
        yield n


@pytest.fixture
async def url(n: Nagori) -> AsyncIterator[str]:
    async with listening(n, settings=SETTINGS) as server:
        yield f"{server.address}/mcp"


@asynccontextmanager
async def connected(url: str, **headers: str) -> AsyncGenerator[Client]:
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    return (await client.call_tool(tool, arguments)).structured_content


async def test_on_this_machine_nobody_needs_a_key(url: str) -> None:
    async with connected(url) as client:
        await call(client, "add_memory", text="I prefer tea")

        assert (await call(client, "memory_status"))["user"] == "me"
        assert len((await call(client, "list_memories"))["items"]) == 1


async def test_a_key_brings_its_user_space_and_rights(url: str, n: Nagori) -> None:
    _, carla = await n.keys.add("editor", user="carla")
    _, elsewhere = await n.within("work").keys.add("editor", user="carla")
    _, reader = await n.keys.add("dashboard", user="carla", read_only=True)
    async with connected(url, Authorization=f"Bearer {carla}") as client:
        await call(client, "add_memory", text="Carla prefers tea")
    async with connected(url, Authorization=f"Bearer {elsewhere}") as client:
        assert (await call(client, "list_memories"))["items"] == []
    async with connected(url, **{"X-API-Key": reader}) as client:
        assert len((await call(client, "list_memories"))["items"]) == 1
        refused = await call(client, "add_memory", text="Carla prefers coffee")
        assert refused["error"]["code"] == "forbidden"


async def test_a_key_of_the_space_names_the_user(url: str, n: Nagori) -> None:
    _, secret = await n.keys.add("bot")
    key = {"Authorization": f"Bearer {secret}"}
    async with connected(url, **key, **{"Nagori-User": "carla"}) as client:
        await call(client, "add_memory", text="Carla prefers tea")
    async with connected(url, **key, **{"Nagori-User": "lin"}) as client:
        assert (await call(client, "list_memories"))["items"] == []
    async with connected(url, **key) as client:
        assert (await call(client, "list_memories"))["error"]["code"] == "invalid_input"


async def test_projects_are_for_this_machine_and_for_keys_of_the_space(
    url: str, n: Nagori, tmp_path: Path
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("MOST = 12\n", "utf-8")
    await n.projects.learn(tmp_path / "shop")
    _, bound = await n.keys.add("editor", user="carla")
    _, open = await n.keys.add("bot")

    async def found(**headers: str) -> tuple[bool, Any]:
        async with connected(url, **headers) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            found = await call(client, "search_project", project="shop", query="cart")
            return "search_project" in names, found.get("error", {}).get("code") or found["project"]

    assert await found() == (True, "shop")
    assert await found(Authorization=f"Bearer {open}") == (True, "shop")
    assert await found(Authorization=f"Bearer {bound}") == (False, "forbidden")


async def test_revoked_keys_foreign_pages_and_other_names_stay_out(url: str, n: Nagori) -> None:
    made, secret = await n.keys.add("editor", user="carla")
    await n.keys.revoke(made.id)
    async with httpx2.AsyncClient() as http:

        async def status(**headers: str) -> int:
            return (await http.post(url, json=HELLO, headers=headers)).status_code

        assert await status(Authorization=f"Bearer {secret}") == 401
        assert await status(Authorization="Bearer nonsense") == 401
        assert await status(Origin="https://evil.example") == 403
        assert await status(Host="evil.example") == 403
        assert await status(**{"Nagori-User": "carla"}) == 403
