"""Messages that stand one by one, with `role` and `content`: our own transcripts."""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any

from nagori.errors import InvalidInputError
from nagori.values.message import Role
from nagori.values.transcript import Transcript
from nagori.write.transcript_talk import Talk, Words, given_id, text_of

_ROLES: Mapping[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
}
_SILENT = frozenset(("system", "developer", "tool", "function"))
"""Roles of what nobody said."""


class Talks:
    """Gathers messages by their chats, which may be mixed; one without a chat is of the file's."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._talks: dict[str | None, Talk] = {}

    def hear(self, message: Words) -> None:
        """Take in a message; raises `InvalidInputError` when it can't be read."""
        role = _role(message)
        if role is None:
            return
        if "content" not in message:
            raise InvalidInputError("content", "it is missing")
        content = message["content"]
        chat = given_id(_first(message, "chat", "chat_id"), "chat")
        talk = self._talks.get(chat) or Talk(chat, zone=self._zone)
        talk.add(
            role,
            "" if content is None else text_of(content),  # a call of a tool has no words
            id=message.get("id"),
            speaker=_first(message, "speaker", "name"),
            at=_first(message, "at", "time", "timestamp", "said_at"),
        )
        self._talks[chat] = talk

    def transcripts(self) -> Iterator[Transcript]:
        """The chats, in the order in which they began."""
        for talk in self._talks.values():
            if found := talk.transcript():
                yield found


def _role(message: Words) -> Role | None:
    """Who speaks; None for what nobody said."""
    given = message["role"]
    name = given.lower() if isinstance(given, str) else ""
    if name not in _ROLES and name not in _SILENT:
        raise InvalidInputError("role", "give user or assistant")
    return _ROLES.get(name)


def _first(message: Words, *names: str) -> Any:
    return next((message[name] for name in names if message.get(name) is not None), None)
