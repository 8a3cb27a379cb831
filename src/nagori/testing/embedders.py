"""Embedders for tests: one that needs nothing, one that fails when told to."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from nagori.embed.port import Embedder, TextKind, Vectors
from nagori.errors import NagoriError

# A word in scripts with spaces; a single character where there are none.
_FEATURE = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\uffff]+"
)


def hashed_vector(text: str, dims: int) -> Vectors:
    """A unit vector made of the text's words: texts that share words are close to each other."""
    features = _FEATURE.findall(text.casefold()) or [text]
    total = np.sum([_direction(feature, dims) for feature in features], axis=0)
    return (total / np.linalg.norm(total)).astype(np.float32)


@lru_cache(maxsize=4096)
def _direction(feature: str, dims: int) -> Vectors:
    digest = hashlib.shake_128(feature.encode("utf-8", "replace")).digest(dims)
    # Halves, so that no component and thus no vector is zero.
    return np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - 127.5


class HashedEmbedder:
    """Deterministic, at once, and good enough to tell texts about different things apart."""

    def __init__(self, dims: int = 64) -> None:
        self._dims = dims

    @property
    def name(self) -> str:
        """`hashed`."""
        return "hashed"

    @property
    def fingerprint(self) -> str:
        """Differs with the dimensions."""
        return f"hashed-{self._dims}"

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """One row per text."""
        del kind
        rows = [hashed_vector(text, self._dims) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self._dims)

    async def close(self) -> None:
        """Nothing to let go of."""


class FlakyEmbedder:
    """Passes everything on to another embedder, unless `fail` is set: then it raises that."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.fail: NagoriError | None = None
        self.calls = 0

    @property
    def name(self) -> str:
        """The inner one's."""
        return self._inner.name

    @property
    def fingerprint(self) -> str:
        """The inner one's."""
        return self._inner.fingerprint

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """What the inner one gives, or the failure."""
        self.calls += 1
        if self.fail is not None:
            raise self.fail
        return await self._inner.embed(texts, kind)

    async def close(self) -> None:
        """Close the inner one."""
        await self._inner.close()
