"""The memory garden: every memory of a scope on one map."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nagori.embed.guard import GuardedEmbedder
from nagori.errors import ModelError
from nagori.recall.landmarks import clusters
from nagori.recall.places import Atlas, Places, apart, place_words
from nagori.recall.topics import sentence_vectors, sentences, topics
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.memory import Memory
from nagori.values.scope import Scope
from nagori.values.star import MemoryMap, Stars

_KEPT = 8
"""Scopes whose places are kept: 100,000 memories take about 20 MB."""
_MOST = 200
_MOST_MATCHES = 5000

Degraded = tuple[str, ...]


@dataclass(slots=True)
class _Known:
    """Places of passages by meaning, in the order in which they were found, and the last map."""

    passages: NDArray[np.int64]
    places: Places
    map: MemoryMap | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Maps:
    """What was worked out before: a place never changes, so only new memories cost anything."""

    def __init__(self) -> None:
        self._atlases: dict[str, Atlas] = {}
        self._known: OrderedDict[tuple[Scope, str | None], _Known] = OrderedDict()

    def of(self, scope: Scope, embedder: str | None) -> _Known:
        """What is known of a scope."""
        key = (scope, embedder)
        if key not in self._known:
            self._known[key] = _Known(np.empty(0, np.int64), _no_places())
        self._known.move_to_end(key)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return self._known[key]

    async def atlas(self, embedder: GuardedEmbedder) -> Atlas:
        """Places vectors of this embedder; it may have to embed the topics first."""
        found = self._atlases.get(embedder.fingerprint)
        if found is None:
            vectors = sentence_vectors(embedder.name)
            if vectors is None:
                vectors = await embedder.embed(sentences())
            found = await asyncio.to_thread(Atlas, vectors)
            self._atlases[embedder.fingerprint] = found
        return found


class Garden:
    """A map of memories, and what a person who walks in it asks for."""

    def __init__(
        self, store: Store, embedder: GuardedEmbedder | None, maps: Maps, *, space: str
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._maps = maps
        self._space = space

    async def version(self, user: str) -> str:
        """What differs after every change of the user's memories."""
        return await self._store.stars.version(self._scope(user))

    async def map(self, user: str) -> MemoryMap:
        """Where each of the user's memories lies; those that were there before stay in place."""
        scope = self._scope(user)
        atlas, degraded = await self._atlas()
        name = self._embedder.fingerprint if self._embedder and atlas else None
        known = self._maps.of(scope, name)
        async with known.lock:  # whoever asks meanwhile gets the same map
            if known.map is None or known.map.version != await self._store.stars.version(scope):
                known.map = await self._draw(scope, name, atlas, known, degraded)
            return known.map

    async def matching(self, user: str, text: str) -> list[str]:
        """Ids of the user's memories in whose text this one stands, newest first."""
        wanted = rules.checked_text(text)
        return await self._store.stars.matching(self._scope(user), wanted, limit=_MOST_MATCHES)

    async def read(self, user: str, memory_ids: Sequence[str]) -> list[Memory]:
        """Those of the memories that are the user's, in the order asked for."""
        ids = [rules.checked_id(id, "memory_id") for id in memory_ids[:_MOST]]
        return await self._store.stars.read(self._scope(user), ids)

    async def replaced_by(self, user: str, memory_id: str) -> list[Memory]:
        """What a memory took the place of, the latest first."""
        id = rules.checked_id(memory_id, "memory_id")
        return await self._store.stars.replaced_by(self._scope(user), id)

    def _scope(self, user: str) -> Scope:
        return Scope(self._space, "user", rules.checked_id(user, "user"))

    async def _draw(
        self, scope: Scope, name: str | None, atlas: Atlas | None, known: _Known, degraded: Degraded
    ) -> MemoryMap:
        fresh: list[tuple[NDArray[np.int64], Places]] = []

        def see(passages: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
            if atlas is not None and vectors.shape[1] == atlas.dims:
                fresh.append((passages, atlas.place(vectors)))

        stars = await self._store.stars.all(scope, embedder=name, known=known.passages, see=see)
        _learn(known, fresh)
        return await asyncio.to_thread(_drawn, stars, known, degraded)

    async def _atlas(self) -> tuple[Atlas | None, Degraded]:
        if self._embedder is None:
            return None, ("places: by words, since there is no embedder",)
        try:
            return await self._maps.atlas(self._embedder), ()
        except ModelError as error:
            return None, (f"places: by words, since the embedder failed: {error}",)


def _no_places() -> Places:
    return Places(np.empty(0, np.float32), np.empty(0, np.float32), np.empty(0, np.int16))


def _learn(known: _Known, fresh: Sequence[tuple[NDArray[np.int64], Places]]) -> None:
    """Add places, kept sorted by passage."""
    if not fresh:
        return
    passages = np.concatenate([known.passages, *(found for found, _ in fresh)])
    parts = [known.places, *(places for _, places in fresh)]
    order = np.argsort(passages, kind="stable")
    known.passages = passages[order]
    known.places = Places(
        np.concatenate([part.x for part in parts])[order],
        np.concatenate([part.y for part in parts])[order],
        np.concatenate([part.topic for part in parts])[order],
    )


def _drawn(stars: Stars, known: _Known, degraded: Degraded) -> MemoryMap:
    places = _places(stars, known)
    return MemoryMap(
        version=stars.version,
        ids=stars.ids,
        x=places.x,
        y=places.y,
        tags=stars.tags,
        created_at=stars.created_at,
        updated_at=stars.updated_at,
        times_said=stars.times_said,
        topic=places.topic,
        topics=[topic.id for topic in topics()],
        clusters=clusters(places, stars.texts),
        degraded=degraded,
    )


def _places(stars: Stars, known: _Known) -> Places:
    """By meaning where it is known, else by words; no two on top of each other."""
    x, y = np.zeros(len(stars), np.float32), np.zeros(len(stars), np.float32)
    topic = np.full(len(stars), -1, np.int16)
    at = np.searchsorted(known.passages, stars.passage)
    at = np.minimum(at, max(len(known.passages) - 1, 0))
    has = np.zeros(len(stars), np.bool_)
    if len(known.passages):
        has = known.passages[at] == stars.passage
    x[has], y[has] = known.places.x[at[has]], known.places.y[at[has]]
    topic[has] = known.places.topic[at[has]]
    rest = np.flatnonzero(~has)
    if len(rest):
        by_words = place_words([stars.texts[row] for row in rest.tolist()])
        x[rest], y[rest], topic[rest] = by_words.x, by_words.y, by_words.topic
    step = apart(list(stars.ids))
    return Places(np.round(x + step[:, 0], 4), np.round(y + step[:, 1], 4), topic)
