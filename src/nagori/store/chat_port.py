"""The part of the store's seam that is about chats and turns; see `nagori.store.port`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from nagori.values.draft import MessageDraft
from nagori.values.event import Kept
from nagori.values.job import Job
from nagori.values.memory import Page
from nagori.values.message import Chat, Message, TitleBy
from nagori.values.scope import Scope
from nagori.values.turn import Begun, ToFold, Turn, TurnDraft, TurnEnd


class ChatStore(Protocol):
    """Chats and their messages."""

    async def hear(
        self,
        drafts: Sequence[MessageDraft],
        *,
        embedder: str | None,
        now: datetime,
        due: Mapping[str, datetime] | None = None,
    ) -> list[Message]:
        """Store messages, with the chats that they open; one known by its external id stays.

        `due` are jobs about these chats, by their kind, and when each is to be done: they are
        queued in the same transaction. `ConflictError` when a chat was retired: it has to be
        restored first.
        """
        ...

    async def get(self, space: str, id: str) -> Chat:
        """The chat with this id."""
        ...

    async def scope_of(self, space: str, id: str, *, retired: bool = False) -> Scope | None:
        """Whose the chat is; None when there is no such chat. `retired` looks at those too."""
        ...

    async def messages(
        self, space: str, chat_id: str, *, limit: int, before: str | None = None
    ) -> list[Message]:
        """The last messages of a chat, or those before one of them, in the order they came.

        Replaced ones are left out, though one of them may still be named as the place to read from.
        A chat that is not there, or was retired, has none.
        """
        ...

    async def attach(self, space: str, id: str, project: str | None) -> Chat:
        """The chat, attached to the project of this key from now on; None detaches it.

        `NotFoundError` when there is no such chat or no such project, `InvalidInputError` for a
        chat of a group. A project that is erased leaves the chat attached to none that is there,
        also if another one gets its key.
        """
        ...

    async def name_message(self, space: str, id: str, external_id: str) -> None:
        """Let a message be known by an external id from now on; the same one again changes nothing.

        `ConflictError` when another message of its chat has this external id, or the message has
        another one; `NotFoundError` when there is no such message.
        """
        ...


class ChatShelf(Protocol):
    """Chats as a person arranges them."""

    async def add(self, chat: Chat, *, space: str) -> Chat:
        """A new chat; `ConflictError` when there is one with this id, retired ones included.

        `NotFoundError` when it is attached to a project that is not there.
        """
        ...

    async def active(self, scope: Scope, *, bot: str | None = None) -> Chat | None:
        """The chat of the scope that was used last, archived and retired ones left out.

        With `bot`, only chats of this one and of none.
        """
        ...

    async def page(
        self,
        scope: Scope,
        *,
        query: str | None = None,
        archived: bool | None = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Chat]:
        """Chats of a scope, the one used last first.

        `query` looks into titles and messages, whatever the case. `archived` None is both.
        A cursor stays right while chats are used meanwhile: those go to the front, and no other one
        is left out or comes twice. `InvalidInputError` for a cursor that no page gave.
        """
        ...

    async def change(
        self,
        space: str,
        id: str,
        *,
        title: str | None = None,
        title_by: TitleBy = "person",
        archived: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
        now: datetime,
    ) -> Chat:
        """The chat after the change. A title by `model` or `rule` never replaces a person's.

        `updated_at` stays, since it is when the chat was used last, and so does a `trust` of
        `untrusted` in the metadata.
        """
        ...

    async def retire(self, space: str, id: str, *, now: datetime) -> None:
        """Delete a chat so that it can be restored; its memories stay, its messages hide."""
        ...

    async def restore(self, space: str, id: str) -> Chat:
        """Bring a retired chat back, as it was; one that was not retired stays as it is.

        `NotFoundError` when there is none.
        """
        ...

    async def messages_after(
        self, space: str, chat_id: str, *, after: str | None, limit: int
    ) -> list[Message]:
        """Messages that came after one of them (None: from the first on), oldest first.

        Replaced ones are left out, as in `ChatStore.messages`.
        """
        ...

    async def known(self, scope: Scope, external_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Of messages with these names in chats of a scope: the chat and the message, the last one.

        Retired chats and replaced messages are left out.
        """
        ...


class SummaryStore(Protocol):
    """Rolling summaries of chats."""

    async def to_fold(self, space: str, id: str) -> ToFold:
        """What the summary of a chat is made from; `NotFoundError` when there is no such chat."""
        ...

    async def fold(
        self,
        space: str,
        id: str,
        *,
        summary: str,
        by: str,
        messages: Sequence[str],
        job: Job,
        now: datetime,
    ) -> None:
        """Write the summary and mark the messages as summarised, under the lease of `job`.

        `by` is the model's name, or `extractive`: then `ToFold.written` and `ToFold.again` still
        tell how to write it anew with a model. A model's summary stands for `ToFold.written` and
        `messages`: what was in `again` and is not among these counts as not folded. When messages
        are replaced, jobs about the chat lose their lease, so no summary tells of them later.
        Messages of anybody but the scope's own user, or whose metadata has the `trust` `untrusted`,
        give the chat's metadata that `trust`, too.
        """
        ...


class TurnStore(Protocol):
    """Turns and what happened in them."""

    async def begin(
        self,
        draft: TurnDraft,
        *,
        past: int,
        most: int,
        embedder: str | None,
        now: datetime,
    ) -> Begun:
        """Store the user's message, exactly once, and start the turn; all in one transaction.

        `ConflictError` while another turn runs in the chat, when the chat was retired, and when the
        message, known by its external id, had its turn already. `NotFoundError` for a chat of
        another scope, as if there were none. `past` of the result holds, oldest first and without
        replaced messages and the new one: the last `past` messages, and before them those not yet
        summarised, at most `most` in all. A project that the draft names and that is not there
        raises `NotFoundError`, and nothing is stored.

        `replaces` marks that message and all after it in the chat as `replaced`, takes their
        passages out, and retires memories whose sources are only replaced messages. A summary that
        tells of them is dropped: what else it told is not folded any more. `NotFoundError` unless
        it is in the chat and was not replaced before, `InvalidInputError` if no user said it.
        """
        ...

    async def append(
        self, space: str, turn_id: str, events: Sequence[Kept], *, lease_until: datetime
    ) -> None:
        """Keep events and the lease; one that is known by its number stays.

        `ConflictError` when the turn is over, or was taken for lost and another one began in its
        chat; `NotFoundError` when there is none.
        """
        ...

    async def finish(
        self, space: str, turn_id: str, end: TurnEnd, *, embedder: str | None, now: datetime
    ) -> Message | None:
        """The end of a turn, in one transaction, in this order.

        The answer is stored, then memories, then events; the jobs are queued with the chat's
        id as key and `{"chat": id}` as payload, and one that is under way runs once more after it.
        Returns the answer. A turn that is over already is left as it is, and its answer returned.
        In a chat that was retired meanwhile the answer hides with the rest.
        """
        ...

    async def get(self, space: str, turn_id: str) -> Turn:
        """The turn; `NotFoundError` when there is none."""
        ...

    async def events(self, space: str, turn_id: str, *, after: int = 0) -> list[Kept]:
        """What happened after the event with this number; `NotFoundError` when there is no turn."""
        ...

    async def lost(self, *, now: datetime) -> list[tuple[str, Turn]]:
        """Turns, with their space, that say they run but whose lease ran out."""
        ...

    async def of_chat(self, space: str, chat_id: str, *, limit: int) -> list[Turn]:
        """The last turns of a chat, oldest first; none of one that is not there or was retired."""
        ...
