"""The embedding backlog: passages that were stored while the embedder could not be asked."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import Embedder
from nagori.errors import ModelReplyError, ModelUnavailableError
from nagori.jobs.worker import LEASE, Handler
from nagori.store.port import Store
from nagori.text.spoken import as_spoken
from nagori.values.job import Job
from nagori.values.passage import Pending
from nagori.values.times import Clock

_BATCH = 64


def embedding_job(store: Store, embedder: Embedder, clock: Clock) -> Handler:
    """A handler that embeds what waits, batch by batch, until nothing does."""

    async def handle(job: Job) -> None:
        fingerprint = embedder.fingerprint
        if job.key != fingerprint:  # queued for an embedder that is no longer set up
            await store.jobs.finish(job, now=clock())
            return
        after = 0  # what was looked at need not be read again for the next batch
        while True:
            waiting = await store.passages.pending(fingerprint, limit=_BATCH, after=after)
            if waiting:
                after = waiting[-1].passage
                done, failed = await _embed(waiting, embedder)
                await store.passages.put_vectors(fingerprint, done, failed=failed, job=job)
                await store.jobs.renew(job, until=clock() + LEASE)
            elif await store.passages.finish_embedding(fingerprint, job=job, now=clock()):
                return
            else:
                after = 0

    return handle


async def _embed(
    waiting: Sequence[Pending], embedder: Embedder
) -> tuple[list[tuple[Pending, NDArray[np.float32]]], list[Pending]]:
    """Vectors of what can be embedded; one text that is refused does not hold up the others."""
    try:
        texts = [as_spoken(p.text) if p.stated else p.text for p in waiting]
        vectors = await embedder.embed(texts, "passage")
    except ModelReplyError as error:
        if len(waiting) == 1:
            await _check_that_it_is_well(embedder, error)
            return [], list(waiting)
        half = len(waiting) // 2
        first, first_failed = await _embed(waiting[:half], embedder)
        rest, rest_failed = await _embed(waiting[half:], embedder)
        return first + rest, first_failed + rest_failed
    return list(zip(waiting, vectors, strict=True)), []


async def _check_that_it_is_well(embedder: Embedder, error: ModelReplyError) -> None:
    """Raise if plain words are refused too: then it is not the text that is to blame."""
    try:
        await embedder.embed(["hello"], "passage")
    except ModelReplyError:
        raise ModelUnavailableError(error.name, error.problem) from error
