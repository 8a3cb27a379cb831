"""Whose words a prompt holds: the user's own and the model's, or anybody else's too. Pure.

A turn is untrusted when its prompt holds words of anybody but its user: then what the model wants
to change or send is only proposed, and what it answers is not trusted either.
"""

from collections.abc import Iterable, Sequence

from nagori.values.memory import Trust
from nagori.values.message import Chat, Message
from nagori.values.prompt import PromptMessage
from nagori.values.recall import Recalled

UNTRUSTED: Trust = "untrusted"
TRUST = "trust"
"""The name under which metadata of messages and chats says it."""
_OWN_KINDS = ("memory", "message", "page")
"""What a user can have said or agreed to; anything else was imported."""


def message_is_untrusted(message: Message, user: str) -> bool:
    """Whether somebody else said it, or a model that had read somebody else's words."""
    if message.role == "user" and message.speaker != user:
        return True
    return message.metadata.get(TRUST) == UNTRUSTED


def chat_is_untrusted(chat: Chat) -> bool:
    """Whether its summary may tell what somebody else said."""
    return chat.metadata.get(TRUST) == UNTRUSTED


def recalled_is_untrusted(items: Iterable[Recalled]) -> bool:
    """Whether any of them rests on words of somebody else."""
    return any(item.trust == UNTRUSTED or item.kind not in _OWN_KINDS for item in items)


def prompt_is_untrusted(
    *, user: str, chat: Chat, past: Sequence[Message], recalled: Sequence[Recalled]
) -> bool:
    """Whether the prompt that is made from these holds words of anybody but the user."""
    return (
        chat_is_untrusted(chat)
        or any(message_is_untrusted(message, user) for message in past)
        or recalled_is_untrusted(recalled)
    )


def given_is_untrusted(messages: Iterable[PromptMessage]) -> bool:
    """Whether a prompt that a client brings holds what its tools read somewhere."""
    return any(message.role == "tool" for message in messages)
