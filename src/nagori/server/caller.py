"""A user who asks: sees what is theirs, and nothing else exists for them."""

from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from nagori.app import Nagori
from nagori.errors import ForbiddenError, InvalidInputError, NotFoundError
from nagori.server.idempotency import Once
from nagori.server.principal import Signed
from nagori.server.state import State, state_of
from nagori.values.document import Document
from nagori.values.key import Principal
from nagori.values.memory import Memory
from nagori.values.message import Chat
from nagori.values.scope import Scope
from nagori.values.turn import Turn

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Caller:
    """A principal that acts for one user. What is somebody else's is not found."""

    principal: Principal
    user: str
    n: Nagori
    """Seen from the principal's space."""
    state: State

    @property
    def scope(self) -> Scope:
        """Whose things the caller may touch."""
        return Scope(self.principal.space, "user", self.user)

    async def chat(self, id: str) -> Chat:
        """The caller's chat with this id."""
        try:
            chat = await self.n.chats.get(id)
        except NotFoundError as error:
            raise NotFoundError("chat", id) from error
        return self._own("chat", id, chat, chat.scope)

    async def chat_or_deleted(self, id: str) -> None:
        """Raise unless the chat is the caller's, one that was deleted included."""
        scope = await self.n.store.chats.scope_of(self.n.space, id, retired=True)
        self._own("chat", id, None, scope.key if scope else "")

    async def memory(self, id: str) -> Memory:
        """The caller's memory with this id."""
        try:
            memory = await self.n.get(id)
        except NotFoundError as error:
            raise NotFoundError("memory", id) from error
        return self._own("memory", id, memory, memory.scope)

    async def document(self, id: str) -> Document:
        """The caller's document with this id, one that was deleted included."""
        try:
            document = await self.n.documents.get(id)
        except NotFoundError as error:
            raise NotFoundError("document", id) from error
        return self._own("document", id, document, document.scope)

    async def turn(self, id: str) -> Turn:
        """The caller's turn with this id."""
        try:
            turn = await self.n.get_turn(id)
        except NotFoundError as error:
            raise NotFoundError("turn", id) from error
        return self._own("turn", id, turn, turn.scope)

    def _own(self, kind: str, id: str, value: T, scope: str) -> T:
        if scope != self.scope.key:
            raise NotFoundError(kind, id)
        return value


async def reader(request: Request, who: Signed) -> Caller:
    """The caller, who may read."""
    state = state_of(request)
    if who.user is None:
        raise InvalidInputError("Nagori-User", "say for which user, since the key is for all")
    return Caller(who, who.user, state.within(who.space), state)


async def writer(
    caller: Annotated[Caller, Depends(reader)], idempotency_key: Once = None
) -> Caller:
    """The caller, who may also change things."""
    del idempotency_key  # its work is done around the route, or by it: see `idempotency`
    check_writes(caller.principal)
    return caller


def check_writes(who: Principal) -> None:
    """Raise when a principal may only read."""
    if who.read_only:
        raise ForbiddenError("this key may only read")


def check_shared(who: Principal) -> None:
    """Raise when a principal may not look at what is nobody's own: groups and projects."""
    if who.is_one_user_s:
        raise ForbiddenError("a group or project is nobody's own: it needs a key of the space")


Reader = Annotated[Caller, Depends(reader)]
Writer = Annotated[Caller, Depends(writer)]
