"""Recall: gather once, then run the pure pipeline."""

import time

import numpy as np
from numpy.typing import NDArray

from nagori.embed.port import Embedder
from nagori.errors import ModelError
from nagori.recall.background import background
from nagori.recall.candidate import Candidate
from nagori.recall.choose import Choice, choose
from nagori.recall.pipeline import pipeline, run
from nagori.recall.plan import Plan
from nagori.store.port import Store
from nagori.text.code_terms import code_query
from nagori.text.document_terms import document_query
from nagori.text.terms import query_terms
from nagori.values.passage import Query, Scores, Wording
from nagori.values.recall import Recall


async def recall(plan: Plan, store: Store, embedder: Embedder | None) -> Recall:
    """What the store holds for the plan's query, best first, with why."""
    started = time.perf_counter()
    found, degraded = await _gather(plan, store, embedder)
    kept, near_misses = run(found, pipeline(plan))
    items = [c.recalled(rank) for rank, c in enumerate(kept, 1)]
    return Recall(
        query=plan.query,
        items=items,
        near_misses=near_misses,
        degraded=degraded,
        settings={"mode": plan.mode, **plan.profile.shown()},
        took_ms=round((time.perf_counter() - started) * 1000, 3),
        zone=plan.zone,
    )


async def _gather(
    plan: Plan, store: Store, embedder: Embedder | None
) -> tuple[list[Candidate], list[str]]:
    """The pipeline's only I/O: one embedding of the query, one scoring of the scopes."""
    vector, degraded = await _embed_query(plan, embedder)
    if vector is None and plan.mode == "vector":
        return [], degraded
    query = Query(
        space=plan.space,
        scopes=plan.scopes,
        terms=query_terms(plan.query),
        now=plan.now,
        vector=vector,
        embedder=embedder.fingerprint if embedder else None,
        background=background(embedder.name) if embedder else None,
        where=plan.where,
        wording=_wording(plan),
    )

    def pick(scores: Scores) -> Choice:
        return choose(scores, plan, embedder=embedder.name if embedder else None)

    choice, found = await store.passages.find(query, pick)
    if vector is not None and choice.waiting:
        degraded.append(
            f"embedding: {choice.waiting} of {choice.considered} passages wait for their vectors"
        )
    candidates = [
        Candidate(passage, why, rule)
        for passage, why, rule in zip(found, choice.whys, choice.rules, strict=True)
        if passage is not None
    ]
    return candidates, degraded


def _wording(plan: Plan) -> Wording | None:
    """Beside other kinds documents are judged by the same words as those."""
    if "record" in plan.scopes:
        return code_query(plan.query)
    return document_query(plan.query) if plan.is_of_documents else None


async def _embed_query(
    plan: Plan, embedder: Embedder | None
) -> tuple[NDArray[np.float32] | None, list[str]]:
    if plan.mode == "lexical":
        return None, []
    if embedder is None:
        return None, ["embedding: none is set up, so only words are compared"]
    try:
        return (await embedder.embed([plan.meant], "query"))[0], []
    except ModelError as error:
        return None, [f"embedding: {error}"]
