"""Saying in words what a provider can't be told otherwise."""

import json
from collections.abc import Sequence
from dataclasses import replace

from nagori.llm.dialect import Ask
from nagori.values.prompt import PromptMessage

_SCHEMA = (
    "Answer with one JSON value and nothing else: no explanation, no code block. "
    "It must be valid against this JSON schema:\n{schema}"
)
_REPAIR = (
    "That answer can't be used: {problem}. "
    "Answer again with one JSON value that is valid against this JSON schema, and nothing else:\n"
    "{schema}"
)


def with_schema_in_words(ask: Ask) -> Ask:
    """The same ask with the schema as a system message, for providers that take no schema."""
    told = PromptMessage("system", _SCHEMA.format(schema=json.dumps(ask.schema)), "persona")
    return replace(ask, messages=_after_systems(ask.messages, told), schema=None)


def with_repair(ask: Ask, said: str, problem: str) -> Ask:
    """The ask again, with the invalid answer and what is wrong with it."""
    words = _REPAIR.format(problem=problem, schema=json.dumps(ask.schema))
    answer = [PromptMessage("assistant", said)] if said.strip() else []
    return replace(ask, messages=[*ask.messages, *answer, PromptMessage("user", words)])


def _after_systems(messages: Sequence[PromptMessage], told: PromptMessage) -> list[PromptMessage]:
    first = next((at for at, m in enumerate(messages) if m.role != "system"), len(messages))
    return [*messages[:first], told, *messages[first:]]
