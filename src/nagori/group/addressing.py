"""Whether a message of a group is for the bot, by what is known of the group. Never an error."""

import logging

from nagori.config_groups import GroupSettings
from nagori.group.address import address_of
from nagori.group.room import Room
from nagori.group.rooms import Rooms
from nagori.store.port import Store
from nagori.values.group import Address
from nagori.values.message import Message
from nagori.values.scope import Scope

log = logging.getLogger("nagori.group")

_LAST = 12
"""A message that was just heard is among so many, and what is before it there is enough."""


async def address_in(
    scope: Scope, message: Message, settings: GroupSettings, *, store: Store, rooms: Rooms
) -> Address:
    """Whether a message of the group is for the bot, and by what.

    Most messages are not, so little is read to find that out. When nothing can be read, what the
    message itself says counts: a mention, or the bot's name.
    """
    try:
        if store.state == "failed":
            room = rooms.known(scope)
            return (
                _alone(message, settings) if room is None else address_here(room, message, settings)
            )
        return await _by_last(scope, message, settings, store=store, rooms=rooms)
    except Exception:  # a border: a bot must not fall silent because analysis does
        log.exception("only what a message says itself makes it the bot's because of an error")
        return _alone(message, settings)


def address_here(
    room: Room, message: Message, settings: GroupSettings, *, parent: Message | None = None
) -> Address:
    """The same from a room alone. `parent` is what the message replies to, if it is not there."""
    if message.id not in room:
        return _alone(message, settings, parent=parent)
    return address_of(
        message,
        room.before(message.id),
        bot=settings.bot,
        names=settings.bot_names,
        mentions=room.analysed(message.id).mentions,
        parent=parent,
    )


async def _by_last(
    scope: Scope, message: Message, settings: GroupSettings, *, store: Store, rooms: Rooms
) -> Address:
    parent = await _parent(scope, message, store)
    address = _alone(message, settings, parent=parent)
    if address.addressed:
        return address
    bot, names = settings.bot, settings.bot_names
    if bot.casefold() not in message.content.casefold():
        heard = await store.rooms.heard(scope, limit=_LAST, analyser=0, embedder=None)
        last = [one.message for one in heard]
        ids = [one.id for one in last]
        if message.id in ids:
            before = last[: ids.index(message.id)]
            address = address_of(message, before, bot=bot, names=names, parent=parent)
            if not address.addressed:
                return address
    # Whom a text names without a mention, and what was said long ago, is known in the room.
    async with rooms.entered(scope) as room:
        return address_here(room, message, settings, parent=parent)


async def _parent(scope: Scope, message: Message, store: Store) -> Message | None:
    """What the message replies to, however old it is."""
    if message.reply_to is None:
        return None
    found = await store.rooms.find(scope, [message.reply_to], analyser=0, embedder=None)
    return found[0].message if found else None


def _alone(message: Message, settings: GroupSettings, *, parent: Message | None = None) -> Address:
    return address_of(message, (), bot=settings.bot, names=settings.bot_names, parent=parent)
