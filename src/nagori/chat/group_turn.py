"""A turn in a group: the conversation that the bot is in instead of the last rounds."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nagori.chat.prompt import build_prompt
from nagori.chat.request import GroupPart, ProjectView
from nagori.chat.turn import TurnRun
from nagori.values.draft import MessageDraft
from nagori.values.event import Degraded, Error, Event
from nagori.values.group import GroupContext
from nagori.values.message import Message
from nagori.values.page import GlobalPage
from nagori.values.prompt import Prompt
from nagori.values.recall import Recall
from nagori.values.turn import Begun, TurnState


class GroupTurnRun(TurnRun):
    """Answers one message of a group. What is a member's own is never in the prompt."""

    _context: GroupContext | None = None

    @property
    def _group(self) -> GroupPart:
        group = self._request.group
        if group is None:
            raise ValueError("a turn in a group says in which")
        return group

    @property
    def _options(self) -> Mapping[str, Any]:
        return {"temperature": self._group.settings.temperature}

    def _ending(self, finish_reason: str) -> str:
        settings = self._group.settings
        endings = {
            "content_filter": settings.content_filter_text,
            "length": settings.length_text,
        }
        ending = endings.get(finish_reason, "")
        return f"\n{ending}" if ending and self._said.text else ending

    def _problem(self, code: str, detail: str) -> Error:
        del detail  # what went wrong inside is not for the group
        return Error(code, self._group.settings.error_text)

    def _holds_words_of_others(self, begun: Begun, recall: Recall) -> bool:
        del begun, recall  # that is what a group is
        return True

    async def _prompt(
        self, begun: Begun, recall: Recall, page: GlobalPage, view: ProjectView
    ) -> Prompt:
        del page, view  # a user's own, and what no group is attached to
        context = self._context = await self._group.context(begun.message)
        remembered = await self._group.remembered(begun.message, recall, context.messages)
        for line in (*context.degraded, *remembered.degraded):
            what, _, why = line.partition(": ")
            self._running.emit(Degraded(what, why))
        settings, names = self._kit.settings, remembered.names
        return build_prompt(
            persona=self._group.settings.persona or settings.persona,
            global_memory="",
            summary="",
            folded="",
            recalled=remembered.text,
            window=[_called(message, names) for message in context.messages],
            message=_called(begun.message, names),
            budget=settings.prompt_tokens,
        )

    def _jobs(self, begun: Begun, answer: MessageDraft | None) -> list[str]:
        return [*super()._jobs(begun, answer), *self._group.jobs]

    async def _finish(self, begun: Begun, state: TurnState, last: Event) -> None:
        await super()._finish(begun, state, last)
        if self._context is not None and self._said.text:
            self._group.answered(
                self._context.id, begun.message, self._said.text, self._kit.clock()
            )

    async def _draft_answer(self, state: TurnState) -> MessageDraft | None:
        answer = await super()._draft_answer(state)
        if answer is None or self._context is None:
            return answer
        return replace(
            answer,
            speaker=self._group.settings.bot,
            context_id=self._context.id,
            reply_to=self._context.message_id,
        )


def _called(message: Message, names: Mapping[str, str]) -> Message:
    """The message under the name that its speaker goes by now: names are swapped, ids are not."""
    return replace(message, name=names.get(message.speaker, message.name))
