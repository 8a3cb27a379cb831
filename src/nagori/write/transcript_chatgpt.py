"""Chats of a ChatGPT export: trees of messages, of which one path was the chat."""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.values.message import Role
from nagori.values.transcript import Transcript
from nagori.write.legacy import Problem
from nagori.write.transcript_talk import Talk, Words, text_of

_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant"}
_SPOKEN = ("text", "multimodal_text")
"""Kinds of content that are said; others are thoughts, code for tools and what they gave."""
_HIDDEN = ("is_visually_hidden_from_conversation", "is_user_system_message")
"""Marks of messages that no person typed or saw."""


def chatgpt_chat(value: Words, zone: tzinfo) -> Iterator[Transcript | Problem]:
    """The chat, after what could not be read of it; nothing when nothing was said in it."""
    mapping = value["mapping"]
    if not isinstance(mapping, dict):
        raise InvalidInputError("mapping", "give an object with the messages")
    nodes = cast("dict[str, Any]", mapping)
    talk = Talk(
        value.get("conversation_id") or value.get("id"),
        zone=zone,
        title=value.get("title"),
        begun=value.get("create_time"),
    )
    for number, message in enumerate(_path(nodes, value.get("current_node")), 1):
        try:
            _add(talk, message)
        except InvalidInputError as error:
            yield Problem(f"{talk.label}, message {number}: {error}")
    if found := talk.transcript():
        yield found


def _add(talk: Talk, message: Words) -> None:
    role = _ROLES.get(_object(message, "author").get("role", ""))
    content, metadata = _object(message, "content"), _object(message, "metadata")
    if role is None or content.get("content_type", "text") not in _SPOKEN:
        return
    if any(metadata.get(mark) for mark in _HIDDEN):
        return
    if message.get("recipient") not in (None, "all"):  # said to a tool
        return
    parts = content.get("parts")
    text = text_of(content.get("text") or "" if parts is None else parts)
    talk.add(role, text, id=message.get("id"), at=message.get("create_time"))


def _path(nodes: dict[str, Any], last: Any) -> list[Words]:
    """Messages from the first to the last; of answers and questions written anew, the newest."""
    at = last if isinstance(last, str) and last in nodes else _newest_leaf(nodes)
    path: list[Words] = []
    passed: set[str] = set()
    while isinstance(at, str) and at in nodes and at not in passed:
        passed.add(at)
        path.append(_object(nodes[at], "message"))
        parent = _plain(nodes[at]).get("parent")
        at = parent if isinstance(parent, str) else None
    return [message for message in reversed(path) if message]


def _newest_leaf(nodes: dict[str, Any]) -> str | None:
    """Where the chat ended, when the export does not say."""
    leaves = [id for id, node in nodes.items() if not _plain(node).get("children")]
    return max(leaves, key=lambda leaf: _created(nodes[leaf]), default=None)


def _created(node: Any) -> float:
    at = _object(node, "message").get("create_time")
    return float(at) if isinstance(at, int | float) else 0.0


def _object(value: Any, name: str) -> Words:
    return _plain(_plain(value).get(name))


def _plain(value: Any) -> Words:
    return cast("Words", value) if isinstance(value, dict) else {}
