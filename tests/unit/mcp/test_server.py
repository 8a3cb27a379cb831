"""The server of one caller, asked by the `mcp` package's own client in both of its manners."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError

from nagori import Nagori
from nagori.mcp import inputs, results
from nagori.mcp.server import build_server
from nagori.mcp.tools import TOOLS, Tool
from nagori.testing.builders import NOW
from nagori.testing.clock import HandClock
from nagori.testing.contract.documents import a_file, imported
from nagori.values.key import Principal

CARLA = Principal("default", "carla")
READER = Principal("default", "carla", read_only=True)
OF_THE_SPACE = Principal("default", None, key_id="k")
BOUND = Principal("default", "carla", key_id="k", bound=True)

NAMES = [
    "add_memory", "search_memories", "get_memory", "update_memory", "delete_memory",
    "list_memories", "search_history", "search_documents", "search_project", "ask_project",
    "get_context", "memory_status",
]  # fmt: skip
OF_PROJECTS = {"search_project", "ask_project"}
KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"
'''
QUESTION = "Which values does Kind have?"
SECRET = "ghp_Vt4Kq9Wm2Xr7Zb1Ns6Lc3Hd8Yf5Gj0PaTe"  # noqa: S105 - it opens nothing
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


async def test_a_passage_of_a_document_comes_with_its_place(asked: Asked, hashed: Nagori) -> None:
    ask = {"query": "when does the tram leave?", "limit": 1}
    async with asked() as client:
        before = await client.call_tool("search_documents", ask)
        draft = a_file()
        await hashed.store.documents.add(draft, now=NOW)
        nothing = await client.call_tool("search_documents", ask)
        texts = ("The tram leaves at nine.", f"The key is {SECRET}.")
        guide = await imported(hashed.store, draft, *texts)
        found = await client.call_tool("search_documents", ask)
        key = await client.call_tool("search_documents", {"query": "the key"})

    assert before.structured_content == {"items": [], "note": "no documents yet", "degraded": []}
    assert nothing.structured_content["items"] == []
    assert nothing.structured_content["note"] == "nothing was found in the documents"
    (passage,) = found.structured_content["items"]
    assert 0 < passage.pop("score") <= 1
    assert passage == {
        "document_id": guide.id,
        "title": "Guide",
        "headings": ["Guide", "Porto"],
        "page": 1,
        "number": 1,
        "text": "The tram leaves at nine.",
    }
    assert "The key is" in told(key)
    assert SECRET not in told(key)


@pytest.fixture
async def loans(hashed: Nagori, tmp_path: Path) -> Path:
    """A project that was learned about."""
    root = tmp_path / "loans"
    root.mkdir()
    (root / "kinds.py").write_text(KINDS, "utf-8")
    await hashed.projects.learn(root, key="loans")
    return root


async def test_a_project_is_searched_and_asked_with_the_lines_that_show_it(
    asked: Asked, loans: Path
) -> None:
    async with asked(READER) as client:
        status = (await client.call_tool("memory_status", {})).structured_content
        (key,) = status["projects"]
        query = {"project": key, "query": QUESTION, "limit": 2}
        found = (await client.call_tool("search_project", query)).structured_content
        asking = {"project": str(loans), "question": QUESTION}
        answer = (await client.call_tool("ask_project", asking)).structured_content
        (loans / "kinds.py").write_text("\n\n" + KINDS.replace("LINEAR", "BULLET"), "utf-8")
        later = (await client.call_tool("search_project", query)).structured_content

    assert len(found["items"]) == 2
    record = next(one for one in found["items"] if "ANNUITY" in one["answer"])
    assert (record["made_by"], record["stale"]) == ("analysis", False)
    assert record["citations"][0]["path"] == "kinds.py"
    assert record["citations"][0]["state"] == "unchanged"
    assert answer["project"] == "loans"
    assert answer["made_by"] == "extractive"
    assert "ANNUITY" in answer["text"]
    assert answer["citations"]
    assert any(one["stale"] for one in later["items"])


async def test_a_key_of_the_space_names_projects_by_their_key_alone_and_no_user(
    asked: Asked, loans: Path
) -> None:
    async with asked(OF_THE_SPACE) as client:
        found = await client.call_tool("search_project", {"project": "loans", "query": QUESTION})
        by_path = await client.call_tool("ask_project", {"project": str(loans), "question": "x"})
        unknown = await client.call_tool("ask_project", {"project": "shop", "question": "x"})

    assert found.structured_content["items"]
    assert told(by_path).startswith("not_found: no project")
    assert told(unknown).startswith("not_found: no project 'shop'")


@pytest.mark.usefixtures("loans")
async def test_a_key_of_one_user_sees_no_tool_of_projects_and_can_call_none(asked: Asked) -> None:
    calls = {"search_project": {"query": QUESTION}, "ask_project": {"question": QUESTION}}
    async with asked(BOUND) as client:
        shown = {tool.name for tool in (await client.list_tools()).tools}
        for name, arguments in calls.items():
            refused = await client.call_tool(name, {"project": "loans", **arguments})
            assert told(refused).startswith("forbidden: a project is nobody's own")
        status = (await client.call_tool("memory_status", {})).structured_content

    assert calls.keys() == {tool.name for tool in TOOLS if tool.of_projects}
    assert shown == set(NAMES) - OF_PROJECTS
    assert "projects" not in status


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
        ("search_project", {"project": "loans", "query": "x", "limit": 51}, "limit"),
        ("search_project", {"query": "x"}, "project"),
        ("ask_project", {"project": "loans", "question": ""}, "question"),
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
        for name in (name for name in NAMES if name not in OF_PROJECTS):
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
