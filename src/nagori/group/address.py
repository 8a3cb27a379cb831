"""Whether a message of a group is for the bot. Pure."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from nagori.values.group import Address
from nagori.values.message import Message

DIALOGUE = timedelta(minutes=5)
"""For so long whom the bot answered is still talking with it, if nobody else comes between."""
_EDGE = r"[^\w]|^|$"


def address_of(
    message: Message,
    before: Sequence[Message],
    *,
    bot: str,
    names: Sequence[str] = (),
    mentions: Sequence[str] = (),
    parent: Message | None = None,
) -> Address:
    """Whether the message is for the bot, and by what.

    `before` are the messages before it, oldest first; `mentions` whom its text names, beside those
    whom the platform says it does; `parent` is what it replies to, if that is further back.
    """
    if bot in message.mentions or bot in mentions:
        return Address(addressed=True, reason="mentioned")
    replied_to = _parent(message, before) or parent
    if replied_to is not None and replied_to.speaker == bot:
        return Address(addressed=True, reason="replied to")
    if any(_is_named(name, message.content) for name in names):
        return Address(addressed=True, reason="named")
    speaks_to_another = bool(message.mentions or mentions or message.reply_to)
    if not speaks_to_another and _in_dialogue(message, before, bot):
        return Address(addressed=True, reason="in dialogue")
    return Address(addressed=False, reason="not addressed")


def _parent(message: Message, before: Sequence[Message]) -> Message | None:
    if message.reply_to is None:
        return None
    for other in reversed(before):
        if message.reply_to in (other.id, other.external_id):
            return other
    return None


def _is_named(name: str, text: str) -> bool:
    """Whether the name stands in the text as a word; one of letters without spaces anywhere."""
    name = name.strip()
    if not name:
        return False
    if name.isascii():
        found = re.search(
            rf"(?:{_EDGE}){re.escape(name)}(?:{_EDGE})", text, re.IGNORECASE | re.ASCII
        )
        return found is not None
    return name.casefold() in text.casefold()


def _in_dialogue(message: Message, before: Sequence[Message], bot: str) -> bool:
    """Whether the bot spoke last, and to this speaker, not long ago."""
    said: datetime | None = None
    for other in reversed(before):
        if other.role == "system":  # a reaction, or news of the platform: nobody speaks
            continue
        if said is None:
            if other.speaker != bot:
                return False
            said = other.said_at
            if message.said_at - said > DIALOGUE:
                return False
        elif other.speaker != bot:
            return other.speaker == message.speaker
    return False
