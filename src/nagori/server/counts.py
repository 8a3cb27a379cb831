"""How much a user has."""

from contextlib import aclosing
from dataclasses import dataclass

from nagori.store.transfer_port import TransferStore
from nagori.values.scope import Scope
from nagori.values.transfer import Whole, WholeChat, WholeMemory, WholeMessage
from nagori.write.transfer_export import batches


@dataclass(slots=True)
class Counts:
    """What is there and was neither deleted nor replaced."""

    chats: int = 0
    messages: int = 0
    memories: int = 0

    def add(self, whole: Whole) -> None:
        """Count a record in."""
        match whole:
            case WholeChat(retired_at=None):
                self.chats += 1
            case WholeMessage(message=message) if message.state != "replaced":
                self.messages += 1
            case WholeMemory(memory=memory) if memory.status == "active":
                self.memories += 1
            case _:
                pass


async def counted(store: TransferStore, scope: Scope) -> Counts:
    """The counts of one scope."""
    counts = Counts()
    async with aclosing(batches(store, scope.space, scope)) as source:
        async for batch in source:
            for whole in batch:
                counts.add(whole)
    return counts
