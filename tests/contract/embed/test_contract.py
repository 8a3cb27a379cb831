"""What every embedder must do, whoever is behind it."""

from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest
from pydantic import SecretStr

from nagori.config import EmbeddingSettings
from nagori.embed.build import build_embedder
from nagori.embed.guard import GuardedEmbedder
from nagori.embed.local import LocalEmbedder
from nagori.testing.embedders import HashedEmbedder
from nagori.testing.http_provider import HttpProvider

KINDS = ["local", "hashed", "openai", "gemini", "ollama"]
ODD_TEXTS = [
    "",
    "   ",
    "\n\t",
    "🎉",
    "👩‍👩‍👧‍👦",
    "。",
    "?!",
    "\u200b",
    "\x00",
    "\ufeff",
    "\u0301",
    "\ud800x",
    "مرحبا",
]
TEXTS = ["she drinks green tea", "他昨天去了北京", "the train leaves at nine", "我喜欢喝绿茶"]


@pytest.fixture(scope="module")
def provider() -> Iterator[HttpProvider]:
    with HttpProvider() as provider:
        yield provider


@pytest.fixture(scope="module")
def usem3() -> LocalEmbedder:
    return LocalEmbedder()  # loaded once for all tests: it takes half a second


@pytest.fixture(params=KINDS)
async def embedder(
    request: pytest.FixtureRequest, provider: HttpProvider, usem3: LocalEmbedder
) -> AsyncIterator[GuardedEmbedder]:
    kind: str = request.param
    if kind == "local":
        yield GuardedEmbedder(usem3, deadline_s=30)
        return
    guarded = GuardedEmbedder(HashedEmbedder()) if kind == "hashed" else _remote(kind, provider)
    yield guarded
    await guarded.close()


def _remote(kind: str, provider: HttpProvider) -> GuardedEmbedder:
    path = {"openai": "/v1", "gemini": "/v1beta", "ollama": ""}[kind]
    settings = EmbeddingSettings.model_validate(
        {"type": kind, "base_url": provider.url + path, "batch_size": 8}
    )
    made = build_embedder(settings, gemini_api_key=SecretStr("key"))
    assert made is not None
    return made


async def test_every_text_gets_one_contiguous_unit_vector(embedder: GuardedEmbedder) -> None:
    vectors = await embedder.embed(TEXTS)

    assert vectors.shape == (len(TEXTS), embedder.dims)
    assert vectors.dtype == np.float32
    assert vectors.flags.c_contiguous
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)


async def test_the_order_of_texts_is_kept_across_batches(embedder: GuardedEmbedder) -> None:
    texts = [f"{text} {number}" for number in range(6) for text in TEXTS]

    together = await embedder.embed(texts)
    alone = np.concatenate([await embedder.embed([text]) for text in texts])

    np.testing.assert_allclose(together, alone, atol=1e-5)


async def test_the_same_text_gives_the_same_vector(embedder: GuardedEmbedder) -> None:
    first = await embedder.embed(TEXTS)
    second = await embedder.embed(TEXTS)

    assert first.tobytes() == second.tobytes()


async def test_different_texts_give_different_vectors(embedder: GuardedEmbedder) -> None:
    vectors = await embedder.embed(TEXTS)

    assert (vectors @ vectors.T - np.eye(len(TEXTS))).max() < 0.9


async def test_no_texts_give_no_vectors(embedder: GuardedEmbedder) -> None:
    vectors = await embedder.embed([])

    assert len(vectors) == 0
    assert vectors.ndim == 2


async def test_odd_texts_have_vectors_too(embedder: GuardedEmbedder) -> None:
    vectors = await embedder.embed(ODD_TEXTS)

    assert len(vectors) == len(ODD_TEXTS)
    assert np.isfinite(vectors).all()


async def test_a_very_long_text_has_a_vector(embedder: GuardedEmbedder) -> None:
    assert len(await embedder.embed(["tea and 绿茶 " * 10_000], "query")) == 1


async def test_a_query_can_be_compared_with_passages(embedder: GuardedEmbedder) -> None:
    (query,) = await embedder.embed(["green tea"], "query")
    passages = await embedder.embed(TEXTS, "passage")

    assert np.argmax(passages @ query) in {0, 3}


async def test_name_and_fingerprint_stay_the_same(embedder: GuardedEmbedder) -> None:
    before = embedder.name, embedder.fingerprint
    await embedder.embed(TEXTS)

    assert (embedder.name, embedder.fingerprint) == before
    assert all(before)
