"""Importing a document: fetched or taken from the store, read, made findable, written as one."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from mimetypes import guess_type

import numpy as np

from nagori.documents.blocks import Extract
from nagori.documents.fetch import Fetched, NotFetchedError
from nagori.documents.split import passages
from nagori.embed.port import Embedder
from nagori.errors import ModelError, StoreError, UserError
from nagori.jobs.worker import LEASE
from nagori.store.port import Store
from nagori.values.document import (
    Document,
    DocumentContent,
    DocumentFile,
    DocumentPassage,
    DocumentState,
)
from nagori.values.draft import Indexed
from nagori.values.job import Job
from nagori.values.times import Clock
from nagori.write.document_index import PIECE_TOKENS, index_passages

log = logging.getLogger("nagori.documents")

Told = Callable[[Job, Document], None]
"""Hears of a document whose import goes on."""
Progress = Callable[[int, int | None], None]
Fetch = Callable[[str], Awaitable[Fetched]]
Read = Callable[[bytes, str, str | None, Progress], Awaitable[Extract]]

PASSAGE_TOKENS = 450
"""What is read and cited as one, found by smaller pieces. With 300, 70 of 80 questions find their
passage among five instead of 75."""
_BATCH = 32
_TELL_S = 0.5
_RENEW_S = 15.0
_MOST_TITLE = 200
_MOST_WARNINGS = 5


@dataclass(frozen=True, slots=True)
class ImportParts:
    """What an import needs."""

    store: Store
    embedder: Embedder | None
    clock: Clock
    chunk_size: int
    fetch: Fetch
    read: Read
    told: Told


@dataclass(slots=True)
class _Step:
    """How far an import is."""

    state: DocumentState
    progress: float = 0.0

    def reach(self, done: int, of: int | None) -> None:
        """So much of this step is done."""
        self.progress = min(done / of, 1.0) if of else 0.0


class Importer:
    """Does the jobs that documents are imported by."""

    def __init__(self, parts: ImportParts) -> None:
        self._parts = parts

    async def handle(self, job: Job) -> None:
        """Import one document; what can't be read fails with words for the user, for good."""
        documents, clock = self._parts.store.documents, self._parts.clock
        file = await documents.to_import(job)
        if file is None:
            await self._parts.store.jobs.finish(job, now=clock())
            return
        try:
            content = await self._content(job, file)
        except UserError as error:
            done = await documents.fail(job, _problem(error), now=clock())
        except StoreError:
            raise
        except Exception as error:  # a border: the document says so, and the next one is read
            log.exception("a document could not be imported because of an error of ours")
            problem = f"an error of ours: {type(error).__name__}"
            done = await documents.fail(job, problem, now=clock())
        else:
            embedder = self._parts.embedder
            fingerprint = embedder.fingerprint if embedder else None
            done = await documents.fill(job, content, embedder=fingerprint, now=clock())
        if done is not None:
            self._parts.told(job, done)

    async def _content(self, job: Job, file: DocumentFile) -> DocumentContent:
        document = file.document
        step = _Step("parsing")
        async with self._telling(job, step):
            data, name, media_type = file.data, document.name, document.media_type
            said = media_type
            if data is None:
                fetched = await self._parts.fetch(document.url or document.name)
                data, name, media_type = fetched.data, fetched.name, fetched.media_type
                said = _said(fetched)
            extract = await self._parts.read(data, name, said, step.reach)
            found = await asyncio.to_thread(_passages, extract, PASSAGE_TOKENS)
            step.state, step.progress = "embedding", 0.0
            indexed = await self._embedded(found, step)
        return DocumentContent(
            title=(extract.title or name)[:_MOST_TITLE],
            media_type=media_type or guess_type(name)[0] or "text/plain",
            size=len(data),
            pages=extract.pages,
            content_hash=hashlib.sha256(data).digest(),
            passages=found,
            indexed=indexed,
            warnings=extract.warnings[:_MOST_WARNINGS],
        )

    async def _embedded(self, found: list[DocumentPassage], step: _Step) -> Indexed:
        """With vectors; when the embedder fails they are left to the job that makes late ones."""
        size = min(PIECE_TOKENS, self._parts.chunk_size)
        indexed, words = await asyncio.to_thread(index_passages, found, max_tokens=size)
        embedder = self._parts.embedder
        if embedder is None or not words:
            return indexed
        vectors: list[np.ndarray[tuple[int, int], np.dtype[np.float32]]] = []
        try:
            for start in range(0, len(words), _BATCH):
                batch = words[start : start + _BATCH]
                vectors.append(await embedder.embed(batch, "passage"))
                step.reach(start + len(batch), len(words))
        except ModelError as error:
            log.warning("the vectors of a document come later: %s", error)
            return indexed
        return replace(indexed, vectors=np.concatenate(vectors))

    @asynccontextmanager
    async def _telling(self, job: Job, step: _Step) -> AsyncGenerator[None]:
        """Tell now and then how far it is, and keep the lease meanwhile."""
        task = asyncio.create_task(self._tell(job, step), name="nagori-import-progress")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _tell(self, job: Job, step: _Step) -> None:
        documents, clock = self._parts.store.documents, self._parts.clock
        told: tuple[str, float] | None = None
        renewed = 0.0
        while True:
            at = (step.state, round(step.progress, 2))
            if at != told:
                told = at
                document = await documents.note(job, state=at[0], progress=at[1], now=clock())
                if document is not None:
                    self._parts.told(job, document)
            await asyncio.sleep(_TELL_S)
            renewed += _TELL_S
            if renewed >= _RENEW_S:
                renewed = 0.0
                await self._parts.store.jobs.renew(job, until=clock() + LEASE)


def _said(fetched: Fetched) -> str:
    """What the server says that it sent, with the encoding, which counts before the page's own."""
    if fetched.charset is None:
        return fetched.media_type
    return f"{fetched.media_type}; charset={fetched.charset}"


def _problem(error: UserError) -> str:
    """Why there is nothing to find, and whether it is worth another try."""
    is_passing = isinstance(error, NotFetchedError) and error.again
    return f"{error}; it may be there later" if is_passing else str(error)


def _passages(extract: Extract, max_tokens: int) -> list[DocumentPassage]:
    return [
        DocumentPassage(passage.number, passage.text, passage.headings, passage.page)
        for passage in passages(extract.blocks, max_tokens=max_tokens)
    ]
