"""What the platform sends, as what was said."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from nagori.bots.errors import UnreadableError
from nagori.bots.lark.content import plain_text
from nagori.bots.port import Incoming

_KEY = re.compile(r"@_user_\d+|@_all\b")
_BOTS = ("app", "bot")


@dataclass(frozen=True, slots=True)
class UrlCheck:
    """The platform asks whether this is the right address."""

    token: str
    challenge: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event; `incoming` is None for those that a bot has no use for."""

    event_id: str
    token: str
    app_id: str
    incoming: Incoming | None = None


class _Check(BaseModel):
    challenge: str
    token: str = ""


class _Header(BaseModel):
    event_id: str = Field(min_length=1)
    event_type: str
    token: str = ""
    app_id: str = ""


class _Envelope(BaseModel):
    version: Literal["2.0"] = Field(alias="schema")
    header: _Header
    event: object = None


class _Ids(BaseModel):
    open_id: str | None = None
    app_id: str | None = None

    @property
    def stable(self) -> str:
        return self.open_id or self.app_id or ""


class _Mention(BaseModel):
    key: str
    id: _Ids = _Ids()
    name: str | None = None


class _Message(BaseModel):
    message_id: str = Field(min_length=1)
    chat_id: str = Field(min_length=1)
    chat_type: str
    message_type: str
    content: str = ""
    create_time: int
    root_id: str | None = None
    parent_id: str | None = None
    thread_id: str | None = None
    mentions: list[_Mention] | None = None


class _Sender(BaseModel):
    sender_id: _Ids | None = None
    sender_type: str = "user"


class _Received(BaseModel):
    sender: _Sender
    message: _Message


class _Emoji(BaseModel):
    emoji_type: str = Field(min_length=1)


class _Reacted(BaseModel):
    message_id: str = Field(min_length=1)
    reaction_type: _Emoji
    user_id: _Ids = _Ids()
    operator_type: str = "user"
    action_time: int


def read(payload: bytes) -> UrlCheck | Delivery:
    """What the platform says; `UnreadableError` when it is nothing that the platform sends."""
    try:
        told: object = json.loads(payload)
        match told:
            case {"type": "url_verification"}:
                check = _Check.model_validate(told)
                return UrlCheck(check.token, check.challenge)
            case _:
                event = _Envelope.model_validate(told)
        header = event.header
        incoming = _incoming(header.event_type, header.event_id, event.event)
        return Delivery(header.event_id, header.token, header.app_id, incoming)
    except (ValueError, RecursionError) as error:
        where = f": {_place(error)}" if isinstance(error, ValidationError) else ""
        raise UnreadableError("lark", f"not an event that we know{where}") from error


def _incoming(kind: str, event_id: str, event: object) -> Incoming | None:
    match kind:
        case "im.message.receive_v1":
            return _said(_Received.model_validate(event))
        case "im.message.reaction.created_v1":
            return _reacted(_Reacted.model_validate(event), event_id)
        case _:
            return None


def _said(received: _Received) -> Incoming | None:
    message, sender = received.message, received.sender
    mentions = message.mentions or []
    names = {one.key: f"@{one.name}" for one in mentions if one.name} | {"@_all": "@all"}
    text = plain_text(message.message_type, message.content)
    text = _KEY.sub(lambda found: names.get(found[0], found[0]), text).strip()
    speaker = sender.sender_id.stable if sender.sender_id else ""
    if not text or not speaker:
        return None
    return Incoming(
        chat_id=message.chat_id,
        message_id=message.message_id,
        speaker=speaker,
        text=text,
        at=_time(message.create_time),
        group_id=None if message.chat_type == "p2p" else message.chat_id,
        reply_to=message.parent_id or message.root_id or None,
        mentions=tuple(dict.fromkeys(one.id.stable for one in mentions if one.id.stable)),
        is_bot=sender.sender_type in _BOTS,
        in_thread=bool(message.thread_id),
    )


def _reacted(reacted: _Reacted, event_id: str) -> Incoming | None:
    who, emoji = reacted.user_id.stable, reacted.reaction_type.emoji_type
    if reacted.operator_type != "user" or not who:
        return None
    return Incoming(
        chat_id=reacted.message_id,  # the platform does not say where
        message_id=event_id,
        speaker=who,
        text=f"[{emoji}]",
        at=_time(reacted.action_time),
        reply_to=reacted.message_id,
        reaction=emoji,
    )


def _time(milliseconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OSError, OverflowError) as error:
        raise ValueError("no time") from error


def _place(error: ValidationError) -> str:
    """Where it is wrong; what stands there may be what somebody said."""
    return ".".join(str(part) for part in error.errors()[0]["loc"])
