"""Whether a message that was just heard is for the bot."""

import logging
from typing import Literal

from nagori.app import Nagori
from nagori.config_groups import GroupSettings
from nagori.errors import NotFoundError
from nagori.face.group import Group
from nagori.group.address import address_of
from nagori.group.room import Room
from nagori.values.message import Message

log = logging.getLogger("nagori.bots")

Wanted = Literal["answer", "nothing", "answered"]
"""What a message wants of the bot; `answered` when it came before and is an old story."""

_LAST = 30
"""A message that was just heard is among so many."""


async def wanted(n: Nagori, group: Group, message: Message, settings: GroupSettings) -> Wanted:
    """What is to be done, by the rules of `group.context(message).address`.

    No context is made for it: most messages of a group are not for the bot, and a context costs
    more than hearing and keeps a record of its use. When nothing can be read, a mention counts.
    """
    try:
        if n.status.store == "failed":
            room = n.group_desk.rooms.known(group.scope)
            return _answer_if(room is not None and _is_asked(room, message, settings))
        return await _by_last(n, group, message, settings)
    except Exception:  # a border: a bot must not fall silent because analysis does
        log.exception("only a mention counts because of an error")
        return _answer_if(settings.bot in message.mentions)


async def _by_last(n: Nagori, group: Group, message: Message, settings: GroupSettings) -> Wanted:
    last = await n.store.chats.messages(n.space, group.id, limit=_LAST)
    ids = [one.id for one in last]
    if message.id not in ids:
        return "answered"
    at = ids.index(message.id)
    after = last[at + 1 :]
    if any(one.speaker == settings.bot and one.reply_to == message.id for one in after):
        return "answered"
    bot, names = settings.bot, settings.bot_names
    address = address_of(message, last[:at], bot=bot, names=names)
    if address.reason == "in dialogue":
        # Whom a text names without a mention is known in the room alone.
        async with n.group_desk.rooms.entered(group.scope) as room:
            return _answer_if(_is_asked(room, message, settings))
    if not address.addressed and message.reply_to is not None:
        return _answer_if(await _said_by(group, message.reply_to) == bot)
    return _answer_if(address.addressed)


def _answer_if(asked: bool) -> Wanted:  # noqa: FBT001  # it says what it is
    return "answer" if asked else "nothing"


def _is_asked(room: Room, message: Message, settings: GroupSettings) -> bool:
    if message.id not in room:
        return settings.bot in message.mentions
    address = address_of(
        message,
        room.before(message.id),
        bot=settings.bot,
        names=settings.bot_names,
        mentions=room.analysed(message.id).mentions,
    )
    return address.addressed


async def _said_by(group: Group, id: str) -> str | None:
    try:
        return (await group.find(id)).speaker
    except NotFoundError:
        return None
