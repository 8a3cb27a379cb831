"""What a OneBot program reports, as what was said."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from nagori.bots.errors import UnreadableError
from nagori.bots.port import Incoming

_CQ = re.compile(r"\[CQ:(?P<type>[\w-]+)(?P<data>(?:,[^\[\],]+=[^\[\],]*)*)\]")
_ESCAPES = (("&#91;", "["), ("&#93;", "]"), ("&#44;", ","), ("&amp;", "&"))
PEOPLE = "qq:"
"""What ids of people, groups and messages begin with: numbers alone would meet others' ids."""
GROUP, PRIVATE = "qq-group:", "qq-private:"


@dataclass(frozen=True, slots=True)
class Report:
    """A report; `incoming` is None for those that a bot has no use for."""

    key: str
    """Tells it from all others."""
    me: str
    """The account that it is about."""
    at: datetime
    incoming: Incoming | None = None
    online: bool | None = None
    """Whether the account is, in a heartbeat that says so."""


class Segment(BaseModel):
    """A part of a message."""

    type: str
    data: dict[str, Any] = Field(default_factory=dict[str, Any])


class _Sender(BaseModel):
    nickname: str | None = None
    card: str | None = None


class _Status(BaseModel):
    online: bool | None = None


class _Reported(BaseModel):
    time: int
    self_id: int
    post_type: str
    message_type: str | None = None
    message_id: int = 0
    group_id: int | None = None
    user_id: int | None = None
    message: str | list[Segment] = ""
    sender: _Sender = _Sender()
    status: _Status = _Status()


def read(payload: bytes) -> Report:
    """What was reported; `UnreadableError` when it is nothing that OneBot v11 sends."""
    return report_of(parsed(payload))


def parsed(payload: str | bytes) -> object:
    """What is said in JSON; `UnreadableError` when it is none."""
    try:
        return json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise UnreadableError("onebot", "not JSON") from error


def report_of(told: object) -> Report:
    """The same of what is parsed already."""
    try:
        reported = _Reported.model_validate(told)
        at = datetime.fromtimestamp(reported.time, UTC)
    except (ValidationError, OverflowError, OSError, ValueError) as error:
        raise UnreadableError("onebot", "not a report that we know") from error
    key = f"{reported.self_id}:{reported.post_type}:{reported.message_id}"
    me, online = f"{PEOPLE}{reported.self_id}", reported.status.online
    return Report(key, me, at, _incoming(reported, at), online)


def segments(message: str | list[Segment]) -> list[Segment]:
    """The parts of a message, from its CQ codes when it is a string."""
    if not isinstance(message, str):
        return message
    found: list[Segment] = []
    end = 0
    for code in _CQ.finditer(message):
        found.append(_text(message[end : code.start()]))
        pairs = (pair.partition("=") for pair in code["data"].split(",")[1:])
        data = {name: _unescaped(value) for name, _, value in pairs}
        found.append(Segment(type=code["type"], data=data))
        end = code.end()
    found.append(_text(message[end:]))
    return [one for one in found if one.type != "text" or one.data["text"]]


def _incoming(told: _Reported, at: datetime) -> Incoming | None:
    if told.post_type != "message" or told.user_id is None:
        return None
    group = told.message_type == "group" and told.group_id is not None
    parts = segments(told.message)
    text = "".join(map(_plain, parts)).strip()
    if not text:
        return None
    where = f"{GROUP}{told.group_id}" if group else f"{PRIVATE}{told.user_id}"
    replies = [str(one.data["id"]) for one in parts if one.type == "reply" and "id" in one.data]
    mentioned = [str(one.data.get("qq", "")) for one in parts if one.type == "at"]
    return Incoming(
        chat_id=where,
        message_id=f"{PEOPLE}{told.message_id}",
        speaker=f"{PEOPLE}{told.user_id}",
        text=text,
        at=at,
        group_id=where if group else None,
        name=told.sender.card or told.sender.nickname or None,
        reply_to=f"{PEOPLE}{replies[0]}" if replies else None,
        mentions=tuple(dict.fromkeys(f"{PEOPLE}{who}" for who in mentioned if who.isdecimal())),
    )


def _plain(part: Segment) -> str:
    match part.type:
        case "text":
            return str(part.data.get("text", ""))
        case "at":
            return f"@{part.data.get('name') or part.data.get('qq', '')} "
        case "reply":
            return ""
        case _:
            return f"[{part.type}]"


def _text(escaped: str) -> Segment:
    return Segment(type="text", data={"text": _unescaped(escaped)})


def _unescaped(text: str) -> str:
    for code, letter in _ESCAPES:  # the ampersand last, or it would make new codes
        text = text.replace(code, letter)
    return text
