"""Embedders against a real HTTP server that misbehaves."""

import logging
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from pydantic import SecretStr

from nagori.config import EmbeddingSettings
from nagori.embed.build import build_embedder
from nagori.embed.guard import GuardedEmbedder
from nagori.errors import ModelError, ModelReplyError, ModelUnavailableError
from nagori.testing.http_provider import Fault, HttpProvider

KEY = "sk-very-secret-0123456789"
PATHS = {"openai": "/v1", "gemini": "/v1beta", "ollama": ""}

Make = Callable[..., GuardedEmbedder]


@pytest.fixture
def provider() -> Iterator[HttpProvider]:
    with HttpProvider() as provider:
        yield provider


@pytest.fixture
async def make(provider: HttpProvider) -> AsyncIterator[Make]:
    async with AsyncExitStack() as stack:

        def make(kind: str = "openai", **fields: object) -> GuardedEmbedder:
            given = {"type": kind, "base_url": provider.url + PATHS[kind], "deadline_s": 0.4}
            settings = EmbeddingSettings.model_validate(
                {**given, "api_key": SecretStr(KEY), **fields}
            )
            made = build_embedder(settings)
            assert made is not None
            stack.push_async_callback(made.close)
            return made

        yield make


async def failure(embedder: GuardedEmbedder) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await embedder.embed(["tea", "茶"])
    return caught.value


@pytest.mark.parametrize("kind", PATHS)
@pytest.mark.parametrize(
    ("fault", "error", "problem"),
    [
        ("refused", ModelUnavailableError, "can't be reached"),
        ("hang", ModelUnavailableError, r"no reply .*within 0.4 s"),
        ("rate_limit", ModelUnavailableError, "too many requests"),
        ("server_error", ModelUnavailableError, "out of service"),
        ("unauthorized", ModelUnavailableError, "the key was refused"),
        ("cut", ModelUnavailableError, "cut off"),
        ("broken_json", ModelReplyError, "not JSON"),
        ("empty", ModelReplyError, "not JSON"),
        ("bad_utf8", ModelReplyError, "not JSON"),
        ("wrong_shape", ModelReplyError, "wrong shape"),
        ("nan", ModelReplyError, "NaN"),
        ("redirect", ModelReplyError, "redirect"),
    ],
)
async def test_every_fault_ends_in_its_error_in_time_and_without_the_key(
    provider: HttpProvider,
    make: Make,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    fault: Fault,
    error: type[ModelError],
    problem: str,
) -> None:
    deadline = 0.4 if fault == "hang" else 3.0  # the others answer, even on a busy machine
    embedder = make(kind, deadline_s=deadline)
    provider.fault = fault
    started = time.monotonic()

    with caplog.at_level(logging.DEBUG), pytest.raises(error, match=problem) as caught:
        await embedder.embed(["tea", "茶"])

    assert time.monotonic() - started < deadline + 0.5
    shown = f"{caught.value!r} {embedder!r} {embedder.reason} {embedder.fingerprint}"
    assert KEY not in shown + caplog.text + "".join(traceback.format_exception(caught.value))


async def test_another_dimension_than_before_is_refused(provider: HttpProvider, make: Make) -> None:
    embedder = make()
    await embedder.embed(["tea"])
    provider.fault = "wrong_dims"

    raised = await failure(embedder)

    assert isinstance(raised, ModelReplyError)
    assert "wrong dimension: 33 instead of 32" in str(raised)
    assert embedder.dims == 32


async def test_declared_dimensions_are_asked_for_and_checked(
    provider: HttpProvider, make: Make
) -> None:
    raised = await failure(make(dims=16))

    assert "wrong dimension: 32 instead of 16" in str(raised)
    assert provider.requests[0].body["dimensions"] == 16


async def test_a_reply_of_more_than_64_mb_is_not_read_to_the_end(
    provider: HttpProvider, make: Make
) -> None:
    embedder = make(deadline_s=10)
    provider.fault = "huge"

    raised = await failure(embedder)

    assert isinstance(raised, ModelReplyError)
    assert "larger than" in str(raised)


async def test_two_passing_failures_are_survived_within_one_call(
    provider: HttpProvider, make: Make
) -> None:
    embedder = make(deadline_s=3)
    provider.fail_next(["server_error", "server_error"])

    assert len(await embedder.embed(["tea"])) == 1
    assert len(provider.requests) == 3
    assert (embedder.state, embedder.reason) == ("ready", None)


async def test_there_is_no_fourth_try(provider: HttpProvider, make: Make) -> None:
    provider.fault = "server_error"

    await failure(make(deadline_s=5))

    assert len(provider.requests) == 3


async def test_a_wait_that_does_not_fit_the_deadline_is_passed_on(
    provider: HttpProvider, make: Make
) -> None:
    provider.fault = "rate_limit"

    raised = await failure(make())

    assert isinstance(raised, ModelUnavailableError)
    assert raised.retry_after == 30
    assert len(provider.requests) == 1


async def test_a_slow_reply_within_the_deadline_is_fine(provider: HttpProvider, make: Make) -> None:
    provider.fault, provider.slow_s = "slow", 0.1

    assert len(await make().embed(["tea"])) == 1


async def test_an_unknown_path_says_what_the_provider_wrote(
    provider: HttpProvider, make: Make
) -> None:
    raised = await failure(make(base_url=f"{provider.url}/v7"))

    assert isinstance(raised, ModelReplyError)
    assert "404" in str(raised)
    assert "no such path" in str(raised)


async def test_texts_are_sent_in_batches_and_come_back_in_order(
    provider: HttpProvider, make: Make
) -> None:
    texts = [f"text {number}" for number in range(7)]

    rows = await make(batch_size=3).embed(texts)

    assert [len(r.body["input"]) for r in provider.requests] == [3, 3, 1]
    assert [row.tobytes() for row in await make().embed(texts)] == [row.tobytes() for row in rows]


@pytest.mark.parametrize(
    ("kind", "header", "value"),
    [
        ("openai", "authorization", f"Bearer {KEY}"),
        ("gemini", "x-goog-api-key", KEY),
        ("ollama", "authorization", f"Bearer {KEY}"),
    ],
)
async def test_the_key_travels_in_its_header_and_nowhere_else(
    provider: HttpProvider, make: Make, kind: str, header: str, value: str
) -> None:
    await make(kind).embed(["tea"])

    (request,) = provider.requests
    assert request.headers[header] == value
    assert KEY not in request.path


async def test_gemini_is_told_whether_a_text_asks_or_is_asked_for(
    provider: HttpProvider, make: Make
) -> None:
    embedder = make("gemini", dims=32)
    await embedder.embed(["tea"], "query")
    await embedder.embed(["tea", "茶"], "passage")

    one, many = provider.requests
    assert one.path.endswith("models/gemini-embedding-001:embedContent")
    assert (one.body["taskType"], one.body["outputDimensionality"]) == ("RETRIEVAL_QUERY", 32)
    assert many.path.endswith(":batchEmbedContents")
    assert {r["taskType"] for r in many.body["requests"]} == {"RETRIEVAL_DOCUMENT"}
