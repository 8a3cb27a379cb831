"""What rules find in a talk."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from nagori.values.memorising import Heard
from nagori.values.message import Message, Role
from nagori.write.by_rules import find_by_rules

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def a_talk(said: Sequence[tuple[Role, str]]) -> list[Heard]:
    told = [
        Message(f"m{n}", "c", role, "carla", text, START + timedelta(minutes=n))
        for n, (role, text) in enumerate(said)
    ]
    return [Heard(m, before=told[n - 1] if n else None) for n, m in enumerate(told)]


async def found(talk: Sequence[Heard]) -> list[str]:
    own = [heard for heard in talk if heard.message.role == "user"]
    return [f.heard.message.id for f in await find_by_rules(own, None, zone=UTC)]


async def test_only_the_users_own_messages_are_found() -> None:
    talk = a_talk([("assistant", "I live in Porto"), ("user", "I live in Lisbon")])

    assert await found(talk) == ["m1"]


async def test_an_answer_counts_by_what_it_answers() -> None:
    asked: list[tuple[Role, str]] = [
        ("assistant", "What are your cats called?"),
        ("user", "Luna and Oliver"),
    ]

    assert await found(a_talk(asked)) == ["m1"]
    assert await found(a_talk(asked[1:])) == []


async def test_what_the_same_person_said_before_is_no_question_to_them() -> None:
    assert (
        await found(a_talk([("user", "What are your cats called?"), ("user", "Luna and Oliver")]))
        == []
    )
