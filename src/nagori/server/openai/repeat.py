"""Answers that are kept for a repeat of the request, under its `Idempotency-Key`."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.responses import Response

from nagori.server.idempotency import Claim
from nagori.server.openai.chunks import LAST_FRAME

EVENTS = "text/event-stream"


def repeated(before: bytes) -> Response:
    """The response that was given to the request the first time."""
    media_type, headers, body = json.loads(before)
    return Response(
        body, headers={**headers, "Idempotency-Replayed": "true"}, media_type=media_type
    )


async def keep_whole(claimed: Claim, response: Response, headers: Mapping[str, str]) -> Response:
    """The response, kept for repeats; one that tells of an error is not."""
    if response.status_code == 200:
        body = bytes(response.body).decode()
        await claimed.answer(json.dumps(["application/json", dict(headers), body]).encode())
    else:
        await claimed.let_go()
    return response


async def keep_frames(
    claimed: Claim, frames: AsyncGenerator[str], headers: Mapping[str, str]
) -> AsyncGenerator[str]:
    """The frames, kept for repeats when they came to their end."""
    sent: list[str] = []
    try:
        async with aclosing(frames):
            async for frame in frames:
                sent.append(frame)
                yield frame
    finally:
        if sent and sent[-1] == LAST_FRAME:
            await claimed.answer(json.dumps([EVENTS, dict(headers), "".join(sent)]).encode())
        else:
            await claimed.let_go()
