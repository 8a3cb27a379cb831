"""Finding again: scores of both arms, neighbours, caches."""

import math
from dataclasses import replace

import numpy as np
import pytest

from nagori.store.port import Store
from nagori.testing.builders import (
    CARLA,
    DIMS,
    HASHED,
    NOW,
    SPACE,
    a_memory,
    a_message,
    a_query,
    indexed,
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import hear
from nagori.testing.contract.memories import DIEGO, put
from nagori.testing.embedders import hashed_vector
from nagori.testing.oracle import Shown, differences, look, shown
from nagori.values.draft import MemoryDraft, MemoryEdit
from nagori.values.passage import Filter, Query, Scores
from nagori.values.scope import Scope

WORDS = ["green", "tea", "black", "coffee", "rain", "sun", "walk", "the", "dog", "in", "park",
         "我", "喜欢", "绿茶", "和", "下雨", "天"]  # fmt: skip


def some_memories(count: int, seed: int = 1, scope: Scope = CARLA) -> list[MemoryDraft]:
    """Memories of random words, some with repeated ones, each different from the others."""
    random = np.random.default_rng(seed)
    return [
        a_memory(
            " ".join([f"n{seed}x{n}", *random.choice(WORDS, int(random.integers(1, 12)))]),
            scope=scope,
        )
        for n in range(count)
    ]


def all_shown(drafts: list[MemoryDraft]) -> list[Shown]:
    """What a query without a filter ought to see of them."""
    return [s for d in drafts for s in shown(d.id, d.text, d.indexed)]


def same_bits(one: Scores, two: Scores) -> bool:
    """Whether two results are equal to the last bit."""
    return one.bm25_ideal == two.bm25_ideal and all(
        getattr(one, name).tobytes() == getattr(two, name).tobytes()
        for name in ("passage", "cosine", "common", "bm25", "before", "after", "cjk", "asks", "raw",
                     "at", "text_hash", "hidden")
    )  # fmt: skip


class PassageContract(ContractBase):
    """`Store.passages`, as a reader sees it."""

    @pytest.mark.parametrize(
        "text", ["green tea", "我喜欢绿茶吗", "the dog", "nothing known", "tea rain"]
    )
    async def test_scores_are_those_of_a_brute_force_oracle(self, store: Store, text: str) -> None:
        drafts = some_memories(60)
        await put(store, *drafts[:45])
        await look(store, a_query(text))
        await put(store, *drafts[45:])
        query = a_query(text)

        assert differences(await look(store, query), all_shown(drafts), query) == []

    async def test_the_ideal_score_is_that_of_an_average_passage_with_every_term(
        self, store: Store
    ) -> None:
        await put(store, a_memory("green tea"), a_memory("black coffee"), a_memory("red wine"))

        scores = await store.passages.score(a_query("green tea"))

        assert float(scores.bm25.max()) == pytest.approx(scores.bm25_ideal, abs=1e-4)

    async def test_what_a_vector_has_of_the_background_is_told(self, store: Store) -> None:
        drafts = [a_memory(f"tea {n} green", vectors=n != 3) for n in range(8)]
        await put(store, *drafts[:5])
        background = hashed_vector("green", DIMS)
        query = replace(a_query("tea"), background=background)
        await store.passages.score(query)
        await put(store, *drafts[5:])
        edit = MemoryEdit(drafts[1].id, tag="summary")
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)

        found = await store.passages.score(query)

        wanted = [
            0.0 if d.indexed.vectors is None else float(d.indexed.vectors[0] @ background)
            for d in drafts
        ]
        assert found.common.tolist() == pytest.approx(wanted, abs=2e-5)
        assert not (await store.passages.score(a_query("tea"))).common.any()
        store.passages.forget_caches()
        assert same_bits(found, await store.passages.score(query))

    async def test_statistics_cover_only_what_is_shown(self, store: Store) -> None:
        drafts = some_memories(30)
        written = await put(store, *drafts)
        for w in written[::3]:
            await store.memories.set_status(SPACE, w.memory.id, "retired", now=NOW)
        left = [d for n, d in enumerate(drafts) if n % 3]
        query = a_query("green tea rain")

        assert differences(await look(store, query), all_shown(left), query) == []

    async def test_words_of_other_scopes_and_spaces_change_nothing(self, store: Store) -> None:
        await put(store, *some_memories(20))
        alone = await store.passages.score(a_query())

        await put(store, *some_memories(40, seed=2, scope=DIEGO))
        await put(store, *some_memories(40, seed=3, scope=Scope("other", "user", "carla")))
        await hear(store, *(a_message(f"green tea {n}") for n in range(10)))

        assert same_bits(await store.passages.score(a_query()), alone)

    async def test_scopes_and_kinds_are_scored_together(self, store: Store) -> None:
        hers, his = some_memories(15), some_memories(15, seed=2, scope=DIEGO)
        said = [a_message(f"green tea number {n}") for n in range(5)]
        await put(store, *hers, *his)
        await hear(store, *said)
        query = Query(
            space=SPACE,
            scopes={"memory": [CARLA, DIEGO], "message": [CARLA]},
            terms=a_query("green tea").terms,
            now=later(60),
            vector=hashed_vector("green tea", DIMS),
            embedder=HASHED,
        )
        messages = [s for d in said for s in shown(d.id, d.content, d.indexed)]

        seen = await look(store, query)

        assert differences(seen, [*all_shown([*hers, *his]), *messages], query) == []
        assert {s.found.kind for s in seen.values()} == {"memory", "message"}
        assert {s.found.scope for s in seen.values()} == {CARLA.key, DIEGO.key}

    async def test_no_scope_and_no_passage_give_no_scores(self, store: Store) -> None:
        assert len(await store.passages.score(a_query())) == 0
        assert len(await store.passages.score(a_query(scopes=[]))) == 0
        assert len(await store.passages.score(a_query(kinds=[]))) == 0

    async def test_a_long_text_is_found_by_its_pieces(self, store: Store) -> None:
        text = " ".join(f"Sentence {n} is about green tea." for n in range(60))
        draft = a_memory(text, max_tokens=40)
        await put(store, draft)
        query = a_query("sentence 31")

        seen = await look(store, query)

        assert len(seen) == len(draft.indexed.pieces) > 3
        assert all(piece in text for _, piece in seen)
        assert differences(seen, all_shown([draft]), query) == []

    async def test_a_query_without_a_vector_has_no_cosines(self, store: Store) -> None:
        await put(store, a_memory())
        query = Query(SPACE, {"memory": [CARLA]}, a_query().terms, NOW)

        (seen,) = (await look(store, query)).values()

        assert math.isnan(seen.cosine)
        assert seen.bm25 > 0

    async def test_vectors_of_different_embedders_are_never_compared(self, store: Store) -> None:
        await put(store, a_memory("green tea"))
        other = [a_memory("green coffee", dims=8)]
        await store.memories.put(other, embedder="other", now=NOW)

        ours = await look(store, a_query("green"))
        wide = hashed_vector("green", 8)
        theirs = await look(store, a_query("green", vector=wide, embedder="other"))
        strange = await look(store, a_query("green", vector=wide, embedder="unknown"))

        def known(seen: dict[tuple[str, str], object]) -> list[str]:
            return [text for _, text in seen]

        assert known({k: s for k, s in ours.items() if not math.isnan(s.cosine)}) == ["green tea"]
        assert known({k: s for k, s in theirs.items() if not math.isnan(s.cosine)}) == [
            "green coffee"
        ]
        assert all(math.isnan(s.cosine) for s in strange.values())
        assert all(s.bm25 > 0 for s in strange.values())

    async def test_vectors_of_one_embedder_with_other_dimensions_are_not_compared(
        self, store: Store
    ) -> None:
        await put(store, a_memory("green tea"))

        seen = await look(store, a_query("green", vector=hashed_vector("green", 8)))

        assert [math.isnan(s.cosine) for s in seen.values()] == [True]

    async def test_what_is_picked_is_read_with_what_its_owner_says(self, store: Store) -> None:
        draft = a_memory("green tea?", tag="user_input", chat_id="chat-1", external_id="x")
        await put(store, draft)
        await put(store, a_memory("Green tea?", tag="user_input", at=later(2)))
        (message,) = await hear(store, a_message("绿茶", external_id="y"))

        seen = await look(store, a_query("green tea", kinds=["memory", "message"]))

        memory = seen[draft.id, "green tea?"].found
        assert (memory.kind, memory.tag, memory.status) == ("memory", "user_input", "active")
        assert (memory.chat_id, memory.external_id, memory.times_said) == ("chat-1", "x", 2)
        assert [s.at for s in memory.sources] == [NOW, later(2)]
        assert memory.terms.tobytes() == draft.indexed.pieces[0].terms
        said = seen[message.id, "绿茶"].found
        assert (said.kind, said.speaker, said.chat_id, said.external_id) == (
            "message",
            "carla",
            "chat-1",
            "y",
        )
        assert (said.tag, said.at, said.scope) == (None, NOW, CARLA.key)

    async def test_columns_tell_script_question_and_rawness(self, store: Store) -> None:
        drafts = [
            a_memory("green tea", tag="manual"),
            a_memory("green tea?", tag="user_input"),
            a_memory("绿茶吗？", tag="ai_output"),
            a_memory("绿茶", tag="summary"),
        ]
        await put(store, *drafts)

        scores = await store.passages.score(a_query())

        assert scores.raw.tolist() == [False, True, True, False]
        assert scores.asks.tolist() == [False, True, True, False]
        assert scores.cjk.tolist() == [False, False, True, True]
        assert scores.text_hash.tolist() == [d.indexed.pieces[0].text_hash for d in drafts]
        assert scores.text_hash[0] == scores.text_hash[1]

    # neighbours ----------------------------------------------------------------------------------

    async def test_messages_said_one_after_the_other_are_neighbours(self, store: Store) -> None:
        ids = [
            m.id
            for m in await hear(
                store,
                a_message("a", said_at=later(0)),
                a_message("other chat", chat_id="chat-2", said_at=later(1)),
                a_message("b", said_at=later(2)),
                a_message("much later", said_at=later(60)),
                a_message("c", said_at=later(61)),
            )
        ]

        seen = await look(store, a_query(kinds=["message"]))

        links = {s.found.id: (s.before, s.after) for s in seen.values()}
        assert links == {
            ids[0]: (None, ids[2]),
            ids[1]: (None, None),
            ids[2]: (ids[0], None),
            ids[3]: (None, ids[4]),
            ids[4]: (ids[3], None),
        }

    async def test_what_is_hidden_or_filtered_out_is_no_neighbour(self, store: Store) -> None:
        drafts = [
            a_memory("one", tag="user_input", chat_id="chat-1", at=later(0)),
            a_memory("two", tag="ai_output", chat_id="chat-1", at=later(1)),
            a_memory("three", tag="user_input", chat_id="chat-1", at=later(2)),
        ]
        await put(store, *drafts)
        only = Filter(tags=frozenset({"user_input"}))

        seen = await look(store, a_query(where=only))

        links = {s.found.text: (s.before, s.after) for s in seen.values()}
        assert links["one"] == (None, None)
        assert links["three"] == (None, None)
        assert links["two"] == (drafts[0].id, drafts[2].id)

        await store.memories.set_status(SPACE, drafts[1].id, "retired", now=NOW)
        seen = await look(store, a_query())
        assert {s.found.text: (s.before, s.after) for s in seen.values()} == {
            "one": (None, None),
            "three": (None, None),
        }

    # caches --------------------------------------------------------------------------------------

    async def test_dropping_caches_at_any_moment_changes_no_bit(
        self, store: Store, opened: Opener
    ) -> None:
        query = replace(
            a_query("green tea rain", kinds=["memory", "message"]),
            background=hashed_vector("green", DIMS),
        )
        random = np.random.default_rng(7)
        ids: list[str] = []

        async def agree() -> None:
            warm = await store.passages.score(query)
            store.passages.forget_caches()
            assert same_bits(warm, await store.passages.score(query))
            async with opened() as fresh:
                assert same_bits(warm, await fresh.passages.score(query))

        for n in range(12):
            drafts = some_memories(int(random.integers(1, 8)), seed=100 + n)
            ids += [w.memory.id for w in await put(store, *drafts)]
            said = [
                a_message(f"{n} green", said_at=later(n)),
                a_message(f"{n} rain", vectors=n % 2 == 0),
            ]
            await hear(store, *said)
            await store.passages.score(query)
            id = str(random.choice(ids))
            match n % 4:
                case 0:
                    await store.memories.set_status(SPACE, id, "retired", now=NOW)
                case 1:
                    edit = MemoryEdit(id, text=f"tea {n}", indexed=indexed(f"tea {n}"))
                    await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)
                case 2:
                    edit = MemoryEdit(id, tag="user_input")
                    await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)
                case _:
                    ids.remove(id)
                    await store.erasure.memory(SPACE, id, now=NOW)
            await agree()

    async def test_a_tag_that_becomes_raw_makes_neighbours_at_once(self, store: Store) -> None:
        drafts = [
            a_memory("one", tag="user_input", chat_id="chat-1"),
            a_memory("two", tag="manual", chat_id="chat-1"),
            a_memory("three", tag="user_input", chat_id="chat-1"),
        ]
        await put(store, *drafts)
        await look(store, a_query())

        edit = MemoryEdit(drafts[1].id, tag="user_input")
        await store.memories.edit(SPACE, edit, embedder=HASHED, now=NOW)

        warm = await look(store, a_query())
        store.passages.forget_caches()
        cold = await look(store, a_query())
        assert {k: (s.before, s.after) for k, s in warm.items()} == {
            k: (s.before, s.after) for k, s in cold.items()
        }
        assert warm[drafts[1].id, "two"].before == drafts[0].id
