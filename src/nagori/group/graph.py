"""What the messages that a context tells of reply to."""

from collections.abc import Sequence

from nagori.group.look import SURE
from nagori.group.room import Room
from nagori.values.group import Link
from nagori.values.message import Message


def reply_links(
    room: Room, told: Sequence[Message], thread: Sequence[Message], *, trained: bool
) -> dict[str, Link]:
    """For each message what it most likely replies to, by id; left out where that is not known.

    By the rules only what the platform or a person says counts. `told` begins with the message that
    the context is for, `thread` is what that one replies to, one after another.
    """
    found: dict[str, Link] = {}
    for one in told:
        to = room.replies_to(one)
        if to is not None:
            here = room.message(to)
            found[one.id] = Link(to if here is None else here.id, SURE)
    # What lies further back than the room is known by the thread alone.
    for one, parent in zip((told[0], *thread), thread, strict=False):
        found[one.id] = Link(parent.id, SURE)
    if trained:
        guessed = room.links.likeliest([one.id for one in told if one.id not in found])
        return {one.id: link for one in told if (link := found.get(one.id) or guessed.get(one.id))}
    return found
