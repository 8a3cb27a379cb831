"""What others rely on: every name of the contract is there, with its parameters and fields."""

import dataclasses
import inspect
from typing import Any, get_type_hints

import pytest

import nagori
from nagori import Nagori

ERRORS = {
    "NagoriError": "Exception",
    "UserError": "NagoriError",
    "InvalidInputError": "UserError",
    "NotFoundError": "UserError",
    "ConflictError": "UserError",
    "ForbiddenError": "UserError",
    "StoreError": "NagoriError",
    "StoreFailedError": "StoreError",
    "StoreFullError": "StoreError",
    "StoreBusyError": "StoreError",
    "ModelError": "NagoriError",
    "ModelUnavailableError": "ModelError",
    "ModelReplyError": "ModelError",
    "MissingExtraError": "NagoriError",
}

FIELDS = {
    "Memory": "id text tag scope bot chat_id emotion_label times_said status stage valid_from"
    " valid_to superseded_by sources confidence trust degraded metadata external_id created_at"
    " updated_at",
    "Message": "id chat_id role speaker name content raw_content emotion reply_to mentions state"
    " is_summarized external_id metadata said_at",
    "Recall": "query items near_misses degraded settings took_ms",
    "Recalled": "id kind text tag score why source chat_id external_id at",
    "Why": "similarity lexical neighbours decay relevance final arm rank",
    "NearMiss": "id text score rule",
    "Receipt": "erased pending at",
    "Page": "items next",
    "Change": "at what before after by",
    "Status": "store embedder models reason",
    "Source": "kind ref at",
    "Chat": "id title created_at updated_at archived",
}

NEEDED = inspect.Parameter.empty
METHODS: dict[str, dict[str, Any]] = {
    "open": {"where": "nagori.db", "space": "default", "settings": None},
    "remember": {
        "text": NEEDED, "user": None, "group": None, "project": None, "tag": "manual",
        "chat": None, "emotion": None, "bot": None, "external_id": None, "metadata": None,
        "at": None,
    },
    "get": {"memory_id": NEEDED},
    "list": {
        "user": None, "group": None, "project": None, "tags": None, "limit": 100, "cursor": None,
    },
    "recent": {"limit": 10, "user": None},
    "edit": {"memory_id": NEEDED, "text": None, "tag": None, "emotion": None, "metadata": None},
    "history": {"memory_id": NEEDED},
    "forget": {"memory_id": NEEDED},
    "restore": {"memory_id": NEEDED},
    "erase": {"memory": None, "user": None, "group": None, "project": None, "chat": None},
    "retrieve": {"user_id": NEEDED, "text": NEEDED, "limit": None},  # 3, by a setting
    "recall": {
        "query": NEEDED, "user": None, "group": None, "project": None, "chat": None,
        "kinds": ("memory",), "tags": None, "bot": None, "where": None, "profile": "search",
        "mode": "hybrid", "limit": None, "max_tokens": None, "as_of": None, "documents": None,
    },
    "hear": {
        "chat_id": NEEDED, "text": NEEDED, "speaker": NEEDED, "name": None, "said_at": None,
        "reply_to": None, "mentions": (), "external_id": None, "context_id": None, "role": "user",
        "metadata": None,
    },
}  # fmt: skip
"""Parameters of the contract with their defaults."""

POSITIONAL = {
    "open": ["where"],
    "remember": ["text"],
    "get": ["memory_id"],
    "list": [],
    "recent": ["limit"],
    "edit": ["memory_id"],
    "history": ["memory_id"],
    "forget": ["memory_id"],
    "restore": ["memory_id"],
    "erase": [],
    "retrieve": ["user_id", "text", "limit"],
    "recall": ["query"],
    "hear": ["chat_id", "text"],
}
"""Parameters that may be given without their names."""


def test_all_is_sorted_and_everything_in_it_is_there() -> None:
    assert nagori.__all__ == sorted(set(nagori.__all__))
    for name in nagori.__all__:
        assert getattr(nagori, name).__name__ == name
    assert set(nagori.__all__) < set(dir(nagori))
    assert nagori.__version__


def test_every_name_of_the_contract_is_exported() -> None:
    assert {*ERRORS, *FIELDS, "Nagori", "Settings"} <= set(nagori.__all__)


def test_a_name_that_does_not_exist_is_missing_as_everywhere() -> None:
    with pytest.raises(AttributeError, match="'nagori' has no attribute 'Dream'"):
        _ = nagori.Dream


@pytest.mark.parametrize(("name", "parent"), ERRORS.items())
def test_errors_are_one_tree_with_codes(name: str, parent: str) -> None:
    error: type[Exception] = getattr(nagori, name)

    assert error.__base__ is not None
    assert error.__base__.__name__ == parent
    assert vars(error).get("code")


@pytest.mark.parametrize(("name", "wanted"), FIELDS.items())
def test_values_are_frozen_and_have_the_fields_of_the_contract(name: str, wanted: str) -> None:
    value: Any = getattr(nagori, name)

    assert {field.name for field in dataclasses.fields(value)} >= set(wanted.split())
    assert value.__dataclass_params__.frozen
    assert get_type_hints(value)


@pytest.mark.parametrize(("name", "wanted"), METHODS.items())
def test_methods_take_what_the_contract_says(name: str, wanted: dict[str, Any]) -> None:
    parameters = inspect.signature(getattr(Nagori, name)).parameters
    own = [p for p in parameters.values() if p.name != "self"]

    assert {p.name: p.default for p in own if p.name in wanted} == wanted
    by_place = [p.name for p in own if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    assert by_place == POSITIONAL[name]
    more = [p for p in own if p.name not in wanted]
    assert all(p.default is not NEEDED for p in more)


@pytest.mark.parametrize("name", [name for name in METHODS if name != "open"])
def test_methods_are_asynchronous_and_say_what_they_do(name: str) -> None:
    method = getattr(Nagori, name)

    assert inspect.iscoroutinefunction(method)
    assert inspect.getdoc(method)


def test_a_recall_can_be_rendered_and_a_page_be_counted() -> None:
    assert nagori.Recall("tea", []).render() == ""
    assert len(nagori.Page([1, 2])) == len(list(nagori.Page([1, 2]))) == 2
