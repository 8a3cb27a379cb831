"""What a model says to a prompt that a client brings, outside of any turn."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict

from nagori.chat.prompt import recalled_message
from nagori.chat.request import Given
from nagori.chat.tags import TagReader
from nagori.errors import ModelReplyError, NagoriError
from nagori.llm.port import Model
from nagori.values.event import Answer, Done, Emotion, Error, Event, Thinking, ToolCall
from nagori.values.prompt import CallPiece, EndPiece, PromptMessage, TextPiece, ThoughtPiece

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
    end, spoke = EndPiece(), False
    stream = model.stream(given.messages, tools=given.tools, options=given.options)
    async with aclosing(stream) as pieces:
        async for piece in pieces:
            match piece:
                case ThoughtPiece(text):
                    yield Thinking(text)
                case TextPiece(text):
                    clean, cues = reader.feed(text)
                    if clean:
                        spoke = True
                        yield Answer(clean)
                    for key, value in cues:
                        yield Emotion(value) if key == "emotion" else Emotion(gesture=value)
                case CallPiece(call):
                    spoke = True
                    yield ToolCall(call.id, call.name, call.arguments)
                case EndPiece():
                    end = piece
    rest = reader.close()
    if rest:
        yield Answer(rest)
    if not spoke and not rest.strip():
        raise ModelReplyError(model.name, "the answer was empty")
    yield Done(None, end.finish_reason, asdict(end.usage))


def put_in(messages: Sequence[PromptMessage], recalled: str) -> list[PromptMessage]:
    """A client's own messages with memory before the last thing that its user said."""
    if not recalled:
        return list(messages)
    users = [at for at, message in enumerate(messages) if message.role == "user"]
    at = users[-1] if users else len(messages)
    return [*messages[:at], recalled_message(recalled), *messages[at:]]
