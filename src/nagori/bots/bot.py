"""A bot, whatever platform it lives on: what is said is heard, what is meant for it answered."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from nagori.app import Nagori
from nagori.bots.attention import wanted
from nagori.bots.errors import PlatformError
from nagori.bots.given import Answers
from nagori.bots.lanes import Lanes, Work
from nagori.bots.port import Incoming, Platform
from nagori.bots.said import Said
from nagori.bots.shown import Shown
from nagori.config_bots import BotsSettings
from nagori.config_groups import GroupSettings
from nagori.errors import ConflictError, InvalidInputError, NagoriError
from nagori.face.group import Group
from nagori.group.signals import REACTION
from nagori.values.event import Event
from nagori.values.message import Message

log = logging.getLogger("nagori.bots")

_MOST_ANSWERS_WAITING = 500
_LAST_WORDS_S = 3.0
"""How long a platform may take for the last update of an answer that is stopped."""


class Bot:
    """Takes what comes in at once; hears it and answers behind.

    Messages of one chat are heard in their order, also while an answer is being given; answers of
    one chat come one after another.
    """

    def __init__(self, n: Nagori, platform: Platform, settings: BotsSettings) -> None:
        self._n, self._platform, self._settings = n, platform, settings
        self._hearing = Lanes("hearing", most=settings.max_waiting)
        self._answering = Lanes("answering", most=_MOST_ANSWERS_WAITING)
        self._answers = Answers(n)
        self._closed = False
        self.counts: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """Messages that are not heard or answered yet."""
        return self._hearing.waiting + self._answering.waiting

    def take(self, incoming: Incoming) -> bool:
        """Hear and, if it is for the bot, answer what was said, soon; False when there is no room.

        Never waits and never raises.
        """
        taken = self._hearing.put(incoming.chat_id, partial(self._hear, incoming))
        self.counts["taken" if taken else "full"] += 1
        return taken

    async def close(self) -> None:
        """Finish what runs; what takes too long is stopped, and what it said so far is kept.

        It may be closed twice; the platform has to be there the first time.
        """
        if self._closed:
            return
        self._closed = True
        within_s = self._settings.stop_s
        left = await self._hearing.close(within_s=within_s)
        left += await self._answering.close(within_s=within_s)
        log.info("the bot stops; %d messages were left; counts: %s", left, dict(self.counts))

    async def _hear(self, incoming: Incoming) -> None:
        if incoming.speaker == self._platform.me:
            self.counts["own"] += 1
        elif incoming.reaction is not None:
            await self._hear_reaction(incoming, incoming.reaction)
        elif incoming.group_id is not None:
            await self._hear_in_group(self._n.group(incoming.group_id), incoming)
        elif not incoming.is_bot:
            self._answer_later(incoming, partial(self._answer_direct, incoming))

    async def _hear_in_group(self, group: Group, incoming: Incoming) -> None:
        """The platform's id is the message's: one that comes again is stored once."""
        settings = await group.settings()
        try:
            message = await group.hear(
                incoming.text,
                speaker=incoming.speaker,
                name=incoming.name or await self._name_of(incoming),
                said_at=incoming.at,
                reply_to=self._answers.ours(incoming.reply_to),
                mentions=[self._speaker(who, settings) for who in incoming.mentions],
                external_id=incoming.message_id,
            )
        except InvalidInputError as error:
            self.counts["ignored"] += 1
            log.info("a message is left out: %s", error)
            return
        self.counts["heard"] += 1
        if incoming.is_bot:
            return
        match await wanted(self._n, group, message, bot=settings.bot):
            case "answer":
                answer = partial(self._answer_in_group, group, incoming, message, settings)
                self._answer_later(incoming, answer)
            case "answered":
                self.counts["repeated"] += 1
            case "nothing":
                pass

    async def _hear_reaction(self, incoming: Incoming, reaction: str) -> None:
        """Join a reaction to the bot's last answer in a group; others say nothing about it."""
        given = self._answers.last(incoming.reply_to)
        if given is None:
            self.counts["ignored"] += 1
            return
        await self._n.group(given.chat_id).hear(
            incoming.text,
            speaker=incoming.speaker,
            said_at=incoming.at,
            reply_to=given.message_id,
            external_id=incoming.message_id,
            role="system",  # no line of the conversation
            metadata={REACTION: reaction},
        )
        self.counts["reactions"] += 1

    def _answer_later(self, incoming: Incoming, work: Work) -> None:
        if not self._answering.put(incoming.chat_id, work):
            self.counts["unanswered"] += 1
            log.warning("too many answers wait: a message is heard and not answered")

    async def _answer_in_group(
        self, group: Group, incoming: Incoming, message: Message, settings: GroupSettings
    ) -> None:
        await self._answer(incoming, group.turn(message), settings, endings=False)

    async def _answer_direct(self, incoming: Incoming) -> None:
        try:
            running = await self._n.start_turn(
                incoming.chat_id,
                incoming.text,
                user=incoming.speaker,
                external_id=incoming.message_id,
            )
        except ConflictError:
            self.counts["repeated"] += 1
            return
        except InvalidInputError as error:
            self.counts["ignored"] += 1
            log.info("a message is left out: %s", error)
            return
        try:
            await self._answer(incoming, running.read(), self._n.settings.group, endings=True)
        finally:
            await self._n.stop_turn(running.id)

    async def _answer(
        self,
        incoming: Incoming,
        turn: AsyncGenerator[Event],
        words: GroupSettings,
        *,
        endings: bool,
    ) -> None:
        """Show a turn on the platform; `endings` are told here when the turn does not itself."""
        shown = Shown(self._platform, incoming, apart_s=self._settings.update_every_s)
        said = Said(words, endings=endings)
        try:
            try:
                async with aclosing(turn) as events:
                    async for event in events:
                        said.take(event)
                        shown.say(said.text)
            except NagoriError as error:
                log.warning("a message is not answered: %s", error)
                said.fail()
            await self._end(shown, incoming, said)
        except asyncio.CancelledError:
            await self._last_words(shown, incoming, said.text)
            raise
        finally:
            shown.drop()

    async def _end(self, shown: Shown, incoming: Incoming, said: Said) -> None:
        try:
            await shown.end(said.text)
            self.counts["failed" if said.failed else "answered"] += 1
        except PlatformError as error:
            self.counts["unsent"] += 1
            log.warning("an answer is not shown whole: %s", error)
        await self._answers.put(incoming, shown.handles, said.stored)

    async def _last_words(self, shown: Shown, incoming: Incoming, said: str) -> None:
        """Show what was said before it was stopped, if the platform is quick."""
        try:
            async with asyncio.timeout(_LAST_WORDS_S):
                await shown.end(said)
        except (TimeoutError, PlatformError) as error:
            log.info("an answer that was stopped is not shown to its end: %s", error)
        await self._answers.put_stopped(incoming, shown.handles)

    async def _name_of(self, incoming: Incoming) -> str | None:
        try:
            return await self._platform.name_of(incoming)
        except PlatformError as error:
            log.info("a speaker's name is not known: %s", error)
            return None

    def _speaker(self, who: str, settings: GroupSettings) -> str:
        return settings.bot if who == self._platform.me else who
