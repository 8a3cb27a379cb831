"""Pages of global memory."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from nagori.errors import ConflictError
from nagori.store.page_port import CONDENSE_JOB
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
    later,
)
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import CLUB, hear
from nagori.testing.contract.embedding import claim, embed, waiting
from nagori.testing.contract.memories import DIEGO, put
from nagori.testing.embedders import hashed_vector
from nagori.testing.oracle import look
from nagori.text.entries import entries_of
from nagori.text.normal import content_hash
from nagori.values.job import Job
from nagori.values.memory import Trust
from nagori.values.page import REBUILT, GlobalPage, PageDraft, PageMode
from nagori.values.passage import Query
from nagori.values.scope import Scope
from nagori.values.times import to_micros
from nagori.write.page_index import index_page

LEASE = timedelta(minutes=1)


def a_draft(
    text: str,
    follows: int = 0,
    *,
    scope: Scope = CARLA,
    by: str = "person",
    mode: PageMode = "rewrite",
    trust: Trust = "own",
    message: str | None = None,
) -> PageDraft:
    """A page to be written; `message` is where all that it says was taken from."""
    return PageDraft(
        scope=scope,
        text=text,
        by=by,
        follows=follows,
        indexed=index_page(text, max_tokens=300),
        trust=trust,
        mode=mode,
        message=message,
        says=tuple(content_hash(entry.text) for entry in entries_of(text)),
    )


async def write(
    store: Store, draft: PageDraft, *, over: int = 1000, now: datetime = NOW
) -> GlobalPage:
    """Write a page."""
    return await store.pages.put(draft, over=over, embedder=HASHED, now=now)


async def write_all(store: Store, *texts: str, scope: Scope = CARLA) -> GlobalPage:
    """Write one after the other, a minute apart."""
    page = await store.pages.get(scope)
    for number, text in enumerate(texts):
        draft = a_draft(text, page.version, scope=scope)
        page = await write(store, draft, now=later(number))
    return page


async def a_job(store: Store, scope: Scope = CARLA) -> Job:
    """A job about a page, with its lease."""
    key = {"scope": scope.key}
    await store.jobs.enqueue(scope.space, CONDENSE_JOB, scope.key, key, now=NOW)
    job = await store.jobs.claim([CONDENSE_JOB], now=NOW, lease=LEASE)
    assert job is not None
    return job


async def condense(
    store: Store, text: str, by: str, *, is_whole: bool | None = None, job: Job | None = None
) -> GlobalPage | None:
    """Write a condensed page in the place of the last one."""
    job = job or await a_job(store)
    page = await store.pages.get(CARLA)
    whole = by != "extractive" if is_whole is None else is_whole
    return await store.pages.condense(
        a_draft(text, page.version, by=by), is_whole=whole, job=job, embedder=HASHED, now=NOW
    )


async def versions(store: Store, scope: Scope = CARLA) -> list[tuple[int, str, str]]:
    """Every version with its text and who wrote it, newest first."""
    found = await store.pages.versions(scope, limit=100)
    return [(page.version, page.text, page.by) for page in found]


def a_page_query(text: str = "green tea", *, scopes: Sequence[Scope] = (CARLA,)) -> Query:
    """A query that looks at pages."""
    return a_query(text, scopes=scopes, kinds=("page",))


async def entries(store: Store, scope: Scope = CARLA) -> dict[str, tuple[str, datetime]]:
    """What is found of a page: each entry's text with its id and time."""
    seen = await look(store, a_page_query(scopes=[scope]))
    return {text: (id, one.found.at) for (id, text), one in seen.items()}


