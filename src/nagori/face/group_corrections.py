"""Putting right which conversation a message of a group is part of."""

from collections.abc import Collection

from nagori.errors import InvalidInputError
from nagori.face.group_base import GroupBase
from nagori.text import rules
from nagori.values.group import Correction, RoomMessage, UsageRecord


class GroupCorrectionsFace(GroupBase):
    """What people say about conversations counts as much as what the platform says."""

    async def correct(self, message_id: str, *, belongs_with: str | None) -> Correction:
        """Say which conversation a message is part of; contexts follow from now on.

        `belongs_with` is an earlier message of that conversation, or None when the message starts
        one of its own. Both may be given by id or external id. The message stays as it is.
        """
        message = await self._heard(rules.checked_id(message_id, "message_id"))
        if belongs_with is None:
            return await self._corrected(message, None)
        other = await self._heard(rules.checked_id(belongs_with, "belongs_with"))
        if other.message.id == message.message.id:
            why = "a message can't belong with itself; None says that it starts a conversation"
            raise InvalidInputError("belongs_with", why)
        if other.number > message.number:
            raise InvalidInputError("belongs_with", "give a message that came before the other one")
        return await self._corrected(message, other.message.id)

    async def uncorrect(self, message_id: str) -> None:
        """Take back what was said about a message: what the platform says and guesses count."""
        message = await self._heard(rules.checked_id(message_id, "message_id"))
        await self._store.rooms.uncorrect(self.scope, message.message.id)
        self._desk.rooms.follow(self.scope)

    async def corrections(self) -> list[Correction]:
        """What was put right in this group, in the order of the messages."""
        return await self._store.rooms.corrections(self.scope)

    async def told_of(self, record: UsageRecord) -> list[RoomMessage]:
        """The messages that a record tells of, with those that people put them beside, in order."""

        async def find(ids: Collection[str]) -> list[RoomMessage]:
            return await self._store.rooms.find(self.scope, list(ids), analyser=0, embedder=None)

        found = await find(record.told_of)
        beside = {one.belongs_with for one in found if one.belongs_with is not None}
        beside -= {one.message.id for one in found}
        more = await find(beside) if beside else []
        return sorted([*found, *more], key=lambda one: one.number)

    async def _corrected(self, message: RoomMessage, belongs_with: str | None) -> Correction:
        if message.message.role == "system":
            raise InvalidInputError("message_id", "what the system says is in no conversation")
        done = await self._store.rooms.correct(
            self.scope, message.message.id, belongs_with=belongs_with, now=self._clock()
        )
        self._desk.rooms.follow(self.scope)
        return done
