"""Names of speakers, and statements that name them."""

from collections.abc import Mapping
from typing import Any

import pytest

from nagori.testing.builders import NOW
from nagori.values.memory import Memory
from nagori.write.speakers import as_called_now, named, one_name_each, statement_of


def a_memory(text: str, **metadata: Any) -> Memory:
    return Memory("m", text, "summary", "group:g", NOW, NOW, metadata=metadata)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("The user lives in Porto.", "Ann lives in Porto."),
        ("The user's cat is called Miso.", "Ann's cat is called Miso."),
        ("Since May the user has a cat.", "Since May Ann has a cat."),
        ("用户住在杭州。", "Ann住在杭州。"),
        ("The user said: “the user is king”", "Ann said: “the user is king”"),
        ("ユーザーの発言：“猫が好き”", "Annの発言：“猫が好き”"),
        ("Likes tea.", "Ann: Likes tea."),
    ],
)
def test_a_statement_names_the_member(statement: str, told: str) -> None:
    assert named(statement, "Ann") == told


def test_a_name_with_signs_of_patterns_stands_as_it_is() -> None:
    assert named("The user has a cat.", r"\1 & A.n(n") == r"\1 & A.n(n has a cat."


@pytest.mark.parametrize(
    ("called", "names"),
    [
        ([("u1", "Ann"), ("u2", "Bob")], {"u1": "Ann", "u2": "Bob"}),
        ([("u1", "Ann"), ("u2", "Bob"), ("u1", "Bob"), ("u2", "Ann")], {"u1": "Bob", "u2": "Ann"}),
        ([("u1", "Ann"), ("u2", "ann")], {"u1": "Ann (u1)", "u2": "ann (u2)"}),
        ([("u1", "Ann"), ("u2", "Ann"), ("u2", "Bob")], {"u1": "Ann", "u2": "Bob"}),
        ([("u1", "An\nn")], {"u1": "An n"}),
    ],
)
def test_each_speaker_has_one_name(called: list[tuple[str, str]], names: Mapping[str, str]) -> None:
    assert one_name_each(called) == names


def test_a_memory_is_told_under_the_name_of_today() -> None:
    memory = a_memory("Ann has a cat.", member="u1", name="Ann", statement="The user has a cat.")
    assert as_called_now(memory, {"u1": "Bob"}) == "Bob has a cat."
    assert statement_of(memory) == "The user has a cat."


def test_what_a_person_reworded_stands_as_they_worded_it() -> None:
    memory = a_memory("Ann has two cats", member="u1", name="Ann", statement="The user has a cat.")
    assert statement_of(memory) is None
    assert as_called_now(memory, {"u1": "Bob"}) == "Bob: Ann has two cats"


def test_a_summary_says_who_is_called_otherwise_now() -> None:
    memory = a_memory("Ann: hello", names={"u1": "Ann", "u2": "Cat"})
    assert as_called_now(memory, {"u1": "Ann", "u2": "Cat"}) == "Ann: hello"
    told = as_called_now(memory, {"u1": "Bob", "u2": "Cat"})
    assert told == "Ann: hello (called otherwise now: Ann → Bob)"
