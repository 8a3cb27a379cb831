"""A language model at a provider: a dialect, spoken over HTTP."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from dataclasses import replace

from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.llm.dialect import (
    STILL_WRITING,
    Ask,
    Dialect,
    ProviderProblemError,
    StreamReader,
    WrongShapeError,
)
from nagori.llm.shape import BrokenJsonError
from nagori.llm.think import ThinkSplitter, split_thinking
from nagori.llm.words import with_schema_in_words
from nagori.remote.http import JsonApi
from nagori.remote.problem import RequestRefusedError
from nagori.remote.sse import SseReader
from nagori.values.prompt import EndPiece, Piece, Reply, TextPiece

# After its last word a server closes the stream; waiting for it lets the connection live on.
_CLOSING_S = 0.1


class RemoteModel:
    """Answers as the provider does, once and without patience: wrap it in the guard."""

    def __init__(self, api: JsonApi, dialect: Dialect) -> None:
        self._api, self._dialect = api, dialect
        self._schema_in_words = False

    @property
    def name(self) -> str:
        """Provider and model, as `openai:gpt-5.4-mini`."""
        return self._api.name

    async def reply(self, ask: Ask, *, deadline_s: float) -> Reply:
        """The whole answer, thinking split off."""
        if ask.schema is None or not self._schema_in_words:
            try:
                return await self._reply(ask, deadline_s)
            except RequestRefusedError:
                if ask.schema is None:
                    raise
        # Not everybody can be held to a schema, but everybody can be told.
        reply = await self._reply(with_schema_in_words(ask), deadline_s)
        self._schema_in_words = True
        return reply

    async def stream(self, ask: Ask, *, open_s: float) -> AsyncGenerator[Piece]:
        """The answer as it comes; ends with an `EndPiece` or raises."""
        path, body = self._dialect.request(ask, stream=True)
        reader, events, thinking = self._dialect.reader(ask), SseReader(), ThinkSplitter()
        async with aclosing(self._api.stream(path, body, open_s=open_s)) as chunks:
            async for chunk in chunks:
                for piece in _split(self._pieces(reader, events, chunk), thinking):
                    if isinstance(piece, EndPiece):
                        await _rest(chunks)
                        yield piece
                        return
                    yield piece
        ended = False
        for piece in _split(self._last_pieces(reader, events), thinking):
            ended = isinstance(piece, EndPiece)
            yield piece
        if not ended:
            raise ModelUnavailableError(self.name, "the reply was cut off")

    async def close(self) -> None:
        """Close the connections."""
        await self._api.close()

    async def _reply(self, ask: Ask, deadline_s: float) -> Reply:
        path, body = self._dialect.request(ask, stream=False)
        whole = await self._api.post(path, body, deadline_s=deadline_s)
        try:
            reply = self._dialect.read(whole, ask)
        except ProviderProblemError as error:
            raise self._problem(error) from None
        except WrongShapeError as error:
            raise ModelReplyError(self.name, "the reply has the wrong shape") from error
        text, thought = split_thinking(reply.text)
        return replace(reply, text=text, thinking=reply.thinking + thought)

    def _pieces(self, reader: StreamReader, events: SseReader, chunk: bytes) -> Iterator[Piece]:
        try:
            for event in events.feed(chunk):
                yield from reader.feed(event)
        except UnicodeDecodeError as error:
            raise ModelReplyError(self.name, "the stream is not UTF-8") from error
        except ProviderProblemError as error:
            raise self._problem(error) from None
        except BrokenJsonError as error:
            raise ModelReplyError(self.name, "the stream holds broken JSON") from error
        except WrongShapeError as error:
            raise ModelReplyError(self.name, "the stream has the wrong shape") from error

    def _last_pieces(self, reader: StreamReader, events: SseReader) -> list[Piece]:
        """What is left when the stream is over; an event that can't be read was cut off."""
        try:
            pieces = [piece for event in events.end() for piece in reader.feed(event)]
        except (ValueError, ProviderProblemError):
            return []
        return pieces if _ends(pieces) else [*pieces, *reader.end()]

    def _problem(self, error: ProviderProblemError) -> ModelUnavailableError:
        said = self._api.shown(str(error))
        return ModelUnavailableError(self.name, f"broke off{': ' if said else ''}{said}")


def _split(pieces: Iterable[Piece], thinking: ThinkSplitter) -> Iterator[Piece]:
    """The pieces with thinking taken out of the text."""
    for piece in pieces:
        if isinstance(piece, TextPiece) and piece is not STILL_WRITING:
            yield from thinking.feed(piece.text)
        else:
            if isinstance(piece, EndPiece):
                yield from thinking.end()
            yield piece


def _ends(pieces: list[Piece]) -> bool:
    return bool(pieces) and isinstance(pieces[-1], EndPiece)


async def _rest(chunks: AsyncGenerator[bytes]) -> None:
    """Read what follows the end, for a moment."""
    try:
        async with asyncio.timeout(_CLOSING_S):
            async for _ in chunks:
                pass
    except (TimeoutError, ModelReplyError, ModelUnavailableError):
        return  # the answer is whole all the same
