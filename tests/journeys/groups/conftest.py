"""Groups over a real store, with people who talk across each other."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from pathlib import Path

import pytest

from nagori import Nagori, Settings
from nagori.face.group import Group
from nagori.testing.builders import NOW
from nagori.values.message import Message

Opening = Callable[..., AbstractAsyncContextManager[Nagori]]

TALK = (
    ("ann", "does anybody know why the wifi in room 4 drops all the time?"),
    ("bob", "who brings the cake for Friday?"),
    ("cat", "ann: is it the wifi router on the second floor?"),
    ("dan", "bob: I can bring a chocolate cake"),
    ("ann", "cat: yes, the grey router on the second floor"),
    ("bob", "dan: perfect, chocolate cake it is"),
    ("cat", "ann: that router needs a restart every week"),
    ("dan", "bob: shall I bring plates for the cake too?"),
)
"""Two conversations across each other: the wifi, and the cake."""


def settings(**sections: object) -> Settings:
    """No embedder unless a test is about it."""
    return Settings.model_validate({"embedding": {"type": "none"}, **sections})


@pytest.fixture
def opened(tmp_path: Path) -> Opening:
    """Opens Nagori over this test's file."""

    def open(**sections: object) -> AbstractAsyncContextManager[Nagori]:
        return Nagori.open(tmp_path / "memory.db", settings=settings(**sections))

    return open


async def talk(group: Group, lines: tuple[tuple[str, str], ...] = TALK) -> list[Message]:
    """Say these things, half a minute apart."""
    return [
        await group.hear(text, speaker=speaker, said_at=NOW + timedelta(seconds=30 * number))
        for number, (speaker, text) in enumerate(lines)
    ]


def texts(messages: Sequence[Message]) -> list[str]:
    """What was said."""
    return [message.content for message in messages]
