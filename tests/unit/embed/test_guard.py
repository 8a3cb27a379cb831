import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from nagori.embed.guard import GuardedEmbedder
from nagori.embed.port import TextKind, Vectors
from nagori.errors import KeyRefusedError, ModelReplyError, ModelUnavailableError
from nagori.testing.embedders import FlakyEmbedder, HashedEmbedder


@dataclass
class Hand:
    """A clock that moves when told to."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class SleepyEmbedder(HashedEmbedder):
    """Answers after a while."""

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        await asyncio.sleep(30)
        return await super().embed(texts, kind)


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def flaky() -> FlakyEmbedder:
    return FlakyEmbedder(HashedEmbedder())


@pytest.fixture
def guarded(flaky: FlakyEmbedder, clock: Hand) -> GuardedEmbedder:
    return GuardedEmbedder(flaky, clock=clock)


async def fail(guarded: GuardedEmbedder, times: int) -> None:
    for _ in range(times):
        with pytest.raises(ModelUnavailableError):
            await guarded.embed(["tea"])


async def test_after_three_failures_it_fails_without_asking(
    guarded: GuardedEmbedder, flaky: FlakyEmbedder
) -> None:
    flaky.fail = ModelUnavailableError("hashed", "is asleep")
    await fail(guarded, 5)

    assert flaky.calls == 3
    assert (guarded.state, guarded.reason) == ("unavailable", "is asleep")


async def test_while_out_of_service_the_error_tells_reason_and_wait(
    guarded: GuardedEmbedder, flaky: FlakyEmbedder, clock: Hand
) -> None:
    flaky.fail = ModelUnavailableError("hashed", "is asleep")
    await fail(guarded, 3)
    clock.now += 0.25

    with pytest.raises(ModelUnavailableError, match="is asleep") as caught:
        await guarded.embed(["tea"])
    assert caught.value.retry_after == 0.75


async def test_it_is_back_with_the_first_trial_that_succeeds(
    guarded: GuardedEmbedder, flaky: FlakyEmbedder, clock: Hand
) -> None:
    flaky.fail = ModelUnavailableError("hashed", "is asleep")
    await fail(guarded, 3)
    clock.now += 1.0
    flaky.fail = None

    assert len(await guarded.embed(["tea"])) == 1
    assert (guarded.state, guarded.reason) == ("ready", None)


async def test_a_refused_key_is_not_tried_again_at_once(
    guarded: GuardedEmbedder, flaky: FlakyEmbedder
) -> None:
    flaky.fail = KeyRefusedError("hashed", "the key was refused")
    await fail(guarded, 2)

    assert flaky.calls == 1


async def test_bad_replies_do_not_put_it_out_of_service(
    guarded: GuardedEmbedder, flaky: FlakyEmbedder
) -> None:
    flaky.fail = ModelReplyError("hashed", "makes no sense")
    for _ in range(5):
        with pytest.raises(ModelReplyError):
            await guarded.embed(["tea"])

    assert flaky.calls == 5
    assert (guarded.state, guarded.reason) == ("ready", "makes no sense")


async def test_a_cancelled_trial_leaves_room_for_the_next(clock: Hand) -> None:
    guarded = GuardedEmbedder(SleepyEmbedder(), deadline_s=0.01, clock=clock)
    await fail(guarded, 3)
    clock.now += 1.0

    trial = asyncio.create_task(guarded.embed(["tea"]))
    await asyncio.sleep(0)
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial

    with pytest.raises(ModelUnavailableError, match="no reply within"):
        await guarded.embed(["tea"])


async def test_dimensions_are_unknown_until_the_first_reply(guarded: GuardedEmbedder) -> None:
    before = guarded.dims
    await guarded.embed(["tea"])

    assert (before, guarded.dims) == (None, 64)
