from typing import Any

import pytest

from nagori.errors import InvalidInputError
from nagori.naming import named_scopes, one_scope
from nagori.values.scope import Scope


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ({}, "global"),
        ({"user": "carla"}, "user:carla"),
        ({"group": "choir"}, "group:choir"),
        ({"project": "web"}, "project:web"),
        ({"chat": "c1"}, "chat:c1"),
        ({"user": "carla", "chat": "c1"}, "user:carla"),
        ({"group": "choir", "chat": "c1"}, "group:choir"),
        ({"user": "a:b/c 用户"}, "user:a:b/c 用户"),
    ],
)
def test_a_write_goes_to_one_scope(named: dict[str, Any], key: str) -> None:
    scope = one_scope("default", **named)

    assert scope.key == key
    assert Scope.parse("default", scope.key) == scope


@pytest.mark.parametrize(
    "named",
    [
        {"user": "a", "group": "b"},
        {"group": "a", "project": "b"},
        {"user": "a", "group": "b", "project": "c"},
    ],
)
def test_two_owners_are_refused_by_name(named: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=" and ".join(named)):
        one_scope("default", **named)


def test_all_that_were_named_are_searched_in_one_order() -> None:
    scopes = named_scopes("s", chat="c1", project="web", user="carla")

    assert [scope.key for scope in scopes] == ["user:carla", "project:web", "chat:c1"]
    assert {scope.space for scope in scopes} == {"s"}
    assert named_scopes("s") == []


@pytest.mark.parametrize("field", ["user", "group", "project", "chat"])
@pytest.mark.parametrize("bad", ["", " ", "a\nb", "x" * 201, "\ud800"])
def test_a_bad_name_is_refused_wherever_it_stands(field: str, bad: str) -> None:
    named: dict[str, Any] = {field: bad}
    with pytest.raises(InvalidInputError, match=field):
        one_scope("default", **named)
    with pytest.raises(InvalidInputError, match=field):
        named_scopes("default", **named)


def test_a_bad_chat_beside_an_owner_is_refused_too() -> None:
    with pytest.raises(InvalidInputError, match="chat"):
        one_scope("default", user="carla", chat="")
