"""Memories of a scope, all at once."""

import numpy as np
from numpy.typing import NDArray

from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    an_id,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.embedding import claim, embed, waiting
from nagori.testing.contract.memories import put
from nagori.testing.contract.memorising import say, settle, stated
from nagori.values.draft import MemoryEdit
from nagori.values.memorising import Keep
from nagori.values.scope import Scope
from nagori.values.star import Stars
from nagori.values.times import to_micros

OTHER = Scope(SPACE, "user", "somebody-else")
NONE_KNOWN = np.empty(0, np.int64)


class Shown:
    """Looks at the vectors that a store shows, and remembers them."""

    def __init__(self) -> None:
        self.vectors: dict[int, NDArray[np.float32]] = {}

    def __call__(self, passages: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        assert len(passages) == len(vectors)
        for passage, vector in zip(passages.tolist(), vectors.copy(), strict=True):
            self.vectors[passage] = vector


async def look_at(
    store: Store, known: NDArray[np.int64] = NONE_KNOWN, *, embedder: str | None = HASHED
) -> tuple[Stars, Shown]:
    """All stars of Carla's, and the vectors that were shown beside them."""
    shown = Shown()
    return await store.stars.all(CARLA, embedder=embedder, known=known, see=shown), shown


class StarContract(ContractBase):
    """`Store.stars`."""

    async def test_every_active_memory_is_there_with_its_vector_and_nobody_elses(
        self, store: Store
    ) -> None:
        tea, rain = a_memory("green tea"), a_memory("rain", tag="summary", at=later(1))
        await put(store, tea, rain, a_memory("not hers", scope=OTHER))
        await put(store, a_memory("green tea", at=later(2)))
        gone = a_memory("gone")
        await put(store, gone)
        await store.memories.set_status(SPACE, gone.id, "retired", now=NOW)

        stars, shown = await look_at(store)

        assert list(stars.ids) == [tea.id, rain.id]
        assert list(stars.texts) == ["green tea", "rain"]
        assert list(stars.tags) == ["manual", "summary"]
        assert stars.times_said.tolist() == [2, 1]
        assert stars.created_at.tolist() == [to_micros(NOW), to_micros(later(1))]
        assert stars.updated_at.tolist() == [to_micros(later(2)), to_micros(later(1))]
        for draft, passage in zip((tea, rain), stars.passage.tolist(), strict=True):
            assert draft.indexed.vectors is not None
            np.testing.assert_array_equal(shown.vectors[passage], draft.indexed.vectors[0])

    async def test_what_is_known_is_not_shown_again(self, store: Store) -> None:
        await put(store, a_memory("one"), a_memory("two"))
        before, _ = await look_at(store)
        await put(store, a_memory("three"))

        after, shown = await look_at(store, before.passage)

        assert list(shown.vectors) == [after.passage[2]]
        assert after.passage[:2].tolist() == before.passage.tolist()

    async def test_many_vectors_are_shown_some_at_a_time_and_all_of_them(
        self, store: Store
    ) -> None:
        drafts = [a_memory(f"number {n}") for n in range(5000)]
        await put(store, *drafts)
        sizes: list[int] = []

        def see(passages: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
            sizes.append(len(vectors))
            assert vectors.shape == (len(passages), 16)

        stars = await store.stars.all(CARLA, embedder=HASHED, known=NONE_KNOWN, see=see)

        assert len(stars) == sum(sizes) == 5000
        assert max(sizes) < 5000

    async def test_a_memory_without_a_vector_is_there_and_says_so(self, store: Store) -> None:
        await put(store, a_memory("soon", vectors=False), a_memory("now"))

        stars, shown = await look_at(store)
        assert stars.passage[0] == -1
        assert list(shown.vectors) == [stars.passage[1]]

        job = await claim(store)
        await store.passages.put_vectors(HASHED, embed(await waiting(store)), job=job)
        stars, shown = await look_at(store)
        assert sorted(shown.vectors) == sorted(stars.passage.tolist())

    async def test_another_embedder_has_shown_nothing(self, store: Store) -> None:
        await put(store, a_memory("tea"))

        for name in ("another", None):
            stars, shown = await look_at(store, embedder=name)
            assert stars.passage.tolist() == [-1]
            assert not shown.vectors

    async def test_a_new_text_has_a_new_passage(self, store: Store) -> None:
        tea = a_memory("green tea")
        await put(store, tea)
        before, _ = await look_at(store)
        edit = MemoryEdit(tea.id, text="black tea", indexed=indexed("black tea"))
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)

        after, shown = await look_at(store, before.passage)

        assert after.passage.tolist() != before.passage.tolist()
        assert list(shown.vectors) == after.passage.tolist()

    async def test_the_version_differs_after_every_change_and_only_then(
        self, store: Store, opened: Opener
    ) -> None:
        tea = a_memory("green tea")
        seen = [await store.stars.version(CARLA)]
        await put(store, tea)
        seen.append(await store.stars.version(CARLA))
        await put(store, a_memory("green tea"))
        seen.append(await store.stars.version(CARLA))
        await store.memories.set_status(SPACE, tea.id, "retired", now=NOW)
        seen.append(await store.stars.version(CARLA))
        await store.memories.set_status(SPACE, tea.id, "active", now=NOW)
        seen.append(await store.stars.version(CARLA))
        await store.erasure.memory(SPACE, tea.id, now=NOW)
        seen.append(await store.stars.version(CARLA))

        assert len(set(seen)) == len(seen)
        stars, _ = await look_at(store)
        assert stars.version == seen[-1]
        async with opened() as other:
            assert await other.stars.version(CARLA) == seen[-1]

    async def test_words_as_typed_are_found_whatever_their_case(self, store: Store) -> None:
        old = a_memory("Das Mädchen mag ÖL 100%")
        new = a_memory("mädchen_haft")
        await put(store, old, new, a_memory("tea"), a_memory("ein Mädchen", scope=OTHER))

        assert await store.stars.matching(CARLA, "MÄDCHEN", limit=9) == [new.id, old.id]
        assert await store.stars.matching(CARLA, "MÄDCHEN", limit=1) == [new.id]
        assert await store.stars.matching(CARLA, "öl 100%", limit=9) == [old.id]
        assert await store.stars.matching(CARLA, "%", limit=9) == [old.id]
        await store.memories.set_status(SPACE, old.id, "retired", now=NOW)
        assert await store.stars.matching(CARLA, "mädchen", limit=9) == [new.id]

    async def test_many_are_read_at_once_but_only_those_of_the_scope(self, store: Store) -> None:
        one, two, not_hers = a_memory("one"), a_memory("two"), a_memory("x", scope=OTHER)
        await put(store, one, two, not_hers)

        found = await store.stars.read(CARLA, [two.id, an_id(), not_hers.id, one.id, two.id])

        assert [memory.text for memory in found] == ["two", "one"]
        assert found == await store.memories.get(SPACE, [two.id, one.id])
        assert await store.stars.read(CARLA, []) == []

    async def test_a_memory_tells_what_it_took_the_place_of(self, store: Store) -> None:
        first, second = await say(store, "I live in Porto", "I moved to Berlin")
        (old,) = await settle(store, [first], Keep(stated("The user lives in Porto.", first)))
        draft = stated("The user moved to Berlin.", second, minutes=60)
        (new,) = await settle(store, [second], Keep(draft, supersedes=(old.memory.id,)))

        (before,) = await store.stars.replaced_by(CARLA, new.memory.id)

        assert (before.id, before.valid_to) == (old.memory.id, later(60))
        assert await store.stars.replaced_by(CARLA, old.memory.id) == []
        assert await store.stars.replaced_by(OTHER, new.memory.id) == []
