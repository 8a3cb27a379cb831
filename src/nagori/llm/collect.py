"""From the pieces of a stream to one reply."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import assert_never

from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    Reply,
    TextPiece,
    ThoughtPiece,
)


async def collect(stream: AsyncGenerator[Piece]) -> Reply:
    """The whole answer, once the stream has come to its end."""
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[Call] = []
    end = EndPiece()
    async with aclosing(stream) as pieces:
        async for piece in pieces:
            match piece:
                case TextPiece(text):
                    texts.append(text)
                case ThoughtPiece(text):
                    thoughts.append(text)
                case CallPiece(call):
                    calls.append(call)
                case EndPiece():
                    end = piece
                case _:
                    assert_never(piece)
    return Reply(
        "".join(texts),
        "".join(thoughts),
        tuple(calls),
        finish_reason=end.finish_reason,
        usage=end.usage,
    )
