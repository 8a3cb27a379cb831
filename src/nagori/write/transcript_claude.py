"""Chats of a Claude export: lists of messages in the order of the chat."""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.values.message import Role
from nagori.values.transcript import Transcript
from nagori.write.legacy import Problem
from nagori.write.transcript_talk import Talk, Words, text_of

_ROLES: Mapping[str, Role] = {"human": "user", "user": "user", "assistant": "assistant"}


def claude_chat(value: Words, zone: tzinfo) -> Iterator[Transcript | Problem]:
    """The chat, after what could not be read of it; nothing when nothing was said in it."""
    messages = value["chat_messages"]
    if not isinstance(messages, list):
        raise InvalidInputError("chat_messages", "give a list of messages")
    talk = Talk(
        value.get("uuid"), zone=zone, title=value.get("name"), begun=value.get("created_at")
    )
    for number, message in enumerate(cast("list[Any]", messages), 1):
        try:
            _add(talk, message)
        except InvalidInputError as error:
            yield Problem(f"{talk.label}, message {number}: {error}")
    if found := talk.transcript():
        yield found


def _add(talk: Talk, message: Any) -> None:
    if not isinstance(message, dict):
        raise InvalidInputError("message", "give an object with sender and text")
    said = cast("Words", message)
    sender = said.get("sender")
    role = _ROLES.get(sender.lower()) if isinstance(sender, str) else None
    if role is None:
        raise InvalidInputError("sender", "give human or assistant")
    # The parts come first: beside a tool's call, `text` only says that it can't be shown.
    text = text_of(said.get("content") or "") or text_of(said.get("text") or "")
    talk.add(role, text, id=said.get("uuid"), at=said.get("created_at"))
