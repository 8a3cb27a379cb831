"""Tools: what models are told of functions, and what becomes of what they call them with."""

import json
from collections.abc import Mapping
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.agent.tool import Result, ToolSet, canonical, tool_of
from nagori.errors import ConflictError, InvalidInputError, StoreFailedError
from nagori.face.agent_tools import TOOLS


async def paint(
    bound: list[str],
    colour: Literal["red", "blue"],
    times: int = 1,
    glossy: bool = False,
    note: str | None = None,
) -> Result:
    """Paint the wall.

    What follows the first line is for people.

    colour: the colour to use
    times: how often
    other: not a parameter
    """
    bound.append(f"{colour} {times} {glossy} {note}")
    return Result("painted", ids=("wall",))


PAINT = tool_of(paint, "write")


def test_the_schema_comes_from_the_signature_and_the_docstring() -> None:
    assert (PAINT.name, PAINT.kind) == ("paint", "write")
    assert PAINT.tool.description == "Paint the wall."
    assert PAINT.tool.parameters == {
        "type": "object",
        "properties": {
            "colour": {
                "type": "string",
                "enum": ["red", "blue"],
                "description": "the colour to use",
            },
            "times": {"type": "integer", "description": "how often", "default": 1},
            "glossy": {"type": "boolean", "default": False},
            "note": {"type": "string"},
        },
        "required": ["colour"],
        "additionalProperties": False,
    }


def test_a_parameter_that_no_model_could_give_is_refused_at_once() -> None:
    async def odd(bound: object, items: Mapping[str, int]) -> Result:
        del bound, items
        return Result("")

    with pytest.raises(TypeError, match="items"):
        tool_of(odd, "read")


@pytest.mark.parametrize(
    ("written", "parsed"),
    [
        ('{"colour": "red"}', {"colour": "red"}),
        ('{"colour": "blue", "times": 3, "note": null}', {"colour": "blue", "times": 3}),
        ('{"note": "茶", "glossy": true, "colour": "red"}',
         {"colour": "red", "glossy": True, "note": "茶"}),
    ],
)  # fmt: skip
def test_arguments_are_read_as_json(written: str, parsed: dict[str, object]) -> None:
    assert PAINT.parse(written) == parsed


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "colour: is missing"),
        ("{", "arguments: write one JSON object"),
        ("[]", "arguments: write one JSON object"),
        ('"red"', "arguments: write one JSON object"),
        ("[" * 100_000, "arguments: write one JSON object"),
        ('{"colour": null}', "colour: is missing"),
        ('{"colour": "green"}', "colour: give one of red, blue"),
        ('{"colour": 1}', "colour: give a value of type string"),
        ('{"colour": "red", "times": true}', "times: give a value of type integer"),
        ('{"colour": "red", "times": "3"}', "times: give a value of type integer"),
        ('{"colour": "red", "glossy": 1}', "glossy: give a value of type boolean"),
        ('{"colour": "red", "user": "diego"}', "user: no such parameter; there are: colour, "),
    ],
)
def test_arguments_that_can_not_be_used_say_why(written: str, problem: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        PAINT.parse(written)

    assert str(raised.value).startswith(problem)


@given(st.text(max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
).map(json.dumps))  # fmt: skip
def test_whatever_a_model_writes_is_parsed_or_refused(written: str) -> None:
    try:
        parsed = PAINT.parse(written)
    except InvalidInputError:
        return
    assert parsed["colour"] in ("red", "blue")


async def test_a_tool_runs_with_what_it_is_bound_to() -> None:
    walls: list[str] = []

    result = await PAINT.run(walls, PAINT.parse('{"colour": "red", "times": 2}'))

    assert result == Result("painted", ids=("wall",))
    assert walls == ["red 2 False None"]


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (ConflictError("it is painted already"), "it is painted already"),
        (StoreFailedError("the file /secret/path is damaged"), "it can't be done at the moment"),
        (ZeroDivisionError("oh"), "an error of ours"),
    ],
)
async def test_an_error_of_a_tool_is_a_result(raised: Exception, told: str) -> None:
    async def fail(bound: object) -> Result:
        """Fail."""
        raise raised

    assert await tool_of(fail, "read").run(None, {}) == Result("", told)


def test_canonical_arguments_are_the_same_for_the_same_values() -> None:
    assert canonical({"b": 1, "a": "茶"}) == canonical({"a": "茶", "b": 1}) == '{"a": "茶", "b": 1}'


def test_a_set_knows_its_tools_by_name() -> None:
    tools = ToolSet([PAINT])

    assert tools.names == ("paint",)
    assert tools.find("paint") is PAINT
    assert tools.find("erase") is None
    assert tools.offered == (PAINT.tool,)


# the tools of a turn ------------------------------------------------------------------------------


def test_the_tools_of_a_turn_have_the_names_that_the_specification_gives() -> None:
    told: dict[str, Any] = {
        tool.name: list(tool.parameters["properties"]) for tool in TOOLS.offered
    }

    assert told == {
        "search_documents": ["query", "strategy"],
        "search_chat_history": ["query", "chat_id"],
        "read_global_memory": [],
        "update_global_memory": ["content", "mode"],
        "search_memories": ["query"],
        "remember": ["text"],
        "forget": ["memory_id"],
    }
    kinds = {name: tool.kind for name in TOOLS.names if (tool := TOOLS.find(name))}
    assert [name for name, kind in kinds.items() if kind == "write"] == [
        "update_global_memory",
        "remember",
        "forget",
    ]


def test_no_tool_lets_a_model_name_a_user_or_a_scope() -> None:
    for tool in TOOLS.offered:
        assert not {"user", "space", "scope", "group", "project"} & set(
            tool.parameters["properties"]
        )
        assert tool.description
        for parameter in tool.parameters["properties"].values():
            assert parameter["description"]
