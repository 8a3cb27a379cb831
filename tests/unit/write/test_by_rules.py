"""What rules find in a talk."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from nagori.values.memorising import Heard
from nagori.values.message import Message, Role
from nagori.write.by_rules import find_by_rules

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def a_talk(said: Sequence[tuple[Role, str]]) -> list[Heard]:
    return [
        Heard(Message(f"m{n}", "c", role, "carla", text, START + timedelta(minutes=n)))
        for n, (role, text) in enumerate(said)
    ]


def found(talk: Sequence[Heard]) -> list[str]:
    own = [heard for heard in talk if heard.message.role == "user"]
    return [f.heard.message.id for f in find_by_rules(own, talk=talk, zone=UTC)]


def test_only_the_users_own_messages_are_found() -> None:
    talk = a_talk([("assistant", "I live in Porto"), ("user", "I live in Lisbon")])

    assert found(talk) == ["m1"]
