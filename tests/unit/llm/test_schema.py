from typing import Any

import pytest

from nagori.llm.schema import NotValidError, parse_json, parse_reply, problems

DECISION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "remember": {"type": "boolean"},
        "tag": {"enum": ["manual", "summary"]},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "facts": {"type": "array", "items": {"$ref": "#/$defs/fact"}, "maxItems": 3},
        "reason": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
    },
    "required": ["remember"],
    "additionalProperties": False,
    "$defs": {"fact": {"type": "object", "required": ["text"], "properties": {"text": {}}}},
}


@pytest.mark.parametrize(
    "value",
    [
        {"remember": True},
        {"remember": False, "tag": "manual", "score": 1, "facts": [], "reason": None},
        {"remember": True, "facts": [{"text": "tea", "more": 1}], "reason": "why"},
    ],
)
def test_a_valid_value_has_no_problems(value: object) -> None:
    assert problems(value, DECISION) == []


WRONG: list[tuple[Any, str]] = [
    ([], "$ must be of type object"),
    ({}, "$.remember is missing"),
    ({"remember": 1}, "$.remember must be of type boolean"),
    ({"remember": True, "tag": "other"}, '$.tag must be one of ["manual", "summary"]'),
    ({"remember": True, "score": True}, "$.score must be of type number"),
    ({"remember": True, "score": 1.5}, "$.score must be at most 1"),
    ({"remember": True, "facts": [{}]}, "$.facts[0].text is missing"),
    ({"remember": True, "facts": [{"text": 1}] * 4}, "$.facts must have at most 3 items"),
    ({"remember": True, "reason": ""}, "$.reason fits none of the allowed forms"),
    ({"remember": True, "extra": 1}, "$.extra is not allowed"),
]


@pytest.mark.parametrize(("value", "problem"), WRONG)
def test_the_problem_says_where_and_what(value: object, problem: str) -> None:
    assert problems(value, DECISION) == [problem]


@pytest.mark.parametrize(
    ("value", "schema", "valid"),
    [
        (3, {"type": "integer"}, True),
        (3.0, {"type": "integer"}, True),
        (3.5, {"type": "integer"}, False),
        (True, {"type": "integer"}, False),
        (None, {"type": ["string", "null"]}, True),
        (1, {"const": 1.0}, True),
        (True, {"const": 1}, False),
        ([1, 1.0], {"uniqueItems": True}, False),
        ([True, 1], {"uniqueItems": True}, True),
        ("2026-05-03", {"pattern": r"^\d{4}-\d\d-\d\d$"}, True),
        ("soon", {"pattern": r"^\d{4}"}, False),
        (5, {"oneOf": [{"minimum": 3}, {"multipleOf": 5}]}, False),
        (5, {"oneOf": [{"minimum": 9}, {"multipleOf": 5}]}, True),
        (5, {"allOf": [{"exclusiveMinimum": 5}]}, False),
        (5, {"exclusiveMaximum": 6, "not": {"enum": [6]}}, True),
        (6, {"not": {"enum": [6]}}, False),
        ([1, "a"], {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}, True),
        ([1, 2], {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}, False),
        ({"a": 1, "b": 2}, {"additionalProperties": {"type": "integer"}}, True),
        ({"a": "x"}, {"additionalProperties": {"type": "integer"}}, False),
        ({}, {"minProperties": 1}, False),
        ("anything", {}, True),
    ],
)
def test_each_rule_is_checked_as_the_standard_says(
    value: object, schema: dict[str, Any], valid: bool
) -> None:
    assert (problems(value, schema) == []) is valid


def test_a_schema_that_refers_to_itself_is_checked_all_the_way_down() -> None:
    tree: dict[str, Any] = {
        "type": "object",
        "properties": {"inner": {"$ref": "#"}, "leaf": {"type": "string"}},
    }

    assert problems({"inner": {"inner": {"leaf": 1}}}, tree) == [
        "$.inner.inner.leaf must be of type string"
    ]


def test_only_the_first_few_problems_are_listed() -> None:
    assert len(problems([1] * 50, {"items": {"type": "string"}})) == 5


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '  {"a": 1}\n',
        '```json\n{"a": 1}\n```',
        'Here it is:\n```\n{"a": 1}\n```\nAnything else?',
        'Sure! {"a": 1} I hope that helps.',
    ],
)
def test_json_is_found_also_inside_a_block_or_between_sentences(text: str) -> None:
    assert parse_json(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "  ", "no", '{"a": ', "[" * 100_000])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(NotValidError):
        parse_json(text)


def test_a_reply_is_parsed_and_checked() -> None:
    assert parse_reply('{"remember": true}', DECISION) == {"remember": True}
    with pytest.raises(NotValidError, match=r"\$\.remember is missing"):
        parse_reply("{}", DECISION)
