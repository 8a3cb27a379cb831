import asyncio

import pytest
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from nagori.server.limits import BodyLimit, Buckets

SCOPE: Scope = {"type": "http", "method": "POST", "path": "/x", "headers": []}


class Seconds:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_empty_after_so_many_and_fills_again() -> None:
    seconds = Seconds()
    buckets = Buckets(6, seconds)
    for _ in range(6):
        assert buckets.wait_s("a") == 0
        buckets.take("a")

    assert buckets.wait_s("a") == pytest.approx(10)
    seconds.now = 9
    assert buckets.wait_s("a") == pytest.approx(1)
    seconds.now = 10.001
    assert buckets.wait_s("a") == 0
    assert buckets.wait_s("b") == 0


def test_a_bucket_never_holds_more_than_a_minute_s_worth() -> None:
    seconds = Seconds()
    buckets = Buckets(2, seconds)
    buckets.take("a")
    seconds.now = 10_000
    for _ in range(2):
        assert buckets.wait_s("a") == 0
        buckets.take("a")
    assert buckets.wait_s("a") > 0


def test_who_keeps_coming_is_not_forgotten_for_those_who_came_once() -> None:
    buckets = Buckets(1, Seconds())
    buckets.take("greedy")
    for number in range(20_000):
        buckets.take(str(number))
        assert buckets.wait_s("greedy") > 0
    assert len(vars(buckets)["_buckets"]) <= 10_001


async def test_a_request_that_never_ends_is_given_up() -> None:
    async def slow() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()

    with pytest.raises(HTTPException) as raised:
        await BodyLimit(reads, most=10, within_s=0.05)(SCOPE, slow, _sent)
    assert raised.value.status_code == 408


async def test_who_waits_for_the_end_of_a_stream_may_wait() -> None:
    messages = [{"type": "http.request", "body": b"all", "more_body": False}]

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await asyncio.sleep(0.2)
        return {"type": "http.disconnect"}

    seen: list[str] = []

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend([(await receive())["type"], (await receive())["type"]])

    await BodyLimit(reads, most=10, within_s=0.05)(SCOPE, receive, _sent)
    assert seen == ["http.request", "http.disconnect"]


async def _sent(message: Message) -> None:
    raise AssertionError(message)
