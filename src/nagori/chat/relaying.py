"""What a model says to a prompt that a client brings, outside of any turn."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from nagori.chat.prompt import global_message, recalled_message
from nagori.chat.request import Given
from nagori.chat.saying import Said
from nagori.chat.tags import TagReader
from nagori.errors import ModelReplyError, NagoriError
from nagori.llm.port import Model
from nagori.values.event import Error, Event
from nagori.values.prompt import PromptMessage

log = logging.getLogger("nagori.chat")


async def answered(given: Given, model: Model, reader: TagReader) -> AsyncGenerator[Event]:
    """The answer as events, `Done` or `Error` last. Closing it stops the model."""
    try:
        async with aclosing(_said(given, model, reader)) as events:
            async for event in events:
                yield event
    except NagoriError as error:
        yield Error(error.code, str(error))
    except Exception as error:  # the border of an answer: logged and told
        log.exception("an answer failed because of an error of ours")
        yield Error("internal", f"an error of ours: {type(error).__name__}")


async def _said(given: Given, model: Model, reader: TagReader) -> AsyncGenerator[Event]:
    said = Said(reader)
    stream = model.stream(given.messages, tools=given.tools, options=given.options)
    async with aclosing(stream) as pieces:
        async for piece in pieces:
            for event in said.take(piece):
                yield event
    for event in said.close():
        yield event
    if not said.text and not said.called:
        raise ModelReplyError(model.name, "the answer was empty")
    yield said.done()


def put_in(messages: Sequence[PromptMessage], recalled: str, page: str = "") -> list[PromptMessage]:
    """A client's own messages with memory before the last thing that its user said.

    Global memory stands after the client's instructions, so that the beginning stays the same.
    """
    users = [at for at, message in enumerate(messages) if message.role == "user"]
    at = users[-1] if users else len(messages)
    top = next((at for at, message in enumerate(messages) if message.role != "system"), at)
    return [
        *messages[:top],
        *([global_message(page)] if page.strip() else []),
        *messages[top:at],
        *([recalled_message(recalled)] if recalled else []),
        *messages[at:],
    ]