class PageContract(ContractBase):
    """`Store.pages`."""

    async def test_a_page_that_nobody_wrote_is_empty(self, store: Store) -> None:
        assert await store.pages.get(CARLA) == GlobalPage("user:carla")
        assert await versions(store) == []
        assert await store.pages.to_condense(CARLA) is None
        assert await entries(store) == {}

    async def test_a_page_is_kept_with_all_that_it_said_before(self, opened: Opener) -> None:
        async with opened() as store:
            first = await write(store, a_draft("- tea"))
            second = await write(store, a_draft("- 茶", 1, by="model"), now=later(1))
        async with opened() as store:
            assert first == GlobalPage("user:carla", "- tea", 1, "person", "own", NOW)
            assert second == GlobalPage("user:carla", "- 茶", 2, "model", "own", later(1))
            assert await store.pages.get(CARLA) == second
            assert list(await store.pages.versions(CARLA, limit=9)) == [second, first]

    async def test_versions_are_listed_part_by_part(self, store: Store) -> None:
        await write_all(store, *(f"{n}" for n in range(5)))

        part = await store.pages.versions(CARLA, limit=2)
        assert ([page.version for page in part], part.next) == ([5, 4], "4")
        part = await store.pages.versions(CARLA, limit=3, before=4)
        assert ([page.version for page in part], part.next) == ([3, 2, 1], None)

    async def test_pages_of_other_scopes_and_spaces_are_others(self, store: Store) -> None:
        elsewhere = Scope("other", "user", "carla")
        for scope in (CARLA, DIEGO, elsewhere):
            await write(store, a_draft(f"- tea of {scope.space} {scope.key}", scope=scope))

        for scope in (CARLA, DIEGO, elsewhere):
            assert (await store.pages.get(scope)).version == 1
            assert list(await entries(store, scope)) == [f"tea of {scope.space} {scope.key}"]

    async def test_a_page_that_changed_meanwhile_is_not_overwritten(self, store: Store) -> None:
        await write_all(store, "- one", "- two")

        for follows in (0, 1, 3):
            with pytest.raises(ConflictError, match="version 2"):
                await write(store, a_draft("- late", follows))

        assert (await store.pages.get(CARLA)).text == "- two"
        assert list(await entries(store)) == ["two"]

    async def test_of_two_writers_at_once_one_is_told(self, opened: Opener) -> None:
        async with opened() as one, opened() as two:
            done = await asyncio.gather(
                write(one, a_draft("- one")), write(two, a_draft("- two")), return_exceptions=True
            )

            assert sum(isinstance(page, GlobalPage) for page in done) == 1
            assert sum(isinstance(error, ConflictError) for error in done) == 1
            assert await one.pages.get(CARLA) == await two.pages.get(CARLA)

    async def test_writing_the_same_again_changes_nothing(self, store: Store) -> None:
        page = await write(store, a_draft("- tea"))

        assert await write(store, a_draft("- tea", 1, by="model"), now=later(1)) == page
        assert len(await versions(store)) == 1

    async def test_words_of_others_stay_until_a_person_rewrites_the_page(
        self, store: Store
    ) -> None:
        async def trust(text: str, **more: object) -> str:
            follows = (await store.pages.get(CARLA)).version
            page = await write(store, replace(a_draft(text, follows), **more))  # pyright: ignore[reportArgumentType]  # fields of a draft
            return page.trust

        assert await trust("- a", mode="append") == "own"
        assert await trust("- a\n- b", mode="append", trust="untrusted") == "untrusted"
        assert await trust("- a\n- b\n- c", mode="append") == "untrusted"
        assert await trust("- d", by="model") == "untrusted"
        seen = await look(store, a_page_query("d"))
        assert [one.found.trust for one in seen.values()] == ["untrusted"]
        assert await condense(store, "- e", "a model") is not None
        assert (await store.pages.get(CARLA)).trust == "untrusted"
        assert await trust("- e") == "own"

    # passages ------------------------------------------------------------------------------------

    async def test_each_entry_is_a_passage_of_its_own(self, store: Store) -> None:
        text = "# Me\n\n## Tea\n- green tea\n* 绿茶\n1. black tea\nplain words\n---\n\n## None\n"
        await write(store, a_draft(text))

        found = await entries(store)

        assert list(found) == ["green tea", "绿茶", "black tea", "plain words"]
        assert len({id for id, _ in found.values()}) == 4
        (one, *_) = (await look(store, a_page_query())).values()
        assert (one.found.kind, one.found.scope, one.found.tag) == ("page", "user:carla", None)
        assert await look(store, a_query(kinds=["memory", "message"])) == {}

    async def test_what_stays_keeps_its_passage_and_its_time(self, store: Store) -> None:
        await write(store, a_draft("- tea\n- milk"))
        before = await entries(store)

        await write(store, a_draft("## New\n- juice\n- milk\n- tea, green", 1), now=later(5))

        after = await entries(store)
        assert after["milk"] == before["milk"]
        assert after["juice"][1] == after["tea, green"][1] == later(5)
        assert list(after) == ["milk", "juice", "tea, green"]
        store.passages.forget_caches()
        assert await entries(store) == after

    async def test_an_entry_that_stands_twice_has_two_passages(self, store: Store) -> None:
        await write(store, a_draft("- tea\n- milk\n- tea"))
        assert len(await look(store, a_page_query())) == 3

        await write(store, a_draft("- tea", 1))
        assert list(await entries(store)) == ["tea"]

    async def test_vectors_come_by_the_job_and_stay_with_their_entries(self, store: Store) -> None:
        await write(store, a_draft("## A\n- green tea\n- milk"))
        assert [p.text for p in await waiting(store)] == ["green tea", "milk"]
        job = await claim(store)
        await store.passages.put_vectors(HASHED, embed(await waiting(store)), job=job)
        assert await store.passages.finish_embedding(HASHED, job=job, now=NOW)

        await write(store, a_draft("## B\n- green tea\n- juice", 1))

        assert [p.text for p in await waiting(store)] == ["juice"]
        seen = {text: one for (_, text), one in (await look(store, a_page_query())).items()}
        vector = hashed_vector("green tea", DIMS)
        assert seen["green tea"].cosine == pytest.approx(float(vector @ vector), abs=1e-4)
        assert await store.jobs.claim(["embed"], now=NOW, lease=LEASE) is not None

    # condensing ----------------------------------------------------------------------------------

    async def test_a_page_that_is_too_long_is_queued_once(self, store: Store) -> None:
        async def queued() -> list[tuple[str, str]]:
            job = await store.jobs.claim([CONDENSE_JOB], now=NOW, lease=LEASE)
            return [] if job is None else [(job.key, job.payload["scope"])]

        await write(store, a_draft("- tea"), over=5)
        assert await queued() == []
        await write(store, a_draft("- teas", 1), over=5)
        await write(store, a_draft("- teas!", 2), over=5)
        assert await queued() == [("user:carla", "user:carla")]
        assert await queued() == []

    async def test_what_is_written_while_the_job_runs_makes_it_run_again(
        self, store: Store
    ) -> None:
        await write(store, a_draft("- long"), over=1)
        job = await store.jobs.claim([CONDENSE_JOB], now=NOW, lease=LEASE)
        assert job is not None
        await write(store, a_draft("- longer", 1), over=1)
        await store.jobs.finish(job, now=NOW)

        assert await store.jobs.claim([CONDENSE_JOB], now=NOW, lease=LEASE) is not None

    async def test_a_condensed_page_keeps_what_it_was(self, store: Store) -> None:
        await write(store, a_draft("- tea\n- green tea"))

        page = await condense(store, "- tea, green", "a model")

        assert page == await store.pages.get(CARLA)
        assert await versions(store) == [
            (2, "- tea, green", "a model"),
            (1, "- tea\n- green tea", "person"),
        ]
        assert list(await entries(store)) == ["tea, green"]
        found = await store.pages.to_condense(CARLA)
        assert found is not None
        assert (found.page, list(found.before)) == (page, [])

    async def test_what_was_condensed_without_a_model_can_be_condensed_anew(
        self, store: Store
    ) -> None:
        job = await a_job(store)
        await write_all(store, "- older", "- a\n- b\n- c")
        await condense(store, "- c", "extractive", job=job)
        await write(store, a_draft("- c\n- d", 3, mode="append"))
        await condense(store, "- d", "extractive", job=job)

        found = await store.pages.to_condense(CARLA)

        assert found is not None
        assert found.page.text == "- d"
        assert [page.text for page in found.before] == ["- a\n- b\n- c", "- c", "- c\n- d"]
        await condense(store, "- abcd", "a model", job=job)
        found = await store.pages.to_condense(CARLA)
        assert found is not None
        assert list(found.before) == []

    async def test_a_page_that_waits_for_a_model_is_queued_with_every_entry(
        self, store: Store
    ) -> None:
        job = await a_job(store)
        await write_all(store, "- a\n- b")
        await condense(store, "- b", "extractive", job=job)
        await store.jobs.finish(job, now=NOW)

        await write(store, a_draft("- b\n- c", 2, mode="append"))

        assert await store.jobs.claim([CONDENSE_JOB], now=NOW, lease=LEASE) is not None

    async def test_after_a_rewriting_nothing_comes_back(self, store: Store) -> None:
        await write_all(store, "- a\n- b")
        await condense(store, "- b", "extractive")
        await write(store, a_draft("- all new", 2))

        found = await store.pages.to_condense(CARLA)
        assert found is not None
        assert list(found.before) == []

    async def test_a_page_that_changed_under_the_job_is_left_as_it_is(self, store: Store) -> None:
        job = await a_job(store)
        await write_all(store, "- a", "- b")
        draft = a_draft("- condensed", 1, by="a model")

        done = await store.pages.condense(draft, is_whole=True, job=job, embedder=HASHED, now=NOW)

        assert done is None
        assert (await store.pages.get(CARLA)).text == "- b"

    async def test_without_the_lease_nothing_is_condensed(self, store: Store) -> None:
        job = await a_job(store)
        await write_all(store, "- a")
        await store.jobs.finish(job, now=NOW)

        with pytest.raises(ConflictError, match="lease"):
            await condense(store, "- b", "a model", job=job)

        assert (await store.pages.get(CARLA)).text == "- a"

    # erasing -------------------------------------------------------------------------------------

    async def test_an_erased_scope_takes_its_page_and_nobody_else_s(self, store: Store) -> None:
        await write_all(store, "- a\n- b", "- b\n- c")
        await write(store, a_draft("- his", scope=DIEGO))
        job = await a_job(store)
        await look(store, a_page_query())

        receipt = await store.erasure.scope(CARLA, now=NOW)

        assert (receipt.erased["pages"], receipt.erased["passages"]) == (1, 2)
        assert await store.pages.get(CARLA) == GlobalPage("user:carla")
        assert await versions(store) == []
        assert await entries(store) == {}
        assert (await store.pages.get(DIEGO)).text == "- his"
        with pytest.raises(ConflictError):
            await condense(store, "- b", "a model", job=job)
        assert (await write(store, a_draft("- anew"))).version == 1

    async def test_an_erased_memory_leaves_the_page_and_its_versions(self, store: Store) -> None:
        gone, kept = a_memory("she likes green tea"), a_memory("she likes coffee")
        await put(store, gone, kept, a_memory("she likes green tea", scope=CLUB))
        page = "## P\n- She likes green tea!\n- she likes coffee, and green tea\n- she likes coffee"
        await write_all(store, page, f"{page}\n- one more")
        await write(store, a_draft("- she likes green tea", scope=DIEGO))

        receipt = await store.erasure.memory(SPACE, gone.id, now=NOW)

        assert receipt.erased["passages"] == 2
        left = "## P\n- she likes coffee, and green tea\n- she likes coffee"
        assert [text for _, text, _ in await versions(store)] == [f"{left}\n- one more", left]
        assert list(await entries(store)) == [
            "she likes coffee, and green tea",
            "she likes coffee",
            "one more",
        ]
        assert (await store.pages.get(DIEGO)).text == "- she likes green tea"

    async def test_an_erased_chat_takes_the_entries_that_came_from_it_alone(
        self, store: Store
    ) -> None:
        here, there = await hear(store, a_message("a"), a_message("b", chat_id="chat-2"))
        page = await write(store, a_draft("- by hand"))
        for text, message in (("from here", here), ("from both", here), ("from both", there),
                              ("from there", there), ("by hand", here)):  # fmt: skip
            known = text in page.text
            draft = a_draft(f"- {text}", page.version, mode="append", message=message.id)
            whole = page.text if known else f"{page.text}\n- {text}"
            page = await write(
                store, replace(draft, text=whole, indexed=index_page(whole, max_tokens=300))
            )

        await store.erasure.chat(SPACE, "chat-1", now=NOW)

        assert (await store.pages.get(CARLA)).text == "- by hand\n- from both\n- from there"
        assert all("from here" not in text for _, text, _ in await versions(store))
        await store.erasure.chat(SPACE, "chat-2", now=NOW)
        assert (await store.pages.get(CARLA)).text == "- by hand"

    async def test_what_a_model_made_of_an_erased_entry_goes_and_the_page_is_condensed_anew(
        self, store: Store
    ) -> None:
        gone = a_memory("she likes tea")
        await put(store, gone)
        await write(store, a_draft("- she likes tea\n- she has a cat\n- she is 30"))
        await condense(store, "- fond of tea and a cat\n- she is 30", "a model")
        page = "- fond of tea and a cat\n- she is 30\n- new"
        await write(store, a_draft(page, 2, mode="append"))

        await store.erasure.memory(SPACE, gone.id, now=NOW)

        assert await versions(store) == [
            (3, "- she is 30\n- new", REBUILT),
            (2, "- she is 30", "a model"),
            (1, "- she has a cat\n- she is 30", "person"),
        ]
        assert set(await entries(store)) == {"she is 30", "new"}
        found = await store.pages.to_condense(CARLA)
        assert found is not None
        assert [old.version for old in found.before] == [1, 2]
        assert await store.jobs.claim([CONDENSE_JOB], now=later(1), lease=LEASE) is not None

    async def test_what_was_condensed_before_the_entry_came_stays(self, store: Store) -> None:
        gone = a_memory("she likes tea")
        await put(store, gone)
        await write(store, a_draft("- one\n- two"))
        await condense(store, "- one and two", "a model")
        await write(store, a_draft("- one and two\n- she likes tea", 2, mode="append"))

        await store.erasure.memory(SPACE, gone.id, now=NOW)

        page = await store.pages.get(CARLA)
        assert (page.text, page.by) == ("- one and two", "person")
        assert to_micros(NOW) == to_micros(page.updated_at or NOW)
