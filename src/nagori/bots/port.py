"""The seam between a bot and its platform."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Incoming:
    """What somebody said on a platform, in the platform's ids."""

    chat_id: str
    """Where an answer goes."""
    message_id: str
    speaker: str
    text: str
    at: datetime
    group_id: str | None = None
    """None in a direct chat."""
    name: str | None = None
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    is_bot: bool = False
    in_thread: bool = False
    """Whether it stands in a thread of its own, where an answer belongs too."""
    reaction: str | None = None
    """What its speaker reacted with to `reply_to`; the text then repeats it."""


class Platform(Protocol):
    """Where a bot lives. Every call raises `PlatformError` when it can't be done."""

    @property
    def name(self) -> str:
        """What it is called in logs."""
        ...

    @property
    def me(self) -> str:
        """The speaker that the bot is there."""
        ...

    @property
    def edits(self) -> bool:
        """Whether a message can be changed after it was sent."""
        ...

    @property
    def most_characters(self) -> int:
        """How much one message holds."""
        ...

    async def send(
        self, to: str, text: str, *, reply_to: str | None = None, in_thread: bool = False
    ) -> str:
        """Send a message to a chat; returns the platform's id of it."""
        ...

    async def update(self, handle: str, text: str) -> None:
        """Let a message that was sent say something else."""
        ...

    async def name_of(self, incoming: Incoming) -> str | None:
        """What a speaker is called in the group; None when the platform does not tell."""
        ...
