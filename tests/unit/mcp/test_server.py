"""The server of one caller, asked by the `mcp` package's own client in both of its manners."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError

from nagori import Nagori
from nagori.mcp import inputs, results
from nagori.mcp.server import build_server
from nagori.mcp.tools import TOOLS, Tool
from nagori.testing.clock import HandClock
from nagori.values.key import Principal

CARLA = Principal("default", "carla")
READER = Principal("default", "carla", read_only=True)

NAMES = [
    "add_memory", "search_memories", "get_memory", "update_memory", "delete_memory",
    "list_memories", "search_history", "search_documents", "get_context", "memory_status",
]  # fmt: skip
WRITING = {"add_memory", "update_memory", "delete_memory"}

Asked = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture(params=["auto", "legacy"])
def asked(request: pytest.FixtureRequest, hashed: Nagori) -> Asked:
    """A client of a server for a principal."""

    @asynccontextmanager
    async def connect(
        principal: Principal = CARLA, tools: tuple[Tool[Any], ...] = TOOLS
    ) -> AsyncGenerator[Client]:
        async with Client(build_server(hashed, principal, tools), mode=request.param) as client:
            yield client

    return connect


def told(result: types.CallToolResult) -> str:
    assert len(result.content) == 1
    assert isinstance(result.content[0], types.TextContent)
    return result.content[0].text


async def test_the_tools_are_those_of_the_contract_with_hints_and_schemas(asked: Asked) -> None:
    async with asked() as client:
        tools = (await client.list_tools()).tools

    assert [tool.name for tool in tools] == NAMES
    for tool in tools:
        hints = tool.annotations
        assert hints
        assert hints.read_only_hint is (tool.name not in WRITING)
        assert hints.destructive_hint is (tool.name in {"update_memory", "delete_memory"})
        assert hints.idempotent_hint is (tool.name != "add_memory")
        assert hints.open_world_hint is False
        assert tool.description
        assert len(tool.description) > 40
        assert tool.output_schema
        assert tool.input_schema["additionalProperties"] is False
        for name, field in tool.input_schema["properties"].items():
            assert field["description"], (tool.name, name)


def bounds(schema: dict[str, Any]) -> bool:
    """Whether what a schema lets in is finite, apart from free metadata and times."""
    kinds = [schema, *schema.get("anyOf", [])]
    for kind in kinds:
        match kind.get("type"):
            case "string":
                if not ({"maxLength", "enum"} & kind.keys() or kind.get("format") == "date-time"):
                    return False
            case "integer":
                if not {"minimum", "maximum"} <= kind.keys():
                    return False
            case "array":
                if "maxItems" not in kind:
                    return False
            case _:
                pass
    return True


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_argument_is_bounded(tool: Tool[Any]) -> None:
    for name, field in tool.takes.model_json_schema().get("properties", {}).items():
        assert bounds(field), name


async def test_a_memory_from_its_first_word_to_its_last(asked: Asked) -> None:
    async with asked() as client:
        added = await client.call_tool(
            "add_memory",
            {
                "text": "Carla prefers tea to coffee.",
                "emotion": "calm",
                "at": "2026-05-03T18:30:00+08:00",
                "metadata": {"page": 12},
            },
        )
        memory = added.structured_content
        assert memory["metadata"] == {"page": 12}
        assert json.loads(told(added)) == memory
        id = {"memory_id": memory["id"]}

        found = await client.call_tool("search_memories", {"query": "tea or coffee?"})
        assert [item["id"] for item in found.structured_content["items"]] == [memory["id"]]

        await client.call_tool("update_memory", {**id, "text": "Carla prefers green tea."})
        story = (await client.call_tool("get_memory", id)).structured_content
        assert story["memory"]["text"] == "Carla prefers green tea."
        assert [change["what"] for change in story["history"]] == ["created", "edited"]

        gone = await client.call_tool("delete_memory", id)
        assert gone.structured_content == {"memory_id": memory["id"], "status": "retired"}
        listed = (await client.call_tool("list_memories", {})).structured_content
        assert listed == {"items": []}


async def test_memories_are_listed_page_by_page(asked: Asked) -> None:
    async with asked() as client:
        for number in range(5):
            await client.call_tool("add_memory", {"text": f"fact {number}"})
        first = (await client.call_tool("list_memories", {"limit": 3})).structured_content
        rest = await client.call_tool("list_memories", {"limit": 3, "cursor": first["next"]})
        status = (await client.call_tool("memory_status", {})).structured_content

    texts = [item["text"] for item in first["items"] + rest.structured_content["items"]]
    assert texts == [f"fact {number}" for number in (4, 3, 2, 1, 0)]
    assert "next" not in rest.structured_content
    assert status["memories"] == 5
    assert status["counted_all"] is True


async def test_history_is_what_was_said_and_context_what_a_prompt_would_hold(
    asked: Asked, hashed: Nagori, clock: HandClock
) -> None:
    await hashed.hear("trip", "We leave for Porto on Friday", speaker="carla")
    await hashed.hear("work", "The Porto office is closed", speaker="carla")
    await hashed.remember("Carla flies to Porto on Friday", user="carla", at=clock())
    async with asked() as client:
        said = await client.call_tool("search_history", {"query": "Porto on Friday"})
        here = await client.call_tool("search_history", {"query": "Porto", "chat_id": "work"})
        context = await client.call_tool("get_context", {"message": "When do I fly to Porto?"})

    best = said.structured_content["items"][0]
    assert (best["kind"], best["chat_id"], best["speaker"]) == ("message", "trip", "carla")
    assert [item["chat_id"] for item in here.structured_content["items"]] == ["work"]
    text = context.structured_content["text"]
    assert text.startswith("Relevant Memories")
    assert "Carla flies to Porto on Friday" in text
    assert [item["kind"] for item in context.structured_content["items"]] == ["memory"]


async def test_what_was_known_then_is_found_as_of_then(asked: Asked, hashed: Nagori) -> None:
    await hashed.remember("Carla lives in Porto", user="carla", at=datetime(2025, 3, 1, tzinfo=UTC))
    ask = {"query": "where does Carla live?"}
    async with asked() as client:
        now = await client.call_tool("search_memories", ask)
        then = await client.call_tool("search_memories", {**ask, "as_of": "2025-01-01T00:00:00Z"})

    assert len(now.structured_content["items"]) == 1
    assert then.structured_content["items"] == []


async def test_there_are_no_documents_yet(asked: Asked) -> None:
    async with asked() as client:
        found = await client.call_tool("search_documents", {"query": "tea"})

    assert found.structured_content == {"items": [], "note": "no documents yet"}


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("add_memory", {}, "text"),
        ("add_memory", {"text": ""}, "text"),
        ("add_memory", {"text": "x", "user": "lin"}, "user"),
        ("add_memory", {"text": "x", "tag": "user_input"}, "tag"),
        ("add_memory", {"text": "x", "at": "2026-05-03T18:30:00"}, "at"),
        ("add_memory", {"text": "\u200b"}, "text"),
        ("add_memory", {"text": "x", "metadata": {"a": "x" * 20_000}}, "metadata"),
        ("search_memories", {"query": "x", "limit": 51}, "limit"),
        ("search_memories", {"query": "x", "tags": ["nonsense"]}, "tags"),
        ("list_memories", {"cursor": "nonsense"}, "cursor"),
        ("list_memories", {"limit": 0}, "limit"),
        ("update_memory", {"memory_id": "x"}, "update"),
        ("get_memory", {"memory_id": "x" * 201}, "memory_id"),
    ],
)
async def test_arguments_that_make_no_sense_are_told_to_the_model(
    asked: Asked, tool: str, arguments: dict[str, Any], field: str
) -> None:
    async with asked() as client:
        refused = await client.call_tool(tool, arguments)

    assert refused.is_error
    assert refused.structured_content["error"]["code"] == "invalid_input"
    assert told(refused).startswith(f"invalid_input: {field}")


async def test_what_is_not_there_is_not_found(asked: Asked) -> None:
    async with asked() as client:
        for tool in ("get_memory", "delete_memory"):
            missing = await client.call_tool(tool, {"memory_id": "nope"})
            assert missing.is_error
            assert told(missing) == "not_found: no memory 'nope'"
        with pytest.raises(MCPError, match="no tool 'erase_everything'"):
            await client.call_tool("erase_everything", {})


async def test_who_may_only_read_sees_no_tool_that_writes_and_can_call_none(
    asked: Asked, hashed: Nagori
) -> None:
    memory = await hashed.remember("Carla prefers tea", user="carla")
    calls: dict[str, dict[str, Any]] = {
        "add_memory": {"text": "Carla prefers coffee"},
        "update_memory": {"memory_id": memory.id, "text": "Carla prefers coffee"},
        "delete_memory": {"memory_id": memory.id},
    }
    assert calls.keys() == {tool.name for tool in TOOLS if tool.writes}
    async with asked(READER) as client:
        shown = {tool.name for tool in (await client.list_tools()).tools}
        for name, arguments in calls.items():
            refused = await client.call_tool(name, arguments)
            assert refused.structured_content["error"]["code"] == "forbidden"
        status = (await client.call_tool("memory_status", {})).structured_content

    assert shown == set(NAMES) - WRITING
    assert status["may_write"] is False
    assert [m.text for m in await hashed.list()] == ["Carla prefers tea"]


async def test_a_key_of_a_whole_space_has_to_name_a_user(asked: Asked) -> None:
    calls: dict[str, dict[str, Any]] = {
        "add_memory": {"text": "x"},
        "update_memory": {"memory_id": "x", "text": "y"},
        "get_memory": {"memory_id": "x"},
        "delete_memory": {"memory_id": "x"},
        "get_context": {"message": "x"},
    }
    async with asked(Principal("default", None)) as client:
        for name in NAMES:
            query = {"query": "x"} if name.startswith("search") else {}
            refused = await client.call_tool(name, calls.get(name, query))
            assert told(refused).startswith("invalid_input: user"), name


async def test_what_goes_wrong_inside_is_logged_and_not_told(
    asked: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(n: Nagori, who: Principal, given: inputs.MemoryStatus) -> results.Result:
        raise RuntimeError("the secret is 42")

    broken = Tool("breaks", "Break", "", inputs.MemoryStatus, results.Result, breaks)
    async with asked(tools=(broken,)) as client:
        failed = await client.call_tool("breaks", {})

    assert failed.is_error
    assert failed.structured_content["error"]["code"] == "internal"
    assert "42" not in told(failed)
    assert "the secret is 42" in caplog.text


async def test_a_store_out_of_service_is_told_with_its_code(asked: Asked, hashed: Nagori) -> None:
    await hashed.store.close()
    async with asked() as client:
        refused = await client.call_tool("search_memories", {"query": "tea"})
        status = (await client.call_tool("memory_status", {})).structured_content

    assert refused.structured_content["error"]["code"] == "store_failed"
    assert status["store"] != "ready"
    assert status["memories"] == 0
