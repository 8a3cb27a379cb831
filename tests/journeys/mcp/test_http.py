"""MCP over HTTP: a real server on loopback, and the `mcp` package's own client."""

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request

from nagori import Nagori
from nagori.mcp.http import mount
from nagori.values.key import Principal

KEYS = {
    "carla-key": Principal("default", "carla", key_id="1", bound=True),
    "lin-key": Principal("default", "lin", key_id="2", bound=True),
    "reader-key": Principal("default", "carla", read_only=True, key_id="3", bound=True),
    "elsewhere-key": Principal("elsewhere", "carla", key_id="4", bound=True),
}


async def principal_of(request: Request) -> Principal:
    """Lets in whoever has one of the keys above."""
    found = KEYS.get(request.headers.get("authorization", "").removeprefix("Bearer "))
    if found is None:
        raise HTTPException(401)
    return found


@pytest.fixture
async def url(hashed: Nagori) -> AsyncIterator[str]:
    app = Starlette()
    mount(app, hashed, principal_of)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    serving = asyncio.create_task(server.serve([listener]))
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    server.should_exit = True
    await serving
    listener.close()


@asynccontextmanager
async def connected(url: str, key: str, mode: str = "auto") -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    return (await client.call_tool(tool, arguments)).structured_content


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_remembers_and_finds_over_http(url: str, mode: str) -> None:
    async with connected(url, "carla-key", mode) as client:
        assert len((await client.list_tools()).tools) == 10
        memory = await call(client, "add_memory", text="Carla prefers tea")
    async with connected(url, "carla-key", mode) as again:
        found = await call(again, "search_memories", query="tea")

    assert [item["id"] for item in found["items"]] == [memory["id"]]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_each_request_has_the_rights_of_its_key(url: str, mode: str) -> None:
    async with connected(url, "carla-key", mode) as carla:
        memory = await call(carla, "add_memory", text="Carla prefers tea")
        for key in ("lin-key", "elsewhere-key"):
            async with connected(url, key, mode) as other:
                assert (await call(other, "list_memories"))["items"] == []
                told = await call(other, "get_memory", memory_id=memory["id"])
                assert told["error"]["code"] == "not_found"
        async with connected(url, "reader-key", mode) as reader:
            assert len((await reader.list_tools()).tools) == 7
            assert (await call(reader, "get_memory", memory_id=memory["id"]))["memory"]
            told = await call(reader, "delete_memory", memory_id=memory["id"])
            assert told["error"]["code"] == "forbidden"


async def test_many_callers_at_once_are_not_mixed_up(url: str) -> None:
    async def remember(key: str) -> set[str]:
        async with connected(url, key) as client:
            for number in range(5):
                await call(client, "add_memory", text=f"{key} keeps {number}")
            page = await call(client, "list_memories")
        return {item["text"].split()[0] for item in page["items"]}

    keys = ["carla-key", "lin-key", "elsewhere-key"]
    assert await asyncio.gather(*map(remember, keys)) == [{key} for key in keys]


async def test_without_a_key_nobody_comes_in_and_there_is_nothing_to_listen_to(url: str) -> None:
    headers = {"Authorization": "Bearer carla-key"}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    async with httpx2.AsyncClient() as http:
        assert (await http.post(url, json=hello)).status_code == 401
        assert (await http.get(url)).status_code == 401
        listening = await http.get(url, headers=headers)
        ending = await http.delete(url, headers=headers)
        too_much = await http.post(url, headers=headers, content=b"x" * 2_000_001)

    assert (listening.status_code, listening.headers["allow"]) == (405, "POST")
    assert ending.status_code == 405
    assert too_much.status_code == 413


async def test_requests_leave_no_tasks_behind(url: str) -> None:
    async with connected(url, "carla-key") as client:
        await client.list_tools()
        before = len(asyncio.all_tasks())
        for _ in range(20):
            await call(client, "memory_status")
        await asyncio.sleep(0.1)

        assert len(asyncio.all_tasks()) <= before
