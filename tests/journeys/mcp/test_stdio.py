"""`nagori mcp` as MCP clients start it: a process that speaks the protocol and nothing else."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from nagori import Nagori, Settings
from nagori.mcp.tools import TOOLS

COMMAND = ("-m", "nagori.cli.main", "mcp")
WITHOUT = Settings.model_validate({"embedding": {"type": "none"}})
ENVIRONMENT = {"NAGORI_EMBEDDING__TYPE": "none", "NAGORI_LANG": "en"}


@asynccontextmanager
async def started(folder: Path, *options: str, mode: str = "auto") -> AsyncGenerator[Client]:
    server = StdioServerParameters(
        command=sys.executable,
        args=[*COMMAND, "--db", "memory.db", *options],
        env=ENVIRONMENT,
        cwd=folder,
    )
    with (folder / "stderr.txt").open("a") as log:
        async with Client(stdio_client(server, errlog=log), mode=mode) as client:
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return result.structured_content


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_lists_and_calls_every_tool(tmp_path: Path, mode: str) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("MOST = 12\n", "utf-8")
    async with Nagori.open(tmp_path / "memory.db", settings=WITHOUT) as n:
        await n.projects.learn(tmp_path / "shop")
    async with started(tmp_path, "--user", "carla", mode=mode) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        memory = await call(client, "add_memory", text="Carla prefers tea. 她爱喝茶。")
        id = memory["id"]
        answers = {
            "search_memories": await call(client, "search_memories", query="tea"),
            "get_memory": await call(client, "get_memory", memory_id=id),
            "update_memory": await call(client, "update_memory", memory_id=id, emotion="calm"),
            "list_memories": await call(client, "list_memories"),
            "search_history": await call(client, "search_history", query="tea"),
            "search_documents": await call(client, "search_documents", query="tea"),
            "get_context": await call(client, "get_context", message="tea?"),
            "search_project": await call(client, "search_project", project="shop", query="cart"),
            "ask_project": await call(client, "ask_project", project="shop", question="cart?"),
            "memory_status": await call(client, "memory_status"),
            "delete_memory": await call(client, "delete_memory", memory_id=id),
        }

    assert listed == {*answers, "add_memory"} == {tool.name for tool in TOOLS}
    assert answers["search_memories"]["items"][0]["id"] == id
    assert answers["update_memory"]["emotion_label"] == "calm"
    assert answers["memory_status"]["user"] == "carla"
    assert answers["memory_status"]["memories"] == 1
    assert answers["memory_status"]["projects"] == ["shop"]
    assert "cart.py" in answers["ask_project"]["text"]
    assert (tmp_path / "stderr.txt").read_text() == ""


async def test_three_servers_on_one_database_see_each_other(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(started(tmp_path, "--user", "carla")) for _ in range(3)
        ]

        async def write(number: int) -> None:
            for fact in range(10):
                await call(clients[number], "add_memory", text=f"the answer is w{number}x{fact}")

        await asyncio.gather(*map(write, range(3)))
        expected = {f"the answer is w{number}x{fact}" for number in range(3) for fact in range(10)}
        for client in clients:
            page = await call(client, "list_memories", limit=100)
            assert {item["text"] for item in page["items"]} == expected
            found = await call(client, "search_memories", query="w2x7")
            assert found["items"][0]["text"] == "the answer is w2x7"
    assert (tmp_path / "stderr.txt").read_text() == ""


async def test_users_and_spaces_are_chosen_at_the_start_and_apart(tmp_path: Path) -> None:
    async with started(tmp_path) as me, started(tmp_path, "--space", "work") as work:
        await call(me, "add_memory", text="I prefer tea")

        assert (await call(me, "memory_status"))["user"] == "me"
        assert (await call(work, "list_memories"))["items"] == []


async def test_a_server_that_may_only_read_writes_nothing(tmp_path: Path) -> None:
    async with started(tmp_path, "--read-only") as client:
        refused = await client.call_tool("add_memory", {"text": "I prefer tea"})

        assert refused.is_error
        assert refused.structured_content["error"]["code"] == "forbidden"
        assert (await call(client, "list_memories"))["items"] == []


def process(folder: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, *COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},  # noqa: TID251  # to pass it on
    )


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_standard_output_is_protocol_only_and_the_end_of_input_ends_it(tmp_path: Path) -> None:
    lines = [json.dumps(HELLO), "this is no JSON", ""]

    server = process(tmp_path)
    out, _ = server.communicate("\n".join(lines), timeout=30)

    assert server.returncode == 0
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers[0]["result"]["serverInfo"]["name"] == "nagori"
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_while_it_waits_for_its_client(
    tmp_path: Path, number: signal.Signals
) -> None:
    server = process(tmp_path)
    assert server.stdin
    assert server.stdout
    server.stdin.write(json.dumps(HELLO) + "\n")
    server.stdin.flush()
    assert server.stdout.readline()

    server.send_signal(number)

    assert server.wait(timeout=10) == 128 + number
    assert server.stderr
    assert server.stderr.read() == ""
    server.stdin.close()
    server.stdout.close()
    server.stderr.close()


def test_a_database_that_can_not_be_used_is_told_by_the_tools(tmp_path: Path) -> None:
    (tmp_path / "nagori.db").write_text("Dear diary, " * 100)
    listing: dict[str, Any] = {"name": "list_memories", "arguments": {}}
    messages: list[dict[str, Any]] = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": listing},
    ]

    server = process(tmp_path)
    assert server.stdin
    assert server.stdout
    for message in messages:
        server.stdin.write(json.dumps(message) + "\n")
    server.stdin.flush()
    server.stdout.readline()
    answer = json.loads(server.stdout.readline())
    server.communicate(timeout=30)

    assert answer["result"]["isError"] is True
    assert answer["result"]["structuredContent"]["error"]["code"] == "store_failed"
