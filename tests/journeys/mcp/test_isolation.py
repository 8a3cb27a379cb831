"""With another user's or space's access, no tool reads, changes, lists, counts or infers."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from nagori import Memory, Nagori
from nagori.mcp.server import build_server
from nagori.mcp.tools import TOOLS
from nagori.testing.contract.documents import a_file, imported
from nagori.values.key import Principal
from nagori.values.scope import Scope

WORDS = "saffron harbour"
"""Words that only Lin said: in her memory, in her chat, and in her document."""
CHAT = "lin-and-the-bot"
LIN = Scope("default", "user", "lin")

OTHERS = {
    "another user": Principal("default", "carla"),
    "another space": Principal("elsewhere", "carla"),
    "the same name in another space": Principal("elsewhere", "lin"),
    "a name that looks like a scope": Principal("default", "user:lin"),
}

ASK: dict[str, dict[str, Any]] = {
    "add_memory": {"text": f"The password is {WORDS}", "external_id": "lin-1"},
    "search_memories": {"query": WORDS, "limit": 50},
    "get_memory": {"memory_id": "{memory}"},
    "update_memory": {"memory_id": "{memory}", "text": "Lin's memory was here"},
    "delete_memory": {"memory_id": "{memory}"},
    "list_memories": {"limit": 100},
    "search_history": {"query": WORDS, "chat_id": CHAT},
    "search_documents": {"query": WORDS},
    "get_context": {"message": f"What is the {WORDS}?"},
    "memory_status": {},
}
"""Every tool with the arguments that would reach Lin's things."""
OF_PROJECT: dict[str, dict[str, Any]] = {
    "search_project": {"project": "{project}", "query": WORDS},
    "ask_project": {"project": "{project}", "question": WORDS},
}
"""Those of projects, which are a space's own."""


def test_every_tool_is_in_the_table() -> None:
    assert ASK.keys() | OF_PROJECT.keys() == {tool.name for tool in TOOLS}


@pytest.fixture
async def lins(hashed: Nagori) -> Memory:
    """What Lin keeps: a memory, a chat and a document."""
    return await kept(hashed)


async def kept(n: Nagori) -> Memory:
    await n.hear(CHAT, f"The password is {WORDS}", speaker="lin")
    await imported(n.store, a_file(scope=LIN), f"The way to the {WORDS}")
    return await n.remember(
        f"The password is {WORDS}", user="lin", external_id="lin-1", metadata={"for": "lin"}
    )


@asynccontextmanager
async def as_(n: Nagori, principal: Principal) -> AsyncGenerator[Client]:
    async with Client(build_server(n.within(principal.space), principal)) as client:
        yield client


def asked(tool: str, memory_id: str) -> dict[str, Any]:
    whole = json.dumps(ASK[tool]).replace("{memory}", memory_id)
    return json.loads(whole)


def shown(result: types.CallToolResult) -> str:
    return result.model_dump_json()


def without_times(text: str) -> Any:
    """A result without what differs from call to call."""
    content: dict[str, Any] = json.loads(text)["structured_content"]
    return {k: v for k, v in content.items() if k not in ("id", "created_at", "updated_at")}


@pytest.mark.parametrize("who", OTHERS)
@pytest.mark.parametrize("tool", ASK)
async def test_nobody_reaches_what_is_lins(
    hashed: Nagori, lins: Memory, tool: str, who: str
) -> None:
    before = (await hashed.get(lins.id), await hashed.history(lins.id))
    async with as_(hashed, OTHERS[who]) as client:
        answer = await client.call_tool(tool, asked(tool, lins.id))

    text = shown(answer)
    if tool != "add_memory":  # it says what was just given to it
        assert WORDS not in text
    assert '"for"' not in text
    assert (await hashed.get(lins.id), await hashed.history(lins.id)) == before
    hers = await hashed.list(user="lin")
    assert [memory.id for memory in hers] == [lins.id]


@pytest.mark.parametrize("who", OTHERS)
@pytest.mark.parametrize("tool", ASK)
async def test_what_is_lins_looks_as_if_it_did_not_exist(
    hashed: Nagori, tool: str, who: str
) -> None:
    unknown = "01m7gmsd7yee3m4bfgsscs2hgg"
    async with as_(hashed, OTHERS[who]) as client:
        before = await client.call_tool(tool, asked(tool, unknown))
        if tool == "add_memory":
            await hashed.within(OTHERS[who].space).erase(user=OTHERS[who].user)
        memory = await kept(hashed)
        after = await client.call_tool(tool, asked(tool, memory.id))

    assert without_times(shown(after).replace(memory.id, unknown)) == without_times(shown(before))


@pytest.mark.parametrize("tool", ASK)
async def test_lin_reaches_all_of_it(hashed: Nagori, lins: Memory, tool: str) -> None:
    """The table asks for what is there: the tests above would otherwise find nothing anyway."""
    async with as_(hashed, Principal("default", "lin")) as client:
        answer = await client.call_tool(tool, asked(tool, lins.id))

    assert not answer.is_error
    content = answer.structured_content
    if tool == "memory_status":
        assert (content["memories"], content["chats"]) == (1, 1)
    elif tool in {"update_memory", "delete_memory"}:
        assert lins.id in shown(answer)
    else:
        assert WORDS in shown(answer)


@pytest.mark.parametrize("tool", OF_PROJECT)
async def test_a_project_of_another_space_looks_as_if_it_did_not_exist(
    hashed: Nagori, tmp_path: Path, tool: str
) -> None:
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "pier.py").write_text(f'"""The {WORDS}."""\n', "utf-8")
    await hashed.projects.learn(tmp_path / "harbour")

    async def answer(client: Client, name: str) -> str:
        return shown(await client.call_tool(tool, {**OF_PROJECT[tool], "project": name}))

    async with as_(hashed, OTHERS["another space"]) as client:
        for named in ("{}", str(tmp_path / "{}")):
            here = await answer(client, named.format("harbour"))
            nowhere = await answer(client, named.format("nowhere"))
            assert here.replace("harbour", "nowhere") == nowhere
            assert '"code":"not_found"' in here
    async with as_(hashed, OTHERS["another user"]) as client:
        assert WORDS in await answer(client, "harbour")
