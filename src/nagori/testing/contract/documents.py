"""Documents."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from nagori.errors import ConflictError, NotFoundError
from nagori.store.document_port import IMPORT_JOB
from nagori.store.port import Store
from nagori.testing.builders import CARLA, DIMS, HASHED, NOW, SPACE, a_query, an_id, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.embedding import claim, embed, waiting
from nagori.testing.contract.memories import DIEGO
from nagori.testing.embedders import hashed_vector
from nagori.testing.oracle import All, look
from nagori.values.document import Document, DocumentContent, DocumentDraft, DocumentPassage
from nagori.values.job import Job
from nagori.values.passage import Filter
from nagori.values.scope import Scope
from nagori.write.document_index import index_passages

LONG = "\n\n".join(f"Lighthouse {n} can be seen from the coast road. 灯塔很高。" for n in range(40))
GUIDE = ("The tram runs every 20 minutes.", "The bakery opens at seven.")


def a_file(data: bytes = b"one", *, name: str = "guide.md", scope: Scope = CARLA) -> DocumentDraft:
    """A file to be imported."""
    hash = hashlib.sha256(data).digest()
    return DocumentDraft(an_id(), scope, name, name, data=data, content_hash=hash)


def found_in(data: bytes, *texts: str, vectors: bool = True) -> DocumentContent:
    """What an import makes of a file: a passage for each text, on a page of its own."""
    passages = [
        DocumentPassage(number, text, ("Guide", "Porto"), number)
        for number, text in enumerate(texts, 1)
    ]
    indexed, words = index_passages(passages)
    if vectors:
        rows = [hashed_vector(part, DIMS) for part in words]
        indexed = replace(indexed, vectors=np.array(rows, np.float32))
    hash = hashlib.sha256(data).digest()
    return DocumentContent("Guide", "text/markdown", len(data), 2, hash, passages, indexed)


async def import_job(store: Store, *, minutes: float = 0) -> Job:
    """The import that is due."""
    lease = timedelta(minutes=1)
    job = await store.jobs.claim([IMPORT_JOB], now=later(minutes), lease=lease)
    assert job is not None
    return job


async def imported(
    store: Store, draft: DocumentDraft, *texts: str, vectors: bool = True
) -> Document:
    """A document that was read."""
    document = await store.documents.add(draft, now=NOW)
    job = await import_job(store)
    content = found_in(draft.data or b"", *texts, vectors=vectors)
    filled = await store.documents.fill(job, content, embedder=HASHED, now=NOW)
    assert filled is not None
    assert filled.id == document.id
    return filled


async def found(
    store: Store, text: str = "tram", *, only: Sequence[str] | None = None, scope: Scope = CARLA
) -> list[str]:
    """The passages of documents that a query sees, in their order."""
    where = Filter(documents=None if only is None else frozenset(only))
    seen = await look(store, a_query(text, scopes=[scope], kinds=["document"], where=where))
    return [one.found.text for one in sorted(seen.values(), key=lambda one: one.found.passage)]


class DocumentContract(ContractBase):
    """Imports, and what is found of them."""

    async def test_a_file_waits_to_be_imported(self, store: Store) -> None:
        document = await store.documents.add(a_file(b"# Hello"), now=NOW)

        assert (document.state, document.progress, document.passages) == ("queued", 0.0, 0)
        assert (document.title, document.size, document.status) == ("guide.md", 7, "active")
        job = await import_job(store)
        file = await store.documents.to_import(job)
        assert file is not None
        assert (file.document, file.data) == (document, b"# Hello")

    async def test_what_was_found_can_be_read_and_is_found(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)

        assert (document.state, document.passages, document.pages) == ("ready", 2, 2)
        read = await store.documents.passages(SPACE, document.id, limit=10)
        assert [passage.text for passage in read] == list(GUIDE)
        seen = await look(store, a_query("tram", kinds=["document"]))
        tram = seen[f"{document.id}:1", GUIDE[0]]
        assert tram.bm25 > 0
        citation = tram.found.citation
        assert citation is not None
        assert (citation.document_id, citation.title) == (document.id, "Guide")
        assert (citation.headings, citation.page) == (("Guide", "Porto"), 1)
        assert tram.found.trust == "untrusted"

    async def test_the_file_is_gone_once_it_is_read(self, store: Store) -> None:
        await imported(store, a_file(), *GUIDE)

        await store.documents.add(a_file(b"two"), now=NOW)
        job = await import_job(store)
        file = await store.documents.to_import(job)
        assert file is not None
        assert file.data == b"two"
        await store.documents.fail(job, "broken", now=NOW)
        again = await store.documents.to_import(job)
        assert again is not None
        assert again.data is None

    async def test_passages_come_in_parts(self, store: Store) -> None:
        document = await imported(store, a_file(), "one", "two", "three")

        first = await store.documents.passages(SPACE, document.id, limit=2)
        assert [passage.number for passage in first] == [1, 2]
        rest = await store.documents.passages(
            SPACE, document.id, limit=2, after=int(first.next or 0)
        )
        assert ([passage.text for passage in rest], rest.next) == (["three"], None)

    async def test_the_same_file_again_is_not_read_again(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)

        again = await store.documents.add(a_file(), now=later(1))

        assert again == document
        assert await store.jobs.claim([IMPORT_JOB], now=later(2), lease=timedelta(1)) is None

    async def test_a_changed_file_takes_the_place_of_the_older_one(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)

        queued = await store.documents.add(a_file(b"two"), now=NOW)
        assert (queued.id, queued.state, queued.passages) == (document.id, "queued", 2)
        assert await found(store) == list(GUIDE)
        job = await import_job(store)
        await store.documents.fill(job, found_in(b"two", "No tram."), embedder=HASHED, now=NOW)
        assert await found(store) == ["No tram."]
        listed = await store.documents.list(CARLA, limit=10)
        assert [one.passages for one in listed] == [1]

    async def test_a_failed_import_leaves_what_was_there(self, store: Store) -> None:
        await imported(store, a_file(), *GUIDE)
        await store.documents.add(a_file(b"two"), now=NOW)

        failed = await store.documents.fail(await import_job(store), "it is broken", now=NOW)

        assert failed is not None
        assert (failed.state, failed.error, failed.passages) == ("failed", "it is broken", 2)
        assert await found(store) == list(GUIDE)
        again = await store.documents.add(a_file(b"two"), now=NOW)
        assert (again.state, again.error) == ("queued", None)

    async def test_progress_is_told(self, store: Store) -> None:
        await store.documents.add(a_file(), now=NOW)
        job = await import_job(store)

        noted = await store.documents.note(job, state="parsing", progress=0.4, now=NOW)

        assert noted is not None
        assert (noted.state, noted.progress) == ("parsing", 0.4)

    async def test_an_import_without_its_lease_writes_nothing(self, store: Store) -> None:
        await store.documents.add(a_file(), now=NOW)
        old = await import_job(store)
        await import_job(store, minutes=2)

        with pytest.raises(ConflictError):
            await store.documents.fill(old, found_in(b"one", *GUIDE), embedder=HASHED, now=NOW)
        assert await found(store) == []

    async def test_vectors_that_are_late_are_of_heading_and_text(self, store: Store) -> None:
        await imported(store, a_file(), *GUIDE, vectors=False)

        late = await waiting(store)
        assert [one.text for one in late] == [f"Porto\n{text}" for text in GUIDE]
        job = await claim(store)
        await store.passages.put_vectors(HASHED, embed(late), job=job)
        assert await waiting(store) == []

    async def test_a_long_passage_is_found_by_each_of_its_pieces(self, store: Store) -> None:
        texts = (GUIDE[0], f"Porto\n\n{LONG}\n\nThe ferry waits.", GUIDE[1])
        document = await imported(store, a_file(), *texts, vectors=False)

        indexed, words = index_passages(
            [DocumentPassage(n, text, ("Guide", "Porto")) for n, text in enumerate(texts, 1)]
        )
        assert len(words) > len(texts) + 2
        assert [one.text for one in await waiting(store)] == words
        assert [one.text_hash for one in await waiting(store)] == [
            piece.text_hash for piece in indexed.pieces
        ]
        for word, number in (("tram", 1), ("lighthouse", 2), ("ferry", 2), ("bakery", 3)):
            scores, found = await store.passages.find(a_query(word, kinds=["document"]), All)
            best = found[int(scores.scores.bm25.argmax())]
            assert best is not None
            assert (best.id, best.text) == (f"{document.id}:{number}", texts[number - 1])

    async def test_a_search_can_be_limited_to_some(self, store: Store) -> None:
        guide = await imported(store, a_file(), GUIDE[0])
        other = await imported(store, a_file(b"x", name="other.md"), "Another tram.")

        assert await found(store, only=[other.id]) == ["Another tram."]
        assert await found(store, only=[guide.id, other.id]) == [GUIDE[0], "Another tram."]
        assert await found(store, only=[]) == []

    async def test_what_is_deleted_is_not_found_until_it_is_brought_back(
        self, store: Store
    ) -> None:
        document = await imported(store, a_file(), *GUIDE)

        retired = await store.documents.retire(SPACE, document.id, now=NOW)
        assert retired.status == "retired"
        assert await found(store) == []
        assert len(await store.documents.list(CARLA, limit=10)) == 0
        assert len(await store.documents.list(CARLA, limit=10, retired=True)) == 1
        await store.documents.restore(SPACE, document.id, now=NOW)
        assert await found(store) == list(GUIDE)

    async def test_a_deleted_one_that_is_added_again_comes_back(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)
        await store.documents.retire(SPACE, document.id, now=NOW)

        again = await store.documents.add(a_file(), now=NOW)

        assert (again.id, again.status, again.state) == (document.id, "active", "ready")
        assert await found(store) == list(GUIDE)

    async def test_what_was_deleted_long_ago_is_overdue(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)
        await store.documents.retire(SPACE, document.id, now=NOW)

        assert await store.documents.overdue(before=NOW, limit=5) == []
        overdue = await store.documents.overdue(before=later(1), limit=5)
        assert [tuple(one) for one in overdue] == [(SPACE, document.id)]

    async def test_one_that_is_erased_is_gone(self, store: Store) -> None:
        document = await imported(store, a_file(), *GUIDE)

        receipt = await store.erasure.document(SPACE, document.id, now=NOW)

        assert (receipt.erased["documents"], receipt.erased["passages"]) == (1, 2)
        assert await found(store) == []
        with pytest.raises(NotFoundError):
            await store.documents.get(SPACE, document.id)

    async def test_an_import_of_what_was_erased_does_nothing(self, store: Store) -> None:
        document = await store.documents.add(a_file(), now=NOW)
        job = await import_job(store)
        await store.erasure.document(SPACE, document.id, now=NOW)

        assert await store.documents.to_import(job) is None
        with pytest.raises(ConflictError):
            await store.documents.fill(job, found_in(b"one", *GUIDE), embedder=HASHED, now=NOW)

    async def test_documents_of_others_are_others(self, store: Store) -> None:
        await imported(store, a_file(), *GUIDE)
        other = await imported(store, a_file(scope=DIEGO), "Diego's tram.")

        assert await found(store) == list(GUIDE)
        assert await found(store, scope=DIEGO) == ["Diego's tram."]
        await store.erasure.scope(DIEGO, now=NOW)
        assert await found(store) == list(GUIDE)
        with pytest.raises(NotFoundError):
            await store.documents.get(SPACE, other.id)

    async def test_documents_are_there_after_opening_again(self, opened: Opener) -> None:
        async with opened() as store:
            document = await imported(store, a_file(), *GUIDE)
        async with opened() as again:
            assert await again.documents.get(SPACE, document.id) == document
            assert await found(again) == list(GUIDE)

    async def test_the_list_comes_newest_first_in_parts(self, store: Store) -> None:
        ids = [
            (await store.documents.add(a_file(name=name), now=NOW)).id for name in ("a", "b", "c")
        ]

        first = await store.documents.list(CARLA, limit=2)
        rest = await store.documents.list(CARLA, limit=2, before=first.next)

        assert [one.id for one in first] == ids[:0:-1]
        assert ([one.id for one in rest], rest.next) == (ids[:1], None)
