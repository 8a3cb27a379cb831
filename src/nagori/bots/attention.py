"""What a message that was just heard wants of the bot."""

import logging
from typing import Literal

from nagori.app import Nagori
from nagori.errors import StoreError
from nagori.face.group import Group
from nagori.values.message import Message

log = logging.getLogger("nagori.bots")

Wanted = Literal["answer", "nothing", "answered"]
"""What a message wants of the bot; `answered` when it came before and is an old story."""

_LAST = 30
"""A message that was just heard is among so many."""


async def wanted(n: Nagori, group: Group, message: Message, *, bot: str) -> Wanted:
    """What is to be done: an answer, if the message is for the bot and had none yet."""
    if not (await group.address(message)).addressed:
        return "nothing"
    try:
        last = await n.store.chats.messages(n.space, group.id, limit=_LAST)
    except StoreError as error:
        log.info("whether a message was answered before is not known: %s", error)
        return "answer"
    ids = [one.id for one in last]
    if message.id not in ids:
        return "answered"
    after = last[ids.index(message.id) + 1 :]
    told = any(one.speaker == bot and one.reply_to == message.id for one in after)
    return "answered" if told else "answer"
