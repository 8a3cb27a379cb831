"""What is known of a group, as callers and the bot see it."""

import builtins
import logging
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from nagori.config_groups import GroupSettings
from nagori.errors import ConflictError, InvalidInputError, NagoriError, NotFoundError
from nagori.face.group_settings import GroupSettingsFace
from nagori.text import rules
from nagori.values.knowledge import (
    GROUP_SUMMARY_JOB,
    MEMBER,
    NAME,
    Member,
    MemberProfile,
    Remembered,
)
from nagori.values.memorising import MEMORISE_JOB
from nagori.values.memory import Memory, Page
from nagori.values.message import Message
from nagori.values.recall import Recall
from nagori.write.speakers import as_called_now, name_of, names_in, one_name_each

log = logging.getLogger("nagori.group")

_MOST = 200
_MOST_OF_ONE = 1000
_SHOWN_OF_ASKER, _SHOWN_OF_OTHER = 6, 3
"""What members said of themselves that a prompt holds, for who asks and for each who is named."""
_MOST_SHOWN = 15
_CURSOR = re.compile("[0-9]{1,18}")


class GroupKnowledge(GroupSettingsFace):
    """See what is known of a group and of its members, and have it forgotten."""

    async def summaries(self, limit: int = 20, *, cursor: str | None = None) -> Page[Memory]:
        """Summaries of what was said, the newest first; memories of the group like any other."""
        if cursor is not None and not _CURSOR.fullmatch(cursor):
            raise InvalidInputError("cursor", "give the `next` of the page before")
        limit = rules.checked_limit(limit, "limit", _MOST)
        before = None if cursor is None else int(cursor)
        return await self._store.knowledge.summaries(self.scope, limit=limit, before=before)

    async def summarise(self) -> builtins.list[Memory]:
        """Summarise now what was said since the last summary; what was written.

        `ConflictError` when the group does not want summaries.
        """
        if not (await self.settings()).enable_summaries:
            raise ConflictError("this group has no summaries: set enable_summaries for it")
        return await self._summariser.now(self.scope)

    async def profiles(self) -> builtins.list[Member]:
        """The members of whom something is known here."""
        return await self._store.knowledge.members(self.scope)

    async def profile(self, speaker: str) -> MemberProfile:
        """What a member said about themselves here; `NotFoundError` when nothing is known."""
        speaker = rules.checked_id(speaker, "speaker")
        known = await self._store.knowledge.of_members(self.scope, [speaker], limit=_MOST_OF_ONE)
        if not known:
            raise NotFoundError("member", speaker)
        return MemberProfile(speaker, str(known[0].metadata.get(NAME) or speaker), known)

    async def forget_member(self, speaker: str, *, erase: bool = False) -> int:
        """Stop showing what is known of a member, or destroy it; how many memories that were.

        What they said stays, and no memory is made of it, even where it was not considered yet.
        `NotFoundError` when nothing is known.
        """
        speaker = rules.checked_id(speaker, "speaker")
        now = self._clock()
        await self._store.memorising.pass_over(self.scope, speaker)
        if erase:
            receipt = await self._store.erasure.member(self.scope, speaker, now=now)
            return receipt.erased["memories"]
        known = (await self.profile(speaker)).memories
        for memory in known:
            await self._store.memories.set_status(self._space, memory.id, "retired", now=now)
        return len(known)

    def _due(self, settings: GroupSettings) -> dict[str, datetime]:
        """The jobs that something said here makes necessary, and when."""
        at = self._clock() + timedelta(seconds=settings.knowledge_delay_seconds)
        wanted = {
            MEMORISE_JOB: settings.enable_member_profiles,
            GROUP_SUMMARY_JOB: settings.enable_summaries,
        }
        return {kind: at for kind, wants in wanted.items() if wants}

    async def _remembered(
        self,
        message: Message,
        recall: Recall,
        window: Sequence[Message],
        settings: GroupSettings,
    ) -> Remembered:
        """What is remembered here, as a prompt has it. Never raises: then it goes without."""
        try:
            return await self._told(message, recall, window, settings)
        except NagoriError as error:
            problem = str(error)
        except Exception:  # a border: a group must be answered even when memory breaks
            log.exception("a turn goes on without what is known of members")
            problem = "an error of ours"
        return Remembered("", names_in([*window, message]), (f"memory: {problem}",))

    async def _told(
        self,
        message: Message,
        recall: Recall,
        window: Sequence[Message],
        settings: GroupSettings,
    ) -> Remembered:
        profiles = await self._profiles_for(message) if settings.enable_member_profiles else []
        own = [i.id for i in recall.items if i.kind == "memory" and i.scope == self.scope.key]
        known = {m.id: m for m in await self._store.memories.get(self._space, own)}
        names = self._names([*profiles, *known.values()], window, message)
        shown = {memory.id for memory in profiles}
        lines = [
            _line(m.created_at, "profile", self.scope.key, as_called_now(m, names), recall)
            for m in profiles
        ]
        for item in recall.items:
            text = as_called_now(known[item.id], names) if item.id in known else item.text
            if item.id not in shown:
                tag = item.tag or item.kind
                lines.append(_line(item.at, tag, item.scope or "", text, recall))
        text = "\n".join(["Relevant Memories (for reference):", *lines]) if lines else ""
        return Remembered(text, names)

    async def _profiles_for(self, message: Message) -> builtins.list[Memory]:
        """What is known of who asks, then of those who are named, the newest first."""
        people = list(dict.fromkeys([message.speaker, *message.mentions]))
        found = await self._store.knowledge.of_members(self.scope, people, limit=_MOST_OF_ONE)
        shown: builtins.list[Memory] = []
        for speaker in people:
            most = _SHOWN_OF_ASKER if speaker == message.speaker else _SHOWN_OF_OTHER
            shown += [m for m in found if m.metadata[MEMBER] == speaker][:most]
        return shown[:_MOST_SHOWN]

    def _names(
        self, memories: Sequence[Memory], window: Sequence[Message], message: Message
    ) -> dict[str, str]:
        """What everybody is called now, as far as this process knows."""
        room = self._desk.rooms.known(self.scope)
        here = room.messages() if room is not None else []
        ids = {one.id for one in here}
        # In the order in which they came, which no clock tells: the last name counts.
        older = [one for one in window if one.id not in ids]
        heard = [*older, *here, *([] if message.id in ids else [message])]
        then = [
            (str(m.metadata[MEMBER]), str(m.metadata.get(NAME) or m.metadata[MEMBER]))
            for m in memories
            if MEMBER in m.metadata
        ]
        now = [(m.speaker, name_of(m)) for m in heard if m.role == "user"]
        return one_name_each([*then, *now])


def _line(at: datetime, tag: str, scope: str, text: str, recall: Recall) -> str:
    return f"- [{at.astimezone(recall.zone):%Y-%m-%d %H:%M}][{tag}][{scope}] {text}"
